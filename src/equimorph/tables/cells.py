"""Cells of a paper's tables: what the paper prints, and what its own numbers give."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from math import floor
from typing import Any

from equimorph.statistics import Ratio, percent_text

__all__ = [
    "Cell",
    "count_cell",
    "mean_cell",
    "printed_numbers",
    "quotient_cell",
    "share_cell",
    "whole_percent_cell",
]


@dataclass(frozen=True)
class Cell:
    """A cell of a table, computed again.

    Attributes:
        table: Number of the table in the paper; for the running text, ``text`` and the section, or ``text abstract``.
        row: Label at the left.
        column: Label at the top.
        numerator: Numerator of the quotient that the cell is; for a count, the count itself; None if there is neither.
        denominator: Denominator of the quotient; None if the cell is no quotient.
        computed: Computed value as text, half rounded up: percentages and ratios with two decimals, counts and places
            as whole numbers, and percentages, too, of a paper that prints no decimals at all.
        printed: Printed value as text, with as many decimals as `computed` even if the paper prints fewer.
        note: Explanation of the computation if it is not plain, and of errors; "" if there is nothing to say.
    """

    table: str
    row: str
    column: str
    numerator: int | Decimal | None
    denominator: int | Decimal | None
    computed: str
    printed: str
    note: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the paper prints what its numbers give."""
        return self.computed == self.printed

    def to_row(self) -> dict[str, Any]:
        """Return the cell as plain data, with `agrees`."""
        quotient = {name: _number(getattr(self, name)) for name in ("numerator", "denominator")}
        data = {**vars(self), **quotient}
        note = data.pop("note")
        return {**data, "agrees": self.agrees, "note": note}


def share_cell(table: str, row: str, column: str, share: Ratio, printed: str, note: str = "") -> Cell:
    """Return a cell with a percentage of two decimals.

    Raises:
        ValueError: the share is one of no cases.
    """
    if share.percent is None:
        raise ValueError(f"table {table}, {row}, {column}: 0/0 has no percentage")
    return Cell(table, row, column, share.numerator, share.denominator, share.percent, printed, note)


def whole_percent_cell(table: str, row: str, column: str, share: Ratio, printed: str, note: str = "") -> Cell:
    """Return a cell with a percentage without decimals.

    Raises:
        ValueError: the share is one of no cases.
    """
    if not share.denominator:
        raise ValueError(f"table {table}, {row}, {column}: 0/0 has no percentage")
    computed = _whole(Fraction(100 * share.numerator, share.denominator))
    return Cell(table, row, column, share.numerator, share.denominator, computed, printed, note)


def mean_cell(table: str, row: str, column: str, terms: Sequence[int], printed: str, note: str) -> Cell:
    """Return a cell with the mean of whole numbers, itself a whole number; its quotient is their sum and how many they are."""
    total, number = sum(terms), len(terms)
    return Cell(table, row, column, total, number, _whole(Fraction(total, number)), printed, note)


def count_cell(table: str, row: str, column: str, count: int, printed: str, note: str = "") -> Cell:
    """Return a cell with a number of cases."""
    return Cell(table, row, column, count, None, str(count), printed, note)


def quotient_cell(
    table: str, row: str, column: str, quotient: tuple[str, str], computed: Fraction, printed: str, note: str
) -> Cell:
    """Return a cell that is computed of two printed decimal numbers.

    Args:
        table: see `Cell`.
        row: see `Cell`.
        column: see `Cell`.
        quotient: the two numbers, as printed.
        computed: the value of the cell, exact.
        printed: see `Cell`.
        note: see `Cell`.
    """
    numerator, denominator = map(Decimal, quotient)
    return Cell(table, row, column, numerator, denominator, percent_text(computed / 100), printed, note)


def printed_numbers(paper: str) -> dict[str, Any]:
    """Return the numbers that a paper prints, as `data` has them."""
    text = files("equimorph.tables").joinpath("data", f"{paper}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _whole(value: Fraction) -> str:
    """Return the nearest whole number, half rounded up."""
    return str(floor(value + Fraction(1, 2)))


def _number(value: int | Decimal | None) -> int | float | None:
    return float(value) if isinstance(value, Decimal) else value
