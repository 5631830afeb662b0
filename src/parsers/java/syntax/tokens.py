"""A lexer that takes any text (JLS 3.5): for texts that may not parse, such as a model's patch."""

from __future__ import annotations

import re
from functools import lru_cache

from parsers.language import Token

__all__ = ["Token", "comments", "joins", "tokenize"]

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
_SLASH = ord("/")
_SMALL = 16_384
_WORD = re.compile(rb"[\w$\x80-\xff]")
_OPERATOR_PAIRS = {b"++", b"--", b"&&", b"||", b"==", b"<<", b">>", b"->", b"//", b"/*", b"::"}


def tokenize(data: bytes) -> list[Token]:
    """Return the tokens of a text, without blanks and comments. Total: an odd byte is a token of its own.

    Closing angle brackets are single tokens, as in type arguments. Small texts are kept for a while: undo reads the same one often.
    """
    return list(_kept(data)) if len(data) <= _SMALL else _read(data)


@lru_cache(32)
def _kept(data: bytes) -> tuple[Token, ...]:
    return tuple(_read(data))


def _read(data: bytes) -> list[Token]:
    return [Token(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(data) if m.lastgroup != "skip"]


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
