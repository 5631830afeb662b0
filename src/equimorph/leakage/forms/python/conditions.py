"""Conditions in one form: negations inside, no double ones, and of two branches the one with fewer negations first.

Of a condition only the truth counts, and each operand is asked for it in the same order (Python language reference, 6.11), so
the rules of De Morgan keep what is evaluated. Where a value is used, only ``not`` before a literal, `in` or `is` is.
"""

from __future__ import annotations

import ast

_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
}
_NEGATIVE = ast.NotIn | ast.IsNot


def condition(node: ast.expr, negated: bool = False) -> ast.expr:
    """Return a condition, or its negation, with negations before what cannot be taken apart."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return condition(node.operand, not negated)
    if isinstance(node, ast.BoolOp):
        is_and = isinstance(node.op, ast.And) != negated
        return _joined(ast.And() if is_and else ast.Or(), [condition(part, negated) for part in node.values])
    if isinstance(node, ast.Constant):
        return ast.Constant(bool(node.value) != negated)
    return _negation(node) if negated else node


def plain_value(node: ast.UnaryOp) -> ast.expr:
    """Return ``not x`` whose value is used."""
    inner = node.operand
    if isinstance(inner, ast.Constant):
        return ast.Constant(not inner.value)
    if isinstance(inner, ast.Compare) and len(inner.ops) == 1 and type(inner.ops[0]) in _OPPOSITE:
        return _negation(inner)
    if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
        third = inner.operand
        if isinstance(third, ast.UnaryOp) and isinstance(third.op, ast.Not):
            return ast.UnaryOp(ast.Not(), third.operand)
    return node


def flat(node: ast.BoolOp) -> ast.expr:
    """Return a chain of operands, without chains of the same operator in it."""
    return _joined(node.op, node.values)


def is_turned(node: ast.expr) -> bool:
    """Return whether the negation of a condition is the one to be written."""
    negations, operands = _counts(node)
    if 2 * negations != operands:
        return 2 * negations > operands
    return isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or)


def _counts(node: ast.expr) -> tuple[int, int]:
    """Return the numbers of negated operands and of operands of a condition."""
    if isinstance(node, ast.BoolOp):
        pairs = [_counts(part) for part in node.values]
        return sum(part for part, _ in pairs), sum(all_ for _, all_ in pairs)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return 1, 1
    is_other = isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], _NEGATIVE)
    return int(is_other or (isinstance(node, ast.Constant) and not node.value)), 1


def _negation(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPPOSITE:
        return ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)


def _joined(operator: ast.boolop, values: list[ast.expr]) -> ast.expr:
    operands = list[ast.expr]()
    for part in values:
        same = isinstance(part, ast.BoolOp) and type(part.op) is type(operator)
        operands += part.values if same and isinstance(part, ast.BoolOp) else [part]
    return ast.BoolOp(operator, operands)
