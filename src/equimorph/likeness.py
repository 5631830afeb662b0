"""Likeness of texts, groups of methods, and the splits of groups."""

from __future__ import annotations

import hashlib
import keyword
import re
import sqlite3
from collections.abc import Iterable, Sequence

from parsers.language import Token, find_language

__all__ = ["HASH_BYTES", "Seen", "group_of", "likeness", "split_of", "token_count"]

HASH_BYTES = 16
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
_PYTHON_LITERAL = re.compile(rb"(?i:[bruft]{0,2})[\"']|[0-9]|\.[0-9]")


def likeness(data: bytes, language: str = "java") -> bytes:
    """Return a hash of the tokens of a text: equal for texts that differ only in blanks and comments."""
    words = b"\0".join([token.text for token in _tokens(data, language)])
    return hashlib.sha256(words).digest()[:HASH_BYTES]


def token_count(data: bytes, language: str = "java") -> int:
    """Return how many tokens a text has, comments not counted."""
    return len(_tokens(data, language))


def _tokens(data: bytes, language: str) -> list[Token]:
    return find_language(language).tokenize(data)


def group_of(data: bytes, language: str = "java") -> str:
    """Return a hash, in hex, of a method's text without its names.

    In Python, all names but keywords count as equal, and so do all literals. In Java, all names and primitive types count as
    equal, and so do all literals, with or without a sign; access modifiers, `static`, `final`, `synchronized`, annotations without
    arguments and ``this.`` are ignored. So copies of a method for another type, or with another constant, are in the same group.
    """
    if language != "java":
        return _hash([_python_shape(token.text) for token in _tokens(data, language)])
    shape: list[bytes] = []
    for token in _tokens(data, language):
        if token.text in _DROPPED:
            continue
        shape.append(_shape(token.text))
        if shape[-2:] == [b"this", b"."]:
            del shape[-2:]
        elif shape[-3:-1] == [b"@", b"x"] and shape[-1] not in (b"(", b"."):
            del shape[-3:-1]
        elif shape[-2:] == [b"-", b"0"] and (len(shape) < 3 or shape[-3] not in _ENDS):
            del shape[-2]
    return _hash(shape)


def _hash(shape: Sequence[bytes]) -> str:
    return hashlib.sha256(b"\0".join(shape)).digest()[:HASH_BYTES].hex()


def _python_shape(token: bytes) -> bytes:
    if _PYTHON_LITERAL.match(token):
        return b"0"
    return b"x" if _NAME.match(token) and not keyword.iskeyword(token.decode()) else token


def _shape(token: bytes) -> bytes:
    if token in _PRIMITIVES or (_NAME.match(token) and token not in _KEYWORDS):
        return b"x"
    return b"0" if _LITERAL.match(token) else token


def split_of(group: str, fractions: Sequence[float], names: Sequence[str]) -> str:
    """Return the split of a group; it depends only on the group and the fractions, not on the seed or on other methods.

    Args:
        fractions: of the names, in this order; they sum to 1.
    """
    at = int.from_bytes(hashlib.sha256(f"split|{group}".encode()).digest()[:8]) / 2**64
    for name, fraction in zip(names, fractions, strict=True):
        at -= fraction
        if at < 0:
            return name
    return next(name for name, fraction in reversed(list(zip(names, fractions, strict=True))) if fraction)


class Seen:
    """The likenesses of all texts of an output, in a table on disk, so that memory does not grow."""

    def __init__(self) -> None:
        # A database without a name is a temporary file, which is written when its cache is full.
        self._connection = sqlite3.connect("")
        self._connection.execute("CREATE TABLE seen (hash BLOB PRIMARY KEY) WITHOUT ROWID").close()

    def __contains__(self, likeness: bytes) -> bool:
        found = self._connection.execute("SELECT 1 FROM seen WHERE hash = ?", (likeness,))
        return found.fetchone() is not None

    def add(self, likenesses: Iterable[bytes]) -> None:
        """Add likenesses that are not there yet."""
        self._connection.executemany("INSERT INTO seen VALUES (?)", ((one,) for one in likenesses))
