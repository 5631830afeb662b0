"""Changes after which the compiler makes the same code, in constants that it computes and in code that never runs."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType

import libcst as cst

from mutators.model import Edit, apply_edits
from mutators.python.operator_mutation.operators import Change, edits_of, operands_of
from mutators.python.operator_mutation.reached import is_reached
from mutators.python.operator_mutation.values import is_constant
from parsers.errors import ParseError
from parsers.oracles.interpreter.code import same_code
from parsers.oracles.interpreter.differing import surely_differ
from parsers.python.function import Function
from parsers.python.syntax.tree import compiled

_JUMPS = (cst.Return, cst.Raise, cst.Break, cst.Continue)
_TESTED = (cst.If, cst.While, cst.IfExp, cst.CompIf)


def is_unchanged(function: Function, change: Change) -> bool:
    """Return whether this interpreter makes the same code of a function before and after a change.

    It is asked only where that is possible, namely at constants and in functions in which a test is constant or code
    follows a jump.
    """
    operands = operands_of(function, change) or (change.node,)
    if not all(map(is_constant, operands)) and (not _may_lack_code(function) or _is_live(function, change)):
        return False
    edits = [Edit(edit.start - function.start, edit.old, edit.new) for edit in edits_of(function, change)]
    before = _code(function)
    if before is None:
        return False
    try:
        after = compiled(_alone(function, apply_edits(function.data, edits)))
    except ParseError:
        return False
    return not surely_differ(before, after) and same_code(before, after)


def _is_live(function: Function, change: Change) -> bool:
    """Return whether an operator that is an instruction of its own is certainly compiled; `and`, `or` and `not` may be jumps."""
    return isinstance(change.node, _INSTRUCTIONS) and is_reached(function, change.node)


_INSTRUCTIONS = (cst.BinaryOperation, cst.Comparison, cst.BaseCompOp, cst.AugAssign)


def _code(function: Function) -> CodeType | None:
    """Return the code of a function, None if it does not compile without its module."""
    if _CODE not in function.memo:
        try:
            function.memo[_CODE] = compiled(_alone(function, function.data))
        except ParseError:
            function.memo[_CODE] = None
    code: CodeType | None = function.memo[_CODE]
    return code


_CODE = object()


def _alone(function: Function, data: bytes) -> str:
    """Return a text of the function, in a class if it is indented, so that it compiles."""
    start = function.start
    margin = function.source.data[function.source.lines.start(function.start_line) : start]
    return ("class _:\n" if margin.isspace() else "") + (margin + data).decode()


def _may_lack_code(function: Function) -> bool:
    """Return whether the compiler may leave out code of the function."""
    if _KEY not in function.memo:
        function.memo[_KEY] = any(_constant_tests(function)) or any(_jumps_before_code(function))
    return bool(function.memo[_KEY])


_KEY = object()


def _constant_tests(function: Function) -> Iterator[bool]:
    for node in function.nodes:
        if isinstance(node, _TESTED):
            yield is_constant(node.test)
        elif isinstance(node, cst.BooleanOperation):
            yield is_constant(node.left) or is_constant(node.right)


def _jumps_before_code(function: Function) -> Iterator[bool]:
    for node in function.nodes:
        if isinstance(node, cst.IndentedBlock):
            for line in node.body[:-1]:
                yield isinstance(line, cst.SimpleStatementLine) and isinstance(line.body[-1], _JUMPS)
