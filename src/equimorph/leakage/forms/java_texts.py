"""Any bytes as Java: the text that is compared, without comments and blanks, and where its tokens end in it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator

from equimorph.leakage.forms.language import BLANKS
from parsers.java.syntax.tokens import Token, tokenize

_WORDS = 1000
_INK = re.compile(rb"[^\r\n]")

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


def normalise_java(text: bytes, keep_literal_blanks: bool = False) -> bytes:
    """Return a text of Java without its comments and blanks, see `normalise`."""
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
    """Return code (with blanks) and literals of a text by turns, code first; a comment is None in the place of a literal."""
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


def java_ends(text: bytes, keep_literal_blanks: bool) -> array[int]:
    """Return the ends of the tokens of a text of Java in the normalised text; before them 0."""
    ends = array("Q", [0])
    for number, part in enumerate(pieces(text)):
        if part and number % 2:
            ends.append(ends[-1] + len(part if keep_literal_blanks else part.translate(None, BLANKS)))
        elif part:
            for token in _tokens(part):
                ends.append(ends[-1] + len(token.text))
    return ends


def _tokens(code: bytes) -> Iterator[Token]:
    """Yield the tokens of code without literals and comments, few words at a time, so that a large text needs little memory."""
    words = code.split()
    for first in range(0, len(words), _WORDS):
        yield from tokenize(b" ".join(words[first : first + _WORDS]))
