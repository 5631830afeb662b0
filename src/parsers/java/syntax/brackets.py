"""Brackets of a text that pair up, without a parser: a text where they do not has a syntax error, however it is read."""

from __future__ import annotations

import re
from functools import lru_cache

# As tree-sitter-java reads comments and literals; its strings may run over line ends. Then what the grammar has no token for.
_PIECE = re.compile(
    rb"""
    //[^\n]* | /\*.*?\*/
    | \"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\" | "(?:[^"\\]|\\.)*" | '(?:[^'\\\n]|\\.)+'
    | ([()\[\]{}] | ["'] | /\*)
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING = {b")": b"(", b"]": b"[", b"}": b"{"}
_PARTNERS = frozenset(_OPENING.values())
_SMALL = 16_384


def has_unpaired_bracket(data: bytes) -> bool:
    """Return whether a bracket outside comments and literals has no partner, so that no reading of a Java text is without an error.

    False where literals are not clear: a quote without a partner, or a template (`"\\{...}"`).
    """
    return _kept(data) if len(data) <= _SMALL else _has(data)


# The texts of an answer are read several times.
@lru_cache(maxsize=32)
def _kept(data: bytes) -> bool:
    return _has(data)


def _has(data: bytes) -> bool:
    if b"\\{" in data:
        return False
    opened, unpaired = list[bytes](), False
    for piece in _PIECE.findall(data):
        if piece in _PARTNERS:
            opened.append(piece)
        elif not piece:
            continue
        elif piece not in _OPENING:
            return False
        elif not opened or opened.pop() != _OPENING[piece]:
            unpaired = True
            opened.clear()
    return unpaired or bool(opened)
