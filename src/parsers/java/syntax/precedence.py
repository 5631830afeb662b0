"""How tightly expressions bind, and so where they need parentheses (JLS 15)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parsers.java.syntax.tree import Node

__all__ = ["OPERATORS", "Binding", "binding_of"]


class Binding(IntEnum):
    """How tightly an expression binds: of two, the greater one is an operand of the other without parentheses."""

    LOOSE = 0
    """A lambda or a switch, which no operator takes without parentheses (as a matter of form, for a switch)."""
    ASSIGNMENT = 1
    CONDITIONAL = 2
    OR_ELSE = 3
    AND_ALSO = 4
    OR = 5
    XOR = 6
    AND = 7
    EQUALITY = 8
    RELATIONAL = 9
    SHIFT = 10
    ADDITIVE = 11
    MULTIPLICATIVE = 12
    UNARY = 13
    """Prefix operators and casts."""
    POSTFIX = 14
    PRIMARY = 15


OPERATORS = {
    "||": Binding.OR_ELSE,
    "&&": Binding.AND_ALSO,
    "|": Binding.OR,
    "^": Binding.XOR,
    "&": Binding.AND,
    **dict.fromkeys(("==", "!="), Binding.EQUALITY),
    **dict.fromkeys(("<", ">", "<=", ">="), Binding.RELATIONAL),
    **dict.fromkeys(("<<", ">>", ">>>"), Binding.SHIFT),
    **dict.fromkeys(("+", "-"), Binding.ADDITIVE),
    **dict.fromkeys(("*", "/", "%"), Binding.MULTIPLICATIVE),
}
"""The binary operators but ``instanceof``; all are left-associative."""

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
    """How tightly an expression binds; anything that is no operator counts as a primary expression."""
    if node.type == "binary_expression":
        operator = node.child("operator")
        return OPERATORS[operator.type] if operator is not None else Binding.LOOSE
    if node.type == "update_expression":
        return Binding.UNARY if node.children[0].type in ("++", "--") else Binding.POSTFIX
    return _KINDS.get(node.type, Binding.PRIMARY)
