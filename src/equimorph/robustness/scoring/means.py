"""Means of the ratios of several models, and of several mutators."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from equimorph.statistics.ratio import Ratio, percent_text

__all__ = ["MeanRatio", "MutatorMean"]


@dataclass(frozen=True)
class MeanRatio:
    """The mean of the ratios of several models, those for no cases left out; it has no numerator and denominator of its own.

    Attributes:
        members: the models and their ratios.
    """

    members: tuple[tuple[str, Ratio], ...]

    @property
    def share(self) -> Fraction | None:
        """The mean, exactly; None where no member has a case."""
        known = [Fraction(one.numerator, one.denominator) for _, one in self.members if one.denominator]
        return sum(known, Fraction()) / len(known) if known else None

    @property
    def value(self) -> float | None:
        """The mean, a fraction; None likewise."""
        return None if self.share is None else float(self.share)

    @property
    def percent(self) -> str | None:
        """The mean as a percentage with two decimals, half rounded up; None likewise."""
        return None if self.share is None else percent_text(self.share)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of a ratio, without numerator and denominator, and the ratios of the members."""
        members = [
            {"model": model, "numerator": one.numerator, "denominator": one.denominator}
            for model, one in self.members
        ]
        mean = {"value": self.value, "percent": self.percent}
        return {"numerator": None, "denominator": None, **mean, "members": members}


@dataclass(frozen=True)
class MutatorMean:
    """The mean of the scores of single mutators.

    Attributes:
        share: The mean, exactly.
        mutators: Number of mutators with cases; the others are left out.
    """

    share: Fraction
    mutators: int

    @property
    def percent(self) -> str:
        """The mean as a percentage with two decimals, half rounded up."""
        return percent_text(self.share)

    def to_dict(self) -> dict[str, Any]:
        """Return the object of ``score.json``."""
        return {"value": float(self.share), "percent": self.percent, "mutators": self.mutators}
