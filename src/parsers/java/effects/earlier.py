"""Expressions that a statement evaluates before one of its expressions (JLS 15.7, 15.12.4, 15.26)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from parsers.java.effects.model import ANYTHING, MAY_NPE, PURE, Effects
from parsers.java.effects.moving import effects_of_declarator, effects_of_moving
from parsers.java.syntax.expressions import bare, sign_of

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

_CONDITIONAL = frozenset({"&&", "||"})


def evaluated_before(method: Method, node: Node) -> tuple[Node, Effects] | None:
    """Return the statement of an expression, and the effects of what it evaluates first; None if it may leave the expression out.

    The statement evaluates the expression exactly once, unless something before it throws. A value that may be unboxed counts as
    unboxed right after its evaluation.
    """
    found, below = PURE, node
    for above in node.ancestors():
        if above.type in _STATEMENTS:
            return above, found | _of_declarators(method, above, below)
        rule = _RULES.get(above.type)
        parts = rule(above, below) if rule is not None else None
        if parts is None:
            return None
        for part in parts:
            found |= _of_part(method, part)
        if above.type == "object_creation_expression" and not _is_initialised(method, above):
            found |= ANYTHING
        below = above
    return None


def _is_initialised(method: Method, creation: Node) -> bool:
    """Return whether a creation runs no initialiser of the program before its arguments are evaluated (JLS 12.4.1, 15.9.4)."""
    type_ = method.types.of(creation)
    own = bool(method.enclosing) and type_.declared is method.enclosing[0]
    return type_.package != "" or own


def _of_part(method: Method, part: Node) -> Effects:
    effects = effects_of_moving(method, part)
    receiver = part.field == "object"
    return effects | MAY_NPE if not receiver and method.types.of(part).may_unbox else effects


def _of_declarators(method: Method, statement: Node, below: Node) -> Effects:
    found = PURE
    for declarator in statement.all("declarator"):
        if declarator.end <= below.start:
            found |= effects_of_declarator(method, declarator)
    return found


def _nothing(_above: Node, _below: Node) -> list[Node] | None:
    return []


def _before(above: Node, below: Node) -> list[Node] | None:
    return [child for child in above.children if child.named and child.end <= below.start]


def _binary(above: Node, below: Node) -> list[Node] | None:
    if below.field == "right" and sign_of(above) in _CONDITIONAL:
        return None
    return _before(above, below)


def _creation(above: Node, below: Node) -> list[Node] | None:
    return [] if below.field == "arguments" and not above.children[0].named else None


def _array_creation(above: Node, below: Node) -> list[Node] | None:
    sizes = [part for part in above.all("dimensions") if part.end <= below.start]
    return [size for part in sizes for size in part.named_children()]


def _assignment(above: Node, below: Node) -> list[Node] | None:
    target = above.child("left")
    if target is None or below is target:
        return []
    if sign_of(above) != "=":
        return [target]
    target = bare(target)
    fields = {"field_access": ("object",), "array_access": ("array", "index")}.get(target.type, ())
    return [child for child in target.children if child.field in fields]


_STATEMENTS = frozenset(
    {
        "explicit_constructor_invocation",
        "expression_statement",
        "if_statement",
        "local_variable_declaration",
        "return_statement",
        "throw_statement",
        "yield_statement",
    }
)
_RULES: dict[str, Callable[[Node, Node], list[Node] | None]] = {
    "argument_list": _before,
    "array_access": _before,
    "array_creation_expression": _array_creation,
    "array_initializer": _before,
    "assignment_expression": _assignment,
    "binary_expression": _binary,
    "cast_expression": _nothing,
    "dimensions_expr": _nothing,
    "field_access": _nothing,
    "method_invocation": lambda above, below: [child for child in above.all("object") if child is not below],
    "object_creation_expression": _creation,
    "parenthesized_expression": _nothing,
    "ternary_expression": lambda _above, below: [] if below.field == "condition" else None,
    "unary_expression": _nothing,
    "update_expression": _nothing,
    "variable_declarator": _nothing,
}
