"""Places in a function for a statement that sets a new variable, and the edit that inserts it."""

from __future__ import annotations

import libcst as cst

from mutators.model import Edit
from parsers.python.function import Function
from parsers.python.syntax.kinds import concrete

_SMALL = concrete(cst.BaseSmallStatement)
_COMPOUND = concrete(cst.BaseCompoundStatement)


def statements(function: Function) -> list[cst.CSTNode]:
    """Return the statements of a function before which another one can be, in the order of the text.

    They are all but the function itself and the `elif` parts. A line of small statements is not one, but each of them is.
    """
    found = [
        node
        for node in function.nodes
        if type(node) in _SMALL
        or (
            type(node) in _COMPOUND
            and node is not function.node
            and isinstance(function.parent(node), cst.IndentedBlock)
        )
    ]
    return sorted(found, key=function.start_of)


def obstacle(function: Function, statement: cst.CSTNode) -> str | None:
    """Return why no local variable can be set right before a statement, or None."""
    owner = next(node for node in function.around(statement) if isinstance(node, _BODIES))
    if isinstance(owner, cst.ClassDef):
        return "a variable of a class body is an attribute"
    if isinstance(statement, cst.Global | cst.Nonlocal):
        return "what declares global or nonlocal names comes first"
    if statement is _first(owner) and _is_text(statement):
        return "a docstring must come first"
    return None


def taken_names(function: Function) -> frozenset[str]:
    """Return the names that a new variable of a function must not have: every word in its text, even in strings."""
    return function.scopes.identifiers


def before(function: Function, statement: cst.CSTNode, text: str) -> Edit:
    """Return an edit that inserts a small statement before another statement.

    It continues a line of its own with the very indentation of the other one, or, where that one is not the first of an indented
    line, in the same line.
    """
    data, offset = function.source.data, start_of(function, statement)
    if not _leads(function, statement):
        return Edit(offset, "", f"{text}; ")
    lines = function.source.lines
    start = lines.start(lines.line(offset))
    return Edit(start, "", data[start:offset].decode() + text + _line_end(data, start))


def removal(function: Function, statement: cst.BaseSmallStatement) -> Edit | None:
    """Return an edit that removes a small statement: its line, or the statement and what parts it from the next one.

    None where it is the last one of a line that it does not have for itself.
    """
    source, start = function.source, function.start_of(statement)
    line = function.parent(statement)
    if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1:
        number = source.lines.line(start)
        first = source.lines.start(number)
        rest = source.slice(function.end_of(statement), source.lines.end(number))
        if rest.strip("; \t\f\r\n") == "":
            return Edit(first, source.slice(first, source.lines.end(number)), "")
    following = next_statement(function, statement)
    if following is None or function.parent(following) is not line:
        return None
    end = function.start_of(following)
    return Edit(start, source.slice(start, end), "")


def start_of(function: Function, statement: cst.CSTNode) -> int:
    """Return the byte offset at which a statement starts, its decorators included."""
    decorators = getattr(statement, "decorators", ())
    return function.start_of(decorators[0] if decorators else statement)


def next_statement(function: Function, statement: cst.CSTNode) -> cst.CSTNode | None:
    """Return the statement that follows in the same block, None if it is the last one."""
    node = statement
    while True:
        above = function.parent(node)
        siblings = getattr(above, "body", ())
        at = next(index for index, sibling in enumerate(siblings) if sibling is node)
        if at + 1 < len(siblings):
            return _leading(siblings[at + 1])
        if not isinstance(above, cst.SimpleStatementLine):
            return None
        node = above


def _leading(node: cst.CSTNode) -> cst.CSTNode:
    """Return a statement, or the first one of a line of small statements."""
    return node.body[0] if isinstance(node, cst.SimpleStatementLine) else node


def _first(owner: cst.FunctionDef | cst.ClassDef) -> cst.CSTNode:
    return _leading(owner.body.body[0])


def _is_text(statement: cst.CSTNode) -> bool:
    """Return whether a statement is a docstring, if it is the first of a body (Python language reference, 6.2.1 and 8.7)."""
    if not isinstance(statement, cst.Expr):
        return False
    value = statement.value
    return isinstance(value, cst.SimpleString | cst.ConcatenatedString) and isinstance(
        value.evaluated_value, str
    )


def _leads(function: Function, statement: cst.CSTNode) -> bool:
    """Return whether a statement is the first of a line of an indented block."""
    above = function.parent(statement)
    if isinstance(above, cst.SimpleStatementLine):
        return above.body[0] is statement
    return isinstance(above, cst.IndentedBlock)


def _line_end(data: bytes, start: int) -> str:
    """Return the line end before a byte offset at which a line starts."""
    if data[start - 2 : start] == b"\r\n":
        return "\r\n"
    return data[start - 1 : start].decode()


_BODIES = (cst.FunctionDef, cst.ClassDef)
