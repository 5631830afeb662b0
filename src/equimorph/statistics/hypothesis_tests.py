"""Exact tests of hypotheses in whole numbers, and their correction for many of them.

Sources: Q. McNemar, Note on the sampling error of the difference between correlated proportions or percentages, Psychometrika
12 (1947); R. A. Fisher, The Design of Experiments (1935), 21 (signs flipped) and Statistical Methods for Research Workers, 5th
edition (1934), 21.02 (tables of two rows and columns); S. Holm, A simple sequentially rejective multiple test procedure,
Scandinavian Journal of Statistics 6 (1979).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb
from random import Random

__all__ = ["FLIPS", "fisher", "holm", "mcnemar", "sign_flip"]

FLIPS = 10_000
"""The number of random flips of the signs where not all flips can be counted."""
_EXACT = 3_000_000
"""Up to how many bits all flips are counted at once."""


def mcnemar(a_only: int, b_only: int) -> float:
    """Return the exact two-sided p of McNemar's test: both discordant cases are equally likely; 1 for no discordant case.

    Args:
        a_only: how many cases fail in a alone.
        b_only: how many fail in b alone.
    """
    discordant, fewer = a_only + b_only, min(a_only, b_only)
    term = tail = 1
    for number in range(fewer):
        term = term * (discordant - number) // (number + 1)
        tail += term
    return min(1.0, 2 * tail / (1 << discordant))


def fisher(first: tuple[int, int], second: tuple[int, int]) -> float:
    """Return the exact two-sided p of Fisher's test that two shares are one: all tables that are at most as likely as this one.

    Args:
        first: Numerator and denominator of the first share.
        second: Numerator and denominator of the second share.
    """
    (hits, size), (others, rest) = first, second
    both = hits + others
    low, high = max(0, both - rest), min(size, both)
    weight, weights = comb(size, low) * comb(rest, both - low), list[int]()
    for at in range(low, high + 1):
        weights.append(weight)
        # Exact: the next weight is a whole number.
        weight = weight * (size - at) * (both - at) // ((at + 1) * (rest - both + at + 1))
    seen = weights[hits - low]
    return sum(found for found in weights if found <= seen) / sum(weights)


def holm(values: Sequence[float]) -> list[float]:
    """Return the p of each test, corrected by Holm's method for all of them, in the order given."""
    corrected, least = [0.0] * len(values), 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=lambda index: values[index])):
        least = max(least, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = least
    return corrected


def sign_flip(differences: Iterable[int], flips: int = FLIPS, seed: int = 0) -> float:
    """Return the two-sided p of the permutation test on paired differences: each may as well have the other sign.

    All flips of signs are counted where that fits into memory, else some are drawn; the observed signs are then one of them,
    so that p is never 0 (B. Phipson and G. K. Smyth, Statistical Applications in Genetics and Molecular Biology 9, 2010).

    Args:
        differences: Difference for each sample, such as how many more of its mutants fail in a than in b.
        flips: Number of flips to draw if there are too many to count.
        seed: Seed of the generator, which depends on it and on the differences, not on their order.
    """
    signed = [difference for difference in differences if difference]
    observed, sizes = abs(sum(signed)), Counter(map(abs, signed))
    reach = sum(map(abs, signed))
    if (2 * reach + 1) * (len(signed) + 1) <= _EXACT:
        return _counted(sizes, observed, reach)
    key = f"sign-flip|{seed}|{flips}|{observed}|{sorted(sizes.items())}"
    rng = Random(int.from_bytes(hashlib.sha256(key.encode()).digest()))
    groups = sorted(sizes.items())
    far = sum(
        abs(sum(size * (2 * rng.getrandbits(many).bit_count() - many) for size, many in groups)) >= observed
        for _ in range(flips)
    )
    return (far + 1) / (flips + 1)


def _counted(sizes: Counter[int], observed: int, reach: int) -> float:
    """Return the share of all flips whose sum is at least as far from 0: a polynomial in one large number, a sum each field."""
    total = sizes.total()
    width = total // 8 + 1  # bytes of a field, which holds up to 2 ** total
    ways = 1
    for size, many in sizes.items():
        for _ in range(many):
            ways += ways << (16 * width * size)
    data = ways.to_bytes((2 * reach + 1) * width, "little")
    # Field number f counts the flips whose sum is f - reach; sums have the parity of reach, so half the fields are empty.
    fields = (data[at : at + width] for at in range(0, len(data), width))
    far = sum(
        int.from_bytes(field, "little")
        for number, field in enumerate(fields)
        if abs(number - reach) >= observed
    )
    return far / (1 << total)
