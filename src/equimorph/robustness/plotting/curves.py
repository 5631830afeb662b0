"""Curves over k, the number of candidates that are looked at: a panel for each metric, a line for each model."""

from __future__ import annotations

from collections.abc import Sequence

from equimorph.pages.svg import COLOURS, Figure, Sheet, width_of
from equimorph.robustness.plotting.layout import (
    CRITERIA,
    METRICS,
    WIDTH,
    Axis,
    cases,
    counted,
    head,
    labels,
    percent_axis,
    told,
)
from equimorph.robustness.plotting.scores import Point, Score

_HEIGHT = 200
_DASHES = ("", "7 3", "2 3", "9 3 2 3")
_NARROW = 26
"""So many pixels are between two labels of k at least."""


def curves(scores: Sequence[Score]) -> Figure | None:
    """Return the curves of some scores of one criterion; None if no score has a curve of more than one k, or has cases."""
    ks = sorted({point.k for score in scores for point in score.curve})
    metrics = list(dict.fromkeys(point.metric for score in scores for point in score.curve))
    if len(ks) < 2 or not any(point.ratio.denominator for score in scores for point in score.curve):
        return None
    sheet, names = Sheet(), labels(scores)
    title = f"{CRITERIA.get(scores[0].criterion, scores[0].criterion)}, by the number of candidates"
    if len(names) == 1:
        title += f": {names[0]}"
    top = head(
        sheet, title, "k: how many candidates are looked at; counts at the right are of the last k", names
    )
    most = max(point.ratio.value or 0 for score in scores for point in score.curve)
    width = (WIDTH - 16) / len(metrics)
    for i, metric in enumerate(metrics):
        left = 16 + i * width
        sheet.text(left, top + 8, metric, bold=True)
        x = left + width_of(metric) + 12
        sheet.text(x, top + 8, METRICS.get(metric, ""), kind="quiet", most=width - (x - left) - 12)
        across, up = (left + 46, width - 46 - 100), percent_axis(top + 24 + _HEIGHT, -_HEIGHT, most)
        _grid(sheet, across, up, ks)
        for at, score in enumerate(scores):
            points = [point for point in score.curve if point.metric == metric]
            _curve(sheet, across, up, ks, sorted(points, key=lambda point: point.k), (at, names[at]))
        lasts = [[point for point in score.curve if point.metric == metric][-1:] for score in scores]
        _counts(sheet, across, up, lasts)
    shown = {
        f"{name}, {point.metric}, k = {point.k}": counted(point)
        for name, score in zip(names, scores, strict=True)
        for point in score.curve
    }
    name, height = f"{scores[0].criterion}-curve", round(top + 24 + _HEIGHT + 44)
    return Figure(name, title, told(shown), WIDTH, height, tuple(sheet.body))


def _at(across: tuple[float, float], ks: Sequence[int], k: int) -> float:
    start, length = across
    return start + 8 + (length - 16) * (k - ks[0]) / (ks[-1] - ks[0])


def _grid(sheet: Sheet, across: tuple[float, float], up: Axis, ks: Sequence[int]) -> None:
    for y, label in up.ticks():
        sheet.line((across[0], y), (across[0] + across[1], y))
        sheet.text(across[0] - 6, y + 4, label, anchor="end", kind="quiet", size=11)
    shown, last = -100.0, _at(across, ks, ks[-1])
    room = max(_NARROW, width_of(f"{ks[-1]:,}", 11) + 6)
    for k in ks:
        x = _at(across, ks, k)
        sheet.line((x, up.start), (x, up.start + 4))
        if k == ks[-1] or (x - shown >= room and last - x >= room):
            sheet.text(x, up.start + 17, f"{k:,}", anchor="middle", kind="quiet", size=11)
            shown = x
    sheet.text(across[0] + across[1] / 2, up.start + 34, "k", anchor="middle", kind="quiet", size=11)


def _curve(
    sheet: Sheet,
    across: tuple[float, float],
    up: Axis,
    ks: Sequence[int],
    points: Sequence[Point],
    named: tuple[int, str],
) -> None:
    """Draw one line; it has a gap where there are no cases."""
    at, name = named
    colour, dash = COLOURS[at % len(COLOURS)], _DASHES[at % len(_DASHES)]
    run = list[tuple[float, float]]()
    for point in points:
        if point.ratio.value is None:
            sheet.path(run, colour, dash)
            run = []
            continue
        run.append((_at(across, ks, point.k), up.at(point.ratio.value)))
        sheet.dot(*run[-1], colour, f"{name}, k = {point.k}: {counted(point)}")
    sheet.path(run, colour, dash)


def _counts(sheet: Sheet, across: tuple[float, float], up: Axis, lasts: Sequence[Sequence[Point]]) -> None:
    """Write percentage and counts beside the ends of the lines, one below the other where they are close."""
    ends = sorted(
        (up.at(point.ratio.value or 0), i, point) for i, points in enumerate(lasts) for point in points
    )
    lowest = up.start + up.length - 14.0
    for i, (wanted, at, point) in enumerate(ends):
        left_below = 13 * (len(ends) - 1 - i)
        y = min(max(wanted + 4, lowest + 13), up.start + 4 - left_below)
        lowest = y
        x = across[0] + across[1] + 6
        sheet.rect(x, y - 8, 8, 8, COLOURS[at % len(COLOURS)])
        text = "no cases" if point.ratio.percent is None else f"{point.ratio.percent} %  {cases(point)}"
        sheet.text(x + 12, y, text, size=11, most=88)
