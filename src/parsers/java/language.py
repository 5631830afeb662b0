"""Java as a `Language`: reading its texts, and the tokens that would run together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parsers.java.parsed import JavaParsed
from parsers.java.prose import PROSE
from parsers.java.syntax import outline, tokens, trust
from parsers.java.syntax.brackets import has_unpaired_bracket
from parsers.java.syntax.shape import shape
from parsers.java.syntax.tree import WORDS
from parsers.language import Language, Token

if TYPE_CHECKING:
    from parsers.excerpt import Excerpts
    from parsers.source import SourceFile
    from parsers.splicing import Splice, SplicedTokens, Tokens

_SMALL = 16_384
"""Bytes up to which brackets are counted before a text is parsed."""
_PAIRS = ((b"(", b")"), (b"{", b"}"), (b"[", b"]"))
_LEFT_OUT = re.compile(rb"/[/*][/* \t]*(?:\.\.\.|\xe2\x80\xa6)")


class Java(Language):
    """Java, as tree-sitter reads it."""

    name = "java"
    suffixes = (".java",)
    comment = b"/**/"
    comment_signs = (b"//", b"/*")
    over_lines = (b"/*", b'"""', b"\\\n", b"\\\r")
    negations = frozenset({b"true", b"false"})
    prose = PROSE

    def read(self, source: SourceFile) -> JavaParsed:
        """Return a whole file, class members alone or statements alone.

        Raises:
            ParseError: the text is none of these.
        """
        return JavaParsed(source, *outline.read(source.data, source.path))

    def tokenize(self, data: bytes) -> list[Token]:
        """Return the tokens of any text (JLS 3.5)."""
        return tokens.tokenize(data)

    def is_foreign(self, data: bytes) -> bool:
        """Return whether a text has an unpaired bracket, or a backtick before any comment or literal, as in a fence."""
        return tokens.has_open_backtick(data) or (
            len(data) <= _SMALL
            and any(data.count(opening) != data.count(closing) for opening, closing in _PAIRS)
            and has_unpaired_bracket(data)
        )

    def has_token(self, data: bytes) -> bool:
        """Return whether any text has a token; it is read up to the first one."""
        return tokens.has_token(data)

    def tokenize_again(
        self, older: Tokens | SplicedTokens, data: bytes, splice: Splice
    ) -> SplicedTokens | None:
        """Return the tokens of a text that differs from another one in one stretch; None where all of it must be read."""
        return tokens.tokenize_again(older, data, splice)

    def joins(self, left: bytes, right: bytes) -> bool:
        """Return whether two tokens with these bytes at their ends would be read as other ones without a blank (JLS 3.2)."""
        return tokens.joins(left, right)

    def hides_code(self, data: bytes) -> bool:
        """Return whether a Unicode escape may end a comment or a literal, which `tokenize` does not see (JLS 3.3)."""
        return trust.hides_delimiter(data)

    def has_unpaired_bracket(self, data: bytes) -> bool:
        """Return whether a bracket outside comments and literals has no partner."""
        return has_unpaired_bracket(data)

    def has_error_in_comment(self, data: bytes) -> bool:
        """Return whether a comment may be unclosed, or end at a carriage return, at which the grammar does not end it."""
        opening = data.rfind(b"/*")
        return 0 <= opening > data.rfind(b"*/") - 2 or data.count(b"\r") > data.count(b"\r\n")

    def is_plain_name(self, text: str) -> bool:
        """Return whether a text is an identifier of ASCII that is no word of any grammar (JLS 3.8, 3.9)."""
        return text.isidentifier() and text.isascii() and text not in WORDS | trust.RESERVED

    def comments(self, data: bytes) -> list[Token]:
        """Return the comments of any text (JLS 3.7)."""
        return tokens.comments(data)

    def left_out(self, data: bytes) -> list[Token]:
        """Return the comments that begin with dots (JLS 3.7)."""
        if not _LEFT_OUT.search(data):
            return []
        return [comment for comment in tokens.comments(data) if _LEFT_OUT.match(comment.text)]

    def normal_form(self, source: SourceFile) -> tuple[bytes, ...]:
        """Return a listing of the tree without redundant parentheses, double negations and braces, as `normal_form` has it."""
        from parsers.java.normal_form import normal_form

        return normal_form(source) if source.parses else super().normal_form(source)

    def shape(self, data: bytes) -> list[bytes]:
        """Return the tokens of any text with all names and types alike, and all literals; modifiers and ``this.`` are left out."""
        return shape(token.text for token in self.tokenize(data))

    def error_line(self, source: SourceFile) -> int | None:
        """Return the 1-based line of the first syntax error that tree-sitter finds, or None."""
        from parsers.java.validity import tree_sitter_error

        return tree_sitter_error(source)

    @property
    def excerpts(self) -> Excerpts:
        """The splitter of members from a class and imports around them."""
        from parsers.java import excerpts

        return excerpts


JAVA = Java()
