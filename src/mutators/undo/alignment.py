"""Alignment of the tokens of two texts."""

from __future__ import annotations

from bisect import bisect_left

from mutators.undo.matching import common_runs
from parsers.language import find_language
from parsers.source import SourceFile


class Alignment:
    """The tokens that one text shares with another.

    Args:
        base: Text in UTF-8.
        theirs: The other text, in the same language.
    """

    def __init__(self, base: bytes, theirs: SourceFile) -> None:
        self.base = find_language(theirs.language).tokenize(base)
        self.theirs = theirs.tokens()
        self._to: dict[int, int] = {}
        for run in common_runs([t.text for t in self.base], [t.text for t in self.theirs]):
            ours = range(run.one, run.one + run.size)
            self._to.update(zip(ours, range(run.other, run.other + run.size), strict=True))
        self._starts = [t.start for t in self.base]

    def to(self, index: int) -> int | None:
        """Return the index in the other text of a token, None if it is gone."""
        return self._to.get(index)

    def inside(self, start: int, end: int) -> range:
        """Return the indices of the base's tokens that are in a byte range."""
        first = bisect_left(self._starts, start)
        return range(first, max(first, bisect_left(self._starts, end)))
