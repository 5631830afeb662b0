"""The common parts of the forms of loop-exchange: the parts of a loop, and names that mean built-ins."""

from __future__ import annotations

import libcst as cst

from mutators.python.tools.declaring import start_of
from parsers.python.function import Function

CLASS_BODY = "a variable of a class body is an attribute"


def first_of(loop: cst.For | cst.While) -> cst.CSTNode:
    """Return the first statement of a loop's body."""
    first = loop.body.body[0]
    return first.body[0] if isinstance(first, cst.SimpleStatementLine) else first


def has_line_of_its_own(loop: cst.For | cst.While) -> bool:
    """Return whether the body of a loop is an indented block."""
    return isinstance(loop.body, cst.IndentedBlock)


def margin(function: Function, statement: cst.CSTNode) -> str:
    """Return the blanks between the beginning of a line and the statement that leads it."""
    offset = start_of(function, statement)
    data = function.source.data
    start = max(data.rfind(b"\n", 0, offset), data.rfind(b"\r", 0, offset)) + 1
    return data[start:offset].decode().removeprefix("\ufeff")


def line_end(function: Function) -> str:
    """Return the line end of the text of a function."""
    data = function.data
    return "\r\n" if b"\r\n" in data else "\n" if b"\n" in data or b"\r" not in data else "\r"


def only_break(statement: cst.CSTNode) -> cst.If | None:
    """Return a statement that is ``if c: break`` and nothing else."""
    if not isinstance(statement, cst.If) or statement.orelse is not None:
        return None
    body = statement.body.body
    inner = body[0].body if len(body) == 1 and isinstance(body[0], cst.SimpleStatementLine) else body
    return statement if len(inner) == 1 and isinstance(inner[0], cst.Break) else None


def in_class_body(function: Function, loop: cst.CSTNode) -> bool:
    """Return whether a loop is directly in a class body."""
    owner = next(node for node in function.around(loop) if isinstance(node, cst.FunctionDef | cst.ClassDef))
    return isinstance(owner, cst.ClassDef)


def is_built_in(function: Function, name: str) -> bool:
    """Return whether a name would mean the built-in of that name anywhere in a function, as far as the text shows."""
    bound = any(name in scope.bound or name in scope.nonlocal_ for scope in function.scopes.all)
    return not bound and not function.parsed.names.is_shadowed(name)
