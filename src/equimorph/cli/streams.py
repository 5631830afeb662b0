"""The files that verbs name: `-` for standard input and output, pipes, gzip, and the format of an output by its suffix."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from equimorph.rows.jsonl import count_rows, open_rows, packed
from equimorph.rows.packing import PACKED
from equimorph.rows.parquet import ColumnType, schema, to_parquet
from equimorph.runs.whole import naming, whole_file

STANDARD = Path("-")
"""Standard input where a file is read, standard output where one is written."""


def name_of(path: Path) -> str:
    """Return what messages call an input."""
    return "standard input" if path == STANDARD else str(path)


def regular(path: Path) -> bool:
    """Return whether a file can be read more than once, as it is."""
    return path != STANDARD and path.is_file() and path.suffix.lower() not in PACKED


@contextmanager
def reading(path: Path) -> Iterator[BinaryIO]:
    """Open a file, a pipe or standard input for reading bytes; a name that ends in ``.gz`` is decompressed.

    Raises:
        OSError: it cannot be read.
    """
    if path != STANDARD:
        with open_rows(path) as stream:
            yield stream
        return
    if sys.stdin is None:  # `<&-` in a shell
        raise OSError(errno.EBADF, "is closed", name_of(path))
    with naming(name_of(path)):
        yield sys.stdin.buffer


@contextmanager
def spooled(path: Path) -> Iterator[Path]:
    """Yield the path of a regular file with what is in a file, a pipe or standard input: the file itself, or a copy for the time.

    Raises:
        OSError: it cannot be read, or the copy not be written.
    """
    if regular(path):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="equimorph.") as folder:
        copy = Path(folder, "input")
        with reading(path) as stream, naming(folder), copy.open("wb") as target:
            shutil.copyfileobj(stream, target, 1 << 20)
        yield copy


def total_of(path: Path) -> int | None:
    """Return how many rows a JSON Lines file has, None if that cannot be known before it is read."""
    return count_rows(path) if regular(path) else None


def to_standard(path: Path | None) -> bool:
    """Return whether an output goes to standard output."""
    return path is None or path in (STANDARD, Path("/dev/stdout"))


@contextmanager
def output(path: Path | None, columns: Mapping[str, ColumnType] | None = None) -> Iterator[BinaryIO]:
    """Open an output for lines of JSON: a file, written whole or not at all, in the format of its suffix; or standard output.

    Args:
        path: None or ``-`` for standard output.
        columns: of the table, where the suffix is ``.parquet``.

    Raises:
        OSError: it cannot be written; names the file.
        ModuleNotFoundError: Parquet is asked for, and pyarrow is not installed.
    """
    if path is None or to_standard(path):
        with _standard_output() as stream:
            yield stream
    elif is_table(path) and columns is not None:
        schema(columns)  # pyarrow is missing now, not when all is done
        with whole_file(path) as table, tempfile.TemporaryFile() as lines:
            yield lines
            lines.seek(0)
            to_parquet(lines, table, columns)
    else:
        with whole_file(path) as whole, packed(whole, path) as stream:
            yield stream


def is_table(path: Path | None) -> bool:
    """Return whether an output is a Parquet file."""
    return path is not None and path.suffix == ".parquet"


def stays(path: Path | None) -> bool:
    """Return whether an output is a file in a folder, not standard output, a device or a pipe."""
    return path is not None and not to_standard(path) and (path.is_file() or not path.exists())


@contextmanager
def made_file(path: Path) -> Iterator[Path]:
    """Yield the path of an output that something else writes whole: a file of its own for standard output, devices and pipes.

    That file is copied there in the end; so beside the output, which may be in a folder like ``/dev``, nothing is needed.

    Raises:
        OSError: it cannot be written.
    """
    if stays(path):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="equimorph.") as folder:
        draft = Path(folder, "output")
        yield draft
        with output(path) as out, draft.open("rb") as stream:
            shutil.copyfileobj(stream, out, 1 << 20)


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    if sys.stdout is None:  # `>&-` in a shell
        raise OSError(errno.EBADF, "is closed", "standard output")
    try:
        with naming("standard output"):
            stream = sys.stdout.buffer
            yield stream
            stream.flush()
    except OSError as error:
        if error.errno != errno.EPIPE:
            _drop_output()
        raise


def _drop_output() -> None:
    """Have nothing written to standard output any more: what is still in its buffer would fail again at the end."""
    with suppress(OSError, ValueError):  # it may be no file at all
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
