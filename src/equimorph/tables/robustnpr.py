"""RobustNPR: the numbers that its text prints, computed again; its tables are not in the text that we have.

The numerators are derived: only one whole number fits each printed percentage and the size of its data.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from equimorph.statistics import Ratio
from equimorph.tables.cells import Cell, count_cell, printed_numbers, quotient_cell, share_cell

_DERIVED = "numerator derived from the printed percentage"
_NOTES = {
    ("Recoder", "PDM all"): f"{_DERIVED}; useless casts are left with 97 of 1074, which is not printed",
    ("Recoder", "PDA NV"): f"{_DERIVED}; 120 of 312 samples have such a mutant",
    ("positives looked at by hand", "true ones"): "74 of 1000 were false; printed as 92.6",
    ("Tufano", "PFM ratio"): "11.67 / 7.54 = 1.548, cut off instead of rounded",
}


def robustnpr() -> list[Cell]:
    """Return the cells of RobustNPR, in the order of the tables that the text names for them."""
    data = printed_numbers("robustnpr")
    cells = [*_sums(data), *_shares(data), *_rises(data), *_ratios(data)]
    return sorted(cells, key=lambda cell: (cell.table.startswith("text"), cell.table))


def _shares(data: dict[str, Any]) -> Iterator[Cell]:
    for one in data["shares"]:
        share = Ratio(one["numerator"], one["denominator"])
        note = _NOTES.get((one["row"], one["column"]), _DERIVED)
        yield share_cell(one["table"], one["row"], one["column"], share, one["printed"], _placed(one, note))


def _sums(data: dict[str, Any]) -> Iterator[Cell]:
    for one in data["sums"]:
        terms = ", ".join(f"{name} {abs(number)}" for name, number in one["terms"].items())
        yield count_cell(
            "2", one["row"], "sum", sum(one["terms"].values()), one["printed"], _placed(one, terms)
        )


def _rises(data: dict[str, Any]) -> Iterator[Cell]:
    for one in data["rises"]:
        pair = one["changed"], one["unchanged"]
        rise = 100 * (Fraction(pair[0]) / Fraction(pair[1]) - 1)
        note = _placed(one, "numerator / denominator - 1, in percent")
        yield quotient_cell("6", one["row"], one["column"], pair, rise, one["printed"], note)


def _ratios(data: dict[str, Any]) -> Iterator[Cell]:
    for one in data["ratios"]:
        pair = one["touched"], one["untouched"]
        times = Fraction(pair[0]) / Fraction(pair[1])
        note = _NOTES.get((one["row"], one["column"]), "touched / untouched fault line, no percentage")
        yield quotient_cell("7", one["row"], one["column"], pair, times, one["printed"], _placed(one, note))


def _placed(one: dict[str, Any], note: str) -> str:
    return f"section {one['section']}: {note}"
