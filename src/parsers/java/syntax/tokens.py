"""A lexer that takes any text (JLS 3.5): for texts that may not parse, such as a model's patch."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from operator import attrgetter

from parsers.language import Token
from parsers.splicing import Splice, SplicedTokens, Tokens

__all__ = ["Token", "comments", "has_open_backtick", "has_token", "joins", "tokenize", "tokenize_again"]

_TOKEN = re.compile(
    rb"""
    (?P<skip> \s+ | //[^\r\n]* | /\*.*?(?:\*/|\Z) )
  | \"\"\" (?: \\. | [^\\] )*? (?: \"\"\" | \Z )
  | " (?: \\. | [^"\\\r\n] )* "?
  | ' (?: \\. | [^'\\\r\n] )* '?
  | 0[xX] (?: [pP][+-] | [A-Za-z0-9_] | \.(?=[0-9A-Fa-fpP]) )*
  | \.?[0-9] (?: [eE][+-] | [A-Za-z0-9_] | \.(?![.A-Za-z_]) | \.(?=[eEfFdD]) )*
  | [A-Za-z_$\x80-\xff] [A-Za-z0-9_$\x80-\xff]*
  | -> | :: | \+\+ | -- | && | \|\| | == | != | <= | >= | \.\.\. | (?: << | [-+*/%&|^] ) =?
  | .
    """,
    re.VERBOSE | re.DOTALL,
)
_AHEAD = 3
"""Bytes behind a token that may decide where it ends, and one more."""
_start, _end = attrgetter("start"), attrgetter("end")
_OPENING = re.compile(rb"[\"'/\\]")
_SLASH = ord("/")
_SMALL = 16_384
_WORD = re.compile(rb"[\w$\x80-\xff]")
_OPERATOR_PAIRS = {b"++", b"--", b"&&", b"||", b"==", b"<<", b">>", b"->", b"//", b"/*", b"::"}


def tokenize(data: bytes) -> list[Token]:
    """Return the tokens of a text, without blanks and comments. Total: an odd byte is a token of its own.

    Closing angle brackets are single tokens, as in type arguments. Small texts are kept for a while: undo reads the same one often.
    """
    return list(_kept(data)) if len(data) <= _SMALL else _read(data)


def has_open_backtick(data: bytes) -> bool:
    """Return whether a text has a backtick, which no token has, before any comment or literal may have begun."""
    at = data.find(b"`")
    return at >= 0 and _OPENING.search(data, 0, at) is None


def has_token(data: bytes) -> bool:
    """Return whether a text has a token."""
    return any(match.lastgroup != "skip" for match in _TOKEN.finditer(data))


@lru_cache(32)
def _kept(data: bytes) -> tuple[Token, ...]:
    return tuple(_read(data))


def _read(data: bytes) -> list[Token]:
    return [Token(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(data) if m.lastgroup != "skip"]


def tokenize_again(older: Tokens | SplicedTokens, data: bytes, splice: Splice) -> SplicedTokens | None:
    """Return the tokens of a text that differs from another one in one stretch; only what is around it is read.

    A token depends on nothing before it, and on few bytes behind it. So those before the stretch stay, and reading ends where a
    token behind it starts at a byte at which one of the other text started. None where a token may depend on the end of the text:
    one that ends with a backslash has no text block that is open there.
    """
    if data.endswith(b"\\") or _has_broken_text_block(older):
        return None
    head = bisect_right(older, splice.start - _AHEAD, key=_end)
    middle = list[Token]()
    for match in _TOKEN.finditer(data, older[head - 1].end if head else 0):
        start = match.start()
        if match.lastgroup == "skip":
            continue
        if start >= splice.new_end:
            tail = bisect_left(older, start - splice.shift, key=_start)
            if tail < len(older) and older[tail].start == start - splice.shift:
                return SplicedTokens(older, head, middle, tail, splice.shift)
        middle.append(Token(match.group(), start, match.end()))
    return SplicedTokens(older, head, middle, len(older), splice.shift)


def _has_broken_text_block(tokens: Tokens | SplicedTokens) -> bool:
    """Return whether the delimiter of a text block was read as ``""`` and a quote, as where a backslash ends the text."""
    pairs = ((tokens[at], tokens[at + 1]) for at in tokens.places(b'""') if at + 1 < len(tokens))
    return any(empty.end == other.start and other.text.startswith(b'"') for empty, other in pairs)


def comments(data: bytes) -> list[Token]:
    """Return the comments of a text that does not begin inside one, the end of a line comment's line not included (JLS 3.7)."""
    return [
        Token(m.group(), m.start(), m.end())
        for m in _TOKEN.finditer(data)
        if m.lastgroup == "skip" and data[m.start()] == _SLASH
    ]


def joins(left: bytes, right: bytes) -> bool:
    """Return whether two tokens with these bytes at their ends would be read as other ones without a blank (JLS 3.2)."""
    return bool(_WORD.match(left) and _WORD.match(right)) or left + right in _OPERATOR_PAIRS
