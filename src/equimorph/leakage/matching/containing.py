"""Texts looked up in the sides via pieces of the sides, so that a text in none of them costs a few look-ups."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

_REMEMBERED = 1024


class Containing:
    """Patterns, ready to be asked which of them contain a text."""

    def __init__(self, patterns: Sequence[bytes]) -> None:
        """Join the patterns; the indexes of their pieces are made when the first text needs them."""
        self._joined = b"".join(patterns)
        self._starts = array("Q", [0])
        for pattern in patterns:
            self._starts.append(self._starts[-1] + len(pattern))
        self._remembered = lru_cache(_REMEMBERED)(self._by_search)

    def found(self, texts: Sequence[bytes], least: int) -> Iterator[tuple[int, dict[int, int]]]:
        """Yield the number of each text that patterns contain, in their order, with the text's first offset in each of these.

        A pattern contains neither a text that equals it, nor the empty text; texts of fewer bytes than `least` are left out.
        """
        for number, text in enumerate(texts):
            if len(text) >= least and text and (patterns := self.holding(text)):
                yield number, patterns

    def holding(self, text: bytes) -> dict[int, int]:
        """Return the patterns that contain a text but do not equal it, with its first offset in each."""
        if len(text) >= _LongPieces.least:
            return self._inside(self._long.places(text), len(text))
        if len(text) >= _ShortPieces.least:
            return self._inside(self._short.places(text), len(text))
        return self._remembered(text)

    def _by_search(self, text: bytes) -> dict[int, int]:
        return self._inside(_occurrences(self._joined, text), len(text))

    def _inside(self, places: Iterator[int], size: int) -> dict[int, int]:
        """Return the patterns in which a text at these places of the joined ones is whole."""
        offsets: dict[int, int] = {}
        for place in places:
            pattern = bisect_right(self._starts, place) - 1
            start, end = self._starts[pattern], self._starts[pattern + 1]
            if place + size <= end and size < end - start:
                offsets[pattern] = min(place - start, offsets.get(pattern, end))
        return offsets

    @cached_property
    def _long(self) -> _LongPieces:
        return _LongPieces(self._joined)

    @cached_property
    def _short(self) -> _ShortPieces:
        return _ShortPieces(self._joined)


class _Pieces:
    """The piece of a blob that begins at each multiple of a distance: one begins among the first bytes of any text in it.

    Pieces have `size` bytes, and a text to be found has `least` bytes or more.
    """

    size: int
    distance: int
    least: int

    def __init__(self, blob: bytes) -> None:
        self._blob = blob
        self._last: dict[bytes, int] = {}
        """The last piece of each text."""
        self._earlier = array("q")
        """For each piece the one before it with the same text, else -1."""
        for number, place in enumerate(range(0, len(blob) - self.size + 1, self.distance)):
            piece = blob[place : place + self.size]
            self._earlier.append(self._last.get(piece, -1))
            self._last[piece] = number

    def places(self, text: bytes) -> Iterator[int]:
        """Yield each place of a text in the blob, in any order."""
        for shift in range(self.distance):
            number = self._last.get(text[shift : shift + self.size], -1)
            while number >= 0:
                place = number * self.distance - shift
                if place >= 0 and self._blob.startswith(text, place):
                    yield place
                number = self._earlier[number]


class _LongPieces(_Pieces):
    size, distance, least = 24, 8, 31


class _ShortPieces(_Pieces):
    size, distance, least = 8, 5, 12


def _occurrences(blob: bytes, text: bytes) -> Iterator[int]:
    place = blob.find(text)
    while place >= 0:
        yield place
        place = blob.find(text, place + 1)
