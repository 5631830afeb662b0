"""Rows of any file: JSON, compressed or not, Parquet, CSV; bad rows are reported, the others continue; rows by key."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, Protocol, TypeAlias, TypeVar

from equimorph.rows.csv_rows import csv_rows
from equimorph.rows.inspect_logs import log_rows
from equimorph.rows.jsonl import JsonLine, encode, json_line, json_lines, json_rows, open_rows
from equimorph.rows.packing import PACKED, kind_of
from equimorph.rows.parquet import pyarrow
from mutators import MutationError

__all__ = [
    "BadRow",
    "Failed",
    "HasRow",
    "RowCount",
    "RowIndex",
    "Rows",
    "lines_in",
    "name_of_rows",
    "numbered_rows",
    "raised",
    "read_rows",
    "stored",
]

T = TypeVar("T")
_OTHERS = (".csv", ".eval", ".json", ".parquet")
"""Suffixes of files that are not JSON Lines."""


class HasRow(Protocol):
    """An object that is a row of a file, such as a bug."""

    def to_row(self) -> dict[str, Any]:
        """Return the row as plain data."""


Rows: TypeAlias = str | PathLike[str] | Iterable[Mapping[str, Any] | HasRow]
"""The path of a file of rows, or rows as they are, or as objects."""


@dataclass(frozen=True)
class BadRow:
    """A row that nothing can be made of.

    Attributes:
        name: Name of its file.
        line: 1-based; of Parquet the number of the row.
        reason: what is wrong with it.
    """

    name: str
    line: int
    reason: str

    def __str__(self) -> str:
        """Return file, line and reason."""
        return f"{self.name}:{self.line}: {self.reason}"


Failed: TypeAlias = Callable[[BadRow], object]


def raised(bad: BadRow) -> NoReturn:
    """Raise what is wrong with a row, where nobody takes it.

    Raises:
        MutationError: always.
    """
    raise MutationError(str(bad))


@dataclass
class RowCount:
    """The number of rows that were read, kept or dropped.

    Attributes:
        read: all of them.
        dropped: how many, by reason.
    """

    read: int = 0
    dropped: Counter[str] = field(default_factory=Counter)

    @property
    def kept(self) -> int:
        """The number of kept ones."""
        return self.read - self.dropped.total()

    def summary(self) -> str:
        """Return the counts as a line, such as "5 read, 3 kept, 2 dropped (no fix: 2)"."""
        reasons = ", ".join(f"{reason}: {count:,}" for reason, count in sorted(self.dropped.items()))
        dropped = f", {self.dropped.total():,} dropped ({reasons})" if reasons else ""
        return f"{self.read:,} read, {self.kept:,} kept{dropped}"


def name_of_rows(rows: Rows) -> str:
    """Return the name in messages of the rows: the path of the file, or "rows"."""
    return str(rows) if isinstance(rows, str | PathLike) else "rows"


def lines_in(rows: Rows) -> Iterator[JsonLine]:
    """Yield the rows of a file, or rows as they are, with their numbers; bad lines carry their error.

    The suffix of a file says how it is read: ``.parquet``, ``.csv``, ``.eval`` (a log of inspect-ai), or else JSON.

    Raises:
        OSError: the file cannot be read, or is not the Parquet that its name says.
        ModuleNotFoundError: it is Parquet or compressed by Zstandard, and the package for it is not installed.
    """
    if not isinstance(rows, str | PathLike):
        for number, data in enumerate(rows, 1):
            yield JsonLine(number, data if isinstance(data, Mapping) else data.to_row())
        return
    path = Path(rows)
    match kind_of(path):
        case ".parquet":
            yield from _table_rows(path)
        case ".eval":
            yield from log_rows(path)
        case kind:
            with open_rows(path) as stream:
                yield from csv_rows(stream, path) if kind == ".csv" else json_rows(stream)


def _table_rows(path: Path) -> Iterator[JsonLine]:
    number = 0
    try:
        with pyarrow().parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(1000):
                for data in batch.to_pylist():
                    number += 1
                    yield JsonLine(number, data)
    except pyarrow().ArrowException as error:
        raise OSError(5, f"no Parquet file: {error}", str(path)) from error


def read_rows(
    rows: Rows,
    parse: Callable[[Mapping[str, Any]], T],
    failed: Failed,
    count: RowCount | None = None,
    key: Callable[[T], object] | None = None,
) -> Iterator[T]:
    """Yield the parsed rows; a bad row is reported, and the rest continues.

    Args:
        rows: A file, or rows.
        parse: Parses a row; raises `MutationError` for a bad one.
        failed: Gets the bad rows.
        count: Counts them, too.
        key: Key of which no two rows may have the same; the keys of all rows are in memory.

    Raises:
        OSError, ModuleNotFoundError: see `lines_in`.
    """
    return (made for _, made in numbered_rows(rows, parse, failed, count, key))


def numbered_rows(
    rows: Rows,
    parse: Callable[[Mapping[str, Any]], T],
    failed: Failed,
    count: RowCount | None = None,
    key: Callable[[T], object] | None = None,
) -> Iterator[tuple[int, T]]:
    """Yield the parsed rows as `read_rows` does, each with the number of its line.

    Raises:
        OSError, ModuleNotFoundError: see `lines_in`.
    """
    name, seen = name_of_rows(rows), set[object]()
    for line in lines_in(rows):
        if count is not None:
            count.read += 1
        try:
            if line.error is not None:
                raise MutationError(line.error)
            made = parse(line.data)
            if key is not None and (known := key(made)) in seen:
                raise MutationError(f"a second row of {known}")
        except MutationError as error:
            reason = str(error)
            if count is not None:
                count.dropped["bad row"] += 1
            failed(BadRow(name, line.number, reason))
            continue
        if key is not None:
            seen.add(known)
        yield line.number, made


@contextmanager
def stored(rows: Rows) -> Iterator[Path]:
    """Yield the path of a file of JSON Lines with the rows, which can be read at any place: the file itself, or a copy.

    The copy lasts as long as the context.

    Raises:
        OSError: the rows cannot be read, or the copy not be written.
    """
    if isinstance(rows, str | PathLike):
        path = Path(rows)
        if path.is_file() and kind_of(path) not in _OTHERS and path.suffix.lower() not in PACKED:
            yield path
            return
    with tempfile.TemporaryDirectory(prefix="equimorph.") as folder:
        copy = Path(folder, "rows.jsonl")
        with copy.open("wb") as target:
            _copy(rows, target)
        yield copy


def _copy(rows: Rows, target: BinaryIO) -> None:
    if isinstance(rows, str | PathLike) and kind_of(Path(rows)) not in _OTHERS:
        with open_rows(Path(rows)) as stream:
            shutil.copyfileobj(stream, target, 1 << 20)
        return
    for line in lines_in(rows):
        target.write(encode(json.loads(json.dumps(line.data, default=list))))


class RowIndex:
    """The rows of a file by a key; the file is open, only places in it are in memory."""

    def __init__(self, stream: BinaryIO, key: Callable[[JsonLine], str | None]) -> None:
        """Read the file once.

        Args:
            stream: the file, opened for reading bytes; it can be read more than once.
            key: Key of a row; None for one that is left out.
        """
        self._stream = stream
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        starts: list[int] = []

        def lines() -> Iterator[bytes]:
            start = stream.tell()
            while line := stream.readline():
                starts.append(start)
                start += len(line)
                yield line

        for line in json_lines(lines()):
            if (known := key(line)) is not None:
                self._places[known].append((line.number, starts[line.number - 1]))

    def __contains__(self, key: object) -> bool:
        """Return whether there is a row with the key."""
        return key in self._places

    def keys(self) -> Iterator[str]:
        """Yield the keys, in the order of their first rows."""
        return iter(self._places)

    def rows(self, key: str) -> Iterator[JsonLine]:
        """Yield the rows with a key, in the order of the file."""
        for number, start in self._places.get(key, ()):
            self._stream.seek(start)
            yield json_line(number, self._stream.readline())
