"""Python as a `Language`: reading its texts, and the tokens that would run together."""

from __future__ import annotations

import ast
import keyword
import re
import warnings
from typing import TYPE_CHECKING

from parsers.language import Language, Token
from parsers.python.parsed import PythonParsed
from parsers.python.prose import PROSE
from parsers.python.syntax import tokens
from parsers.python.syntax.encoding import declared

if TYPE_CHECKING:
    from parsers.excerpt import Excerpts
    from parsers.source import SourceFile

__all__ = ["PYTHON", "Python"]

_DOTS = re.compile(rb"\.\.\.|\xe2\x80\xa6")
_NAME = re.compile(rb"[A-Za-z_$\x80-\xff]")
_LITERAL = re.compile(rb"(?i:[bruft]{0,2})[\"']|[0-9]|\.[0-9]")
_LEFT_OUT = re.compile(rb"#[# \t]*(?:\.\.\.|\xe2\x80\xa6)[^\r\n]*")


class Python(Language):
    """Python, as libcst reads it and this interpreter compiles it."""

    name = "python"
    suffixes = (".py",)
    comment = b""
    comment_signs = (b"#",)
    negations = frozenset({b"True", b"False", b"not"})
    margins = True
    declares_encoding = True
    function_word = b"def"
    functions_are_files = True
    prose = PROSE

    def read(self, source: SourceFile) -> PythonParsed:
        """Return a module, or functions alone, whose first line may be indented or lack the indentation of the others.

        Raises:
            ParseError: the text is none of these.
        """
        return PythonParsed.read(source)

    def tokenize(self, data: bytes) -> list[Token]:
        """Return the tokens of any text; the ends of logical lines, and where blocks begin and end, are tokens."""
        return tokens.tokenize(data)

    def joins(self, left: bytes, right: bytes) -> bool:
        """Return whether two tokens with these bytes at their ends would be read as other ones without a blank."""
        return tokens.joins(left, right)

    def comments(self, data: bytes) -> list[Token]:
        """Return the comments of any text (Python language reference, 2.1.3)."""
        return tokens.comments(data)

    def left_out(self, data: bytes) -> list[Token]:
        """Return the comments that begin with dots, and the statements ``...`` (Python language reference, 2.1.3 and 6.2.1)."""
        if not _DOTS.search(data):
            return []
        found, end = list[Token](), 0
        texts = tokens.tokenize(data)
        for at, token in enumerate(texts):
            found += _comments(data, end, token.start)
            before = texts[at - 1].text if at else b"\n"
            after = texts[at + 1].text if at + 1 < len(texts) else b"\n"
            if token.text == b"..." and before.strip() in (b"", b":", b";") and after.strip() in (b"", b";"):
                found.append(token)
            end = token.end
        return [*found, *_comments(data, end, len(data))]

    def normal_form(self, source: SourceFile) -> tuple[bytes, ...]:
        """Return the abstract syntax tree, which ignores redundant parentheses, quotes, and widths of indentation."""
        if not source.parses:
            return super().normal_form(source)
        text = PythonParsed.of(
            source
        ).tree.data.decode()  # bytes would be read in the encoding that they declare
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of the text, such as an invalid escape
                tree = ast.parse(text)
            return (b"tree", ast.dump(tree).encode("utf-8", "surrogatepass"))
        except (RecursionError, MemoryError, ValueError):  # too deep, or a number of thousands of digits
            return super().normal_form(source)

    def shape(self, data: bytes) -> list[bytes]:
        """Return the tokens of any text with all names but keywords alike, and all literals."""
        return [_alike(token.text) for token in self.tokenize(data)]

    def declared_encoding(self, data: bytes, path: str | None = None) -> str:
        """Return the encoding that a file declares in one of its first two lines (PEP 263).

        Raises:
            ParseError: no encoding has the name.
        """
        return declared(data, path)

    @property
    def excerpts(self) -> Excerpts:
        """The splitter of functions from a class and imports around them."""
        from parsers.python import excerpts

        return excerpts


def _alike(token: bytes) -> bytes:
    if _LITERAL.match(token):
        return b"0"
    return b"x" if _NAME.match(token) and not keyword.iskeyword(token.decode()) else token


def _comments(data: bytes, start: int, end: int) -> list[Token]:
    """Return the comments that begin with dots in what is between two tokens."""
    return [Token(m[0], m.start(), m.end()) for m in _LEFT_OUT.finditer(data, start, end)]


PYTHON = Python()
