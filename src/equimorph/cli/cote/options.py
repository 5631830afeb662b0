"""What the verbs of `equimorph cote` share: providers of replacements, generators."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from equimorph.cli.declared import Taken
from equimorph.cli.values import input_file
from equimorph.cote.errors import CoteError
from equimorph.cote.options import CoteOptions
from equimorph.cote.providers import COSINES, TABLES, ProviderOptions
from equimorph.cote.served import served_generator
from equimorph.models.options import ModelOptions, Served
from equimorph.runs.declared import Option, Panel

_DEFAULT = ProviderOptions()


@dataclass(frozen=True, kw_only=True)
class Provider(ProviderOptions):
    """The options of a provider, whose tables and cosines follow from each other.

    Raises:
        CoteError: they do not go together.
    """

    tables: Annotated[tuple[str, ...], TABLES] = ()
    cosines: Annotated[tuple[float, ...], COSINES] = ()

    def __post_init__(self) -> None:
        tables = self.tables or _DEFAULT.tables
        default = (_DEFAULT.cosines[0],) * len(tables) if self.tables else _DEFAULT.cosines
        cosines = self.cosines or default
        if len(cosines) != len(tables):
            raise CoteError(f"{len(tables)} tables of vectors and {len(cosines)} cosines: give one each")
        if self.method == "l" and self.masked_lm is not None:
            raise CoteError("--masked-lm is for --method n")
        if self.method == "n" and (self.tables or self.cosines):
            raise CoteError("--table and --cosine are for --method l")
        object.__setattr__(self, "tables", tables)
        object.__setattr__(self, "cosines", cosines)
        super().__post_init__()


MutantOptions = Annotated[CoteOptions, Taken("mutants", "seed")]
"""Of a verb that compares nothing; its provider is a `Provider`."""


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
    answers: Annotated[Path | None, Option(panel=Panel.INPUT, check=input_file)] = None
    word: str = "generator"
    template: str = "generate"
