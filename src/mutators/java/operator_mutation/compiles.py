"""The proof, from the types of its operands, that a changed operator compiles (JLS 15.14 to 15.26).

A change keeps the static type of its expression, so everything around it keeps its meaning. Three things remain: constant
expressions (JLS 15.29), on which cases, narrowing and reachability depend; and definite assignment (JLS 16.1) and pattern variables
(JLS 6.3.1), which depend on conditions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mutators.java.operator_mutation.operators import Change
from parsers.java.syntax.expressions import (
    STATEMENT_EXPRESSIONS,
    has_pattern,
    is_condition,
    sign_of,
    unwrapped,
)
from parsers.java.syntax.operators import EQUALITY, JUNCTIONS
from parsers.java.types.inference import POLY, may_be_poly
from parsers.java.types.types import BOOLEAN, assignable, promoted

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node
    from parsers.java.types.types import Type

__all__ = ["obstacle"]

_SIGNED = frozenset({"int", "long", "float", "double"})


def obstacle(method: Method, change: Change) -> str | None:
    """Return why a change might not compile, or None."""
    if method.constants.may_be_constant(change.node):
        return "it may be a constant expression"
    if _leading(method, change) in ("+", "-") and _under_reference_cast(method, change.node):
        return "a cast to a reference type takes no sign"
    return _RULES[change.group](method, change)


def _arithmetic(method: Method, change: Change) -> str | None:
    # What is subtracted or multiplied is numeric, whatever it is.
    if change.old == "+" and not all(type_.is_numeric for type_ in _operands(method, change.node)):
        return "the operands may be strings"
    return None


def _relational(method: Method, change: Change) -> str | None:
    left, right = _sides(method, change.node)
    if change.new in EQUALITY and not (left.is_numeric or right.is_numeric):
        return "both operands may be boxed"
    return None


def _equality(method: Method, change: Change) -> str | None:
    if change.new not in EQUALITY and not all(t.is_numeric for t in _operands(method, change.node)):
        return "the operands may be something else than numbers"
    return None


def _bitwise(method: Method, change: Change) -> str | None:
    if change.new not in JUNCTIONS:
        return None
    if not all(type_.is_boolean for type_ in _operands(method, change.node)):
        return "the operands may be integers"
    return _settled(method, change)


def _assignment(method: Method, change: Change) -> str | None:
    left, right = _sides(method, change.node)
    if change.new == "=":
        return None if assignable(right.unboxed, left) else "the right side may be of another type"
    if change.old == "+=" and not left.unboxed.is_numeric:
        return "the left side may be a string"
    return None


def _anyway(method: Method, change: Change) -> str | None:
    """Return None: the new operator accepts all operands that the old one accepts."""
    return None


def _unary(method: Method, change: Change) -> str | None:
    if "!" in (change.old, change.new):
        return _not(method, change)
    operand = change.node if not change.old else change.node.child("operand")
    assert operand is not None
    type_ = method.types.of(operand)
    if change.old and change.new:
        fits = change.new != "~" or promoted(type_).is_integral
        return None if fits else "the operand may be floating-point"
    if type_.name not in _SIGNED or not type_.is_primitive:
        return "the type of the operand may be another than that of the result"
    if change.new == "~" and not type_.is_integral:
        return "the operand may be floating-point"
    return _ambiguous(change)


def _not(method: Method, change: Change) -> str | None:
    node = change.node
    operand = node.child("operand") if change.old else node
    assert operand is not None
    if method.types.of(operand) != BOOLEAN:
        if not _is_joined(unwrapped(node)):
            return "the operand may be a Boolean"
        # What a ! is in front of has a type of its own, unless it has several results.
        if may_be_poly(method, node):
            return POLY
    return _ambiguous(change) or _settled(method, change)


def _sides(method: Method, node: Node) -> tuple[Type, Type]:
    left, right = node.child("left"), node.child("right")
    assert left is not None
    assert right is not None
    return method.types.of(left), method.types.of(right)


def _operands(method: Method, node: Node) -> tuple[Type, Type]:
    left, right = _sides(method, node)
    return left.unboxed, right.unboxed


def _leading(method: Method, change: Change) -> str:
    operand = change.node.child("operand")
    if change.old and not change.new and operand is not None:
        return method.node_text(operand)[:1]
    return change.new[:1]


def _under_reference_cast(method: Method, node: Node) -> bool:
    """Return whether a unary sign would follow a cast: ``(Integer) -x`` is a subtraction (JLS 15.16)."""
    parent = node.parent
    if parent is None or parent.type != "cast_expression" or node.field != "value":
        return False
    return not all(method.types.names.of_type(type_).is_primitive for type_ in parent.all("type"))


def _ambiguous(change: Change) -> str | None:
    """Return why a lambda might be taken for one of another type: its body becomes a statement expression (JLS 15.27.3)."""
    operand, parent = change.node.child("operand"), change.node.parent
    statement = operand is not None and operand.type in STATEMENT_EXPRESSIONS
    if statement and parent is not None and parent.type == "lambda_expression":
        return "the lambda could be taken for one without a result"
    return None


def _settled(method: Method, change: Change) -> str | None:
    """Return why the operands of a condition may decide what is assigned or bound after it, or None."""
    if has_pattern(change.node):
        return "a pattern variable may be bound by the condition"
    if not method.flow.may_have_blanks:
        return None
    constants = method.constants
    for part in change.node.walk():
        if part.type == "assignment_expression":
            return "a variable may be assigned in the condition"
        if part.type == "switch_expression" or (_is_part(part) and constants.may_be_constant(part)):
            return "a part of the condition may be constant"
    return None


def _is_part(node: Node) -> bool:
    """Return whether an expression is an operand of a condition, branches of ``?:`` included."""
    return _is_joined(node) or (node.parent is not None and node.parent.type == "ternary_expression")


def _is_joined(node: Node) -> bool:
    parent = node.parent
    return parent is not None and (sign_of(parent) in (*JUNCTIONS, "!") or is_condition(node))


_RULES: dict[str, Callable[[Method, Change], str | None]] = {
    "arithmetic": _arithmetic,
    "relational": _relational,
    "equality": _equality,
    "conditional": _settled,
    "bitwise": _bitwise,
    "shift": _anyway,
    "assignment": _assignment,
    "increment": _anyway,
    "unary": _unary,
}
