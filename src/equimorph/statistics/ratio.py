"""Ratios that carry their numerator and denominator, so that anyone can add them up again."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

__all__ = ["Ratio", "percent_text"]


@dataclass(frozen=True)
class Ratio:
    """A share of a number of cases.

    Attributes:
        numerator: how many of the cases.
        denominator: how many cases; 0 where there are no cases.
    """

    numerator: int
    denominator: int

    def __post_init__(self) -> None:
        """Check that the numbers form a share.

        Raises:
            ValueError: one is negative, or the numerator is the larger one.
        """
        if not 0 <= self.numerator <= self.denominator:
            raise ValueError(f"{self.numerator} of {self.denominator} is no share")

    @property
    def value(self) -> float | None:
        """The fraction, not rounded; None for no cases."""
        return self.numerator / self.denominator if self.denominator else None

    @property
    def percent(self) -> str | None:
        """The percentage with two decimals, half rounded up, such as "65.63" for 21 of 32; None for no cases."""
        return percent_text(Fraction(self.numerator, self.denominator)) if self.denominator else None

    def to_dict(self) -> dict[str, Any]:
        """Return numerator, denominator, value and percent."""
        return {**vars(self), "value": self.value, "percent": self.percent}


def percent_text(share: Fraction) -> str:
    """Return a fraction as a percentage with two decimals, half rounded away from zero; exact, unlike `round` of a float."""
    hundredths = share * 10_000
    whole = (2 * abs(hundredths.numerator) + hundredths.denominator) // (2 * hundredths.denominator)
    signed = whole if hundredths >= 0 else -whole
    return str((Decimal(signed) / 100).quantize(Decimal("0.01"), ROUND_HALF_UP))
