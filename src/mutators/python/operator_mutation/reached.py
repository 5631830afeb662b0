"""Places that the compiler certainly makes code of, so that another operator there gives other code."""

from __future__ import annotations

import libcst as cst

from parsers.python.function import Function

__all__ = ["is_reached"]

_JUMPS = (cst.Return, cst.Raise, cst.Break, cst.Continue)
_TESTED = (cst.If, cst.While, cst.IfExp, cst.Assert)


def is_reached(function: Function, node: cst.CSTNode) -> bool:
    """Return whether no constant and no jump keeps a node from being evaluated, as far as the compiler can see.

    It is not asked which constant, nor whether a jump is always made.
    """
    if _KEY not in function.memo:
        guards = [case.guard for case in function.all(cst.MatchCase) if case.guard is not None]
        function.memo[_KEY] = not any(
            map(_is_decided, [*guards, *[part.test for part in function.all(cst.CompIf)]])
        )
    inner = node
    for around in function.around(node):
        if isinstance(around, cst.IndentedBlock | cst.SimpleStatementLine | cst.SimpleStatementSuite):
            if any(map(_stops, around.body[: around.body.index(inner)])):
                return False
        elif isinstance(around, _TESTED):
            if _is_decided(around.test) or (isinstance(around, cst.While) and inner is around.orelse):
                return False
        elif isinstance(around, cst.BooleanOperation):
            if _is_decided(around.left) or _is_decided(around.right):
                return False
        elif isinstance(around, cst.Try | cst.TryStar | cst.For) and inner is not around.body:
            return False
        inner = around
    return bool(function.memo[_KEY])


_KEY = object()


def _stops(node: cst.CSTNode) -> bool:
    """Return whether the compiler may see that what follows a statement is not reached."""
    if isinstance(node, cst.SimpleStatementLine | cst.IndentedBlock | cst.SimpleStatementSuite):
        return any(map(_stops, node.body))
    if isinstance(node, cst.Else | cst.Finally | cst.With):
        return _stops(node.body)
    if isinstance(node, cst.If | cst.While):
        return _is_decided(node.test) or _may_stop(node)
    if isinstance(node, cst.For):
        return _may_stop(node)
    if isinstance(node, cst.Try | cst.TryStar):
        parts = (node.body, *[handler.body for handler in node.handlers], node.orelse, node.finalbody)
        return any(_stops(part) for part in parts if part is not None)
    if isinstance(node, cst.Match):
        return all(_stops(case.body) for case in node.cases)
    if isinstance(node, cst.Assert):
        return _is_decided(node.test)
    return isinstance(node, _JUMPS)


def _may_stop(node: cst.If | cst.While | cst.For) -> bool:
    """Return whether a statement never ends normally; a loop, whose body may be left out, ends by its `else`."""
    if node.orelse is None:
        return False
    return _stops(node.orelse) and (not isinstance(node, cst.If) or _stops(node.body))


def _is_decided(node: cst.CSTNode) -> bool:
    """Return whether the compiler may know the truth of an expression, or of a part of it that decides."""
    if isinstance(node, cst.Name):
        return node.value in ("True", "False", "None", "__debug__")
    if isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
        return _is_decided(node.left) or _is_decided(node.right)
    if isinstance(node, cst.UnaryOperation):
        return _is_decided(node.expression)
    if isinstance(node, cst.Subscript):
        return _is_decided(node.value)
    return not isinstance(node, cst.Comparison | cst.Call | cst.Attribute | cst.Await)
