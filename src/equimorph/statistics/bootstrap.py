"""Intervals of 95 % by the bootstrap over clusters, such as problems with all their samples.

Source: B. Efron, Bootstrap methods: another look at the jackknife, Annals of Statistics 7 (1979); the ends are percentiles. The
interval of clusters that are all alike is a point, which says little where there are few clusters.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from math import fsum
from random import Random

from equimorph.statistics.intervals import Interval

__all__ = ["DRAWS", "bootstrap"]

DRAWS = 2000
"""The number of resamples."""
_TAIL = 40
"""One resample of this many is below the interval, and one is above."""


def bootstrap(clusters: Iterable[tuple[float, float]], seed: int = 0, draws: int = DRAWS) -> Interval | None:
    """Return the interval of a ratio of sums: clusters are drawn with replacement, as many as there are.

    Args:
        clusters: Numerator and denominator of each cluster; a mean has denominators of 1.
        seed: Seed of the generator, which depends on it and on the clusters, not on their order.
        draws: Number of resamples; those whose denominators add up to 0 are left out.

    Returns:
        The interval; None for no clusters, or if no resample has a ratio.
    """
    pairs = sorted(clusters)
    key = f"bootstrap|{seed}|{draws}|{pairs}"
    rng = Random(int.from_bytes(hashlib.sha256(key.encode()).digest()))
    ratios = list[float]()
    for _ in range(draws if pairs else 0):
        drawn = rng.choices(pairs, k=len(pairs))
        if below := fsum(pair[1] for pair in drawn):
            ratios.append(fsum(pair[0] for pair in drawn) / below)
    if not ratios:
        return None
    ratios.sort()
    beyond = len(ratios) // _TAIL
    return Interval(ratios[beyond], ratios[-1 - beyond])
