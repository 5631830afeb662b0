"""A short script of insertions and deletions that makes one text of another.

The algorithm is by Myers ("An O(ND) difference algorithm and its variations", Algorithmica 1986), in linear space. As Git
does, it first sets aside lines that do not help to align. Git also stops a search of more than 256 steps early where it has
passed many equal lines, so the results may differ for texts with that many changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from equimorph.patches.line_changes.side import Side
from mutators.lines import common_prefix

_SEEN_OFTEN = 1024
_NEAR = 100


def mark(old: Side, new: Side) -> None:
    """Mark the lines of a short script."""
    head = common_prefix(old.lines, new.lines)
    tail = common_prefix(old.lines[head:][::-1], new.lines[head:][::-1])
    ends = len(old) - tail, len(new) - tail
    kept = [
        _telling(side, other, range(head, end))
        for side, other, end in ((old, new, ends[0]), (new, old, ends[1]))
    ]
    _Myers((old, kept[0]), (new, kept[1])).run()


def _telling(side: Side, other: Side, middle: range) -> list[int]:
    """Return the lines of the middle to be aligned; mark the others.

    Others are lines that the other text has not, and frequent ones in the midst of them, which would only be aligned by chance.
    """
    counts = Counter(other.lines)
    often = min(_root(len(side)), _SEEN_OFTEN)
    kinds = [counts[side.lines[at]] for at in middle]
    kinds = [0 if count == 0 else 2 if count >= often else 1 for count in kinds]
    kept = []
    for at, kind in zip(middle, kinds, strict=True):
        if kind == 1 or (kind == 2 and not _is_amid_others(kinds, at - middle.start)):
            kept.append(at)
        else:
            side.changed[at] = True
    return kept


def _root(number: int) -> int:
    """Return about the square root of a number, a power of two."""
    root = 1
    while number > 0:
        root, number = root * 2, number // 4
    return root


def _is_amid_others(kinds: Sequence[int], at: int) -> bool:
    """Return whether few of the lines around a frequent one are frequent, and all others of them unknown to the other text."""
    unknown = frequent = 0
    for around in (
        range(at - 1, max(at - _NEAR, 0) - 1, -1),
        range(at + 1, min(at + _NEAR, len(kinds) - 1) + 1),
    ):
        before = unknown
        frequent += 1
        for near in around:
            if kinds[near] == 1:
                break
            unknown += kinds[near] == 0
            frequent += kinds[near] == 2
        if unknown == before:
            return False
    return frequent * 4 < frequent + unknown


_LOWEST_LIMIT = 256


class _Box(NamedTuple):
    """A part of both texts: 0-based indices of the first lines and of those behind the last."""

    start: int
    end: int
    new_start: int
    new_end: int


class _Myers:
    """The algorithm of Myers: it finds the middle of a shortest path from both ends, and does both halves."""

    def __init__(self, old: tuple[Side, Sequence[int]], new: tuple[Side, Sequence[int]]) -> None:
        numbers: dict[bytes, int] = {}
        (self._old, self._old_at), (self._new, self._new_at) = old, new
        self._a, self._b = (
            [numbers.setdefault(side.lines[at], len(numbers)) for at in kept] for side, kept in (old, new)
        )
        self._limit = max(_root(len(self._a) + len(self._b) + 3), _LOWEST_LIMIT)

    def run(self) -> None:
        """Mark the lines that are not on the path."""
        boxes = [_Box(0, len(self._a), 0, len(self._b))]
        while boxes:
            start, end, new_start, new_end = self._trimmed(boxes.pop())
            if start < end and new_start < new_end:
                x, y = self._middle(self._a[start:end], self._b[new_start:new_end])
                boxes.append(_Box(start, start + x, new_start, new_start + y))
                boxes.append(_Box(start + x, end, new_start + y, new_end))
                continue
            for at in self._old_at[start:end]:
                self._old.changed[at] = True
            for at in self._new_at[new_start:new_end]:
                self._new.changed[at] = True

    def _trimmed(self, box: _Box) -> _Box:
        start, end, new_start, new_end = box
        a, b = self._a, self._b
        while start < end and new_start < new_end and a[start] == b[new_start]:
            start, new_start = start + 1, new_start + 1
        while start < end and new_start < new_end and a[end - 1] == b[new_end - 1]:
            end, new_end = end - 1, new_end - 1
        return _Box(start, end, new_start, new_end)

    def _middle(self, a: Sequence[int], b: Sequence[int]) -> tuple[int, int]:
        """Return a point of a shortest path; beyond the limit of costs, the one that is reached furthest."""
        forward, backward = _Front(a, b, -1), _Front(a[::-1], b[::-1], 1)
        is_odd = (len(a) - len(b)) % 2 == 1
        for _ in range(self._limit):
            if met := forward.step(backward if is_odd else None):
                return met
            if met := backward.step(None if is_odd else forward):
                return len(a) - met[0], len(b) - met[1]
        ahead, back = forward.furthest(), backward.furthest()
        return ahead if sum(ahead) > sum(back) else (len(a) - back[0], len(b) - back[1])


class _Front:
    """Paths from the start of two texts: how far a number of steps reaches in the first one, for each difference of the indices."""

    def __init__(self, a: Sequence[int], b: Sequence[int], order: Literal[1, -1]) -> None:
        """Begin at the start.

        Args:
            order: 1 to go from the lowest diagonal to the highest, -1 to go back: the first one that meets another counts.
        """
        self._a, self._b, self._order = a, b, order
        self._low = self._high = 0
        self._reached = {0: 0}

    def step(self, other: _Front | None) -> tuple[int, int] | None:
        """Go on by one step; return where a path meets one of the other front, which comes from the end, or None."""
        a, b, reached = self._a, self._b, self._reached
        length, new_length = len(a), len(b)
        self._widen()
        for diagonal in self._diagonals():
            x = max(reached[diagonal - 1] + 1, reached[diagonal + 1])
            y = x - diagonal
            while x < length and y < new_length and a[x] == b[y]:
                x, y = x + 1, y + 1
            reached[diagonal] = x
            if other is not None and x + other._at(length - new_length - diagonal) >= length:
                return x, y
        return None

    def furthest(self) -> tuple[int, int]:
        """Return the point that is furthest from the start."""
        length, new_length = len(self._a), len(self._b)
        ends = ((min(self._reached[d], length, new_length + d), d) for d in self._diagonals())
        return max(((x, x - d) for x, d in ends), key=sum)

    def _widen(self) -> None:
        """Take one more diagonal at both ends, or one less where there is none."""
        for sign, end, last in ((-1, self._low, -len(self._b)), (1, self._high, len(self._a))):
            if end != last:
                self._reached[end + 2 * sign] = _NOWHERE
            moved = end + sign if end != last else end - sign
            self._low, self._high = (moved, self._high) if sign < 0 else (self._low, moved)

    def _diagonals(self) -> range:
        both = range(self._low, self._high + 1, 2)
        return both if self._order > 0 else both[::-1]

    def _at(self, diagonal: int) -> int:
        return self._reached[diagonal] if self._low <= diagonal <= self._high else _NOWHERE


_NOWHERE = -(1 << 60)
