"""The scopes of a function: its variables, and what each name in it means (Python language reference, 4.2.2)."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.names.bindings import Occurrence, Scope, Variable, owner_of
from parsers.python.names.mentions import Mentions, words
from parsers.python.names.occurrences import Collected, normalised

if TYPE_CHECKING:
    from parsers.python.view import PythonView

_BUILT_IN = frozenset(dir(builtins))


class Scopes:
    """The scopes of a function and of what is nested in it.

    Args:
        view: the function.
    """

    def __init__(self, view: PythonView) -> None:
        self._view = view
        self._collected = Collected(view.node)
        self._outermost = self._collected.scopes[0]

    @cached_property
    def _resolved(self) -> tuple[dict[cst.Name, Variable], list[Variable]]:
        order = sorted(self._collected.occurrences, key=lambda one: self._view.start_of(one.node))
        found: dict[tuple[Scope, str], list[Occurrence]] = {}
        for occurrence in order:
            name = normalised(occurrence.node.value)
            owner = owner_of(occurrence.scope, name, self._outermost)
            if owner is not None:
                found.setdefault((owner, name), []).append(occurrence)
        variables = []
        by_node: dict[cst.Name, Variable] = {}
        for (scope, name), occurrences in found.items():
            kinds = (self._collected.parameters.get(one.node) for one in occurrences)
            variable = Variable(name, scope, tuple(occurrences), next((kind for kind in kinds if kind), None))
            variables.append(variable)
            by_node.update((one.node, variable) for one in occurrences)
        return by_node, variables

    @property
    def variables(self) -> list[Variable]:
        """The variables of the function and of all scopes in it, by where they occur first. Names of class bodies are included."""
        return self._resolved[1]

    @property
    def all(self) -> list[Scope]:
        """All scopes, beginning with the function's."""
        return self._collected.scopes[1:]

    @property
    def occurrences(self) -> list[Occurrence]:
        """All occurrences of names, including global names."""
        return self._collected.occurrences

    def variable_of(self, node: cst.CSTNode) -> Variable | None:
        """Return the variable that a name means, None for a global name, a built-in, and what is no name of a variable."""
        return self._resolved[0].get(node) if isinstance(node, cst.Name) else None

    def scope_of(self, node: cst.CSTNode) -> Scope:
        """Return the innermost scope that a node of the function is in; a node that opens one is in the scope around."""
        occurrence = self._by_node.get(node)
        if occurrence is not None:
            return occurrence.scope
        inner = node
        for outer in self._view.around(node):
            scope = self._collected.scope_at.get(outer)
            if scope is not None and _is_inside(outer, inner):
                return scope
            inner = outer
        return self._outermost

    @cached_property
    def _by_node(self) -> dict[cst.CSTNode, Occurrence]:
        return {one.node: one for one in self._collected.occurrences}

    @cached_property
    def identifiers(self) -> frozenset[str]:
        """Every word in the member's text, including comments and strings; a new name that is none of them is fresh."""
        return words(self._view.text) | self.quoted

    @cached_property
    def quoted(self) -> frozenset[str]:
        """The words of the strings that the function uses, its own and the module's constants that it names.

        A callee may read one of these strings as code or as a template, and look the words up among the names of its
        caller.
        """
        mentions = Mentions(self._view.nodes)
        constants = self._view.parsed.names.texts
        return words("\n".join(mentions.strings.values())).union(
            *(constants[name] for name in constants.keys() & mentions.names.keys())
        )

    def is_builtin(self, node: cst.CSTNode) -> bool:
        """Return whether a name means the built-in of its name, as far as the text shows (Python language reference, 4.2.2)."""
        return (
            isinstance(node, cst.Name)
            and node in self._by_node
            and node not in self._resolved[0]
            and node.value in _BUILT_IN
            and not self._view.parsed.names.is_shadowed(node.value)
        )

    def globals_(self) -> Iterator[Occurrence]:
        """Yield the occurrences that mean a global name or a built-in."""
        return (one for one in self._collected.occurrences if one.node not in self._resolved[0])


def _is_inside(outer: cst.CSTNode, inner: cst.CSTNode) -> bool:
    """Return whether a child of a node that opens a scope is in that scope."""
    if isinstance(outer, cst.FunctionDef | cst.ClassDef):
        return inner is outer.body
    if isinstance(outer, cst.Lambda):
        return inner is outer.body
    return True
