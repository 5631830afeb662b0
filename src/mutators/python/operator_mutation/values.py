"""The possible values of operands, by their form: constants, and numbers with a minimum."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import libcst as cst

from parsers.python.function import Function

_COMPARING: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_COMPUTING: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
_LEAST = {"len": 0, "abs": 0, "ord": 0, "count": 0, "index": 0, "find": -1, "rfind": -1, "bit_length": 0}
"""Functions and methods of which the result is a number that is not less."""
_SAMPLES = (-7, -2, -1, 0, 1, 2, 3, 10)
_REALS = (-2.5, -0.5, 0.25, 1.5)
_NEAR = 3
_LARGE = 64


def integer_of(node: cst.CSTNode) -> int | None:
    """Return the value of an integer literal, with a sign perhaps, or of ``True`` or ``False``; None for anything else."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        inner = integer_of(node.expression)
        return None if inner is None else -inner
    if isinstance(node, cst.Name) and node.value in ("True", "False"):
        return int(node.value == "True")
    return int(node.value.replace("_", ""), 0) if isinstance(node, cst.Integer) else None


def is_constant(node: cst.CSTNode) -> bool:
    """Return whether an expression consists of literals, so that the compiler may compute it."""
    if isinstance(node, cst.Name):
        return node.value in ("True", "False", "None", "__debug__")
    if isinstance(node, cst.SimpleString | cst.Integer | cst.Float | cst.Imaginary | cst.Ellipsis):
        return True
    if isinstance(node, cst.UnaryOperation):
        return is_constant(node.expression)
    if isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
        return is_constant(node.left) and is_constant(node.right)
    return isinstance(node, cst.Tuple) and all(is_constant(element.value) for element in node.elements)


def same_in_range(
    function: Function, left: cst.BaseExpression, right: cst.BaseExpression, old: str, new: str
) -> bool:
    """Return whether two comparisons with an integer literal give the same for all values of the other operand."""
    if not {old, new} <= _COMPARING.keys():
        return False
    pairs: list[tuple[int, int]] = []
    for one, other, swapped in ((left, right, False), (right, left, True)):
        bound, values = integer_of(other), _range_of(function, one)
        if bound is not None and values is not None:
            pairs += [(bound, value) if swapped else (value, bound) for value in _values(values, bound)]
    return bool(pairs) and all(_COMPARING[old](*pair) == _COMPARING[new](*pair) for pair in pairs)


def same_for_constant(left: cst.CSTNode, right: cst.CSTNode, old: str, new: str) -> bool:
    """Return whether two operators give the same for some numbers and a literal of a number, or for two literals."""
    if not {old, new} <= _COMPUTING.keys():
        return False
    first, second = _number_of(left), _number_of(right)
    if (first is None and second is None) or max(abs(first or 0), abs(second or 0)) > _LARGE:
        return False
    samples = (*_SAMPLES, *_REALS) if isinstance(first, float) or isinstance(second, float) else _SAMPLES
    lefts = samples if first is None else (first,)
    rights = samples if second is None else (second,)
    return all(_result(old, a, b) == _result(new, a, b) for a in lefts for b in rights)


def _number_of(node: cst.CSTNode) -> float | None:
    """Return the value of a literal of an integer or a real number, with a sign perhaps; None for anything else."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        inner = _number_of(node.expression)
        return None if inner is None else -inner
    return float(node.value.replace("_", "")) if isinstance(node, cst.Float) else integer_of(node)


def _result(sign: str, left: float, right: float) -> object:
    try:
        return _COMPUTING[sign](left, right)
    except (ArithmeticError, TypeError, ValueError) as error:
        return type(error)


def _range_of(function: Function, node: cst.BaseExpression) -> tuple[int, int | None] | None:
    """Return the smallest and the largest value of an expression, as far as its form shows."""
    if isinstance(node, cst.Name):
        return (0, None) if _is_counter(function, node) else None
    if isinstance(node, cst.Call):
        func = node.func
        name = func.attr if isinstance(func, cst.Attribute) else func
        least = _LEAST.get(name.value) if isinstance(name, cst.Name) else None
        if least is not None:
            return least, None
        if isinstance(func, cst.Name) and func.value == "max":
            return _largest(node)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
        divisor = integer_of(node.right)
        return (0, divisor - 1) if divisor is not None and divisor > 0 else None
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.BitAnd):
        masks = [
            mask for side in (node.left, node.right) if (mask := integer_of(side)) is not None and mask >= 0
        ]
        return (0, min(masks)) if masks else None
    return (0, 1) if function.types.of(node) == "bool" else None


def _largest(call: cst.Call) -> tuple[int, None] | None:
    """Return the smallest value of ``max(x, 0)``."""
    bounds = [value for arg in call.args if (value := integer_of(arg.value)) is not None]
    return (max(bounds), None) if bounds and len(call.args) > 1 else None


def _is_counter(function: Function, name: cst.Name) -> bool:
    """Return whether a name is only bound by a loop that counts from zero, or from a literal."""
    variable = function.scopes.variable_of(name)
    if variable is None or len(variable.writes) != 1:
        return False
    node: cst.CSTNode = variable.writes[0].node
    first = True
    above = function.parent(node)
    while isinstance(above, cst.Element | cst.Tuple):
        first = first and (isinstance(above, cst.Element) or above.elements[0] is node)
        node, above = above, function.parent(above)
    if not isinstance(above, cst.For | cst.CompFor) or above.target is not node:
        return False
    call = above.iter
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name):
        return False
    if call.func.value == "enumerate":
        return first and isinstance(node, cst.Tuple) and len(call.args) == 1
    start = integer_of(call.args[0].value) if len(call.args) == 2 else 0
    return call.func.value == "range" and len(call.args) < 3 and start is not None and start >= 0


def _values(least: tuple[int, int | None], bound: int) -> list[int]:
    """Return values of a range, including values that distinguish comparisons with a bound."""
    low, high = least
    near = range(bound - _NEAR, bound + _NEAR + 1)
    values = {low, *near} | ({high} if high is not None else set())
    return [value for value in values if value >= low and (high is None or value <= high)]
