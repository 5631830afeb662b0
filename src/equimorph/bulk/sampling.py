"""A random sample of all mutants of an input, the same whatever the order of the files, the jobs and the parts.

Each mutant has a rank: a hash of the seed, the place of its text in the input, the start of its member there, and the id of its
record. So equal methods at two places have two ranks. A sample of N mutants has the lowest ranks. A sample of P percent has
those whose rank is in the lowest P percent of all hashes: its size varies as the number of heads in tosses of a coin (binomial).
"""

from __future__ import annotations

import hashlib
import heapq
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from equimorph.bulk.job import Record
from mutators import Mutant

__all__ = ["Reservoir", "Sample", "place_of", "untagged"]

_DIGITS = 16
_RANKS = 1 << 4 * _DIGITS
_SAMPLE = re.compile(r"(?P<count>[0-9]{1,12})|(?P<percent>[0-9]{1,3}(?:\.[0-9]{1,9})?)%")


def place_of(record: Record, field: str | None) -> str:
    """Return the place of a row of the input: the path of a file as it was given, without ``./`` and the like; else its number."""
    return os.path.normpath(os.fsdecode(record.data)) if field is None else f"row {record.number}"


@dataclass(frozen=True)
class Sample:
    """A choice of a number of mutants, or of a share of all of them.

    Attributes:
        count: how many; None for a share.
        share: a fraction above 0 and at most 1; None for a count.
    """

    count: int | None = None
    share: float | None = None

    @classmethod
    def parse(cls, text: str) -> Sample:
        """Return the sample that a text such as `500` or `2.5%` describes.

        Raises:
            ValueError: it is neither a number from 1 up nor a percentage above 0 and up to 100.
        """
        if match := _SAMPLE.fullmatch(text.strip()):
            if match["count"] is not None and int(match["count"]):
                return cls(count=int(match["count"]))
            if match["percent"] is not None and 0 < float(match["percent"]) <= 100:
                return cls(share=float(match["percent"]) / 100)
        raise ValueError(
            f"{text!r} is neither a number of mutants, such as 500, nor a percentage up to 100, such as 2.5%"
        )

    def tag(self, mutant: Mutant, seed: int, place: str) -> bytes | None:
        """Return the text before the line of a mutant: its rank for a `Reservoir`, or nothing; None if it is not chosen."""
        key = f"{seed}|{place}|{mutant.offset}|{mutant.local.id}"
        rank = hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:_DIGITS]
        if self.share is None:
            return rank.encode()
        return b"" if int(rank, 16) < self.share * _RANKS else None


class Reservoir:
    """The lines of the lowest ranks among any number of lines; the first one of equal ranks.

    Args:
        count: how many lines.
        spool: an empty file for reading and writing. In memory are only ranks and offsets.
    """

    def __init__(self, count: int, spool: BinaryIO) -> None:
        self._count, self._spool = count, spool
        self._heap: list[tuple[int, int, int, int, int]] = []
        self._added = self._end = 0

    def add(self, tagged: bytes, group: int = 0) -> None:
        """Take a line behind what `Sample.tag` returned.

        Args:
            group: returned with the line.
        """
        order = (-int(tagged[:_DIGITS], 16), -self._added)
        self._added += 1
        if len(self._heap) == self._count and order < self._heap[0][:2]:
            return
        entry = (*order, group, self._end, len(tagged))
        self._spool.seek(self._end)
        self._spool.write(tagged)
        self._end += len(tagged)
        if len(self._heap) < self._count:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heapreplace(self._heap, entry)

    def groups(self) -> dict[int, Iterator[bytes]]:
        """Return the lines of each group, ranks before them; groups and lines are in the order in which they came."""
        by_group: dict[int, list[tuple[int, int]]] = {}
        for _, _, group, start, size in sorted(self._heap, key=lambda entry: -entry[1]):
            by_group.setdefault(group, []).append((start, size))
        return {group: self._read(spans) for group, spans in by_group.items()}

    def _read(self, spans: Iterable[tuple[int, int]]) -> Iterator[bytes]:
        for start, size in spans:
            self._spool.seek(start)
            yield self._spool.read(size)

    def write(self, out: BinaryIO) -> int:
        """Write the lines without their ranks, in the order in which they came; return how many."""
        for lines in self.groups().values():
            out.writelines(map(untagged, lines))
        return len(self._heap)


def untagged(line: bytes) -> bytes:
    """Return a line without its rank."""
    return line[_DIGITS:]
