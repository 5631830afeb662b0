"""Plots of judged metrics: errors beside the errors of constants, and scores of passing and failing candidates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from equimorph.metrics.judging import Error, Judgement
from equimorph.metrics.table import rounded
from equimorph.pages.svg import COLOURS, Figure, Sheet

BINS = 20
"""The number of a histogram's bars, each of scores of 0.05; the last one has the scores of 1, too."""

_WIDTH, _NAMES, _BAR, _GAP = 860, 150, 13, 9
_PASSING, _FAILING = COLOURS[2], COLOURS[5]


def errors(found: Judgement) -> Figure:
    """Return the mean absolute errors of all metrics, with lines where always saying 0 or 1, and the gate alone, are."""
    sheet, left, width = Sheet(), _NAMES + 12, _WIDTH - _NAMES - 90
    sheet.text(0, 14, f"Mean absolute error, {found.group}", bold=True)
    top = 34
    bottom = top + len(found.metrics) * (_BAR + _GAP)
    for tick in range(0, 11, 2):
        x = left + width * tick / 10
        sheet.line((x, top - 6), (x, bottom))
        sheet.text(x, bottom + 14, f"{tick / 10:g}", anchor="middle", kind="quiet", size=11)
    for row, result in enumerate(found.metrics):
        y = top + row * (_BAR + _GAP)
        sheet.text(_NAMES, y + 10, result.metric, anchor="end", most=_NAMES)
        value = result.error.value
        if value is None:
            sheet.text(left, y + 10, "no labelled pair has a score", kind="quiet", size=11)
            continue
        sheet.rect(left, y, width * min(1.0, value), _BAR, COLOURS[0], f"{result.metric}: {rounded(value)}")
        for name, error in _beside(result.constants, result.gate):
            if error.value is not None:
                x = left + width * error.value
                sheet.rect(x - 1, y - 3, 2, _BAR + 6, _MARKS[name], f"{name}: {rounded(error.value)}")
        sheet.text(left + width + 12, y + 10, rounded(value), size=11)
    x = float(left)
    for name, colour in _MARKS.items():
        sheet.rect(x, bottom + 24, 10, 10, colour)
        sheet.text(x + 15, bottom + 33, name, kind="quiet", size=11)
        x += 110
    said = "; ".join(f"{result.metric} {rounded(result.error.value)}" for result in found.metrics)
    return Figure(
        "errors", f"Mean absolute error, {found.group}", said, _WIDTH, round(bottom + 44), tuple(sheet.body)
    )


_MARKS = {"always-0": COLOURS[1], "always-1": COLOURS[3], "gate-only": COLOURS[2]}


def _beside(constants: Mapping[str, Error], gate: Error | None) -> Iterable[tuple[str, Error]]:
    yield from ((name, error) for name, error in constants.items() if name in _MARKS)
    if gate is not None:
        yield "gate-only", gate


def histogram(metric: str, scores: Sequence[tuple[float, bool]]) -> Figure:
    """Return the frequency of each score among passing candidates (above the line) and failing ones (below it).

    Args:
        metric: its name.
        scores: each with whether the candidate passes; those below 0 count as 0, those above 1 as 1.
    """
    counts = {label: [0] * BINS for label in (True, False)}
    for score, label in scores:
        counts[label][min(BINS - 1, max(0, int(score * BINS)))] += 1
    most = max((max(bars) for bars in counts.values()), default=0) or 1
    sheet, left, width, middle, height = Sheet(), 8, 264, 74, 44
    sheet.text(0, 14, metric, bold=True, most=270)
    for place in range(BINS):
        x, each = left + place * width / BINS, width / BINS - 1
        span = f"{place / BINS:.2f} to {(place + 1) / BINS:.2f}"
        for label, sign, colour in ((True, -1, _PASSING), (False, 1, _FAILING)):
            count = counts[label][place]
            size = height * count / most
            if count:
                y = middle - size if sign < 0 else middle + 1
                sheet.rect(x, y, each, size, colour, f"{span}: {count} {'pass' if label else 'fail'}")
    sheet.line((left, middle), (left + width, middle))
    sheet.text(left, 136, "0", kind="quiet", size=11)
    sheet.text(left + width, 136, "1", anchor="end", kind="quiet", size=11)
    sheet.text(left + width / 2, 136, "passing above, failing below", anchor="middle", kind="quiet", size=11)
    passing, failing = (sum(counts[label]) for label in (True, False))
    said = f"{passing} passing and {failing} failing candidates"
    return Figure(f"scores-{_plain(metric)}", f"Scores of {metric}", said, 280, 142, tuple(sheet.body))


def _plain(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
