"""libcst's tree of a text, with byte ranges and parents; a text that needs a wrapper to be read gets one.

Ranges are byte offsets into the text as it was given. Those of an expression leave out its own parentheses, as libcst has it.
"""

from __future__ import annotations

import re
import sys
import warnings
from dataclasses import dataclass, field
from types import CodeType

import libcst as cst

from parsers.errors import ParseError
from parsers.python.syntax.readable import hide, moved, without_form_feeds
from parsers.python.syntax.spans import Spans, printed
from parsers.python.syntax.wrapping import wrapper

__all__ = ["Tree", "compiled", "read_tree"]

_Ranges = tuple[tuple[int, int], ...]
_DEPTHS = (100, 50, 25)
"""The maximum depths of statements, tried one after another where a text is too deep."""
_CARRIAGE_RETURN = re.compile(r"\r(?!\n)")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, eq=False)
class Tree:
    """A text as libcst reads it.

    Attributes:
        module: The tree.
        data: Parsed text in UTF-8: the text without a byte order mark, perhaps with a line before it that lets it
            parse. A carriage return alone, which ends a line (2.1.2), is a line feed here.
        shift: Number of bytes by which the tree's offsets are too high.
        is_wrapped: Whether there is a line before the text; then the text is a part of a class.
        spans: Byte ranges of the nodes in `data`.
        hidden: Byte ranges in `data` of statements that are nested too deeply; the tree has an empty tuple there.
    """

    module: cst.Module = field(repr=False)
    data: bytes = field(repr=False)
    shift: int
    is_wrapped: bool
    spans: Spans = field(repr=False)
    hidden: _Ranges = ()

    def start(self, node: cst.CSTNode) -> int:
        """Return the byte offset at which a node starts, its own parentheses left out."""
        return self.spans[node][0] - self.shift

    def end(self, node: cst.CSTNode) -> int:
        """Return the byte offset after a node, its own parentheses left out."""
        return self.spans[node][1] - self.shift


def compiled(text: str, path: str | None = None) -> CodeType:
    """Return a module compiled by this interpreter.

    Raises:
        ParseError: it is not Python, or not this interpreter's version of it; names the line.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the text, such as an invalid escape
            return compile(text, path or "<text>", "exec", dont_inherit=True, optimize=0)
    except SyntaxError as error:
        version = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
        raise ParseError(f"{version} cannot read it: {error.msg}", path=path, line=error.lineno) from None
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:  # NUL bytes, nesting
        raise ParseError(f"cannot be compiled: {error or type(error).__name__}", path=path) from None


def read_tree(data: bytes, path: str | None = None) -> Tree:
    """Return the tree of a text.

    Args:
        data: Text in UTF-8.
        path: Path for messages.

    Raises:
        ParseError: it is not Python that this interpreter compiles, or libcst does not give the text back.
    """
    bom = len(_BOM) if data.startswith(_BOM) else 0
    head = wrapper(data[bom:])
    text = _CARRIAGE_RETURN.sub("\n", (head + data[bom:]).decode())
    try:
        compiled(text, path)
    except ParseError as error:
        if error.line is None or not head:
            raise
        message = str(error).rpartition(": ")[2]
        raise ParseError(message, path=path, line=max(1, error.line - 1)) from None
    try:
        module, spans, hidden = _shallow(text, path)
    except cst.ParserSyntaxError as error:
        raise ParseError(
            f"libcst cannot read it: {error.message}", path=path, line=max(1, error.raw_line - bool(head))
        ) from None
    return Tree(module, text.encode(), len(head) - bom, bool(head), spans, hidden)


def _shallow(text: str, path: str | None) -> tuple[cst.Module, Spans, _Ranges]:
    """Return the tree of a text, with as few statements hidden as lets it be read."""
    unreadable: cst.ParserSyntaxError | None = None
    try:
        return (*_parsed(text.encode(), path), ())
    except RecursionError:
        pass
    except cst.ParserSyntaxError as error:
        unreadable = error  # as it says of a string of thousands of parts
    for depth in _DEPTHS:
        data, hidden = hide(text, depth)
        try:
            return (*_parsed(data, path), tuple(hidden))
        except (RecursionError, cst.ParserSyntaxError):
            continue
    raise unreadable or ParseError("nested too deeply", path=path)


def _parsed(data: bytes, path: str | None) -> tuple[cst.Module, Spans]:
    cuts: list[tuple[int, int]] = []
    if b"\f" in data:
        data, cuts = without_form_feeds(data)
    text = data.decode()
    module = cst.parse_module(text)
    code, spans = printed(module)
    if code != text:
        raise ParseError("libcst does not give the text back", path=path)
    return module, moved(spans, cuts)
