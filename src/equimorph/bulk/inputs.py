"""Inputs: files, the lines of a JSON Lines file, the rows of a Parquet file; cut into parts, and read again."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol

from equimorph.bulk.job import BulkError, Part, Record
from equimorph.rows.parquet import pyarrow
from equimorph.runs.hashes import file_hash

__all__ = ["PART_ROWS", "Files", "InputFile", "Lines", "Plan", "Source", "Table", "records"]

PART_ROWS = 1000
"""Rows of the input in a part, unless another number is given."""

_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Plan:
    """An input in parts.

    Attributes:
        parts: The parts in order.
        rows: Number of all rows.
        sha256: SHA-256 of all that is read.
    """

    parts: tuple[Part, ...]
    rows: int
    sha256: str


class Source(Protocol):
    """An input."""

    @property
    def description(self) -> list[str]:
        """Kind and extent or place, for messages and the manifest."""

    def count(self) -> int:
        """Return its number of rows."""

    def whole(self) -> Part:
        """Return all of it as one part."""

    def plan(self, part_rows: int) -> Plan:
        """Read it once, and cut it into parts of this many rows."""


@dataclass(frozen=True)
class Files:
    """Files, each of them a row.

    Attributes:
        paths: The paths as given; for rewriting, relative to `folder`.
        places: Actual places, by path, of files that are not at their path, such as a copy of standard input.
    """

    paths: Sequence[str]
    folder: Path = Path()
    places: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "paths", [str(path) for path in self.paths])
        object.__setattr__(self, "folder", Path(self.folder))

    @property
    def description(self) -> list[str]:
        """Kind and number."""
        return ["files", str(len(self.paths))]

    def count(self) -> int:
        """Return the number of files."""
        return len(self.paths)

    def whole(self) -> Part:
        """Return all files as one part."""
        return Part(
            0, "files", 1, len(self.paths), tuple(self.paths), places=tuple(sorted(self.places.items()))
        )

    def plan(self, part_rows: int) -> Plan:
        """Cut into parts of this many files; the hash is of names and contents."""
        digest = hashlib.sha256()
        for path in self.paths:
            name = os.fsencode(path)
            digest.update(len(name).to_bytes(8) + name + self._content(path))
        return Plan(tuple(self.cut(part_rows)), len(self.paths), digest.hexdigest())

    def cut(self, part_rows: int) -> list[Part]:
        """Return parts, without reading the files."""
        starts = range(0, len(self.paths), part_rows)
        cut = [tuple(self.paths[start : start + part_rows]) for start in starts]
        return [
            Part(n, "files", n * part_rows + 1, len(some), some, places=self._places(some))
            for n, some in enumerate(cut)
        ]

    def _places(self, paths: Sequence[str]) -> tuple[tuple[str, str], ...]:
        return tuple((path, self.places[path]) for path in paths if path in self.places)

    def _content(self, path: str) -> bytes:
        try:
            with (self.folder / self.places.get(path, path)).open("rb") as stream:
                return hashlib.file_digest(stream, "sha256").digest()
        except OSError as error:  # its row will say so; that it cannot be read belongs to what the input is
            return f"{error.strerror}".encode()


@dataclass(frozen=True)
class InputFile:
    """A file with rows.

    Attributes:
        path: Path of the file.
        label: what messages and the manifest call it, if not by its path.
    """

    path: Path
    label: str = ""
    kind: ClassVar[str]

    def __post_init__(self) -> None:
        if isinstance(self.path, str):
            object.__setattr__(self, "path", Path(self.path))

    @property
    def description(self) -> list[str]:
        """Kind and path."""
        return [self.kind, self.label or str(self.path)]


class Lines(InputFile):
    """The lines of a JSON Lines file that are not blank."""

    kind = "lines"

    def count(self) -> int:
        """Return the number of lines that are rows."""
        with self.path.open("rb") as stream:
            return sum(1 for number, line in enumerate(stream, 1) if _is_row(number, line))

    def whole(self) -> Part:
        """Return all lines as one part."""
        return Part(0, "lines", 1, 0, (str(self.path),), 0, self.path.stat().st_size, self.label)

    def plan(self, part_rows: int) -> Plan:
        """Cut into parts of this many rows."""
        digest, parts, total = hashlib.sha256(), list[Part](), 0
        first, start, at, rows = 1, 0, 0, 0
        with self.path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                if rows == part_rows:
                    parts.append(self._part(len(parts), first, rows, start, at))
                    first, start, rows = number, at, 0
                digest.update(line)
                at += len(line)
                row = _is_row(number, line)
                rows += row
                total += row
        if rows:
            parts.append(self._part(len(parts), first, rows, start, at))
        return Plan(tuple(parts), total, digest.hexdigest())

    def _part(self, number: int, first: int, rows: int, start: int, end: int) -> Part:
        return Part(number, "lines", first, rows, (str(self.path),), start, end, self.label)


class Table(InputFile):
    """The rows of a Parquet file."""

    kind = "table"

    def count(self) -> int:
        """Return the number of rows.

        Raises:
            BulkError: it is no Parquet file.
        """
        try:
            rows: int = pyarrow().parquet.read_metadata(self.path).num_rows
        except pyarrow().ArrowException as error:
            raise BulkError(f"{self.label or self.path}: {error}") from error
        return rows

    def whole(self) -> Part:
        """Return all rows as one part."""
        return Part(0, "table", 1, self.count(), (str(self.path),), label=self.label)

    def plan(self, part_rows: int) -> Plan:
        """Cut into parts of this many rows."""
        total = self.count()
        parts = [
            Part(
                number, "table", start + 1, min(part_rows, total - start), (str(self.path),), label=self.label
            )
            for number, start in enumerate(range(0, total, part_rows))
        ]
        return Plan(tuple(parts), total, file_hash(self.path))


def _is_row(number: int, line: bytes) -> bool:
    return bool((line.removeprefix(_MARK) if number == 1 else line).strip())


def records(part: Part, folder: Path, columns: Sequence[str]) -> Iterator[Record]:
    """Yield the rows of a part.

    Args:
        folder: Folder that relative paths refer to.
        columns: Columns of a Parquet file that are read, where they are there.

    Raises:
        OSError: a file of rows cannot be read.
        BulkError: a Parquet file is damaged.
    """
    if part.kind == "files":
        places = dict(part.places)
        for number, path in enumerate(part.paths, part.first):
            yield Record(number, os.fsencode(path), place=places.get(path, ""))
    elif part.kind == "lines":
        yield from _lines(part, folder)
    else:
        try:
            for number, row in enumerate(_table(part, folder, columns), part.first):
                # What JSON lacks, such as bytes, becomes something that is no text.
                yield Record(number, json.dumps(row, default=lambda value: [repr(value)]).encode())
        except (pyarrow().ArrowException, OSError) as error:
            raise BulkError(f"{part.label or part.paths[0]}: {error}") from error


def _lines(part: Part, folder: Path) -> Iterator[Record]:
    at = part.start
    with (folder / part.paths[0]).open("rb") as stream:
        stream.seek(at)
        for number, line in enumerate(stream, part.first):
            if at >= part.end:
                break
            at += len(line)
            if _is_row(number, line):
                yield Record(number, line)


def _table(part: Part, folder: Path, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Read row group by row group, those before the part left out."""
    with pyarrow().parquet.ParquetFile(folder / part.paths[0]) as file:
        skip, left = part.first - 1, part.rows
        groups, fields = file.metadata, [name for name in columns if name in file.schema_arrow.names]
        for group in range(groups.num_row_groups):
            size = groups.row_group(group).num_rows
            if skip >= size:
                skip -= size
                continue
            for batch in file.iter_batches(1000, row_groups=[group], columns=fields):
                wanted = batch.slice(min(skip, len(batch)), left)
                skip -= min(skip, len(batch))
                left -= len(wanted)
                yield from wanted.to_pylist()
                if not left:
                    return
