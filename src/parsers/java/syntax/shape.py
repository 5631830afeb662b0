"""The shape of a text of Java: its tokens without the names, types and modifiers in which copies of a method differ."""

from __future__ import annotations

import re
from collections.abc import Iterable

_DROPPED = frozenset({b"public", b"protected", b"private", b"static", b"final", b"synchronized"})
_PRIMITIVES = frozenset({b"boolean", b"byte", b"short", b"char", b"int", b"long", b"float", b"double"})
_KEYWORDS = frozenset(
    b"abstract assert break case catch class continue default do else enum extends finally for if implements import instanceof"
    b" interface native new package return strictfp super switch this throw throws transient try void volatile while".split()
)
_ENDS = frozenset({b"x", b"0", b")", b"]", b"this"})
"""Last tokens of operands before a ``-``."""
_NAME = re.compile(rb"[A-Za-z_$\x80-\xff]")
_LITERAL = re.compile(rb"[\"'0-9]|\.[0-9]")


def shape(tokens: Iterable[bytes]) -> list[bytes]:
    """Return tokens in which all names and primitive types are alike, and so are all literals, with or without a sign.

    Access modifiers, `static`, `final`, `synchronized`, annotations without arguments and ``this.`` are left out.
    """
    shape: list[bytes] = []
    for token in tokens:
        if token in _DROPPED:
            continue
        shape.append(_alike(token))
        if shape[-2:] == [b"this", b"."]:
            del shape[-2:]
        elif shape[-3:-1] == [b"@", b"x"] and shape[-1] not in (b"(", b"."):
            del shape[-3:-1]
        elif shape[-2:] == [b"-", b"0"] and (len(shape) < 3 or shape[-3] not in _ENDS):
            del shape[-2]
    return shape


def _alike(token: bytes) -> bytes:
    if token in _PRIMITIVES or (_NAME.match(token) and token not in _KEYWORDS):
        return b"x"
    return b"0" if _LITERAL.match(token) else token
