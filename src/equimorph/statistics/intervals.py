"""Intervals of 95 % for ratios: Wilson's for independent cases, and with a design effect for cases in clusters.

Neither degenerates: if no case fails, or all do, the interval still has the width for this number of cases.

Sources: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927); clusters: L. Kish,
Survey Sampling (1965), 8.2, and the variance of a ratio of sums, W. G. Cochran, Sampling Techniques (3rd edition, 1977), 6.3.
The cluster that is added is ours; docs/metrics-of-robustness.md says how often the interval covers the true ratio.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

__all__ = ["Clusters", "Interval", "clustered_wilson", "wilson"]

Clusters: TypeAlias = Mapping[tuple[float, float], int]
"""The number of clusters by numerator and denominator. A cluster is a sample with all its cases."""

_Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True)
class Interval:
    """An interval of 95 %.

    Attributes:
        low: its lower end, a fraction.
        high: its upper end.
    """

    low: float
    high: float


def wilson(numerator: float, denominator: float) -> Interval | None:
    """Return Wilson's score interval for a share of independent cases; None for no cases."""
    if not denominator:
        return None
    share, square = numerator / denominator, _Z * _Z
    scale = 1 + square / denominator
    centre = (share + square / (2 * denominator)) / scale
    half = _Z * sqrt(share * (1 - share) / denominator + square / (4 * denominator * denominator)) / scale
    # At the ends the formula gives 0 and 1; floating point only nearly does.
    low = centre - half if numerator else 0.0
    return Interval(low, centre + half if numerator < denominator else 1.0)


def clustered_wilson(clusters: Clusters) -> Interval | None:
    """Return Wilson's interval of a ratio of sums, for as many independent cases as would tell as much; None for no cases.

    This is the number of cases divided by the design effect: the variance of the ratio between clusters, as a multiple
    of the one of independent cases. For it, one more cluster of mean size is added, in which all cases fail or none
    does, with equal chances. So a few clusters that agree do not show that cases are independent. The effect is at
    least 1, and at most as large as for clusters whose cases are all alike.

    Args:
        clusters: Number of clusters for each numerator and denominator; clusters without cases are left out.
    """
    runs = [(*pair, many) for pair, many in sorted(clusters.items()) if many and pair[1]]
    count = sum(many for *_, many in runs)
    cases = sum(size * many for _, size, many in runs)
    if not cases:
        return None
    failed, mean = sum(part * many for part, _, many in runs), cases / count
    share, more = (failed + mean / 2) / (cases + mean), count + 1
    added = [*runs, (mean, mean, 0.5), (0.0, mean, 0.5)]
    squares = sum((part - share * size) ** 2 * many for part, size, many in added)
    between = more / (more - 1) * squares / (cases + mean) ** 2
    alike = sum(size * size * many for _, size, many in runs) / cases
    effect = min(max(1.0, between * (cases + mean) / (share * (1 - share))), max(1.0, alike))
    return wilson(failed / effect, cases / effect)
