"""Data flow on one graph: the bindings that reach a point (forwards), and the variables that are used behind it (backwards)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.flow.graph import Access, Graph

if TYPE_CHECKING:
    from parsers.python.names.bindings import Variable
    from parsers.python.names.scopes import Scopes


class Facts:
    """Facts about the variables that one graph uses; sets of bindings and variables are bits of integers."""

    def __init__(self, graph: Graph, scopes: Scopes) -> None:
        self.graph = graph
        self._uses = [
            None if done is None else (done[0], done[1], scopes.variable_of(done[1])) for done in graph.names
        ]
        self._points: dict[cst.Name, list[int]] = {}
        self._variables: dict[Variable, int] = {}
        self._bindings: dict[cst.Name, int] = {}
        for point, use in enumerate(self._uses):
            if use is not None and use[2] is not None:
                self._points.setdefault(use[1], []).append(point)
                self._variables.setdefault(use[2], len(self._variables))
                if use[0] is Access.WRITE:
                    self._bindings.setdefault(use[1], len(self._bindings))

    @property
    def accesses(self) -> list[tuple[Access, cst.Name]]:
        """The accesses to names of variables."""
        return [(use[0], use[1]) for use in self._uses if use is not None and use[2] is not None]

    @cached_property
    def accessed(self) -> frozenset[cst.Name]:
        """The names of variables that are accessed."""
        return frozenset([name for _, name in self.accesses])

    @cached_property
    def changed(self) -> frozenset[cst.Name]:
        """The names of variables that are bound or deleted."""
        return frozenset([name for access, name in self.accesses if access is not Access.READ])

    def is_bound(self, variable: Variable, node: cst.CSTNode) -> bool:
        """Return whether a variable is bound on all ways to a node, of which there is one."""
        starts = [start for start, _ in self.graph.spans.get(node, ())]
        if variable not in self._variables or not starts:
            return False
        before = [self._before[start] for start in starts if start in self._reached]
        unbound = 1 << (len(self._bindings) + self._variables[variable])
        return bool(before) and not any(reaching & unbound for reaching in before)

    def definitions(self, name: cst.Name) -> frozenset[cst.Name] | None:
        """Return the bindings whose value a name may be read with; None if it is not read."""
        points = [point for point in self._points.get(name, ()) if self._is_read(point)]
        variable = self._uses[points[0]][2] if points else None  # type: ignore[index]
        if variable is None:
            return None
        reaching = 0
        for point in points:
            reaching |= self._before[point]
        reaching &= self._masks[variable]
        return frozenset(one for one, bit in self._bindings.items() if reaching >> bit & 1)

    def is_live(self, variable: Variable, node: cst.CSTNode) -> bool:
        """Return whether a variable may be read or deleted after control left a node, before it is bound again."""
        spans = self.graph.spans.get(node)
        if spans is None or variable not in self._variables:
            return True
        bit = 1 << self._variables[variable]
        return any(
            self._used[other] & bit
            for start, end in spans
            for point in range(start, end)
            for other in self.graph.after[point]
            if not start <= other < end
        )

    def _is_read(self, point: int) -> bool:
        use = self._uses[point]
        return use is not None and use[0] is Access.READ

    @cached_property
    def _reached(self) -> set[int]:
        return self.graph.reached(0)

    @cached_property
    def _masks(self) -> dict[Variable, int]:
        """The bits of each variable's bindings, and the one for its being unbound."""
        count = len(self._bindings)
        found = {variable: 1 << (count + index) for variable, index in self._variables.items()}
        for use in self._uses:
            if use is not None and use[2] is not None and use[0] is Access.WRITE:
                found[use[2]] |= 1 << self._bindings[use[1]]
        return found

    @cached_property
    def _before(self) -> list[int]:
        """The possible states before each point: the bindings, and the unbound variables."""
        count, after = len(self._bindings), self.graph.after
        found = [0] * len(after)
        found[0] = ((1 << len(self._variables)) - 1) << count
        waiting = [0]
        while waiting:
            point = waiting.pop()
            state = self._through(point, found[point], count)
            for other in after[point]:
                if state & ~found[other]:
                    found[other] |= state
                    waiting.append(other)
        return found

    def _through(self, point: int, state: int, count: int) -> int:
        use = self._uses[point]
        if use is None or use[2] is None or use[0] is Access.READ:
            return state
        state &= ~self._masks[use[2]]
        bit = self._bindings[use[1]] if use[0] is Access.WRITE else count + self._variables[use[2]]
        return state | 1 << bit

    @cached_property
    def _used(self) -> list[int]:
        """The variables that may be read or deleted from each point on, the point itself included."""
        after = self.graph.after
        before: list[list[int]] = [[] for _ in after]
        for point, others in enumerate(after):
            for other in others:
                before[other].append(point)
        found = [0] * len(after)
        waiting = list(range(len(after)))
        while waiting:
            point = waiting.pop()
            state = 0
            for other in after[point]:
                state |= found[other]
            use = self._uses[point]
            if use is not None and use[2] is not None:
                bit = 1 << self._variables[use[2]]
                state = state | bit if use[0] in (Access.READ, Access.DELETE) else state & ~bit
            if state != found[point]:
                found[point] = state
                waiting += before[point]
        return found
