"""Control flow of a function: ends of statements, bindings that reach a use, and whether a value may still be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.flow.data import Facts
from parsers.python.flow.statements import Statements
from parsers.python.syntax.children import children_of

if TYPE_CHECKING:
    from parsers.python.names.bindings import Variable
    from parsers.python.names.scopes import Scopes
    from parsers.python.view import PythonView

Frame = cst.FunctionDef | cst.Lambda | cst.GeneratorExp


class Flow:
    """Control flow of a function and of those in it; each of their bodies has a graph of its own.

    Args:
        view: the function.
        scopes: its variables.
    """

    def __init__(self, view: PythonView, scopes: Scopes) -> None:
        self._view = view
        self._scopes = scopes
        self._tracked: dict[Variable, Facts | None] = {}
        self._all: dict[
            Frame, Facts
        ] = {}  # by the functions, lambdas and generator expressions whose bodies they are
        frames: list[Frame] = [view.node]
        while frames:
            frame = frames.pop()
            made = Statements.of(frame)
            self._all[frame] = Facts(made.graph, scopes)
            frames += made.later

    def completes(self, node: cst.CSTNode) -> bool:
        """Return whether control may run off the end of a statement or block, once it is entered."""
        facts = self._facts_at(node)
        if facts is None:
            return True
        starts = [start for start, _ in facts.graph.spans[node]]
        ends = facts.graph.ends.get(node, [None])
        return any(
            end is not None and end in facts.graph.reached(start)
            for start, end in zip(starts, ends, strict=True)
        )

    def jumps(self, node: cst.CSTNode) -> tuple[cst.Break | cst.Continue | cst.Return | cst.Raise, ...]:
        """Return the statements that may leave a statement before its end, in the order of the text.

        A ``raise`` is one of them even where the statement itself handles it.
        """
        found: list[cst.Break | cst.Continue | cst.Return | cst.Raise] = []
        stack = [(node, False)]
        while stack:
            one, in_loop = stack.pop()
            if isinstance(one, cst.Return | cst.Raise) or (
                isinstance(one, cst.Break | cst.Continue) and not in_loop
            ):
                found.append(one)
            if one is not node and isinstance(one, cst.FunctionDef | cst.ClassDef | cst.BaseExpression):
                continue
            for child in reversed(children_of(one)):
                is_body = isinstance(one, cst.For | cst.While) and child is one.body
                stack.append((child, in_loop or is_body))
        return tuple(found)

    def bound_at(self, variable: Variable, node: cst.CSTNode) -> bool:
        """Return whether a variable is proved bound, and not deleted, whenever control reaches a node."""
        facts = self._facts_of(variable)
        return facts is not None and facts.is_bound(variable, node)

    def used_after(self, variable: Variable, node: cst.CSTNode) -> bool:
        """Return whether the value that a variable has when control leaves a statement, in any way, may be used."""
        facts = self._facts_of(variable)
        if facts is None or (variable.is_parameter and "super" in self._scopes.identifiers):
            return True  # ``super()`` reads the first parameter
        return self._is_read_elsewhere(variable, facts) or facts.is_live(variable, node)

    def definitions(self, name: cst.Name) -> frozenset[cst.Name] | None:
        """Return the possible bindings of the value that a name is read with: names in targets, parameters, and so on.

        None if that is not certain, as for a name that an inner function binds, and in the body of a class, whose namespace may be
        any mapping (LR 3.3.3.4).
        """
        variable = self._scopes.variable_of(name)
        if variable is not None and self._scopes.scope_of(name).kind == "class":
            return None
        facts = self._facts_of(variable) if variable is not None else None
        return facts.definitions(name) if facts is not None else None

    # -- graphs --------------------------------------------------------------------------------------------------------------

    def _facts_at(self, node: cst.CSTNode) -> Facts | None:
        """Return the graph of which a node is a part; None outside, as in a decorator of the function."""
        for frame in self._view.around(node):
            if isinstance(frame, Frame) and node in self._all[frame].graph.spans:
                return self._all[frame]
        return None

    def _facts_of(self, variable: Variable) -> Facts | None:
        """Return the graph in which all bindings of a variable are; None if no graph has them all."""
        if variable not in self._tracked:
            self._tracked[variable] = self._home(variable)
        return self._tracked[variable]

    def _home(self, variable: Variable) -> Facts | None:
        node = variable.scope.node
        facts = None
        if isinstance(node, Frame):
            facts = self._all.get(node)
        elif variable.scope.kind == "comprehension":
            facts = self._facts_at(node)
        if facts is None:
            return None
        changed = {one.node for one in variable.occurrences if one.access in ("write", "delete")}
        return facts if changed <= facts.changed else None

    def _is_read_elsewhere(self, variable: Variable, facts: Facts) -> bool:
        return any(
            one.node not in facts.accessed
            for one in variable.occurrences
            if one.access in ("read", "write", "delete")
        )
