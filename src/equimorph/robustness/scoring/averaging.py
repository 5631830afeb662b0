"""Means over the members of an ensemble, as RobustNPR gives them for CoCoNuT (4.4): only here are percentages averaged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from equimorph.robustness.scoring.cells import Cell
from equimorph.robustness.scoring.curve import Point
from equimorph.robustness.scoring.means import MeanRatio
from equimorph.robustness.scoring.mutator_means import with_mutator_means
from equimorph.robustness.scoring.score import Score
from equimorph.statistics.ratio import Ratio
from mutators import MutationError

__all__ = ["averaged"]


def averaged(scores: Sequence[Score]) -> Score:
    """Return the mean of the scores of models, each of which answers on its own; it has no intervals, and says what it is.

    Counts of samples are means, too. The sizes are taken from the first model: members of an ensemble get the same
    mutants.

    Raises:
        MutationError: there is no score, or they differ in criterion or k.
    """
    kinds = sorted({(one.criterion, one.k) for one in scores})
    if len(kinds) != 1:
        there = ", ".join(f"{criterion} with k {k}" for criterion, k in kinds) or "none"
        raise MutationError(f"scores of one criterion and k can be averaged; there are: {there}")
    names = [one.model for one in scores]
    known = {name: [one.samples[name] for one in scores] for name in scores[0].samples}
    return replace(
        scores[0],
        model=f"mean of {len(scores)} models",
        averaged=tuple(names),
        samples={name: _mean(counts) for name, counts in known.items()},
        requests=_mean_ratio({one.model: one.requests for one in scores}),
        states={state: _mean([score.states[state] for score in scores]) for state in scores[0].states},
        cells=tuple(with_mutator_means(_cells(scores))),
        curve=tuple(_curve(scores)),
        remarks=(f"the mean of {', '.join(names)}, each scored on its own", *_remarks(scores)),
    )


def _remarks(scores: Iterable[Score]) -> list[str]:
    return [f"{one.model}: {remark}" for one in scores for remark in one.remarks]


def _cells(scores: Sequence[Score]) -> Iterable[Cell]:
    """Yield the cells that any member has, in the order of the first one that has them."""
    found: dict[tuple[str, ...], dict[str, Cell]] = {}
    for one in scores:
        for cell in one.cells:
            key = (cell.metric, cell.mutator, cell.fault, cell.group, *cell.by.values())
            found.setdefault(key, {})[one.model] = cell
    for members in found.values():
        there, first = list(members.values()), next(iter(members.values()))
        yield replace(
            first,
            ratio=_mean_ratio({name: cell.ratio for name, cell in members.items()}),
            low=_mean_ratio({name: cell.low for name, cell in members.items()}),
            high=_mean_ratio({name: cell.high for name, cell in members.items()}),
            interval=None,
            method=None,
            undecided=_mean([cell.undecided for cell in there]),
            no_answer=_mean([cell.no_answer for cell in there]),
            samples=_mean([cell.samples for cell in there]),
            repaired=_mean([cell.repaired for cell in there]),
            as_failures=None,
            mutator_mean=None,
        )


def _curve(scores: Sequence[Score]) -> Iterable[Point]:
    for points in zip(*(one.curve for one in scores), strict=True):
        ratios = {one.model: point.ratio for one, point in zip(scores, points, strict=True)}
        yield replace(points[0], ratio=_mean_ratio(ratios))


def _mean_ratio(members: dict[str, Ratio | MeanRatio]) -> MeanRatio:
    return MeanRatio(tuple((name, ratio) for name, ratio in members.items() if isinstance(ratio, Ratio)))


def _mean(counts: Sequence[float]) -> float:
    """Return the mean of counts, a whole number where it is one."""
    mean = sum(map(Fraction, counts), Fraction()) / len(counts)
    return int(mean) if mean.denominator == 1 else float(mean)
