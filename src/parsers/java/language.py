"""Java as a `Language`: reading its texts, and the tokens that would run together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.java.parsed import JavaParsed
from parsers.java.syntax import outline, tokens
from parsers.language import Language, Token

if TYPE_CHECKING:
    from parsers.source import SourceFile

__all__ = ["JAVA", "Java"]


class Java(Language):
    """Java, as tree-sitter reads it."""

    name = "java"
    suffixes = (".java",)
    comment = b"/**/"

    def read(self, source: SourceFile) -> JavaParsed:
        """Return a whole file, class members alone or statements alone.

        Raises:
            ParseError: the text is of no such kind.
        """
        return JavaParsed(source, *outline.read(source.data, source.path))

    def tokenize(self, data: bytes) -> list[Token]:
        """Return the tokens of any text (JLS 3.5)."""
        return tokens.tokenize(data)

    def joins(self, left: bytes, right: bytes) -> bool:
        """Return whether two tokens with these bytes at their ends would be read as other ones without a blank (JLS 3.2)."""
        return tokens.joins(left, right)


JAVA = Java()
