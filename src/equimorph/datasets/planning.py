"""The plan of splits: units of items that must stay together, in a database on disk, and their places.

Memory does not grow with the items, except by some 40 bytes for each unit.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from equimorph.datasets.items import Entry
from equimorph.datasets.placing import Unit, draw_of, levelled, placed

By: TypeAlias = Literal["group", "project", "time", "item"]
"""The unit that stays together: items of one group, of one project, of one time (in the order of time), or each item alone."""
BY: tuple[By, ...] = ("group", "project", "time", "item")
_UNITING = frozenset({"group", "item"})
"""Units that share a text become one. By the others, items are dropped whose text an earlier split has."""
_HEAVY = 20
"""A unit is heavy if it has more than the smallest split divided by this number."""
_TABLES = """
CREATE TABLE units (key TEXT PRIMARY KEY, unit INTEGER) WITHOUT ROWID;
CREATE TABLE texts (likeness BLOB, unit INTEGER, PRIMARY KEY (likeness, unit)) WITHOUT ROWID;
CREATE TABLE firsts (likeness BLOB PRIMARY KEY, split INTEGER) WITHOUT ROWID;
CREATE TABLE items (dataset INTEGER, line INTEGER, unit INTEGER, buggy BLOB, fixed BLOB, PRIMARY KEY (dataset, line)) WITHOUT ROWID;
CREATE TABLE weights (unit INTEGER PRIMARY KEY, draw INTEGER, weight INTEGER);
"""


class Place(NamedTuple):
    """The split and the position of an item.

    Attributes:
        line: Line of the item.
        split: its number; None if an earlier split has one of its texts.
    """

    line: int
    split: int | None


class Plan:
    """The units of some data sets that are split as one, so that a unit is in the same split in each of them.

    Args:
        by: Property that keeps items together.
        seed: Seed of the order of units, unless they are ordered by time.
        datasets: Number of data sets.
    """

    def __init__(self, by: By, seed: int, datasets: int) -> None:
        self._by, self._seed = by, seed
        # A database without a name is a temporary file, which is written when its cache is full.
        self._connection = sqlite3.connect("", isolation_level=None)
        self._connection.executescript(f"{_TABLES}BEGIN;")
        self._parents, self._draws, self._ranks = array("q"), array("q"), array("q")
        self._counts = [array("q") for _ in range(datasets)]
        self._splits = array("b")

    def close(self) -> None:
        """Drop the database."""
        self._connection.close()

    def add(self, dataset: int, entry: Entry) -> None:
        """Take note of an item.

        Raises:
            MutationError: the item does not say what it is split by.
        """
        buggy, fixed = entry.alike()
        unit = self._unit(entry)
        self._counts[dataset][unit] += 1
        self._connection.execute(
            "INSERT INTO items VALUES (?, ?, ?, ?, ?)", (dataset, entry.line, unit, buggy, fixed)
        )
        for likeness in {buggy, fixed} - {b""}:
            if self._by in _UNITING:
                self._join(unit, likeness)
            else:
                self._connection.execute("INSERT OR IGNORE INTO texts VALUES (?, ?)", (likeness, unit))

    def _unit(self, entry: Entry) -> int:
        key = str(_key(entry, self._by))
        row = self._connection.execute("SELECT unit FROM units WHERE key = ?", (_stored(key),)).fetchone()
        if row is not None:
            return int(row[0])
        unit = len(self._parents)
        self._connection.execute("INSERT INTO units VALUES (?, ?)", (_stored(key), unit))
        draw, rank = (entry.author_time, 0) if self._by == "time" else draw_of(self._seed, key)
        self._parents.append(unit)
        self._draws.append(draw)
        self._ranks.append(rank)
        for counts in self._counts:
            counts.append(0)
        return unit

    def _join(self, unit: int, likeness: bytes) -> None:
        row = self._connection.execute("SELECT unit FROM texts WHERE likeness = ?", (likeness,)).fetchone()
        if row is None:
            self._connection.execute("INSERT INTO texts VALUES (?, ?)", (likeness, unit))
            return
        root, other = self._root(unit), self._root(row[0])
        if root != other:
            self._parents[max(root, other)] = min(root, other)

    def _root(self, unit: int) -> int:
        while (parent := self._parents[unit]) != unit:
            self._parents[unit] = self._parents[parent]
            unit = parent
        return unit

    def place(self, fractions: Sequence[Fraction]) -> None:
        """Choose the split of each unit, after all items were added."""
        total = self._weigh()
        smallest = min(fraction for fraction in fractions if fraction) * total
        limit = 1 if self._by == "item" else int(smallest / _HEAVY)
        limit = total if self._by == "time" else max(limit, 1)
        heavy = self._units("weight > ? ORDER BY weight DESC, draw, unit", limit)
        light = self._units("weight <= ? ORDER BY draw, unit", limit)
        self._splits = array("b", bytes(len(self._parents)))
        for unit, split in placed(heavy, light, total, fractions):
            self._splits[unit] = split
        if self._by != "time":
            order = self._connection.execute("SELECT unit FROM weights ORDER BY draw DESC, unit")
            levelled((unit for (unit,) in order), self._splits, self._counts, fractions)
        for unit in range(len(self._parents)):
            self._splits[unit] = self._splits[self._root(unit)]
        if self._by not in _UNITING:
            self._connection.executemany(
                "INSERT INTO firsts VALUES (?, ?) ON CONFLICT DO UPDATE SET split = min(split, excluded.split)",
                (
                    (likeness, self._splits[unit])
                    for likeness, unit in self._rows("SELECT likeness, unit FROM texts")
                ),
            )

    def largest(self) -> int:
        """Return the number of items of the largest unit, after the units were placed."""
        return max((sum(counts) for counts in zip(*self._counts, strict=True)), default=0)

    def _weigh(self) -> int:
        """Write down draws and weights of the units that are left after uniting; return the weight of all.

        Each of several data sets weighs as much as the others. The draw of a united unit is the draw of one of its
        parts, chosen by another number: the smallest of all draws would send the united ones to the first split.
        """
        units = range(len(self._parents))
        for unit in units:
            root = self._root(unit)
            if root != unit:
                for counts in self._counts:
                    counts[root] += counts[unit]
                    counts[unit] = 0
                if (self._ranks[unit], self._draws[unit]) < (self._ranks[root], self._draws[root]):
                    self._ranks[root], self._draws[root] = self._ranks[unit], self._draws[unit]
        items = [sum(counts) for counts in self._counts]
        scale = max(items) * 1000 if sum(map(bool, items)) > 1 else 1
        each = [scale // count if count and scale > 1 else 1 for count in items]
        self._connection.executemany(
            "INSERT INTO weights VALUES (?, ?, ?)",
            (
                (
                    unit,
                    self._draws[unit],
                    sum(counts[unit] * factor for counts, factor in zip(self._counts, each, strict=True)),
                )
                for unit in units
                if self._root(unit) == unit
            ),
        )
        return sum(count * factor for count, factor in zip(items, each, strict=True))

    def _units(self, chosen: str, limit: int) -> Iterator[Unit]:
        rows = self._connection.execute(f"SELECT unit, draw, weight FROM weights WHERE {chosen}", (limit,))
        return (Unit(*row) for row in rows)

    def _rows(self, query: str) -> Iterable[tuple[bytes, int]]:
        return self._connection.execute(query)

    def places(self, dataset: int) -> Iterator[Place]:
        """Yield the places of a data set's items, in the order of their lines."""
        query = "SELECT line, unit, buggy, fixed FROM items WHERE dataset = ? ORDER BY line"
        for line, unit, buggy, fixed in self._connection.execute(query, (dataset,)):
            split = self._splits[unit]
            kept = self._by in _UNITING or all(self._first(text) >= split for text in (buggy, fixed) if text)
            yield Place(line, split if kept else None)

    def _first(self, likeness: bytes) -> int:
        [split_number] = self._connection.execute(
            "SELECT split FROM firsts WHERE likeness = ?", (likeness,)
        ).fetchone()
        return int(split_number)


def _key(entry: Entry, by: By) -> str | int:
    """Return the key of an item's unit."""
    if by == "item":
        return entry.id
    if by == "time":
        return entry.author_time
    return entry.group if by == "group" else entry.project


def _stored(key: str) -> bytes:
    """Return a key as the database takes it; half a character has no UTF-8."""
    return key.encode("utf-8", "surrogatepass")
