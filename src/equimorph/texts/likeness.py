"""Likeness of texts, groups of methods, and the splits of groups."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Sequence

from parsers.language import Token, find_language

__all__ = ["HASH_BYTES", "Seen", "group_of", "likeness", "split_of", "token_count"]

HASH_BYTES = 16


def likeness(data: bytes, language: str = "java") -> bytes:
    """Return a hash of the tokens of a text: equal for texts that differ only in blanks and comments."""
    words = b"\0".join([token.text for token in _tokens(data, language)])
    return hashlib.sha256(words).digest()[:HASH_BYTES]


def token_count(data: bytes, language: str = "java") -> int:
    """Return the number of tokens of a text, comments not counted."""
    return len(_tokens(data, language))


def _tokens(data: bytes, language: str) -> list[Token]:
    return find_language(language).tokenize(data)


def group_of(data: bytes, language: str = "java") -> str:
    """Return a hash, in hex, of the shape of a method's text (`Language.shape`): of its tokens without its names and literals.

    In Java, primitive types count as names; modifiers, annotations without arguments and ``this.`` are ignored. So copies of a
    method for another type, or with another constant, are in the same group. In Python, keywords are no names; in a language that
    does not say what its shape is, they are.
    """
    return hashlib.sha256(b"\0".join(find_language(language).shape(data))).digest()[:HASH_BYTES].hex()


def split_of(group: str, fractions: Sequence[float], names: Sequence[str]) -> str:
    """Return the split of a group; it depends only on the group and the fractions, not on the seed or on other methods.

    Args:
        fractions: Fractions of the names, in this order; they sum to 1.
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
