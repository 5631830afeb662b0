"""Intervals of 95 % for ratios: Wilson's for independent cases, the bootstrap over clusters for cases that are not.

Sources: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927); B. Efron and
R. J. Tibshirani, An Introduction to the Bootstrap (1993), 13.3; clusters: A. C. Davison and D. V. Hinkley, Bootstrap Methods
and their Application (1997), 3.8.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from operator import mul
from random import Random
from typing import TypeAlias

__all__ = ["DRAWS", "Clusters", "Interval", "bootstrap", "wilson"]

DRAWS = 2_000
"""How many samples are drawn from the samples, unless asked otherwise."""
Clusters: TypeAlias = Mapping[tuple[int, int], int]
"""How many clusters have a numerator and a denominator. A cluster is a sample with all its cases."""

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


def wilson(numerator: int, denominator: int) -> Interval | None:
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


def bootstrap(clusters: Clusters, draws: int = DRAWS, seed: int = 0) -> Interval | None:
    """Return the percentile interval of a ratio of sums: as many clusters as there are, drawn again and again with replacement.

    Equal clusters have equal intervals, in whatever order they come: the generator depends on them and on the seed alone.

    Args:
        clusters: how many have a numerator and a denominator; those without cases are left out.
        draws: how many samples are drawn.
        seed: of the generator.

    Returns:
        The interval; None for fewer than two clusters, since one shows no spread, and for no draws.
    """
    runs = [(pair, many) for pair, many in sorted(clusters.items()) if many and pair[1]]
    total = sum(many for _, many in runs)
    if total < 2 or not draws:
        return None
    rng = Random(int.from_bytes(hashlib.sha256(f"bootstrap|{seed}|{draws}|{runs}".encode()).digest()))
    draw, values = _Draw.of(runs), list[float]()
    for _ in range(draws):
        numerator, denominator = draw.sums(rng)
        values.append(numerator / denominator)
    values.sort()
    rank = ceil(draws / 40)  # 2.5 % of them
    return Interval(values[rank - 1], values[draws - rank])


@dataclass(frozen=True)
class _Draw:
    """Draws as many clusters as there are, each equally likely, and sums them up: exactly, from fair bits, many at a time.

    Equal clusters are cut into lots whose sizes are powers of two. Two lots of one size make a lot of twice the size, and so on up,
    as in binary addition; what is left over is one lot for each bit of the number of clusters. Down again, the draws are
    shared out: between those few lots by a binomial number of any probability, between the two halves of a lot by one of
    probability 1/2, which is the number of ones among that many random bits. So the time depends on the number of distinct
    clusters, not on that of clusters.

    Attributes:
        total: how many clusters there are.
        tops: the lots left over, the largest first: their size and their number.
        halves: the numbers of a lot and of its two halves, those of larger lots first.
        numerators: of a cluster in each lot; 0 for lots with halves.
        denominators: likewise.
    """

    total: int
    tops: tuple[tuple[int, int], ...]
    halves: tuple[tuple[int, int, int], ...]
    numerators: tuple[int, ...]
    denominators: tuple[int, ...]

    @classmethod
    def of(cls, runs: Sequence[tuple[tuple[int, int], int]]) -> _Draw:
        """Return what draws from clusters, each given with how many there are of it."""
        total = sum(many for _, many in runs)
        pairs = list[tuple[int, int]]()
        tops, halves, carried = list[tuple[int, int]](), list[tuple[int, int, int]](), list[int]()
        for bit in range(total.bit_length()):
            lots = carried
            for pair, many in runs:
                if many >> bit & 1:
                    lots.append(len(pairs))
                    pairs.append(pair)
            if len(lots) % 2:
                tops.append((1 << bit, lots.pop()))
            carried = list(range(len(pairs), len(pairs) + len(lots) // 2))
            halves += zip(carried, lots[::2], lots[1::2], strict=True)
            pairs += [(0, 0)] * len(carried)
        numerators, denominators = zip(*pairs, strict=True)
        return cls(total, tuple(tops[::-1]), tuple(halves[::-1]), numerators, denominators)

    def sums(self, rng: Random) -> tuple[int, int]:
        """Return the sums of the numerators and of the denominators of clusters newly drawn."""
        counts = [0] * len(self.numerators)
        draws = rest = self.total
        for size, lot in self.tops:
            counts[lot] = _binomial(rng, draws, size, rest)
            draws, rest = draws - counts[lot], rest - size
        bits = rng.getrandbits
        for lot, one, other in self.halves:
            if drawn := counts[lot]:
                counts[one] = ones = bits(drawn).bit_count()
                counts[other] = drawn - ones
        return sum(map(mul, counts, self.numerators)), sum(map(mul, counts, self.denominators))


def _binomial(rng: Random, draws: int, part: int, whole: int) -> int:
    """Return how many of so many draws hit a part of a whole: all draws are compared with it bit by bit, until they differ."""
    if part == whole:
        return draws
    hits = 0
    while draws and part:
        ones = rng.getrandbits(draws).bit_count()
        part *= 2
        if part >= whole:  # the bit of part / whole is 1: a draw with 0 is below it
            hits, draws, part = hits + draws - ones, ones, part - whole
        else:
            draws -= ones
    return hits
