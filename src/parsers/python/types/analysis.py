"""Proven classes of expressions: the exact built-in class of a value.

A local variable has the classes of the values that reach the place (`Flow.definitions`). They depend on one another, in loops for
instance, so they are found together: each begins with no class at all, and gains classes until nothing changes. What nobody can see
in the function (parameters, attributes, elements, what unknown calls return) has no proven class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.syntax.children import children_of
from parsers.python.types.bindings import Binding, bindings_of
from parsers.python.types.inference import Inference
from parsers.python.types.operators import Kinds, joined

if TYPE_CHECKING:
    from parsers.python.flow.analysis import Flow
    from parsers.python.names.scopes import Scopes
    from parsers.python.view import PythonView

IMMUTABLE = frozenset(
    {"int", "float", "complex", "bool", "str", "bytes", "NoneType", "tuple", "frozenset", "range"}
)
"""Classes without augmented assignment methods of their own, so that ``x += y`` binds the value of ``x + y`` (LR 7.2.1)."""


class Types:
    """Classes of the expressions of a function.

    Args:
        view: the function.
        scopes, flow: its facts.
    """

    def __init__(self, view: PythonView, scopes: Scopes, flow: Flow) -> None:
        # At once, not deep in an expression, where no room may be left on the stack.
        self._bindings: dict[cst.Name, Binding] = bindings_of(view.nodes)
        self._inference = _inferred(scopes, flow, self._bindings)

    def of(self, node: cst.BaseExpression) -> str | None:
        """Return the name of the built-in class that the value of an expression is exactly of, None if that is not proven."""
        kinds = self.kinds(node)
        return next(iter(kinds)) if kinds is not None and len(kinds) == 1 else None

    def kinds(self, node: cst.BaseExpression) -> Kinds:
        """Return the names of classes of exactly one of which the value is, None if that is not proven.

        None are left where the expression never has a value, since it raises or is not reached.
        """
        return self._inference.kinds(node)

    def is_immutable(self, node: cst.BaseExpression) -> bool:
        """Return whether the value is proved to be exactly of an immutable built-in class."""
        kinds = self.kinds(node)
        return bool(kinds) and kinds is not None and kinds <= IMMUTABLE

    def is_builtin(self, node: cst.BaseExpression) -> bool:
        """Return whether an expression is the name of a built-in function, which nothing hides."""
        return self._inference.is_builtin(node)

    def builtins_used(self, node: cst.BaseExpression) -> tuple[str, ...]:
        """Return the built-in functions that what is known about an expression may build on, in alphabetical order."""
        found: set[str] = set()
        seen: set[cst.CSTNode] = set()
        waiting: list[cst.CSTNode] = [node]
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            waiting += children_of(one)
            if isinstance(one, cst.Name):
                if self.is_builtin(one):
                    found.add(one.value)
                for target in self._inference.definitions(one) or ():
                    waiting += self._bindings[target].uses if target in self._bindings else ()
        return tuple(sorted(found))


def _inferred(scopes: Scopes, flow: Flow, bindings: Mapping[cst.Name, Binding]) -> Inference:
    """Return the classes of expressions, given the classes of all bindings."""
    known: dict[cst.Name, Kinds] = dict.fromkeys(bindings, frozenset())
    inference = Inference(scopes, flow, known)
    changed = True
    while changed:
        changed = False
        inference.forget()
        for name, binding in bindings.items():
            after = joined([known[name], _value(binding, inference)])
            changed |= after != known[name]
            known[name] = after
    inference.forget()
    return inference


def _value(binding: Binding, inference: Inference) -> Kinds:
    """Return the classes of what a binding binds."""
    if binding.how == "unknown":
        return None
    if binding.how in ("tuple", "dict", "list"):
        return frozenset({binding.how})
    node = binding.uses[0]
    if binding.how == "value":
        return inference.kinds(node)
    if binding.how == "element":
        return inference.elements(node)
    if binding.how == "count":
        return frozenset({"int"}) if inference.is_builtin(node) else None
    return inference.augmented(binding.operator, *binding.uses)
