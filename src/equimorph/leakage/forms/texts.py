"""Texts as the forms read and write them: any bytes, which may be Java."""

from __future__ import annotations

import re
from collections.abc import Iterable

from parsers import ParseError
from parsers.source import SourceFile

LARGEST = 1 << 18
"""Bytes of the largest text that is parsed: hardly anybody writes a larger one, and what is no Java takes the parser long."""
_MARK = b"\xef\xbb\xbf"
_CLOSED = re.compile(rb"""(?s)\"""(?:\\.|[^\\])*?\"""|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*'""")


def source_of(data: bytes) -> SourceFile | None:
    """Return a text as a source, which may have errors; None if the parser makes nothing of it, or it is too large."""
    try:
        source = SourceFile(data)
        return source if len(data) <= LARGEST and source.kind else None
    except ParseError:
        return None


def without_mark(data: bytes) -> bytes:
    """Return a text without a byte order mark at its start."""
    return data.removeprefix(_MARK)


def spaced(tokens: Iterable[bytes]) -> bytes:
    """Return tokens as a text that is read as these tokens: a blank between two of them, a line end behind an unclosed literal.

    Between ``>`` and ``>`` there is nothing: they may be one operator, whose tokens are single.
    """
    pieces, last = list[bytes](), b""
    for token in tokens:
        if last and not (last == b">" and token[:1] == b">"):
            pieces.append(b"\n" if last[0] in b"\"'" and not _CLOSED.fullmatch(last) else b" ")
        pieces.append(token)
        last = token
    return b"".join(pieces)
