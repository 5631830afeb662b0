"""A remembered pair of the model `memory`: the tokens that the fix replaces, their replacement, and the tokens around.

Tokens are bytes here, from a lexer that takes any text, whether it parses or not.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mutators import MutationError
from mutators.lines import common_prefix
from parsers.java.syntax.tokens import Token, tokenize

SCHEMA = 1
WIDTH = 32
"""The number of context tokens on each side."""
LEVELS = (WIDTH, 8, 4, 2, 1)
"""Of how many tokens on each side the index has keys, the most first."""
KEY_BYTES = 8
"""Size of a key."""


@dataclass(frozen=True)
class Remembered:
    """An edit with its context.

    Attributes:
        left: Up to `WIDTH` tokens before it; fewer where the text begins.
        old: Tokens that it replaces; none for an insertion.
        right: Up to `WIDTH` tokens behind it; fewer where the text ends.
        new: Text in their place; "" for a deletion.
        gap: For an insertion, the blanks between it and the token behind it; else "".
        at: Number of tokens before it in the text.
        text: Key of the text.
        pairs: Number of pairs that have this edit in this text.
        times: Number of pairs that have this edit, in any context.
        id: Id of the first pair with it.
    """

    left: tuple[str, ...]
    old: tuple[str, ...]
    right: tuple[str, ...]
    new: str
    gap: str
    at: int
    text: str
    pairs: int
    times: int
    id: str

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Remembered:
        """Read a row of ``edits.jsonl``.

        Raises:
            MutationError: it is not a row of ``edits.jsonl``.
        """
        try:
            if data["schema"] != SCHEMA:
                raise MutationError(f"schema {data['schema']!r}, not {SCHEMA}")
            left, old, right = (tuple(map(str, data[name])) for name in ("left", "old", "right"))
            new, gap, text, id = (str(data[name]) for name in ("new", "gap", "text", "id"))
            at, pairs, times = (int(data[name]) for name in ("at", "pairs", "times"))
        except (KeyError, TypeError, ValueError) as error:
            raise MutationError(f"no edit of a memory: {error!r}") from None
        return cls(left, old, right, new, gap, at, text, pairs, times, id)

    def to_row(self) -> dict[str, Any]:
        """Return the row of ``edits.jsonl``."""
        return {"schema": SCHEMA, **vars(self)}


class Tokens:
    """The tokens of a text.

    Args:
        data: Java in UTF-8, whether it parses or not.
        places: its tokens, if they are known.
    """

    def __init__(self, data: bytes, places: list[Token] | None = None) -> None:
        self.data = data
        self.places = tokenize(data) if places is None else places
        self.texts = [token.text for token in self.places]

    def __len__(self) -> int:
        return len(self.texts)

    def edited(self, data: bytes) -> Tokens:
        """Return the tokens of a text that differs little from this one; only what differs is read.

        From the end of a token in the common start, and from the start of a token in the common end, the lexer reads on alike.
        """
        head = _common_start(self.data, data)
        tail = _common_start(self.data[head:][::-1], data[head:][::-1])
        grown = len(data) - len(self.data)
        ends = [token.end for token in self.places]
        # What follows a token may be part of it: so the last one of the common start is read again.
        first = max(0, bisect_left(ends, head) - 1)
        last = bisect_left(ends, len(self.data) - tail) + 2
        if last + 1 >= len(self.places):
            return Tokens(data)
        start = ends[first - 1] if first else 0
        read = tokenize(data[start : self.places[last + 1].end + grown])
        here = self.places[last].start + grown - start
        met = next((n for n, token in enumerate(read) if token.start >= here), None)
        if met is None or (read[met].start, read[met].text) != (here, self.texts[last]):
            return Tokens(data)
        middle = [Token(piece.text, piece.start + start, piece.end + start) for piece in read[:met]]
        rest = [Token(piece.text, piece.start + grown, piece.end + grown) for piece in self.places[last:]]
        return Tokens(data, [*self.places[:first], *middle, *rest])

    def before(self, at: int, count: int) -> list[bytes]:
        """Return `count` tokens before one; where the text begins, b"" stands for each that is missing."""
        window = self.texts[max(0, at - count) : at]
        return [b""] * (count - len(window)) + window

    def behind(self, at: int, count: int) -> list[bytes]:
        """Return `count` tokens from one on; where the text ends, b"" stands for each that is missing."""
        window = self.texts[at : at + count]
        return window + [b""] * (count - len(window))

    def between(self, first: int, last: int) -> str:
        """Return the text from the start of a token to the end of the one before another; "" if there is none between."""
        if first >= last:
            return ""
        return self.data[self.places[first].start : self.places[last - 1].end].decode()

    def gap(self, at: int) -> str:
        """Return the blanks before a token; where there is a comment, a line end or blank that stands for it."""
        if not 0 < at < len(self.places):
            return " "
        spacing = self.data[self.places[at - 1].end : self.places[at].start].decode()
        if not spacing or spacing.isspace():
            return spacing
        return "\n" if "\n" in spacing else " "


def _common_start(data: bytes, other: bytes) -> int:
    sizes = range(1, min(len(data), len(other)) + 1)
    return bisect_left(sizes, True, key=lambda size: data[:size] != other[:size])


def edit_of(buggy: Tokens, fixed: Tokens, id: str) -> Remembered | None:
    """Return the edit of a pair, from the first token that differs to the last; None if all are the same."""
    left = common_prefix(buggy.texts, fixed.texts)
    if left == len(buggy) == len(fixed):
        return None
    right = common_prefix(buggy.texts[left:][::-1], fixed.texts[left:][::-1])
    end, new_end = len(buggy) - right, len(fixed) - right
    return Remembered(
        _decoded(buggy.texts[max(0, left - WIDTH) : left]),
        _decoded(buggy.texts[left:end]),
        _decoded(buggy.texts[end : end + WIDTH]),
        fixed.between(left, new_end),
        fixed.gap(new_end) if left == end else "",
        left,
        text_key(buggy.data).hex(),
        1,
        1,
        id,
    )


def _decoded(tokens: Sequence[bytes]) -> tuple[str, ...]:
    return tuple([token.decode() for token in tokens])


def text_key(data: bytes) -> bytes:
    """Return the key of a text in the index."""
    return hashlib.blake2b(data, digest_size=KEY_BYTES, person=b"text").digest()


def context_key(left: Sequence[bytes], right: Sequence[bytes]) -> bytes:
    """Return the key of a place in the index, made of as many tokens before the place as after it."""
    text = b"\0".join((*left, b"", *right))
    return hashlib.blake2b(text, digest_size=KEY_BYTES, person=b"context").digest()


def keys_of(edit: Remembered, buggy: Tokens) -> Iterator[bytes]:
    """Yield the keys of an edit: its text's key, and its place's key on each level."""
    yield bytes.fromhex(edit.text)
    left, right = buggy.before(edit.at, WIDTH), buggy.behind(edit.at, WIDTH)
    for level in LEVELS:
        yield context_key(left[WIDTH - level :], right[:level])
