"""Precedence of expressions, and the parentheses that they need (Python language reference, 6.17)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.syntax.signs import sign_of

if TYPE_CHECKING:
    from parsers.python.function import Function


class Binding(IntEnum):
    """Levels of the grammar of expressions, the loosest first."""

    LOOSE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    BIT_OR = 5
    BIT_XOR = 6
    BIT_AND = 7
    SHIFT = 8
    SUM = 9
    PRODUCT = 10
    SIGN = 11
    POWER = 12
    AWAIT = 13
    PRIMARY = 14


PRECEDENCE = {
    "or": Binding.OR,
    "and": Binding.AND,
    "|": Binding.BIT_OR,
    "^": Binding.BIT_XOR,
    "&": Binding.BIT_AND,
    **dict.fromkeys(("<<", ">>"), Binding.SHIFT),
    **dict.fromkeys(("+", "-"), Binding.SUM),
    **dict.fromkeys(("*", "@", "/", "//", "%"), Binding.PRODUCT),
    "**": Binding.POWER,
}
"""The levels of binary operators."""

_KINDS: dict[type[cst.CSTNode], Binding] = {
    cst.Lambda: Binding.LOOSE,
    cst.IfExp: Binding.LOOSE,
    cst.NamedExpr: Binding.LOOSE,
    cst.Yield: Binding.LOOSE,
    cst.Comparison: Binding.COMPARISON,
    cst.Await: Binding.AWAIT,
}
_PRIMARIES = (cst.Attribute, cst.Call, cst.Subscript)


def binding_of(node: cst.BaseExpression) -> Binding:
    """Return the precedence of an expression, its own parentheses left out."""
    if isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
        return PRECEDENCE[sign_of(node.operator)]
    if isinstance(node, cst.UnaryOperation):
        return Binding.NOT if isinstance(node.operator, cst.Not) else Binding.SIGN
    if isinstance(node, cst.Tuple):
        return Binding.LOOSE
    return _KINDS.get(type(node), Binding.PRIMARY)


def min_binding_at(function: Function, node: cst.BaseExpression) -> Binding:
    """Return the minimum precedence of an expression that replaces another one, in the latter's parentheses if it has some."""
    if node.lpar:
        return Binding.LOOSE
    above = function.parent(node)
    if isinstance(above, cst.BinaryOperation | cst.BooleanOperation):
        return _operand(above, node)
    if isinstance(above, cst.UnaryOperation):
        return Binding.NOT if isinstance(above.operator, cst.Not) else Binding.SIGN
    if isinstance(above, cst.Comparison | cst.ComparisonTarget | cst.StarredElement | cst.StarredDictElement):
        return Binding.BIT_OR
    if isinstance(above, cst.Await):
        return Binding.PRIMARY
    if isinstance(above, _PRIMARIES):
        return Binding.PRIMARY
    return Binding.LOOSE if not isinstance(above, cst.IfExp | cst.CompFor | cst.CompIf) else Binding.OR


def _operand(above: cst.BinaryOperation | cst.BooleanOperation, node: cst.BaseExpression) -> Binding:
    level = PRECEDENCE[sign_of(above.operator)]
    if level is Binding.POWER:
        return Binding.AWAIT if node is above.left else Binding.SIGN
    return level if node is above.left else Binding(level + 1)
