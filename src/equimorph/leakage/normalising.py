"""Normalised texts: what is left of Java without its comments and blanks (leakage study, section 3.5)."""

from __future__ import annotations

import re
from typing import TypeVar

from equimorph.leakage.samples import text_of

__all__ = ["BLANKS", "normalise", "pieces", "without_comments"]

BLANKS = b" \t\n\r\f\v"
"""White space of JLS 3.6, and the vertical tab, which the lexer reads as a blank too."""
_INK = re.compile(rb"[^\r\n]")
_Text = TypeVar("_Text", str, bytes)

# Possessive repeats, so the search neither goes back nor keeps a state for each character: its time is linear. The look-ahead
# lets the search pass over code fast.
_PIECE = rb"""
    (?= ["'/] )
    (?:
        (   %s
          | " (?: [^"\\\r\n]++ | \\. )*+ "?
          | ' (?: [^'\\\r\n]++ | \\. )*+ '?
        )
      | // [^\r\n]*+
      | /\* (?: [^*]++ | \*(?!/) )*+ (?: \*/ | \Z )
    )
"""
_BLOCK = rb'""" (?: [^"\\]++ | \\. | "(?!"") )*+ '
_LONE = rb"(?= \\ \Z )"


def _compiled(block: bytes) -> re.Pattern[bytes]:
    return re.compile(_PIECE % block, re.VERBOSE | re.DOTALL)


_PIECES = _compiled(_BLOCK + rb'(?: """ | \Z )')
"""A literal, as group 1, or a comment, each from its first byte to its last (JLS 3.7, 3.10)."""
_OPEN_BLOCK = _compiled(_BLOCK + rb'(?: """ | (?P<open>' + _LONE + rb") )")
_PIECES_WITHOUT_BLOCKS = _compiled(rb"(?!)")


def normalise(text: _Text, *, keep_literal_blanks: bool = False) -> _Text:
    r"""Return a text without its comments and blanks; nothing else changes, neither case, names nor annotations.

    The result equals the joined tokens of `parsers.java.syntax.tokens.tokenize`, with the blanks of their literals removed, on any
    text: what looks like a comment in a string stays, as in ``"http://a"``. Total; the time is linear.

    Args:
        text: Text of a file, a member or a hunk; bytes of any encoding that keeps ASCII, or a str (lone surrogates stay).
        keep_literal_blanks: keep the blanks in strings, characters and text blocks.

    Returns:
        Text of the same type.
    """
    if isinstance(text, str):
        data = normalise(text_of(text), keep_literal_blanks=keep_literal_blanks)
        return data.decode("utf-8", "surrogatepass")
    has_comments = b"//" in text or b"/*" in text
    if not keep_literal_blanks:
        code = b"".join(filter(None, pieces(text))) if has_comments else text
        return code.translate(None, BLANKS)
    if not has_comments and b'"' not in text and b"'" not in text:
        return text.translate(None, BLANKS)
    parts = pieces(text)
    parts[::2] = [code and code.translate(None, BLANKS) for code in parts[::2]]
    return b"".join(filter(None, parts))


def without_comments(data: bytes) -> bytes:
    """Return a text with blanks in place of its comments, so that all else stays at its place; line ends stay, too."""

    def blank(match: re.Match[bytes]) -> bytes:
        return match[0] if match[1] is not None else _INK.sub(b" ", match[0])

    return _PIECES.sub(blank, data)


def pieces(data: bytes) -> list[bytes | None]:
    """Return the code, with blanks, and the literals of a text in turn, first code; None stands for a comment, as if a literal."""
    odd = (len(data) - len(data.rstrip(b"\\"))) % 2
    start = _open_block(data) if odd and b'"""' in data else None
    if start is None:
        return _PIECES.split(data)
    # No later quotes close a block either, so that none begins there.
    head, tail = _PIECES.split(data[:start]), _PIECES_WITHOUT_BLOCKS.split(data[start:])
    return [*head, None, *tail]


def _open_block(data: bytes) -> int | None:
    """Return the start of a text block that is open up to a lone backslash, which is no part of a literal."""
    return next((match.start() for match in _OPEN_BLOCK.finditer(data) if match["open"] is not None), None)
