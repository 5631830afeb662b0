"""Providers of replacements: COTE-L by a dictionary of word vectors, COTE-N by a masked language model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from equimorph.cote.errors import CoteError
from equimorph.cote.replacing import Provider

__all__ = ["METHODS", "Method", "ProviderOptions", "provider_of"]

Method: TypeAlias = Literal["l", "n"]
METHODS: tuple[Method, ...] = get_args(Method)


@dataclass(frozen=True, kw_only=True)
class ProviderOptions:
    """Which provider is used, and with which tables and models.

    Attributes:
        method: "l" for COTE-L, "n" for COTE-N.
        tables: of vectors, of COTE-L, as `table_of` takes them. The default second one and its cosine are ours: the paper takes a
            pipeline of spaCy with vectors, which no wheel has.
        cosines: for each table the cosine that a pair exceeds. The paper has 0.9 for both; no pair of the default second table is
            so near.
        vocabulary: words that are read of the first table.
        tagger: a pipeline of spaCy, by its package or folder; the first one that is installed for None.
        masked_lm: the folder of a masked language model, of COTE-N; None for the stand-in of the wheel.
        probability, cosine: the thresholds of COTE-N.

    Raises:
        CoteError: there is no such method, or a value of another type.
    """

    method: Method = "l"
    tables: tuple[str, ...] = ("glove", "minilm")
    cosines: tuple[float, ...] = (0.9, 0.5)
    vocabulary: int = 40_000
    tagger: str | None = None
    masked_lm: str | None = None
    probability: float = 0.05
    cosine: float = 0.85

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise CoteError(f"a method is {' or '.join(METHODS)}, not {self.method!r}")
        if not isinstance(self.vocabulary, int) or self.vocabulary < 1:
            raise CoteError(f"a vocabulary has 1 word or more, not {self.vocabulary}")
        for name, kind in (("tables", str), ("cosines", (int, float))):
            values = getattr(self, name)
            if isinstance(values, str) or not all(isinstance(one, kind) for one in values):
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
        tables = (table, *(table_of(one, options.vocabulary, table.places) for one in others))
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
