"""Sizes of splits, and the split for each unit of items that brings the sizes as near to these as possible."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from fractions import Fraction
from typing import NamedTuple

_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_DRAWS = 2**62
_FINE = 1000
"""Weights of data sets are in these parts of the one with most items."""


class Unit(NamedTuple):
    """Items that go to one split together.

    Attributes:
        number: Number that names the unit.
        draw: Rank in the order of all units; for random order uniform in 0 to 2**62.
        weight: Number of its items, or a multiple of that; at least 1.
    """

    number: int
    draw: int
    weight: int


def fractions_of(text: str) -> tuple[Fraction, ...]:
    """Return the shares that a text such as ``8/1/1`` means, exactly; they sum to 1.

    Raises:
        ValueError: it is not three numbers, of which none is negative and the first is not 0.
    """
    pieces = text.split("/")
    parts = [Fraction(part) for part in pieces if _NUMBER.fullmatch(part)]
    if len(pieces) != 3 or len(parts) != 3 or not parts[0]:
        raise ValueError(f"{text!r} is not three numbers such as 8/1/1, the first of them above 0")
    total = sum(parts)
    return tuple(part / total for part in parts)


def sizes(total: int, fractions: Sequence[Fraction]) -> list[int]:
    """Return the number of items for each split, with an exact total; by largest remainder, the earlier split first.

    So 579,967 items are 463,973, 57,997 and 57,997 by 8/1/1, as in the leakage study, table 7.
    """
    shares = [fraction * total for fraction in fractions]
    counts = [int(share) for share in shares]
    order = sorted(range(len(shares)), key=lambda at: (counts[at] - shares[at], at))
    for at in order[: total - sum(counts)]:
        counts[at] += 1
    return counts


def draw_of(seed: int, key: str) -> tuple[int, int]:
    """Return two random numbers below 2**62 that depend only on the seed and the key."""
    digest = hashlib.sha256(f"split|{seed}|{key}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8]) >> 2, int.from_bytes(digest[8:16]) >> 2


def placed(
    heavy: Iterable[Unit], light: Iterable[Unit], total: int, fractions: Sequence[Fraction]
) -> Iterator[tuple[int, int]]:
    """Yield the number of each unit with the number of its split, 0-based.

    A heavy unit is placed where its draw sends it if there is room for it, else where there is most room. The light
    ones fill the rest in their order, so that each border is at most half of a light unit away from its place. If light
    units have weight 1 and the heavy ones found room, the sizes are exact.

    Args:
        heavy: Heavy units, the heaviest first.
        light: Light units in the order of their draws.
        total: Weight of all units.
        fractions: Fractions of the splits; they sum to 1.
    """
    room = sizes(total, fractions)
    left = total
    for unit in heavy:
        split = _drawn(unit.draw, fractions)
        if unit.weight > room[split]:
            split = max(range(len(room)), key=lambda at: (room[at], -at))
        room[split] -= unit.weight
        left -= unit.weight
        yield unit.number, split
    spare = [max(0, capacity) for capacity in room]
    filled, split, border = 0, 0, spare[0]
    for unit in light:
        # The middle of the unit, and the border, as parts of what is left.
        while split < len(spare) - 1 and (2 * filled + unit.weight) * sum(spare) >= 2 * border * left:
            split += 1
            border += spare[split]
        filled += unit.weight
        yield unit.number, split


def _drawn(draw: int, fractions: Sequence[Fraction]) -> int:
    border = Fraction(0)
    for split, fraction in enumerate(fractions):
        border += fraction
        if draw < border * _DRAWS:
            return split
    return 0


def levelled(
    units: Iterable[int],
    splits: MutableSequence[int],
    counts: Sequence[Sequence[int]],
    fractions: Sequence[Fraction],
) -> None:
    """Move units to other splits, each at most once, if that brings the total sizes nearer to the wanted ones.

    Args:
        units: Numbers of the units that may move, in the order in which they are tried.
        splits: Splits of each unit; changed.
        counts: Items of each unit, by data set; each data set weighs as much as the others.
        fractions: Fractions of the splits; they sum to 1.
    """
    present = [(of_units, sum(of_units)) for of_units in counts if any(of_units)]
    most = max((total for _, total in present), default=0)
    scales = [_FINE * most // total for _, total in present]
    excess = [_excess(of_units, splits, sizes(total, fractions)) for of_units, total in present]
    for unit in units:
        if not any(map(any, excess)):
            return
        here, moved = splits[unit], [of_units[unit] for of_units, _ in present]
        gains = [
            sum(
                scale * (abs(of[here]) - abs(of[here] - count) + abs(of[there]) - abs(of[there] + count))
                for scale, count, of in zip(scales, moved, excess, strict=True)
            )
            for there in range(len(fractions))
        ]
        gains[here] = 0  # it stays
        best = max(gains)
        if best > 0:
            splits[unit] = there = gains.index(best)
            for count, of in zip(moved, excess, strict=True):
                of[here] -= count
                of[there] += count


def _excess(of_units: Sequence[int], splits: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """Return the number of surplus items of a data set in each split."""
    excess = [-size for size in wanted]
    for unit, count in enumerate(of_units):
        if count:
            excess[splits[unit]] += count
    return excess
