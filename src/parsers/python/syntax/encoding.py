"""The encoding that a file of Python declares (PEP 263)."""

from __future__ import annotations

import io
import re
import tokenize

from parsers.encoding import UTF_8
from parsers.errors import ParseError

_HEAD = re.compile(rb"(?:[^\r\n]*(?:\r\n|\r|\n)){0,2}(?:[^\r\n]*)")
"""The first lines of a file, which may end in a lone carriage return, as Python has them."""


def declared(data: bytes, path: str | None = None) -> str:
    """Return the encoding that a file declares in one of its first two lines; else UTF-8.

    Raises:
        ParseError: no encoding has the name.
    """
    head = _HEAD.match(data)
    lines = b"" if head is None else head[0].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        found, _ = tokenize.detect_encoding(io.BytesIO(lines).readline)
    except SyntaxError as error:
        raise ParseError(f"{error.msg}; `encoding` (--encoding) says what it is", path=path, line=1) from None
    return UTF_8 if found in ("utf-8", "utf-8-sig") else found
