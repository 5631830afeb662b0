"""The two branches of an `if` with an `else`, or of a conditional expression, and the edits that exchange them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from mutators.model import Edit
from mutators.python.match import PythonMatch
from mutators.python.tools.negation import is_negation, without_not
from parsers.python.function import Function
from parsers.python.syntax.tokens import DEDENT, INDENT, NEWLINE, tokenize

_ODD_END = re.compile(r"[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]|\r(?!\n)")
"""Line ends of Python's `splitlines` that are none in a Python text."""
_REST = re.compile(rb"[ \t\f]*(?:;[ \t\f]*)?(?:#[^\r\n]*)?(?=\r|\n|\Z)")
_COMMENT_LINE = re.compile(rb"(?:\r\n|\n|\r)([ \t\f]*)#[^\r\n]*")
_BLANK_LINE = re.compile(rb"(?:\r\n|\n|\r)[ \t\f]*(?=\r|\n)")


@dataclass(frozen=True)
class Branch:
    """A branch: its byte range and its text at the other place.

    Attributes:
        start, end: Range of the branch, from behind the colon to the end of its last line, including comments.
        moved: Text of the branch as it is in place of the other one.
    """

    start: int
    end: int
    moved: str


def branches(function: Function, node: cst.CSTNode) -> tuple[Branch, Branch] | str:
    """Return the branches of an `if` or a conditional expression, or why they cannot change places."""
    return _statement(function, node) if isinstance(node, cst.If) else _expression(function, node)


def _expression(function: Function, node: cst.CSTNode) -> tuple[Branch, Branch] | str:
    assert isinstance(node, cst.IfExp)
    if any(isinstance(around, cst.FormattedStringExpression) for around in function.around(node)):
        return "in an f-string, a brace at the beginning of a field would mean something else"
    first, last = node.body, node.orelse
    text = function.outer_text(last)
    if not last.lpar and isinstance(last, cst.IfExp | cst.Lambda):
        text = f"({text})"
    return (
        Branch(*function.outer(first), function.outer_text(first)),
        Branch(*function.outer(last), text),
    )


def _statement(function: Function, node: cst.If) -> tuple[Branch, Branch] | str:
    if isinstance(node.orelse, cst.If):
        return _chain_branches(function, node, node.orelse)
    return _statement_branches(function, node)


def _chain_branches(function: Function, node: cst.If, chain: cst.If) -> tuple[Branch, Branch] | str:
    """Return the branches of an `if` with an `elif`, whose chain becomes an `if` of its own, one level deeper."""
    data, start = function.source.data, function.start_of(node)
    column = _column(data, start)
    margin = data[start - column : start].decode()
    if margin.strip():
        return "an elif is the if of another exchange"
    deeper = _deeper(function, node, margin)
    first = data.index(b":", function.outer(node.test)[1]) + 1
    middle = function.start_of(chain)
    ends = _end(function, node.body, column, middle), _end(function, _last_of(chain), column, function.end)
    moved = _indented(data[middle : ends[1]].decode(), deeper.removeprefix(margin))
    if moved is None or not deeper.startswith(margin):
        return "the indentation of the elif cannot change: a string spans lines, or tabs are mixed"
    line = "\r\n" if b"\r\n" in function.data else "\n"
    inner = function.source.slice(first, ends[0])
    return (
        Branch(first, ends[0], f"else:{inner}"),
        Branch(middle, ends[1], f"{line}{deeper}{moved.removeprefix('el')}"),
    )


def _deeper(function: Function, node: cst.If, margin: str) -> str:
    """Return the blanks before a line that is one level deeper than an `if`."""
    if isinstance(node.body, cst.IndentedBlock):
        first = function.start_of(node.body.body[0])
        data = function.source.data
        return data[first - _column(data, first) : first].decode()
    return margin + ("\t" if margin.endswith("\t") else "    ")


def _last_of(chain: cst.If) -> cst.CSTNode:
    """Return the body of the last part of a chain of `elif`."""
    while isinstance(chain.orelse, cst.If):
        chain = chain.orelse
    return chain.body if chain.orelse is None else chain.orelse.body


def _indented(text: str, blanks: str) -> str | None:
    """Return a text with blanks before each line but the first, None where a token spans lines."""
    for token in tokenize(text.encode()):
        if token.text not in (NEWLINE, INDENT, DEDENT) and (b"\n" in token.text or b"\r" in token.text):
            return None
    if _ODD_END.search(text):
        return None
    first, *lines = text.splitlines(keepends=True)
    return first + "".join(blanks + line if line.strip() else line for line in lines)


def _statement_branches(function: Function, node: cst.If) -> tuple[Branch, Branch]:
    """Return the branches of an `if` with an `else`."""
    other = node.orelse
    assert isinstance(other, cst.Else)
    data = function.source.data
    column = _column(data, function.start_of(node))
    first = data.index(b":", function.outer(node.test)[1]) + 1
    middle = function.start_of(other)
    last = data.index(b":", middle) + 1
    ends = (
        _end(function, node.body, column, middle),
        _end(function, other.body, column, function.end),
    )
    return (
        Branch(first, ends[0], function.source.slice(first, ends[0])),
        Branch(last, ends[1], function.source.slice(last, ends[1])),
    )


def _column(data: bytes, offset: int) -> int:
    return offset - max(data.rfind(b"\n", 0, offset), data.rfind(b"\r", 0, offset)) - 1


def _end(function: Function, body: cst.CSTNode, column: int, limit: int) -> int:
    """Return the end of a branch, with the comment behind it and indented comments below it, up to a limit."""
    data = function.source.data
    at = function.end_of(body)
    rest = _REST.match(data, at, limit) if limit > at else None
    if rest is None:
        return at
    at = rest.end()
    below = at
    while below < limit:
        comment, blank = _COMMENT_LINE.match(data, below, limit), _BLANK_LINE.match(data, below, limit)
        if comment is not None and len(comment[1]) > column:
            at = below = comment.end()
        elif blank is not None:
            below = blank.end()
        else:
            break
    return at


def exchanged(function: Function, pair: tuple[Branch, Branch]) -> Iterator[Edit]:
    """Yield the edits that exchange two branches."""
    first, last = pair
    yield Edit(first.start, function.source.slice(first.start, first.end), last.moved)
    yield Edit(last.start, function.source.slice(last.start, last.end), first.moved)


def negated_test(match: PythonMatch, test: cst.BaseExpression) -> list[Edit]:
    """Return the edits that negate a test: ``not x`` loses its `not`, everything else becomes ``not (x)``."""
    if isinstance(test, cst.UnaryOperation) and is_negation(test) and not test.lpar:
        return [without_not(match, test)]
    start, end = match.method.outer(test)
    if test.lpar:
        return [Edit(start, "", "not ")]
    return [Edit(start, "", "not ("), Edit(end, "", ")")]


def same_tokens(one: str, other: str) -> bool:
    """Return whether two texts have the same tokens."""
    return [token.text for token in tokenize(one.encode())] == [
        token.text for token in tokenize(other.encode())
    ]
