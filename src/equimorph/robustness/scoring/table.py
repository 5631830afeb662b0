"""Scores as a table of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from equimorph.robustness.scoring.cells import Cell
from equimorph.robustness.scoring.score import Score
from equimorph.statistics.ratio import Ratio

__all__ = ["aligned", "table_of"]

_HEAD = ("metric", "mutator", "fault", "group", "count", "percent", "95 %", "low-high", "repaired")


def table_of(scores: Iterable[Score]) -> str:
    """Return the scores as text: counts, percentages, intervals, and the bounds where something is undecided."""
    return "\n".join(_block(one) for one in scores)


def _block(score: Score) -> str:
    samples = ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in score.samples.items())
    rows = [_row(cell) for cell in score.cells if cell.ratio.value is not None]
    head = f"{score.model}, {score.criterion}, k {score.k}\nsamples: {samples}\n"
    return head + aligned([_HEAD, *rows]) if rows else f"{head}no sample with mutants counts\n"


def _row(cell: Cell) -> Sequence[str]:
    low, high = cell.low.percent, cell.ratio.percent
    interval = cell.interval and f"{cell.interval.low:.2%} - {cell.interval.high:.2%}".replace("%", "")
    group = ", ".join([cell.group, *(f"{name} {value}" for name, value in cell.by.items())])
    count = f"{cell.ratio.numerator}/{cell.ratio.denominator}" if isinstance(cell.ratio, Ratio) else "mean"
    bounds = f"{low} - {high}" if cell.undecided else ""
    repaired = f"{cell.repaired}/{cell.samples}"
    return (
        cell.metric,
        cell.mutator,
        cell.fault,
        group,
        count,
        high or "",
        interval or "",
        bounds,
        repaired,
    )


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as lines with columns of equal width."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
    return "".join(line + "\n" for line in lines)
