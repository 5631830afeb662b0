"""The most telling mutants of a search, one of each root."""

from __future__ import annotations

from dataclasses import dataclass

from equimorph.rows.tables import Failed, RowCount, Rows, read_rows
from equimorph.search.found import FoundRow
from equimorph.statistics.ratio import Ratio

SHOWN = 20
"""So many mutants are shown."""


@dataclass(frozen=True)
class Collected:
    """The data of a page.

    Attributes:
        shown: The mutants, the most telling one first.
        answered: Share of roots with a mutant for which the model's output changes, among the roots that have a mutant.
        count: Counts of the rows read.
    """

    shown: tuple[FoundRow, ...]
    answered: Ratio
    count: RowCount


def collect(rows: Rows, failed: Failed, shown: int = SHOWN) -> Collected:
    """Return the most telling mutants of rows, one of each root.

    A mutant of which the model says something else is more telling than one of which it does not. Then the one with the higher
    score is, then the one with the smaller edit, then the one with the lower id.

    Args:
        rows: that a search wrote.
        failed: gets the bad rows.
        shown: Maximum number of mutants.

    Raises:
        OSError: the rows cannot be read.
    """
    best, count = dict[str, FoundRow](), RowCount()
    for row in read_rows(rows, FoundRow.from_row, failed, count):
        before = best.get(row.root)
        if before is None or _order(row) < _order(before):
            best[row.root] = row
    ordered = sorted(best.values(), key=_order)
    answered = Ratio(sum(row.changed for row in ordered), len(ordered))
    return Collected(tuple(ordered[:shown]), answered, count)


def _order(row: FoundRow) -> tuple[object, ...]:
    return not row.changed, *row.rank
