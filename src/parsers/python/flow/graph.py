"""The control-flow graph of a function body: points in the order of evaluation, and where control may go from each.

There is a point before each statement and each expression, and one for each read, binding and deletion of a name. Whatever is at a
point may raise. An exception has the state *after* the points before it, so what a point binds counts as bound only where control
passed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum

import libcst as cst


class Access(Enum):
    """The access of a point to a name.

    Attributes:
        READ: its value is used.
        WRITE: it is bound.
        DELETE: ``del``, which fails where it is not bound.
        UNBIND: it is unbound at the end of an ``except`` clause, bound or not (LR 8.4.1).
    """

    READ = "read"
    WRITE = "write"
    DELETE = "delete"
    UNBIND = "unbind"


@dataclass(eq=False)
class Graph:
    """Points, numbered in the order of their making; 0 is the entry.

    Attributes:
        after: Points to which control may pass from each.
        names: Name that each uses and the kind of use, or None.
        spans: Points of each node, as ranges; a ``finally`` clause has two copies.
        ends: Point at which control leaves each statement at its end, or None, for each copy.
    """

    after: list[list[int]] = field(default_factory=list)
    names: list[tuple[Access, cst.Name] | None] = field(default_factory=list)
    spans: dict[cst.CSTNode, list[tuple[int, int]]] = field(default_factory=dict)
    ends: dict[cst.CSTNode, list[int | None]] = field(default_factory=dict)

    def reached(self, start: int) -> set[int]:
        """Return the points to which control may come from a point, which is one of them."""
        found = {start}
        stack = [start]
        while stack:
            for other in self.after[stack.pop()]:
                if other not in found:
                    found.add(other)
                    stack.append(other)
        return found


@dataclass(eq=False)
class _Region:
    """A construct at which ways of leaving its inside end.

    Attributes:
        catches: the ways that end there: "raise", "break", "continue", "return".
        leaves: the ways taken, and from which points.
    """

    catches: frozenset[str]
    leaves: list[tuple[str, int]] = field(default_factory=list)

    def points(self, how: str) -> list[int]:
        """Return the points from which a way is taken."""
        return [point for way, point in self.leaves if way == how]


_ALL = frozenset({"raise", "break", "continue", "return"})
_DEEPEST = 3
"""So many ``finally`` clauses within one another have two copies."""


class Builder:
    """Puts points into a graph, one after the other.

    Attributes:
        graph: the graph.
        at: the point at which control is, None where it cannot be.
    """

    def __init__(self) -> None:
        self.graph = Graph()
        self.at: int | None = None
        self._regions: list[_Region] = []
        self._copies = 0
        self.at = self._made()

    def _made(self) -> int:
        self.graph.after.append([])
        self.graph.names.append(None)
        return len(self.graph.after) - 1

    def point(self) -> int:
        """Add a point after the current one; it may raise."""
        made = self._made()
        if self.at is not None:
            self.graph.after[self.at].append(made)
        self.at = made
        self.leave("raise", made)
        return made

    def access(self, access: Access, name: cst.Name) -> None:
        """Add a point that does something with a name."""
        start = self.point()
        self.graph.names[start] = (access, name)
        if access is not Access.UNBIND:
            self.graph.spans.setdefault(name, []).append((start, start + 1))

    def join(self, points: Iterable[int | None]) -> None:
        """Go on where any of several ways continues."""
        alive = list(dict.fromkeys(point for point in points if point is not None))
        self.at = None
        if alive:
            made = self.point()
            for point in alive:
                self.edge(point, made)

    def edge(self, start: int | None, end: int) -> None:
        """Add a way from a point, if control reaches it, to another one."""
        if start is not None:
            self.graph.after[start].append(end)

    def leave(self, how: str, point: int) -> None:
        """Let control leave what is around it from a point, in one of the ways of a region."""
        for region in reversed(self._regions):
            if how in region.catches:
                region.leaves.append((how, point))
                return

    def jump(self, how: str) -> None:
        """Leave what is around the current point, for good."""
        if self.at is not None:
            self.leave(how, self.at)
        self.at = None

    def loop(self, head: int, body: Callable[[], None]) -> list[int]:
        """Run a body that returns to a point; return the points from which it breaks."""
        region = self._within(frozenset({"break", "continue"}), body)
        for point in (self.at, *region.points("continue")):
            self.edge(point, head)
        self.at = None
        return region.points("break")

    def guarded(self, body: Callable[[], None]) -> list[int]:
        """Run a body; return the points from which it raises."""
        return self._within(frozenset({"raise"}), body).points("raise")

    def protected(self, body: Callable[[], None], cleanup: Callable[[], None]) -> None:
        """Run a body, and a clean-up however it ends (LR 8.4.4)."""
        region = self._within(_ALL, body)
        normal = self.at
        points = [point for _, point in region.leaves]
        ways = sorted({how for how, _ in region.leaves})
        self._copies += 1
        merged = self._copies > _DEEPEST
        self.join([*points, normal] if merged else points)
        cleanup()
        if self.at is not None:
            for how in ways:
                self.leave(how, self.at)
        if not merged:
            self.at = normal
            if normal is not None:
                cleanup()
        elif normal is None:
            self.at = None
        self._copies -= 1

    def _within(self, catches: frozenset[str], body: Callable[[], None]) -> _Region:
        region = _Region(catches)
        self._regions.append(region)
        body()
        self._regions.pop()
        return region
