"""Ratios, and percentages with two decimals."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimorph.statistics import Ratio, percent_text


@pytest.mark.parametrize(
    ("numerator", "denominator", "percent"),
    [
        (21, 32, "65.63"),
        (0, 7, "0.00"),
        (7, 7, "100.00"),
        (24, 76, "31.58"),
        (1, 3, "33.33"),
        (1, 800, "0.13"),
    ],
)
def test_percentages_are_rounded_half_up(numerator: int, denominator: int, percent: str) -> None:
    assert Ratio(numerator, denominator).percent == percent


def test_no_cases_have_no_value() -> None:
    assert Ratio(0, 0).to_dict() == {"numerator": 0, "denominator": 0, "value": None, "percent": None}


@pytest.mark.parametrize(("numerator", "denominator"), [(-1, 3), (4, 3), (1, 0)])
def test_what_is_no_share_is_an_error(numerator: int, denominator: int) -> None:
    with pytest.raises(ValueError, match=f"{numerator} of {denominator} is no share"):
        Ratio(numerator, denominator)


@given(st.fractions(min_value=-3, max_value=3, max_denominator=10_000))
def test_the_text_is_that_of_decimal_arithmetic(share: Fraction) -> None:
    # 30 digits are more than a fraction with this denominator needs to be on the right side of a half.
    exact = Decimal(share.numerator) * 100 / Decimal(share.denominator)
    assert Decimal(percent_text(share)) == exact.quantize(Decimal("0.01"), ROUND_HALF_UP)


def test_a_rise_may_be_above_a_hundred_or_below_zero() -> None:
    assert percent_text(Fraction(1697, 734) - 1) == "131.20"
    assert percent_text(Fraction(-1, 3)) == "-33.33"
