"""The options of a test or a repair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from equimorph.cote.consistency import MEASURES, Comparing, Measure
from equimorph.cote.errors import CoteError
from equimorph.cote.providers import ProviderOptions
from equimorph.runs.declared import Option, Panel

__all__ = ["MOST_MUTANTS", "REPAIR_MUTANTS", "CoteOptions"]

MOST_MUTANTS, REPAIR_MUTANTS = 5, 16
"""Mutants of a sentence to test and to repair (COTE, section 4.1.5)."""


@dataclass(frozen=True, kw_only=True)
class CoteOptions:
    """Options of a test, besides inputs and generator.

    Attributes:
        provider: Provider of the replacements.
        mutants: Maximum mutants per sentence.
        seed: Seed for all random choices.
        comparing: Options for comparing programs.
        measure: Measure that decides the field `issue`: lcs, ed, tf-idf or bleu. All four are computed.

    Raises:
        CoteError: a value is out of its range.
    """

    provider: ProviderOptions = field(default_factory=ProviderOptions)
    mutants: Annotated[int, Option(minimum=1, after="method")] = MOST_MUTANTS
    seed: Annotated[int, Option(panel=Panel.MUTATORS, after="mutants")] = 0
    comparing: Comparing = field(default_factory=Comparing)
    measure: Annotated[Measure, Option(panel=Panel.CHECKS, after="slices")] = "lcs"

    def __post_init__(self) -> None:
        if isinstance(self.mutants, bool) or not isinstance(self.mutants, int) or self.mutants < 1:
            raise CoteError(f"mutants are 1 or more, not {self.mutants!r}")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise CoteError(f"a seed is a whole number, not {self.seed!r}")
        if self.measure not in MEASURES:
            raise CoteError(f"measure is {', '.join(MEASURES)}, not {self.measure!r}")

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> CoteOptions:
        """Return the options of which `to_dict` returned the data."""
        parts = {
            "provider": ProviderOptions.from_dict(data["provider"]),
            "comparing": Comparing.from_dict(data["comparing"]),
        }
        return cls(**{**data, **parts})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        parts = {"provider": self.provider.to_dict(), "comparing": self.comparing.to_dict()}
        return {**vars(self), **parts}
