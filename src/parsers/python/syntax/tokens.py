"""A lexer that takes any text, even one that may not parse, such as a model's patch.

Where a logical line ends, and where blocks begin and end, is part of what a Python text says. So these are tokens, too: `NEWLINE`
covers the line end, `INDENT` and `DEDENT` are empty and are before the first token of a line. Their texts are the same whatever
the width of the indentation. An f-string is not one token, since there are names in it: its beginning, the text between its
replacement fields, and its end are tokens, and so is everything within the fields (Python language reference, 2.4.3).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from parsers.language import Token

NEWLINE = b"\n"
INDENT = b"\n\t"
DEDENT = b"\n\x08"
_SMALL = 16_384
_NESTING = 50
"""The maximum depth of f-strings that are tokenised; a deeper one is a literal."""
_NESTS_QUOTES = sys.version_info >= (3, 12)
"""Whether a field of an f-string may have line ends, and strings in the quotes of the f-string (PEP 701)."""
_BLANK = re.compile(rb"(?:[ \t\f]|\\(?:\r\n|\n|\r))+|#[^\r\n]*")
_COMMENT = re.compile(rb"#[^\r\n]*")
_LINE_END = re.compile(rb"\r\n|\n|\r")
_TOKEN = re.compile(
    rb"""
    0[xXoObB][0-9a-fA-F_]+
  | (?: [0-9][0-9_]*\.?[0-9_]* | \.[0-9][0-9_]* ) (?: [eE][+-]?[0-9_]+ )? [jJ]?
  | [A-Za-z_\x80-\xff][A-Za-z0-9_\x80-\xff]*
  | -> | := | \.\.\. | [!=<>]= | <> | (?: \*\* | // | << | >> | [-+*/%&|^@] ) =?
  | .
    """,
    re.VERBOSE | re.DOTALL,
)
_STRING = re.compile(rb"(?i:(?P<prefix>[bru]|br|rb|f|fr|rf)?)(?P<quote>\"\"\"|'''|\"|')")
_WORD = re.compile(rb"[\w\x80-\xff\"']")
_PAIRS = frozenset(
    {
        b"**",
        b"//",
        b"<<",
        b">>",
        b"==",
        b"!=",
        b"<=",
        b">=",
        b"->",
        b":=",
        b"+=",
        b"-=",
        b"*=",
        b"/=",
        b"%=",
        b"&=",
        b"|=",
        b"^=",
        b"@=",
        b"<>",
        b"..",
    }
)


def tokenize(data: bytes) -> list[Token]:
    """Return the tokens of a text, without blanks and comments. Total: an odd byte is a token of its own.

    Small texts are kept for a while: undo reads the same one often.
    """
    return list(_kept(data)) if len(data) <= _SMALL else list(_read(data))


@lru_cache(32)
def _kept(data: bytes) -> tuple[Token, ...]:
    return tuple(_read(data))


def comments(data: bytes) -> list[Token]:
    """Return the comments of a text: what is between its tokens, from a ``#`` to the end of the line."""
    found, at = list[Token](), 0
    for token in (*tokenize(data), Token(b"", len(data), len(data))):
        found += [Token(m[0], m.start(), m.end()) for m in _COMMENT.finditer(data, at, token.start)]
        at = token.end
    return found


def joins(left: bytes, right: bytes) -> bool:
    """Return whether two tokens with these bytes at their ends would be read as other ones without a blank."""
    return bool(_WORD.match(left) and _WORD.match(right)) or left + right in _PAIRS


def _read(data: bytes) -> Iterator[Token]:
    margins = [0]
    for line in lines(data):
        yield from _margin(margins, line.blank, line.tokens[0].start)
        yield from line.tokens
        yield Token(NEWLINE, line.stop, line.end)
    yield from _margin(margins, b"", len(data))


def _margin(margins: list[int], blank: bytes, at: int) -> Iterator[Token]:
    """Yield the tokens for the change of the indentation, and remember the new one."""
    width = width_of(blank)
    if width > margins[-1]:
        margins.append(width)
        yield Token(INDENT, at, at)
    while width < margins[-1]:
        margins.pop()
        yield Token(DEDENT, at, at)


class Line(NamedTuple):
    """A logical line (Python language reference, 2.1.1).

    Attributes:
        blank: The blanks before its first token; from the end of the line before it if lines are joined there.
        tokens: Its tokens, at least one.
        stop: The byte offset of its line end, which is the end of the text for the last line.
        end: The byte offset after its line end.
    """

    blank: bytes
    tokens: list[Token]
    stop: int
    end: int


def lines(data: bytes, at: int | None = None) -> Iterator[Line]:
    """Yield the logical lines of a text, or of the rest of it from a byte offset at which a line begins."""
    return _Lexer(data, at).lines()


class _Lexer:
    """The state of reading one text.

    Attributes:
        at: Byte offset that is read next.
        depth: Number of open brackets, including the fields of f-strings.
        nesting: Number of open f-strings, and formats of their fields.
    """

    def __init__(self, data: bytes, at: int | None) -> None:
        self.data = data
        self.at = at if at is not None else 3 if data.startswith(b"\xef\xbb\xbf") else 0
        self.depth = 0
        self.nesting = 0

    def lines(self) -> Iterator[Line]:
        first, tokens = b"", list[Token]()
        while True:
            blank = self._skip()
            if self.at >= len(self.data):
                break
            end = _LINE_END.match(self.data, self.at)
            if end is not None:
                if tokens and not self.depth:
                    yield Line(first, tokens, self.at, end.end())
                    tokens = []
                self.at = end.end()
                continue
            if not tokens:
                first = blank
            tokens += self._token()
        if tokens:
            yield Line(first, tokens, self.at, self.at)

    def _skip(self) -> bytes:
        """Skip blanks and comments, and return them."""
        start = self.at
        while (found := _BLANK.match(self.data, self.at)) is not None:
            self.at = found.end()
        return self.data[start : self.at]

    def _token(self) -> Iterator[Token]:
        string = _STRING.match(self.data, self.at)
        if string is not None:
            yield from self._string(string)
            return
        found = _TOKEN.match(self.data, self.at)
        assert found is not None
        text = found[0]
        if text in (b"(", b"[", b"{"):
            self.depth += 1
        elif text in (b")", b"]", b"}"):
            self.depth = max(0, self.depth - 1)
        yield Token(text, self.at, found.end())
        self.at = found.end()

    def _string(self, string: re.Match[bytes]) -> Iterator[Token]:
        quote, prefix = string["quote"], (string["prefix"] or b"").lower()
        start, self.at = self.at, string.end()
        if b"f" not in prefix or self.nesting >= _NESTING:
            self._literal(quote)
            yield Token(self.data[start : self.at], start, self.at)
            return
        yield Token(self.data[start : self.at], start, self.at)
        yield from self._fields(quote, nested=False)

    def _literal(self, quote: bytes) -> None:
        """Move behind the end of a string that begins here; one without an end ends with its line, or with the text."""
        ends = _END[quote]
        found = ends.match(self.data, self.at)
        assert found is not None
        self.at = found.end()

    def _fields(self, quote: bytes, *, nested: bool) -> Iterator[Token]:
        """Yield the text and the replacement fields of an f-string, or of the format of a field, with its end."""
        pattern = _FORMAT[quote] if nested else _MIDDLE[quote]
        self.nesting += 1
        yield from self._parts(pattern, quote, nested=nested)
        self.nesting -= 1

    def _parts(self, pattern: re.Pattern[bytes], quote: bytes, *, nested: bool) -> Iterator[Token]:
        while self.at < len(self.data):
            found = pattern.match(self.data, self.at)
            assert found is not None
            if found.end() > self.at:
                yield Token(found[0], self.at, found.end())
                self.at = found.end()
            if self.data.startswith(quote, self.at) and not nested:
                yield Token(quote, self.at, self.at + len(quote))
                self.at += len(quote)
                return
            if self.data.startswith(b"{", self.at):
                yield from self._field(quote)
                continue
            return  # the end of the format, of a line, or of the text

    def _field(self, quote: bytes) -> Iterator[Token]:
        """Yield a replacement field, from its brace to its brace."""
        yield Token(b"{", self.at, self.at + 1)
        self.at += 1
        outer, self.depth = self.depth, 1
        while self.at < len(self.data):
            self._skip()
            if self.at >= len(self.data):
                break
            end = _LINE_END.match(self.data, self.at)
            if end is not None:
                if len(quote) == 1 and not _NESTS_QUOTES:
                    break
                self.at = end.end()
                continue
            if self.depth == 1 and self.data.startswith(b":", self.at) and self.nesting < _NESTING:
                yield Token(b":", self.at, self.at + 1)
                self.at += 1
                yield from self._fields(quote, nested=True)
                continue
            if self.depth == 1 and not _NESTS_QUOTES and self.data.startswith(quote, self.at):
                break  # the field has no end
            closes = self.depth == 1 and self.data.startswith(b"}", self.at)
            yield from self._token()
            if closes:
                break
        self.depth = outer


def width_of(blank: bytes) -> int:
    """Return the column after the blanks before a line's first token, with tabs to the next multiple of eight."""
    column = 0
    for byte in blank[max(blank.rfind(b"\n"), blank.rfind(b"\r"), blank.rfind(b"\f")) + 1 :]:
        column = (column // 8 + 1) * 8 if byte == 9 else column + 1
    return column


_END = {
    b"'": re.compile(rb"(?:\\(?:\r\n|.)|[^\\'\r\n])*(?:'|(?=[\r\n])|\\?\Z)", re.DOTALL),
    b'"': re.compile(rb'(?:\\(?:\r\n|.)|[^\\"\r\n])*(?:"|(?=[\r\n])|\\?\Z)', re.DOTALL),
    b"'" * 3: re.compile(rb"(?:\\.|[^\\])*?(?:'''|\\?\Z)", re.DOTALL),
    b'"' * 3: re.compile(rb'(?:\\.|[^\\])*?(?:"""|\\?\Z)', re.DOTALL),
}
_MIDDLE = {
    b"'": re.compile(rb"(?:\\(?:\r\n|[^{}]|\Z)|\\(?=[{}])|\{\{|\}\}|\}|[^\\'{}\r\n])*", re.DOTALL),
    b'"': re.compile(rb'(?:\\(?:\r\n|[^{}]|\Z)|\\(?=[{}])|\{\{|\}\}|\}|[^\\"{}\r\n])*', re.DOTALL),
    b"'" * 3: re.compile(rb"(?:\\(?:[^{}]|\Z)|\\(?=[{}])|\{\{|\}\}|\}|'{1,2}(?!')|[^\\'{}])*", re.DOTALL),
    b'"' * 3: re.compile(rb'(?:\\(?:[^{}]|\Z)|\\(?=[{}])|\{\{|\}\}|\}|"{1,2}(?!")|[^\\"{}])*', re.DOTALL),
}
"""The text of an f-string up to a field, or its end."""
_FORMAT = {
    quote: re.compile(
        rb"(?:\\(?:\r\n|[^{}]|\Z)|\\(?=[{}])|(?!"
        + quote
        + rb")[^\\{}"
        + rb"\r\n" * (len(quote) == 1)
        + rb"])*",
        re.DOTALL,
    )
    for quote in _END
}
"""The format of a field, up to a field in it, or its end."""
