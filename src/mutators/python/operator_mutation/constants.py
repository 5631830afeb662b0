"""The results of expressions of literals before and after a change, computed as Python computes them (LR 6.5 to 6.13).

The compiler folds only some of them, no comparison among them; so code objects that differ say nothing.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Final

import libcst as cst

from mutators.model import Edit, apply_edits
from parsers.python.function import Function
from parsers.python.syntax.children import visible_children_of
from parsers.python.syntax.expressions import is_test

_COMPARING: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}
_COMPUTING: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_UNARY: dict[type[ast.AST], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
_SINGLE: Final = (None, True, False, ...)
"""Constants that are one object each, so that ``is`` has a meaning for them."""
_LARGE = 2**64
_MANY = 1000
"""Numbers and repetitions up to which values are computed."""
_SYNTAX = (
    cst.BaseNumber,
    cst.SimpleString,
    cst.Ellipsis,
    cst.UnaryOperation,
    cst.BinaryOperation,
    cst.BooleanOperation,
    cst.Comparison,
    cst.ComparisonTarget,
    cst.IfExp,
    cst.Tuple,
    cst.Element,
)
_BESIDE = (
    cst.BaseCompOp,
    cst.BaseBinaryOp,
    cst.BaseUnaryOp,
    cst.BaseBooleanOp,
    cst.LeftParen,
    cst.RightParen,
    cst.Comma,
)


class _UnknownError(Exception):
    """The value is not made of literals, or is too large to be computed."""


def truth_of(function: Function, node: cst.BaseExpression) -> bool | None:
    """Return the truth of an expression of literals, None for any other one."""
    if not _is_closed(node):
        return None
    try:
        return bool(_value(function.outer_text(node)))
    except (_UnknownError, ArithmeticError, TypeError, ValueError):
        return None


def same_after(function: Function, node: cst.CSTNode, edits: Sequence[Edit]) -> bool:
    """Return whether an expression of literals around a change gives the same before and after it.

    Where only the truth of an expression counts, the same truth is enough.

    Args:
        node: the changed expression.
        edits: Edits of the change.
    """
    while isinstance(node, cst.BaseExpression | cst.ComparisonTarget | cst.Element) and _is_closed(node):
        if isinstance(node, cst.BaseExpression) and _agree(function, node, edits):
            return True
        node = function.parent(node)
    return False


def same_comparison(
    function: Function, left: cst.BaseExpression, right: cst.BaseExpression, old: str, new: str
) -> bool:
    """Return whether two operators give the same for two expressions of literals in a chain of comparisons."""
    if not (_is_closed(left) and _is_closed(right)):
        return False
    one, other = (f"({function.outer_text(side)}\n)" for side in (left, right))
    try:
        return _result(f"{one} {old} {other}", bool) == _result(f"{one} {new} {other}", bool)
    except _UnknownError:
        return False


def _agree(function: Function, node: cst.BaseExpression, edits: Sequence[Edit]) -> bool:
    start, end = function.outer(node)
    if not all(start <= edit.start and edit.end <= end for edit in edits):
        return False
    moved = [Edit(edit.start - start, edit.old, edit.new) for edit in edits]
    after = apply_edits(function.source.data[start:end], moved).decode()
    how = bool if is_test(function, node) else _identity
    try:
        return _result(function.outer_text(node), how) == _result(after, how)
    except _UnknownError:
        return False


def _identity(value: object) -> object:
    return value


def _result(text: str, how: Callable[[object], object]) -> str:
    """Return the value of a text, or the exception that it raises."""
    try:
        return repr(how(_value(text)))
    except (ArithmeticError, TypeError, ValueError) as error:
        return type(error).__name__


def _is_closed(node: cst.CSTNode) -> bool:
    """Return whether an expression has nothing but literals and operators."""
    if isinstance(node, cst.Name):
        return node.value in ("True", "False", "None")
    if not isinstance(node, _SYNTAX):
        return isinstance(node, _BESIDE)
    return all(map(_is_closed, visible_children_of(node)))


def _value(text: str) -> Any:  # noqa: ANN401 - of any built-in class
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the text, such as ``"a" is None``
            return _of(ast.parse(f"({text}\n)", mode="eval").body)
    except (SyntaxError, RecursionError) as error:
        raise _UnknownError from error


def _of(node: ast.expr) -> Any:  # noqa: ANN401 - of any built-in class
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Tuple):
        return tuple([_of(element) for element in node.elts])
    if isinstance(node, ast.UnaryOp):
        return _UNARY[type(node.op)](_of(node.operand))
    if isinstance(node, ast.IfExp):
        return _of(node.body if _of(node.test) else node.orelse)
    if isinstance(node, ast.BoolOp):
        for part in node.values[:-1]:
            value = _of(part)
            if bool(value) == isinstance(node.op, ast.Or):
                return value
        return _of(node.values[-1])
    if isinstance(node, ast.Compare):
        return _compared(node)
    if isinstance(node, ast.BinOp):
        return _computed(node)
    raise _UnknownError


def _compared(node: ast.Compare) -> bool:
    left = _of(node.left)
    for sign, comparator in zip(node.ops, node.comparators, strict=True):
        right = _of(comparator)
        if isinstance(sign, ast.Is | ast.IsNot):
            single = any(side is one for side in (left, right) for one in _SINGLE)
            if not single and type(left) is type(right) and left == right:
                raise _UnknownError  # equal constants may be one object
            holds = (left is right) == isinstance(sign, ast.Is)
        else:
            holds = _COMPARING[type(sign)](left, right)
        if not holds:
            return False
        left = right
    return True


def _computed(node: ast.BinOp) -> Any:  # noqa: ANN401 - of any built-in class
    left, right = _of(node.left), _of(node.right)
    numbers = [side for side in (left, right) if isinstance(side, int | float | complex)]
    grows = isinstance(node.op, ast.Pow | ast.LShift) and len(numbers) == 2 and abs(right) > 64
    repeats = isinstance(node.op, ast.Mult) and len(numbers) == 1 and abs(numbers[0]) > _MANY
    if type(node.op) not in _COMPUTING or grows or repeats or any(abs(number) > _LARGE for number in numbers):
        raise _UnknownError
    return _COMPUTING[type(node.op)](left, right)
