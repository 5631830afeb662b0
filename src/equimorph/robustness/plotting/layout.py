"""The common layout of all figures: a head with a legend, an axis of percentages, words for metrics and criteria."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from equimorph.pages.svg import COLOURS, Sheet, width_of
from equimorph.robustness.plotting.scores import Cell, Point, Score

WIDTH = 860
"""Of a figure, in pixels."""
METRICS = {
    "PFM": "mutants that are not repaired",
    "PFA": "samples with such a mutant",
    "PDM": "mutants that behave differently",
    "PDA": "samples with such a mutant",
}
CRITERIA = {
    "exact": "Repair of mutants, compared with the fix",
    "repaired": "Repair of mutants, by the tests",
    "behaviour": "Behaviour of patched mutants",
}
SPLITS = {"mutator": "by mutator", "fault": "by fault lines", "group": "by group"}
_ENDS = (0.05, 0.1, 0.2, 0.25, 0.5, 1.0)
_STEPS = {0.05: 0.01, 0.1: 0.02, 0.2: 0.05, 0.25: 0.05, 0.5: 0.1, 1.0: 0.2}


@dataclass(frozen=True)
class Axis:
    """Percentages along a stretch of the sheet.

    Attributes:
        start, length: Position of the stretch, in pixels; a negative length runs the other way.
        end: Fraction at its end; at its start it is 0.
    """

    start: float
    length: float
    end: float

    def at(self, share: float) -> float:
        """Return the pixel of a fraction."""
        return self.start + self.length * share / self.end

    def ticks(self) -> list[tuple[float, str]]:
        """Return pixels and labels."""
        step = _STEPS[self.end]
        shares = (i * step for i in range(round(self.end / step) + 1))
        return [(self.at(share), f"{100 * share:.0f} %") for share in shares]


def percent_axis(start: float, length: float, most: float) -> Axis:
    """Return an axis that has room for a fraction, from 0 % to an end such as 50 %."""
    return Axis(start, length, next(end for end in _ENDS if end >= most))


def labels(scores: Sequence[Score]) -> list[str]:
    """Return a name for each score: the name of its model, with a number if several share it."""
    found, seen = list[str](), dict[str, int]()
    for score in scores:
        seen[score.model] = seen.get(score.model, 0) + 1
        found.append(score.model if seen[score.model] == 1 else f"{score.model} ({seen[score.model]})")
    return found


def metrics_of(scores: Iterable[Score]) -> list[str]:
    """Return the metrics of some scores, in their order."""
    return list(dict.fromkeys(metric for score in scores for metric in score.metrics()))


def head(sheet: Sheet, title: str, note: str, names: Sequence[str]) -> float:
    """Write title, note and legend; return the y below them.

    Args:
        sheet: Sheet to draw on.
        title, note: Title and note of the figure.
        names: Names of the models; a legend appears if there is more than one.
    """
    sheet.text(16, 26, title, size=15, bold=True, most=WIDTH - 32)
    sheet.text(16, 45, note, kind="quiet", most=WIDTH - 32)
    if len(names) < 2:
        return 60
    x, y = 16.0, 60.0
    for i, name in enumerate(names):
        room = min(width_of(name), 220) + 34
        if x > 16 and x + room > WIDTH - 16:
            x, y = 16.0, y + 19
        sheet.rect(x, y, 12, 12, COLOURS[i % len(COLOURS)])
        sheet.text(x + 18, y + 10, name, most=220)
        x += room
    return y + 26


def cases(one: Cell | Point | None) -> str:
    """Return the counts of a ratio, such as "24/76"."""
    return "" if one is None else f"{one.ratio.numerator:,}/{one.ratio.denominator:,}"


def counted(one: Cell | Point | None) -> str:
    """Return counts and percentage of a ratio; "no cases" for 0/0."""
    if one is None or one.ratio.percent is None:
        return "no cases"
    return f"{cases(one)} = {one.ratio.percent} %"


def told(values: Mapping[str, str]) -> str:
    """Return the description of a figure's contents."""
    return "; ".join(f"{name}: {value}" for name, value in values.items()) + "."
