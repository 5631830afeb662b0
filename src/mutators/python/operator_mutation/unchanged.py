"""Changes after which the compiler makes the same code, in constants that it computes and in code that never runs."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from mutators.model import Edit, apply_edits
from mutators.python.operator_mutation.operators import Change, edits_of, operands_of
from mutators.python.operator_mutation.values import is_constant
from parsers.errors import ParseError
from parsers.oracles.interpreter.code import same_code
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
    if not all(map(is_constant, operands)) and not _may_lack_code(function):
        return False
    edits = [Edit(edit.start - function.start, edit.old, edit.new) for edit in edits_of(function, change)]
    try:
        before = compiled(_alone(function, function.data))
        after = compiled(_alone(function, apply_edits(function.data, edits)))
    except ParseError:
        return False  # it does not compile without its module
    return same_code(before, after)


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
