"""Correlations of two columns of numbers: Pearson, Spearman, Kendall's tau-b, and the area under the ROC curve.

All take time n log n, and return None where a column is constant, so that nothing is divided by zero.
"""

from __future__ import annotations

import math
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

__all__ = ["auc", "kendall", "pearson", "ranks", "spearman"]


def pearson(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Return Pearson's correlation, from -1 to 1; None where a column is constant, or there is none."""
    if not xs:
        return None
    if len(set(xs)) == 1 or len(set(ys)) == 1:
        return None
    off_x, off_y = (
        _centred(_centred(xs)),
        _centred(_centred(ys)),
    )  # twice: a rounded mean is not in the middle
    spread = math.sqrt(math.fsum(x * x for x in off_x)) * math.sqrt(math.fsum(y * y for y in off_y))
    if not spread:  # differences too small for a float
        return None
    return max(-1.0, min(1.0, math.fsum(x * y for x, y in zip(off_x, off_y, strict=True)) / spread))


def _centred(values: Sequence[float]) -> list[float]:
    mean = math.fsum(values) / len(values)
    return [value - mean for value in values]


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, from 1; equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranking = [0.0] * len(values)
    place = 0
    for _, same in groupby(order, key=values.__getitem__):
        tied = list(same)
        for index in tied:
            ranking[index] = place + (len(tied) + 1) / 2
        place += len(tied)
    return ranking


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Return Spearman's correlation: Pearson's of the ranks; None where a column is constant."""
    return pearson(ranks(xs), ranks(ys))


def kendall(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Return Kendall's tau-b: concordant less discordant pairs, by untied pairs (Kendall 1945); None as above."""
    pairs = sorted(zip(xs, ys, strict=True))
    total = _pairs_of([len(pairs)])
    tied_x, tied_y = _pairs_of(Counter(xs).values()), _pairs_of(Counter(ys).values())
    both = _pairs_of(Counter(pairs).values())
    if total in (tied_x, tied_y):
        return None
    seen: list[float] = []
    discordant = 0
    for _, same in groupby(pairs, key=lambda pair: pair[0]):
        tied = [y for _, y in same]
        discordant += sum(len(seen) - bisect_right(seen, y) for y in tied)
        for y in tied:
            insort(seen, y)
    concordant = total - tied_x - tied_y + both - discordant
    return (concordant - discordant) / math.sqrt((total - tied_x) * (total - tied_y))


def _pairs_of(counts: Iterable[int]) -> int:
    return sum(count * (count - 1) // 2 for count in counts)


def auc(scores: Sequence[float], labels: Sequence[bool]) -> float | None:
    """Return the probability that a positive has a higher score than a negative, a tie counting one half (Mann and Whitney 1947).

    None where all labels are equal.
    """
    positives = sum(labels)
    negatives = len(labels) - positives
    if not positives or not negatives:
        return None
    above = math.fsum(rank for rank, label in zip(ranks(scores), labels, strict=True) if label)
    return (above - positives * (positives + 1) / 2) / (positives * negatives)
