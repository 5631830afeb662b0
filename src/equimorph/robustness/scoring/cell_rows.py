"""Cells as rows of a table for people."""

from __future__ import annotations

from collections.abc import Sequence

from equimorph.robustness.scoring.cells import Cell
from equimorph.statistics.ratio import Ratio

__all__ = ["HEAD", "cell_row"]

HEAD = (
    "metric",
    "mutator",
    "fault",
    "group",
    "count",
    "percent",
    "mean of mutators",
    "95 %",
    "low-high",
    "repaired",
)


def cell_row(cell: Cell) -> Sequence[str]:
    """Return the texts of a cell, by the columns of `HEAD`."""
    low, high = cell.low.percent, cell.high.percent
    interval = cell.interval and f"{cell.interval.low:.2%} - {cell.interval.high:.2%}".replace("%", "")
    group = ", ".join([cell.group, *(f"{name} {value}" for name, value in cell.by.items())])
    count = f"{cell.ratio.numerator}/{cell.ratio.denominator}" if isinstance(cell.ratio, Ratio) else "mean"
    bounds = f"{low} - {high}" if low != high else ""
    repaired = f"{cell.repaired}/{cell.samples}"
    return (
        cell.metric,
        cell.mutator,
        cell.fault,
        group,
        count,
        cell.ratio.percent or "",
        "" if cell.mutator_mean is None else cell.mutator_mean.percent,
        interval or "",
        bounds,
        repaired,
    )
