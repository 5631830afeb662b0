"""The options of a test or a repair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from equimorph.cote.consistency import MEASURES, Comparing, Measure
from equimorph.cote.errors import CoteError
from equimorph.cote.providers import ProviderOptions

__all__ = ["MOST_MUTANTS", "REPAIR_MUTANTS", "CoteOptions"]

MOST_MUTANTS, REPAIR_MUTANTS = 5, 16
"""Mutants of a sentence to test and to repair (COTE, section 4.1.5)."""


@dataclass(frozen=True, kw_only=True)
class CoteOptions:
    """What a test depends on, besides inputs and generator.

    Attributes:
        provider: of the replacements.
        mutants: of an input, at the most.
        seed: draws the mutants, and goes to the generator.
        comparing: how programs are compared.
        measure: the one that decides the field `issue`; all four are computed.

    Raises:
        CoteError: a value is out of its range.
    """

    provider: ProviderOptions = field(default_factory=ProviderOptions)
    mutants: int = MOST_MUTANTS
    seed: int = 0
    comparing: Comparing = field(default_factory=Comparing)
    measure: Measure = "lcs"

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
