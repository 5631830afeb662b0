"""The line that a text may need before it to be read, such as one for a method that still has its indentation."""

from __future__ import annotations

import re

_FIRST = re.compile(rb"(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*([ \t]*)")
_DECORATED = re.compile(rb"@[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*([ \t]+)(?:@|def\b|async\b)")
_CLASS = b"class _:\n"


def wrapper(data: bytes) -> bytes:
    """Return the text to put before a text that is indented, or whose first line lacks the indentation of the others."""
    first = _FIRST.match(data)
    if first is not None and first[1]:
        return _CLASS
    decorated = _DECORATED.match(data)
    return _CLASS + decorated[1] if decorated is not None else b""
