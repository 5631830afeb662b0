"""Python as a `Language`: reading its texts, and the tokens that would run together."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from parsers.language import Language, Token
from parsers.python.parsed import PythonParsed
from parsers.python.syntax import tokens

if TYPE_CHECKING:
    from parsers.source import SourceFile

__all__ = ["PYTHON", "Python"]


class Python(Language):
    """Python, as libcst reads it and this interpreter compiles it."""

    name = "python"
    suffixes = (".py",)
    comment = b""

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

    def normal_form(self, source: SourceFile) -> tuple[bytes, ...]:
        """Return the abstract syntax tree of a text: without redundant parentheses, quotes, and widths of indentation."""
        if not source.parses:
            return super().normal_form(source)
        try:
            tree = ast.parse(PythonParsed.of(source).tree.data)
            return (b"tree", ast.dump(tree).encode("utf-8", "surrogatepass"))
        except (RecursionError, MemoryError, ValueError):  # too deep, or a number of thousands of digits
            return super().normal_form(source)


PYTHON = Python()
