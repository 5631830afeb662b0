"""CSV: a row has its sides in two columns, `buggy` and `fixed` unless others are named; quoted as in RFC 4180.

Columns are separated by commas, semicolons or tabs, whichever the first line has most of. A row has the number of its
first line. A row may span lines, so that a file is cut by the parser that reads it.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.files import cut_files, hash_next, opened, unpacked
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.lines import MARK, Cut, Line, TooLong, lines, too_long
from equimorph.leakage.training.reading import Span, span_lines, spans
from equimorph.leakage.training.rewardrepair import is_rewardrepair, is_table
from equimorph.leakage.training.sides import Fields, item_of, lacking
from equimorph.rows.tables import BadRow
from mutators import MutationError

LONGEST_FIELD = 1 << 26
"""Characters of the longest field: a quote that is never closed must not take the whole file into memory."""


class _Row(NamedTuple):
    """A row as it is in the file, with the number of the line in which it begins (1-based), and of the line behind it.

    `read` counts the bytes so far, the row's own included; a blank line has no cells.
    """

    number: int
    next: int
    read: int
    cells: list[str]
    error: str | None = None


class _Feed:
    """The lines of a file as texts, with a count of the bytes read. Bytes that are not UTF-8 are kept as they were."""

    def __init__(self, found: Iterator[Line], first: int) -> None:
        self._found = found
        self.next, self.read = first, 0

    def __iter__(self) -> _Feed:
        return self

    def __next__(self) -> str:
        line = next(self._found)
        self.next = line.number + 1
        if isinstance(line.data, TooLong):
            self.read += line.data.size
            raise csv.Error(too_long(line.data))
        self.read += len(line.data)
        data = line.data.removeprefix(MARK) if line.number == 1 else line.data
        return data.decode("utf-8", "surrogateescape")


@contextmanager
def _long_fields() -> Iterator[None]:
    """Allow long fields for a while; the limit is one of the process, which others may use."""
    old_limit = csv.field_size_limit(LONGEST_FIELD)
    try:
        yield
    finally:
        csv.field_size_limit(old_limit)


def _rows(source_lines: Iterator[Line], first: int, separator: str) -> Iterator[_Row]:
    """Yield the rows of a file, bad ones too; after a bad one it continues with the next line."""
    feed = _Feed(source_lines, first)
    reader = csv.reader(feed, delimiter=separator)
    while True:
        number = feed.next
        try:
            with _long_fields():
                cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield _Row(number, feed.next, feed.read, [], _reason(error))
            continue
        yield _Row(number, feed.next, feed.read, cells)


def _reason(error: csv.Error) -> str:
    """Return the faults of a row; Python's own words for a carriage return are about how it was opened."""
    reason = str(error)
    return "a carriage return in a field without quotes" if reason.startswith("new-line") else reason


@dataclass(frozen=True)
class _Head:
    """The first line of a file: what separates its columns, and their names."""

    separator: str
    names: list[str]


def _head(path: Path) -> _Head:
    """Return the head of a file. OSError: it cannot be read."""
    with unpacked(path) as stream:
        data = next(lines(stream, 1), Line(1, b"")).data
    line = b"" if isinstance(data, TooLong) else data
    separator = max(",;\t", key=line.decode("utf-8", "replace").count)
    row = next(_rows(iter([Line(1, line)]), 1, separator), None)
    return _Head(separator, [name.strip() for name in row.cells] if row else [])


def _cuts(path: Path, size: int, fields: Fields) -> Iterator[Cut]:
    """Yield the pieces of a file: each ends with the row in which it reaches `size` bytes."""
    head = _head(path)
    hasher = hashlib.sha256(repr(head).encode("utf-8", "replace"))  # what a row means depends on it
    if lacking(fields, head.names):
        yield Cut(0, 0, 1, 0, hasher.hexdigest())
        return
    start, first, at, line = 0, 1, 0, 1
    with opened(path) as stream, opened(path) as again:
        for row in _rows(lines(stream, 1), 1, head.separator):
            at, line = row.read, row.next
            if at - start >= size:
                yield Cut(
                    start, at, first, line - first, hash_next(again, at - start, hasher.copy()).hexdigest()
                )
                start, first = at, line
        if at > start:
            yield Cut(start, at, first, line - first, hash_next(again, at - start, hasher.copy()).hexdigest())


def _cut(origin: Origin, size: int) -> Iterator[Chunk]:
    return cut_files(origin, is_table, lambda path, size: _cuts(path, size, origin.fields), size)


def _read(chunk: Chunk) -> Iterator[Read]:
    for span in spans(chunk):
        number = span.first
        try:
            head = _head(chunk.origin.place(span.file))
            if reason := lacking(chunk.origin.fields, head.names):
                yield BadRow(span.name, 1, reason)
                continue
            with span_lines(chunk, span) as source_lines:
                for row in _rows(source_lines, span.first, head.separator):
                    number = row.next
                    yield from _made(row, head, chunk.origin.fields, span)
        except OSError as error:
            yield BadRow(span.name, number, error.strerror or str(error))


def _made(row: _Row, head: _Head, fields: Fields, span: Span) -> Iterator[Read]:
    """Yield the results for a row; nothing of the head, and of a blank line."""
    if row.number == 1 or not (row.cells or row.error):
        return
    try:
        if row.error is not None:
            raise MutationError(row.error)
        if len(row.cells) != len(head.names):
            raise MutationError(f"{len(row.cells)} columns, where the first line names {len(head.names)}")
        cells = (cell.encode("utf-8", "surrogateescape") for cell in row.cells)
        yield item_of(dict(zip(head.names, cells, strict=True)), fields, span.short, row.number)
    except MutationError as error:
        yield BadRow(span.name, row.number, str(error))


def _sniff(path: Path) -> bool:
    return not is_rewardrepair(path)


CSV = Format(
    "csv", "a table, .csv or .tsv, with columns buggy and fixed", is_table, _cut, _read, Fields(), _sniff
)
