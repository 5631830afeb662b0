"""Alignment of the tokens of two texts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import attrgetter

from mutators.undo.matching import Run, common_runs
from mutators.undo.texts import known_source
from parsers.source import SourceFile
from parsers.splicing import SplicedTokens

_start = attrgetter("start")


class Alignment:
    """The tokens that one text shares with another.

    Args:
        base: Text in UTF-8.
        theirs: The other text, in the same language.
    """

    def __init__(self, base: bytes, theirs: SourceFile) -> None:
        self.base = known_source(base, theirs.language).token_list
        self.theirs = theirs.tokens()
        self._runs = self._common_runs()
        self._ours = [run.one for run in self._runs]
        self._others = [run.other for run in self._runs]

    def _common_runs(self) -> list[Run]:
        theirs = self.theirs
        if isinstance(theirs, SplicedTokens) and theirs.base is self.base:
            head, tail = theirs.head, len(self.base) - theirs.tail
            return common_runs(self.base.texts, theirs.texts, head, tail)
        return common_runs(self.base.texts, [token.text for token in theirs])

    def to(self, index: int) -> int | None:
        """Return the index in the other text of a token, None if it is gone."""
        at = bisect_right(self._ours, index) - 1
        if at < 0 or index >= self._runs[at].one + self._runs[at].size:
            return None
        return self._runs[at].other + index - self._runs[at].one

    def back(self, index: int) -> int | None:
        """Return the index in the base of a token of the other text, None if the base does not have it."""
        at = bisect_right(self._others, index) - 1
        if at < 0 or index >= self._runs[at].other + self._runs[at].size:
            return None
        return self._runs[at].one + index - self._runs[at].other

    def first_gone(self, indices: range) -> int:
        """Return the first of some indices in a row whose token is gone; the one behind them for none."""
        index = indices.start
        while index in indices:
            at = bisect_right(self._ours, index) - 1
            if at < 0 or index >= self._runs[at].one + self._runs[at].size:
                return index
            index = self._runs[at].one + self._runs[at].size if indices.step > 0 else self._runs[at].one - 1
        return indices.stop

    def added(self) -> Iterator[int]:
        """Yield the indices of the other text's tokens that the base does not have."""
        at = 0
        for run in (*self._runs, Run(len(self.base), len(self.theirs), 0)):
            yield from range(at, run.other)
            at = run.other + run.size

    def inside(self, start: int, end: int) -> range:
        """Return the indices of the base's tokens that are in a byte range."""
        first = bisect_left(self.base, start, key=_start)
        return range(first, max(first, bisect_left(self.base, end, key=_start)))
