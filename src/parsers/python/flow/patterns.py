"""The points of the patterns of a ``match`` statement (LR 8.6).

Names of a pattern that matches are bound before its guard. Whether names of a pattern that fails are bound is left open
(LR 8.6): here they are bound one after the other, and since each pattern may fail at once, any of them may be bound or
not where it fails.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from parsers.python.flow.expressions import Expressions
from parsers.python.flow.graph import Access


class Patterns(Expressions):
    """Puts the points of patterns into a graph."""

    def match(self, pattern: cst.CSTNode) -> list[int | None]:
        """Add the points of a pattern that is matched; return those at which it does not match."""
        start = self.point()
        fails: list[int | None] = []
        if isinstance(pattern, cst.MatchOr):
            fails = self._match_any(pattern)
        elif not isinstance(pattern, cst.MatchAs):
            fails.append(start)
        if isinstance(pattern, cst.MatchValue):
            self.evaluate(pattern.value)
            fails.append(self.at)
        elif isinstance(pattern, cst.MatchClass):
            self.evaluate(pattern.cls)
            fails.append(self.at)
        elif isinstance(pattern, cst.MatchMapping):
            for element in pattern.elements:
                self.evaluate(element.key)
                fails.append(self.at)
        if not isinstance(pattern, cst.MatchOr):
            for inner in _parts(pattern):
                fails += self.match(inner)
        name = _captured(pattern)
        if name is not None:
            self.access(Access.WRITE, name)
        self.graph.spans.setdefault(pattern, []).append((start, len(self.graph.after)))
        return fails

    def _match_any(self, pattern: cst.MatchOr) -> list[int | None]:
        ends: list[int | None] = []
        fails: list[int | None] = [self.at]
        for alternative in pattern.patterns:
            self.join(fails)
            fails = self.match(alternative.pattern)
            ends.append(self.at)
        self.join(ends)
        return fails


def _parts(pattern: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield the patterns of a pattern that must all match."""
    if isinstance(pattern, cst.MatchAs) and pattern.pattern is not None:
        yield pattern.pattern
    elif isinstance(pattern, cst.MatchList | cst.MatchTuple):
        for element in pattern.patterns:
            yield element.value if isinstance(element, cst.MatchSequenceElement) else element
    elif isinstance(pattern, cst.MatchMapping):
        yield from (element.pattern for element in pattern.elements)
    elif isinstance(pattern, cst.MatchClass):
        yield from (element.value for element in pattern.patterns)
        yield from (element.pattern for element in pattern.kwds)


def _captured(pattern: cst.CSTNode) -> cst.Name | None:
    """Return the name that a pattern itself binds; None for ``_`` and for a pattern that binds none."""
    if isinstance(pattern, cst.MatchAs | cst.MatchStar):
        return pattern.name
    return pattern.rest if isinstance(pattern, cst.MatchMapping) else None
