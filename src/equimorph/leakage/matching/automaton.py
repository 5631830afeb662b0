"""All patterns looked up in many texts at once, by one automaton, in memory that does not grow with the hits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from ahocorasick_rs import BytesAhoCorasick, Implementation

_HEAD = 2048
_WINDOW = 131_072
_COMPARED = 8
_DEPTH = 4
"""The automaton returns all hits of a window as one list, no longer than its bytes times the heads that end at one place."""

_Places: TypeAlias = dict[int, list[int]]
"""The first places of each head in a text, up to `_COMPARED`."""
SEPARATOR = b"\xff"
"""A byte that UTF-8 never has."""
_BYTES = 131_072
_TEXTS = 4096


class Automaton:
    """Patterns, the first bytes of which, their heads, are in one automaton (Aho and Corasick, 1975).

    A longer pattern is looked up where its head was found. A pattern whose head ends with several other heads, each the
    end of the next, is looked up where the last but some of them was found.
    """

    def __init__(self, patterns: Sequence[bytes]) -> None:
        """Make the automaton.

        Args:
            patterns: different ones, none of them empty.
        """
        self._patterns = patterns
        # No joined texts contain the separator, so that patterns with it are only looked up in texts that have it.
        self._apart = [number for number, pattern in enumerate(patterns) if SEPARATOR in pattern]
        owners: dict[bytes, list[int]] = defaultdict(list)
        for number, pattern in enumerate(patterns):
            if SEPARATOR not in pattern:
                owners[pattern[:_HEAD]].append(number)
        stems = _stems(owners)
        heads = sorted(set(stems.values()))
        numbers = {head: number for number, head in enumerate(heads)}
        self._whole: dict[int, int] = {}
        # With how many bytes the longer one begins before what the automaton finds of it.
        self._longer: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for begin, owned in owners.items():
            head = numbers[stems[begin]]
            for number in owned:
                if len(patterns[number]) == len(heads[head]):
                    self._whole[head] = number
                else:
                    self._longer[head].append((number, len(begin) - len(heads[head])))
        self._longest = max(map(len, heads), default=1)
        self._automaton = BytesAhoCorasick(heads, implementation=Implementation.ContiguousNFA)

    def found(self, texts: Sequence[bytes]) -> Iterator[tuple[int, dict[int, int]]]:
        """Yield the number of each text in which patterns are, in their order, with the first offset of each of these patterns."""
        for first, count, joined in batches(texts):
            if (joined.count(SEPARATOR) if count > 1 else SEPARATOR in joined) == count - 1:
                for number, patterns in self._in_joined(joined):
                    yield first + number, patterns
                continue
            for number in range(first, first + count):
                if patterns := self._in_one(texts[number]):
                    yield number, patterns

    def _in_joined(self, joined: bytes) -> Iterator[tuple[int, dict[int, int]]]:
        number, start, end = 0, 0, _end(joined, 0)
        places: _Places = {}
        for head, at in self._hits(joined):
            if at > end:
                if patterns := self._patterns_of(places, joined, start, end):
                    yield number, patterns
                places = {}
                number += joined.count(SEPARATOR, end, at)
                start, end = joined.rfind(SEPARATOR, end, at) + 1, _end(joined, at)
            _add(places, head, at)
        if patterns := self._patterns_of(places, joined, start, end):
            yield number, patterns

    def _in_one(self, text: bytes) -> dict[int, int]:
        places: _Places = {}
        for head, at in self._hits(text):
            _add(places, head, at)
        patterns = self._patterns_of(places, text, 0, len(text))
        if SEPARATOR in text:
            for number in self._apart:
                if (at := text.find(self._patterns[number])) >= 0:
                    patterns[number] = at
        return patterns

    def _hits(self, data: bytes) -> Iterator[tuple[int, int]]:
        """Yield each head that is found with its offset, ordered by the end of the hit; windows overlap, so that none is missed."""
        view = memoryview(data)
        done = 0
        for begin in range(0, max(1, len(data) - self._longest + 1), _WINDOW):
            window = view[begin : begin + _WINDOW + self._longest - 1]
            for head, start, end in self._automaton.find_matches_as_indexes(window, overlapping=True):
                if begin + end > done:
                    yield head, begin + start
            done = begin + len(window)

    def _patterns_of(self, places: _Places, data: bytes, start: int, end: int) -> dict[int, int]:
        """Return the patterns in a text, a part of the data, with their offsets in it, given the places of the heads."""
        whole = self._whole
        patterns = {whole[head]: positions[0] - start for head, positions in places.items() if head in whole}
        for head in places.keys() & self._longer.keys():
            for number, ahead in self._longer[head]:
                firsts = [max(start, at - ahead) for at in places[head]]
                at = _place(self._patterns[number], data, firsts, end)
                if at >= 0:
                    patterns[number] = at - start
        return patterns


def _add(places: _Places, head: int, at: int) -> None:
    offsets = places.get(head)
    if offsets is None:
        places[head] = [at]
    elif len(offsets) < _COMPARED:
        offsets.append(at)


def _place(pattern: bytes, data: bytes, firsts: list[int], end: int) -> int:
    """Return the first place of a pattern, or -1, given the first places where it may be; what is behind these costs a search."""
    for at in firsts:
        if data.startswith(pattern, at):
            return at
    return data.find(pattern, firsts[-1], end) if len(firsts) == _COMPARED else -1


def _end(joined: bytes, at: int) -> int:
    end = joined.find(SEPARATOR, at)
    return end if end >= 0 else len(joined)


def _stems(heads: Iterable[bytes]) -> dict[bytes, bytes]:
    """Return the stem of each head in the automaton: itself, or an end of it where more than `_DEPTH` of them end alike."""
    stems = {}
    ends: list[bytes] = []
    for turned in sorted(head[::-1] for head in heads):
        while ends and not turned.startswith(ends[-1]):
            ends.pop()
        ends.append(turned)
        stems[turned[::-1]] = ends[min(len(ends), _DEPTH) - 1][::-1]
    return stems


def batches(texts: Sequence[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """Yield all texts in their order, some at a time: the number of the first one, how many there are, and these joined.

    A batch has about `_BYTES` bytes, as far as the lengths of the texts before it let expect; at most `_TEXTS` texts.
    """
    first, count = 0, 1
    while first < len(texts):
        some = texts[first : first + count]
        joined = SEPARATOR.join(some)
        yield first, len(some), joined
        first += len(some)
        count = max(1, min(2 * count, _TEXTS, _BYTES * len(some) // (len(joined) + 1)))
