"""Curves: the scores at each k, from the ranks of the first hits (spec 3.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from equimorph.robustness.scoring.means import MeanRatio
from equimorph.robustness.scoring.options import Scoring
from equimorph.robustness.scoring.population import Population
from equimorph.robustness.scoring.verdicts import METRICS, Verdicts
from equimorph.statistics.ratio import Ratio

__all__ = ["Point", "curve_of"]


@dataclass(frozen=True)
class Point:
    """A score at some k, over all mutators.

    Attributes:
        k: how many candidates count.
        metric: which score.
        ratio: the score.
    """

    k: int
    metric: str
    ratio: Ratio | MeanRatio

    def to_dict(self) -> dict[str, Any]:
        """Return the point of ``score.json``."""
        return {"k": self.k, "metric": self.metric, **self.ratio.to_dict()}


class _Steps:
    """A ratio that changes with k, as the changes: time and memory of one pass."""

    def __init__(self, k: int) -> None:
        self._numerators, self._denominators = [0] * (k + 2), [0] * (k + 2)
        self._k = k

    def add(self, start: int, end: int) -> None:
        """Count a case from a k on, which fails before another."""
        self._denominators[start] += 1
        self._numerators[start] += 1
        self._numerators[min(max(start, end), self._k + 1)] -= 1

    def add_at(self, k: int, fails: bool) -> None:
        """Count a case at one k alone."""
        for numbers, count in ((self._denominators, 1), (self._numerators, int(fails))):
            numbers[k] += count
            numbers[k + 1] -= count

    def ratios(self) -> list[Ratio]:
        """Return the ratios from k 1 on."""
        sums = zip(accumulate(self._numerators), accumulate(self._denominators), strict=True)
        return [Ratio(*pair) for pair in sums][1:-1]


def curve_of(population: Population, verdicts: Verdicts, scoring: Scoring) -> list[Point]:
    """Return the scores at each k up to the one of the verdicts; for behaviour, where only first candidates count, at 1.

    With the population "fixed", the samples are the ones repaired at the last k; then PFM never rises with k.
    """
    mutants, samples = _Steps(verdicts.k), _Steps(verdicts.k)
    ranks = dict[int, tuple[int, int] | None]()  # by the object: of equal results there is one
    for sample in population.samples.values():
        if not (verdicts.counts(sample) and sample.mutants):
            continue
        assert sample.original is not None  # else it did not count
        start = 1 if scoring.population == "fixed" else verdicts.since(sample.original) or 1
        spans: dict[str, list[tuple[int, int]]] = {}
        for result in sample.mutants.values():
            if id(result) not in ranks:
                ranks[id(result)] = verdicts.ranks(result)
            if (span := ranks[id(result)]) is None:
                continue
            first, end = max(start, span[0]), span[1]
            mutants.add(first, end)
            pool = result.mutator if scoring.pool == "cell" else ""
            spans.setdefault(pool, []).append((first, end))
        for failing in spans.values():
            _add_sample(samples, start, failing, verdicts.k)
    return [
        Point(k, metric, ratio)
        for metric, steps in zip(METRICS[verdicts.criterion], (mutants, samples), strict=True)
        for k, ratio in enumerate(steps.ratios(), 1)
    ]


def _add_sample(samples: _Steps, start: int, failing: Sequence[tuple[int, int]], k: int) -> None:
    """Count a sample: it fails where any of its answered mutants does.

    Args:
        samples: Gets the counts.
        start: k from which on the sample counts.
        failing: For each mutant, from which k on it is answered, and from which on it does not fail any more.
        k: The largest k.
    """
    if all(first == start for first, _ in failing):
        samples.add(start, max(end for _, end in failing))
        return
    for at in range(min(first for first, _ in failing), k + 1):  # rare: the first candidates are truncated
        samples.add_at(at, any(first <= at < end for first, end in failing))
