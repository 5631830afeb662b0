"""The precedence of expressions, and the parentheses that they need (JLS 15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.java.syntax.operators import PRECEDENCE, Binding

if TYPE_CHECKING:
    from parsers.java.syntax.tree import Node

__all__ = ["binding_of", "min_binding_at"]

_OPEN = frozenset(
    """
    argument_list array_initializer assert_statement expression_statement for_statement lambda_expression
    parenthesized_expression return_statement throw_statement variable_declarator yield_statement
    """.split()
)


_KINDS = {
    "lambda_expression": Binding.LOOSE,
    "switch_expression": Binding.LOOSE,
    "method_reference": Binding.LOOSE,
    "assignment_expression": Binding.ASSIGNMENT,
    "ternary_expression": Binding.CONDITIONAL,
    "instanceof_expression": Binding.RELATIONAL,
    "unary_expression": Binding.UNARY,
    "cast_expression": Binding.UNARY,
}


def binding_of(node: Node) -> Binding:
    """Return the precedence of an expression; anything without an operator counts as a primary expression."""
    if node.type == "binary_expression":
        operator = node.child("operator")
        return PRECEDENCE[operator.type] if operator is not None else Binding.LOOSE
    if node.type == "update_expression":
        return Binding.UNARY if node.children[0].type in ("++", "--") else Binding.POSTFIX
    return _KINDS.get(node.type, Binding.PRIMARY)


def min_binding_at(node: Node) -> Binding:
    """Return the minimum precedence of an expression that replaces another one without parentheses."""
    parent = node.parent
    if parent is None or parent.type in _OPEN or node.field in ("index", "consequence"):
        return Binding.LOOSE
    if parent.type == "ternary_expression":
        return Binding.OR_ELSE if node.field == "condition" else Binding.CONDITIONAL
    if parent.type == "assignment_expression" and node.field == "right":
        return Binding.LOOSE
    if parent.type == "binary_expression":
        operator = parent.child("operator")
        level = PRECEDENCE[operator.type] if operator is not None else Binding.PRIMARY
        return level if node.field == "left" else Binding(level + 1)
    if parent.type == "instanceof_expression":
        return Binding.RELATIONAL
    return Binding.UNARY if parent.type in ("unary_expression", "cast_expression") else Binding.PRIMARY
