"""Bars with their intervals: a row for each mutator, or for each side of a split; the models side by side."""

from __future__ import annotations

from collections.abc import Sequence

from equimorph.pages.svg import COLOURS, Figure, Sheet, width_of
from equimorph.robustness.plotting.layout import (
    CRITERIA,
    METRICS,
    SPLITS,
    WIDTH,
    Axis,
    cases,
    counted,
    head,
    labels,
    metrics_of,
    percent_axis,
    told,
)
from equimorph.robustness.plotting.scores import ALL, Cell, Score

_BAR, _GAP = 12, 10
_NAMES_MOST = 190
_COUNTS = 124
"""Room beside the bars for a count and a percentage."""
_SIDES = {"touched": "fault lines touched", "untouched": "fault lines kept"}

_Rows = list[tuple[str, list[dict[str, Cell]]]]


def bars(scores: Sequence[Score], split: str) -> Figure | None:
    """Return the bars of some scores of one criterion, a panel for each metric; None if nothing is split so, or has cases.

    Args:
        scores: Scores, at least one.
        split: "mutator", "fault" or "group".
    """
    rows, metrics, names = _rows(scores, split), metrics_of(scores), labels(scores)
    has_cases = any(cell.ratio.denominator for _, cells in rows for one in cells for cell in one.values())
    if not metrics or not has_cases or (len(rows) < 2 and split != "mutator"):
        return None
    sheet = Sheet()
    title = f"{CRITERIA.get(scores[0].criterion, scores[0].criterion)}, {SPLITS[split]}"
    if len(names) == 1:
        title += f": {names[0]}"
    top = head(sheet, title, _note(scores), names)
    room = min(_NAMES_MOST, max(width_of(name) for name, _ in rows) + 4)
    width = (WIDTH - 16 - room - 10) / len(metrics)
    height = len(names) * _BAR + _GAP
    bottom = top + 30 + height * len(rows)
    most = max((_end(cell) for _, cells in rows for one in cells for cell in one.values()), default=0)
    for i, metric in enumerate(metrics):
        left = 16 + room + 10 + i * width
        axis = percent_axis(left, width - _COUNTS - 18, most)
        _panel_head(sheet, left, top + 8, metric, width)
        _grid(sheet, axis, top + 20, bottom)
        for at, (_, cells) in enumerate(rows):
            _row(sheet, axis, top + 26 + at * height, [one.get(metric) for one in cells], names)
    for at, (name, _) in enumerate(rows):
        middle = top + 26 + at * height + (height - _GAP) / 2 + 4
        sheet.text(16 + room, middle, name, anchor="end", bold=name == _all(split), most=room)
    shown = {
        f"{name}, {metric}, {value}": counted(one.get(metric))
        for value, cells in rows
        for name, one in zip(names, cells, strict=True)
        for metric in metrics
    }
    name = f"{scores[0].criterion}-{'bars' if split == 'mutator' else split}"
    return Figure(name, title, told(shown), WIDTH, round(bottom + 34), tuple(sheet.body))


def _rows(scores: Sequence[Score], split: str) -> _Rows:
    """Return the rows of the figure, all together first: a name, and for each score its cells by metric."""
    found = [score.along(split) for score in scores]
    values = dict.fromkeys(value for one in found for value in one)
    ordered = [*(value for value in values if value == ALL), *(value for value in values if value != ALL)]
    named = {value: _all(split) if value == ALL else _SIDES.get(value, value) for value in ordered}
    return [(named[value], [one.get(value, {}) for one in found]) for value in ordered]


def _all(split: str) -> str:
    return "all mutators" if split == "mutator" else "all"


def _note(scores: Sequence[Score]) -> str:
    ks = {score.k for score in scores}
    looked = f"k = {ks.pop()}; " if len(ks) == 1 and None not in ks else ""
    return f"{looked}whiskers: 95 % intervals; counts beside the bars"


def _end(cell: Cell) -> float:
    return max(cell.ratio.value or 0, cell.interval[1] if cell.interval and cell.ratio.denominator else 0)


def _panel_head(sheet: Sheet, left: float, y: float, metric: str, width: float) -> None:
    sheet.text(left, y, metric, bold=True)
    x = left + width_of(metric) + 12
    sheet.text(x, y, METRICS.get(metric, ""), kind="quiet", most=width - (x - left) - 12)


def _grid(sheet: Sheet, axis: Axis, top: float, bottom: float) -> None:
    shown = -100.0
    for x, label in axis.ticks():
        sheet.line((x, top), (x, bottom))
        if x - shown >= width_of(label, 11) + 6:
            sheet.text(x, bottom + 16, label, anchor="middle", kind="quiet", size=11)
            shown = x


def _row(sheet: Sheet, axis: Axis, top: float, cells: Sequence[Cell | None], names: Sequence[str]) -> None:
    """Draw the bars of all models, with intervals, counts and percentages."""
    for i, (cell, name) in enumerate(zip(cells, names, strict=True)):
        y = top + i * _BAR
        beside = axis.start + axis.length + 14
        if cell is None or cell.ratio.value is None:
            sheet.text(beside, y + 9.5, "no cases", kind="quiet", size=11)
            continue
        width = axis.at(cell.ratio.value) - axis.start
        if width > 0:
            place = axis.start, y + 1, max(width, 1.5), _BAR - 2
            sheet.rect(*place, COLOURS[i % len(COLOURS)], f"{name}: {counted(cell)}")
        if cell.interval is not None:
            sheet.whisker(y + _BAR / 2, axis.at(cell.interval[0]), axis.at(cell.interval[1]))
        sheet.text(beside + 58, y + 9.5, f"{cell.ratio.percent} %", anchor="end", size=11)
        sheet.text(beside + 66, y + 9.5, cases(cell), kind="quiet", size=11)
