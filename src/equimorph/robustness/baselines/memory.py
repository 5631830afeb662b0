"""The model `memory`: it has seen pairs of bugs and fixes, and makes the edit whose place looks most like one of theirs.

It memorises on purpose: a bug that it was trained on gets its fix at rank 1, and a renamed variable near the edit takes it away. So
a leak shows, which is what the model is for; it is no competitor of a repair model.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from mmap import ACCESS_READ, mmap
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO

from equimorph.models import Answer, Candidate, Request
from equimorph.robustness.baselines.remembered import (
    KEY_BYTES,
    LEVELS,
    SCHEMA,
    WIDTH,
    Remembered,
    Tokens,
    context_key,
    text_key,
)
from equimorph.robustness.baselines.training import EDITS, ENTRY, INDEX, KIND, MANIFEST
from mutators import MutationError
from mutators.lines import common_prefix
from parsers import ParseError, SourceFile
from parsers.java.syntax.tokens import joins

_CACHED = 10_000
"""So many edits stay in memory."""
_MOST = 16
"""So many edits of a place are looked at on each level, the most frequent first."""
_PLACES = 2000
"""So many places of a text without faulty lines are looked at, the first ones."""
_TRIED = 50
"""Number of edits tried in addition to the requested ones, since the results may not parse."""


class Memory:
    """A trained memory; the edits stay in their file.

    Args:
        folder: Folder that `train` has written.

    Raises:
        MutationError: the folder has no memory model, or one of another version.
        OSError: it cannot be read.
    """

    name = KIND

    def __init__(self, folder: Path) -> None:
        try:
            manifest = json.loads((folder / MANIFEST).read_bytes())
            header = manifest["kind"], manifest["schema"], manifest["width"]
        except (ValueError, KeyError, TypeError) as error:
            raise MutationError(f"{folder / MANIFEST}: no memory: {error!r}") from None
        if header != (KIND, SCHEMA, WIDTH):
            raise MutationError(f"{folder / MANIFEST}: a memory of another version: train it again")
        self._folder = folder

    def repair(self, requests: Iterable[Request], k: int) -> Iterator[Answer]:
        """Yield an answer for each request, in their order, each with at most `k` candidates, all of which parse."""
        with ExitStack() as stack:
            edits, index = (stack.enter_context((self._folder / name).open("rb")) for name in (EDITS, INDEX))
            store = _Store(edits, index)
            for request in requests:
                yield _answer(request, k, store)


def _answer(request: Request, k: int, store: _Store) -> Answer:
    tokens = Tokens(request.text.encode())
    candidates: dict[str, None] = {}
    for match in islice(_found(tokens, _faulty(tokens, request), store), _TRIED + k):
        text = _applied(tokens, match)
        if text not in candidates and _parses(text):
            candidates[text] = None
            if len(candidates) == k:
                break
    return Answer(request.id, KIND, tuple(Candidate(text=text) for text in candidates))


def _parses(text: str) -> bool:
    try:
        return SourceFile.from_text(text).parses
    except ParseError:
        return False


def _faulty(tokens: Tokens, request: Request) -> list[int]:
    """Return the places on the faulty lines, or all where there are none.

    A place is the number of the token before which an edit begins: one on a faulty line, or the one behind its last one.
    """
    if not request.fault_lines:
        return list(range(len(tokens) + 1))[:_PLACES]
    lines = SourceFile.from_text(request.text).lines
    wanted = frozenset(request.fault_lines)
    on = [number for number, token in enumerate(tokens.places) if lines.line(token.start) in wanted]
    return sorted({*on, *(number + 1 for number in on)})


@dataclass(frozen=True, order=True)
class _Found:
    """An edit that fits a place; the best sorts first.

    Attributes:
        elsewhere: whether the place is not on a faulty line.
        near: less the number of equal tokens on the side that has fewer.
        total: less the number of equal tokens on both sides.
        rank: Rank of the edit in the file: the more frequent, then the earlier one is first.
        at: the place.
        edit: the edit.
    """

    elsewhere: bool
    near: int
    total: int
    rank: int
    at: int
    edit: Remembered = field(compare=False)


def _found(tokens: Tokens, places: list[int], store: _Store) -> Iterator[_Found]:
    """Yield the edits that fit, the best first: edits of the same text anywhere, then the nearest edits at the places.

    An edit with n equal tokens on each side is found on all levels up to n; so a level is read only when those above are used up.
    """
    here, seen = frozenset(places), set[tuple[int, int]]()

    def fitting(ranks: Iterable[tuple[int, int]]) -> Iterator[_Found]:
        for rank, at in ranks:
            if (rank, at) not in seen:
                seen.add((rank, at))
                if (edit := _fit(tokens, at, store.edit(rank))) is not None:
                    yield _Found(at not in here, *edit, rank, at, store.edit(rank))

    yield from sorted(fitting((rank, store.edit(rank).at) for rank in store.ranks(text_key(tokens.data))))
    waiting: list[_Found] = []
    for level in LEVELS:
        keys = ((at, context_key(tokens.before(at, level), tokens.behind(at, level))) for at in places)
        waiting += fitting((rank, at) for at, key in keys for rank in store.ranks(key))
        yield from sorted(match for match in waiting if -match.near >= level)
        waiting = [match for match in waiting if -match.near < level]


def _fit(tokens: Tokens, at: int, edit: Remembered) -> tuple[int, int] | None:
    """Return `near` and `total` of an edit at a place, None if it replaces other tokens than those there."""
    end = at + len(edit.old)
    if tokens.texts[at:end] != _encoded(edit.old):
        return None
    left = common_prefix(_padded(edit.left[::-1]), tokens.before(at, WIDTH)[::-1])
    right = common_prefix(_padded(edit.right), tokens.behind(end, WIDTH))
    return -min(left, right), -left - right


def _encoded(tokens: Iterable[str]) -> list[bytes]:
    return [token.encode() for token in tokens]


def _padded(context: tuple[str, ...]) -> list[bytes]:
    """Return a context, seen from the edit, with b"" for the tokens that its text does not have."""
    return [*_encoded(context), *[b""] * (WIDTH - len(context))]


def _applied(tokens: Tokens, match: _Found) -> str:
    """Return the text with an edit; blanks are added only where tokens would otherwise be read as one."""
    places, edit, size = tokens.places, match.edit, len(match.edit.old)
    if size:
        start, end, new = places[match.at].start, places[match.at + size - 1].end, edit.new
    elif match.at < len(places):
        start = end = places[match.at].start
        new = edit.new + edit.gap
    else:
        start = end = places[-1].end if places else 0
        new = edit.gap + edit.new
    parts = [part for part in (tokens.data[:start], new.encode(), tokens.data[end:]) if part]
    text = b"".join(parts[:1])
    for part in parts[1:]:
        text += (b" " if joins(text[-1:], part[:1]) else b"") + part
    return text.decode()


class _Store:
    """The edits and the index of a model.

    Args:
        edits: the file of the edits.
        index: the file of the index.
    """

    def __init__(self, edits: BinaryIO, index: BinaryIO) -> None:
        self._edits = edits
        size = index.seek(0, SEEK_END)
        # Nothing can be mapped of an empty file.
        self._index = mmap(index.fileno(), size, access=ACCESS_READ) if size else b""
        self._entries = range(size // ENTRY.size)
        self.edit = lru_cache(_CACHED)(self._edit)

    def ranks(self, key: bytes) -> Iterator[int]:
        """Yield the starts of the lines of the edits with a key, the most frequent first; at most `_MOST`."""
        first = bisect_left(self._entries, key, key=self._key)
        for number in self._entries[first : first + _MOST]:
            entry_key, rank = ENTRY.unpack(self._index[number * ENTRY.size : (number + 1) * ENTRY.size])
            if entry_key != key:
                return
            yield rank

    def _key(self, number: int) -> bytes:
        return self._index[number * ENTRY.size : number * ENTRY.size + KEY_BYTES]

    def _edit(self, rank: int) -> Remembered:
        self._edits.seek(rank)
        return Remembered.from_row(json.loads(self._edits.readline()))
