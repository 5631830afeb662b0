"""Alignment of the tokens of two texts."""

from __future__ import annotations

from bisect import bisect_left
from difflib import SequenceMatcher

from mutators.lines import common_prefix
from parsers.language import find_language
from parsers.source import SourceFile

__all__ = ["Alignment"]


class Alignment:
    """The tokens that one text shares with another.

    Args:
        base: a text, UTF-8.
        theirs: the other one, whose language is that of both.
    """

    def __init__(self, base: bytes, theirs: SourceFile) -> None:
        self.base = find_language(theirs.language).tokenize(base)
        self.theirs = theirs.tokens()
        one, other = [t.text for t in self.base], [t.text for t in self.theirs]
        head = common_prefix(one, other)
        tail = common_prefix(one[head:][::-1], other[head:][::-1])
        self._to: dict[int, int] = {i: i for i in range(head)}
        inner = SequenceMatcher(
            None, one[head : len(one) - tail], other[head : len(other) - tail], autojunk=False
        )
        for block in inner.get_matching_blocks():
            for k in range(block.size):
                self._to[head + block.a + k] = head + block.b + k
        for k in range(1, tail + 1):
            self._to[len(one) - k] = len(other) - k
        self._starts = [t.start for t in self.base]

    def to(self, index: int) -> int | None:
        """Return the index in the other text of a token, None if it is gone."""
        return self._to.get(index)

    def inside(self, start: int, end: int) -> range:
        """Return the indices of the base's tokens that lie in a byte range."""
        first = bisect_left(self._starts, start)
        return range(first, max(first, bisect_left(self._starts, end)))
