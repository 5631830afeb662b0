"""Overlaps of two splits: texts, groups, projects, ids; and the order of time. The first place of each is kept on disk."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator

from equimorph.datasets.findings import Finding, Seat
from equimorph.datasets.items import Entry
from equimorph.datasets.layout import SPLITS
from equimorph.datasets.planning import By
from equimorph.leakage.samples import text_of
from equimorph.texts.likeness import HASH_BYTES

_TABLE = """
CREATE TABLE firsts (key BLOB PRIMARY KEY, split TEXT, file INTEGER, line INTEGER, id BLOB) WITHOUT ROWID;
BEGIN;
"""


class Overlaps:
    """The texts and names of all items so far, with the first place of each.

    Args:
        by: what must be in one split only, besides texts and ids.
    """

    def __init__(self, by: By) -> None:
        self._by = by
        # A database without a name is a temporary file, which is written when its cache is full.
        self._connection = sqlite3.connect("", isolation_level=None)
        self._connection.executescript(_TABLE)
        self._files: list[str] = []
        self._times: dict[str, tuple[tuple[int, Seat], tuple[int, Seat]]] = {}

    def close(self) -> None:
        """Drop the database."""
        self._connection.close()

    def of(self, dataset: str, seat: Seat, entry: Entry) -> Iterator[Finding]:
        """Yield the overlaps of an item with an earlier one of another split.

        Raises:
            MutationError: the item does not say what it is split by.
        """
        if self._by == "time":
            self._note_time(entry.author_time, seat)
        names = {"group": entry.group} if self._by == "group" else {}
        names |= {"project": entry.project} if self._by == "project" else {}
        for what, name in names.items():
            yield from self._shared(what, "", text_of(name), seat)
        yield from self._shared("id", dataset, text_of(entry.id), seat)
        for likeness in sorted(set(entry.alike()) - {b""}):
            yield from self._shared("text", dataset if self._by == "item" else "", likeness, seat)

    def _shared(self, what: str, scope: str, name: bytes, seat: Seat) -> Iterator[Finding]:
        key = hashlib.sha256(b"\0".join([what.encode(), text_of(scope), name])).digest()[:HASH_BYTES]
        query = "SELECT split, file, line, id FROM firsts WHERE key = ?"
        first = self._connection.execute(query, (key,)).fetchone()
        if first is None:
            if not self._files or self._files[-1] != seat.file:
                self._files.append(seat.file)
            row = (key, seat.split, len(self._files) - 1, seat.line, text_of(seat.id))
            self._connection.execute("INSERT INTO firsts VALUES (?, ?, ?, ?, ?)", row)
        elif first[0] != seat.split:
            split, file, line, id = first
            other = Seat(split, self._files[file], line, id.decode("utf-8", "surrogatepass"))
            yield Finding("overlap", what, seat, other)

    def _note_time(self, time: int, seat: Seat) -> None:
        least, most = self._times.get(seat.split, ((time, seat), (time, seat)))
        self._times[seat.split] = (min(least, (time, seat), key=_time), max(most, (time, seat), key=_time))

    def order(self) -> Iterator[Finding]:
        """Yield the places where an earlier split has a later item than a later split, after all items."""
        present = [self._times[name] for name in SPLITS if name in self._times]
        for at, (_, (time, seat)) in enumerate(present):
            for (other_time, other), _ in present[at + 1 :]:
                if time > other_time:
                    yield Finding("order", "", seat, other)


def _time(timed: tuple[int, Seat]) -> int:
    return timed[0]
