"""The sides of a benchmark, ready to be found in texts of training data, or these in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge

from equimorph.leakage.matching.automaton import Automaton
from equimorph.leakage.matching.comparing import Found
from equimorph.leakage.matching.containing import Containing
from equimorph.leakage.samples import Direction, Kind

LEAST = 12
"""Shorter sides occur in most texts and would take nearly all of the time."""


class Matcher:
    """The normalised sides of a benchmark; it can be pickled.

    Attributes:
        short: the numbers of the sides of fewer bytes than `least`, which `hits` leaves out; `compare` looks at one of them.
    """

    def __init__(self, sides: Sequence[bytes], direction: Direction = "inside", least: int = LEAST) -> None:
        """Make the automaton, and what else the direction needs.

        Args:
            sides: Sides of the benchmark; equal ones cost the time of one.
            direction: either also finds texts that are inside a side.
            least: bytes that the shorter one of a text and a side needs; with 0 an empty text equals an empty side.
        """
        self._arguments = sides, direction, least
        self.short = frozenset(number for number, side in enumerate(sides) if len(side) < least)
        owners: dict[bytes, list[int]] = defaultdict(list)
        for number, side in enumerate(sides):
            if len(side) >= least:
                owners[side].append(number)
        self._least = least
        self._empty = owners.pop(b"", [])
        self._sizes = list(map(len, owners))
        self._owners = list(owners.values())
        self._pattern_of = {side: pattern for pattern, some in enumerate(self._owners) for side in some}
        self._automaton = Automaton(list(owners))
        self._containing = Containing(list(owners)) if direction == "either" else None

    def __reduce__(self) -> tuple[type[Matcher], tuple[Sequence[bytes], Direction, int]]:
        return Matcher, self._arguments

    def hits(self, texts: Sequence[bytes]) -> Iterator[Found]:
        """Yield the hits in normalised texts, by text, then by side: only the strongest kind for a text and a side."""
        streams = [self._inside(texts)]
        if self._empty:
            streams.append(self._both_empty(texts))
        if self._containing is not None:
            streams.append(self._contained(texts, self._containing))
        # No text and side are in two of these.
        return merge(*streams)

    def _inside(self, texts: Sequence[bytes]) -> Iterator[Found]:
        sizes, pattern_of = self._sizes, self._pattern_of
        for text, offsets in self._automaton.found(texts):
            size = len(texts[text])
            for side in self._sides_of(offsets):
                pattern = pattern_of[side]
                kind: Kind = "exact" if sizes[pattern] == size else "inside"
                yield Found(text, side, kind, offsets[pattern])

    def _contained(self, texts: Sequence[bytes], containing: Containing) -> Iterator[Found]:
        for text, offsets in containing.found(texts, self._least):
            for side in self._sides_of(offsets):
                yield Found(text, side, "contains", offsets[self._pattern_of[side]])

    def _sides_of(self, patterns: Iterable[int]) -> list[int]:
        owners = self._owners
        return sorted([side for pattern in patterns for side in owners[pattern]])

    def _both_empty(self, texts: Sequence[bytes]) -> Iterator[Found]:
        for number, text in enumerate(texts):
            if not text:
                yield from (Found(number, side, "exact", 0) for side in self._empty)
