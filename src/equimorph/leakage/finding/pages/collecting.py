"""The data of a search's page: for each bug the items that have the most of it; bounded, whatever the training data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from equimorph.leakage.finding.leaks import Leak
from equimorph.leakage.finding.pages.excerpts import as_in, excerpt
from equimorph.leakage.samples import FORMS, KINDS, LEVELS, Item, Sample
from equimorph.leakage.training import Chunk, items
from equimorph.pages.edits import edits_between
from equimorph.pages.lines import dedented

Key: TypeAlias = tuple[str, str, int, str, int]
"""A sample and an item: benchmark, bug, number of the piece, file and row of the item."""
_LONGEST = 100_000
"""Texts of more characters are not shown."""


@dataclass(frozen=True)
class Limits:
    """The limits of a page.

    Attributes:
        bugs: Maximum number of bugs, the ones with the most leaks first.
        items: Maximum number of items of each bug, for each form in which they are found first.
    """

    bugs: int = 200
    items: int = 3


@dataclass
class _Entry:
    """A sample in an item: its leaks, and the number of the chunk that has the item, 0 while it is not known."""

    key: Key
    leaks: list[Leak]
    chunk: int = 0
    item: Item | None = None

    @property
    def rank(self) -> tuple[int, int, int]:
        """The less, the more of the bug is in the item."""
        return min(
            (LEVELS.index(leak.level), FORMS.index(leak.form), KINDS.index(leak.kind)) for leak in self.leaks
        )

    @property
    def form(self) -> str:
        """The first form in which it is found."""
        return min((leak.form for leak in self.leaks), key=FORMS.index)


@dataclass
class _Bug:
    """A bug with the entries that are shown, and how many items have it."""

    entries: list[_Entry] = field(default_factory=list)
    count: int = 0

    @property
    def rank(self) -> tuple[int, int, int]:
        return min(entry.rank for entry in self.entries)


class Shown:
    """A collector of the data for a page, fed with leaks one by one."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._bugs = dict[tuple[str, str], _Bug]()
        self._chunks = dict[int, Chunk]()
        self._last: _Entry | None = None
        self._new = list[_Entry]()

    def add_chunk(self, number: int, chunk: Chunk) -> None:
        """Take in that there is a chunk."""
        self._chunks[number] = chunk

    def add(self, leak: Leak) -> None:
        """Take a leak in; leaks of the same sample and item must be consecutive."""
        key = leak.benchmark, leak.bug_id, leak.hunk, leak.train_file, leak.train_row
        if self._last is not None and self._last.key == key:
            self._last.leaks.append(leak)
            return
        self._settle()
        self._last = _Entry(key, [leak])

    def end_chunk(self, number: int) -> None:
        """Take in that the leaks since the last call are of a chunk."""
        self._settle()
        for entry in self._new:
            entry.chunk = number
        self._new.clear()

    def _settle(self) -> None:
        """Keep the last entry, if it is among the first of its bug."""
        if (entry := self._last) is None:
            return
        self._last = None
        bug = self._bugs.setdefault(entry.key[:2], _Bug())
        bug.count += 1
        same = [candidate for candidate in bug.entries if candidate.form == entry.form]
        if len(same) >= self.limits.items:
            worst = max(same, key=lambda candidate: candidate.rank)
            if worst.rank <= entry.rank:
                return
            bug.entries.remove(worst)
        bug.entries.append(entry)
        self._new.append(entry)

    def data(self, samples: Sequence[Sample]) -> dict[str, Any]:
        """Return plain data for the page's script: "bugs", and "left", the number of leaking bugs not on the page.

        Raises:
            OSError: the training data cannot be read again.
        """
        chosen = sorted(self._bugs.items(), key=lambda pair: pair[1].rank)[: self.limits.bugs]
        self._read([entry for _, bug in chosen for entry in bug.entries])
        by_name = {(sample.benchmark, sample.bug_id, sample.hunk): sample for sample in samples}
        shown = [
            {
                **{"benchmark": benchmark, "bug_id": bug_id, "count": bug.count},
                "items": [_entry(entry, by_name[entry.key[:3]]) for entry in sorted(bug.entries, key=_order)],
            }
            for (benchmark, bug_id), bug in chosen
        ]
        return {"bugs": shown, "left": len(self._bugs) - len(chosen)}

    def _read(self, entries: Sequence[_Entry]) -> None:
        for number in sorted({entry.chunk for entry in entries}):
            wanted = dict[tuple[str, int], list[_Entry]]()
            for entry in entries:
                if entry.chunk == number:
                    wanted.setdefault(entry.key[3:], []).append(entry)
            if number not in self._chunks:
                continue  # of a chunk that failed behind these items
            for item in items(self._chunks[number], _ignore):
                for entry in wanted.pop((item.file, item.row), ()):
                    entry.item = item
                if not wanted:
                    break


def _ignore(bad: object) -> None:
    """Do nothing: bad rows are reported already."""


def _order(entry: _Entry) -> tuple[tuple[int, int, int], Key]:
    return entry.rank, entry.key


def _entry(entry: _Entry, sample: Sample) -> dict[str, Any]:
    _, _, hunk, file, row = entry.key
    return {
        **{"hunk": hunk, "file": file, "row": row, "id": entry.leaks[0].train_id},
        "found": [
            [leak.form, leak.level, leak.kind, leak.boundary, leak.similarity, leak.chars]
            for leak in entry.leaks
        ],
        "sides": [] if entry.item is None else list(_sides(sample, entry.item)),
    }


def _sides(sample: Sample, item: Item) -> Iterator[dict[str, Any]]:
    """Yield the sides that both have: the benchmark's text, and the edits that make the item's of it.

    What both have is written as in the item.
    """
    for name in ("buggy", "fixed"):
        sample_text, other = getattr(sample, name), getattr(item, name)
        if sample_text is None or other is None:
            continue
        theirs = _text(sample_text)
        ours = excerpt(_text(other), theirs)
        short = max(len(theirs), len(ours.text)) <= _LONGEST
        shown = as_in(theirs, ours.text, sample.language) if short else theirs
        yield {
            **{"side": name, "first": ours.first, "left_out": ours.left_out},
            "text": shown if short else None,
            "edits": edits_between(shown, ours.text) if short else None,
        }


def _text(data: bytes) -> str:
    return dedented(data.decode("utf-8", "replace"))
