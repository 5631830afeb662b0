"""JSON Lines: objects written and read back line by line, with an error for each line that cannot be read."""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from math import isinf
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

__all__ = [
    "ROWS",
    "TABLES",
    "JsonLine",
    "check_suffix",
    "count_rows",
    "encode",
    "json_line",
    "json_lines",
    "json_rows",
    "line_message",
    "lines_of",
    "open_rows",
    "packed",
    "rows_hash",
]

_MARK = b"\xef\xbb\xbf"
ROWS = (".jsonl", ".jsonl.gz")
TABLES = (*ROWS, ".parquet")
"""Suffixes of outputs of rows, without and with tables."""


def check_suffix(path: Path, suffixes: Sequence[str]) -> None:
    """Check that the name of an output says its format; one without a suffix, such as a device, is JSON Lines.

    Raises:
        ValueError: It ends in another suffix; the message names the valid ones.
    """
    if path.suffix and not path.name.endswith(tuple(suffixes)):
        raise ValueError(f"{str(path)!r}: the name must end in {', '.join(suffixes[:-1])} or {suffixes[-1]}")


class JsonLine(NamedTuple):
    """A line of a JSON Lines file: an object, or why it is not one.

    Attributes:
        number: 1-based.
        data: the object; empty if there is an error.
        error: what is wrong with the line, or None.
    """

    number: int
    data: Mapping[str, Any]
    error: str | None = None


def json_lines(lines: Iterable[bytes]) -> Iterator[JsonLine]:
    """Yield the objects of a JSON Lines file, line by line; blank lines are skipped, bad ones carry their error.

    Args:
        lines: what iterating over a file opened for reading bytes gives; a byte order mark is ignored.
    """
    for number, line in enumerate(lines, 1):
        if (line.removeprefix(_MARK) if number == 1 else line).strip():
            yield json_line(number, line)


def json_rows(stream: Iterable[bytes]) -> Iterator[JsonLine]:
    """Yield the objects of a JSON Lines file as `json_lines` does, or the objects in a file with one JSON array.

    An array is read as a whole; its objects are numbered as if they were lines.

    Args:
        stream: A file opened for reading bytes, or its lines.
    """
    lines, head = iter(stream), list[bytes]()
    for line in lines:
        head.append(line)
        if text := (line.removeprefix(_MARK) if len(head) == 1 else line).strip():
            if text.startswith(b"["):
                head += lines
                if (items := _array(b"".join(head))) is not None:
                    yield from (_item(number, one) for number, one in enumerate(items, 1))
                    return
            break
    yield from json_lines(chain(head, lines))


def _array(data: bytes) -> list[Any] | None:
    """Return the items of a JSON array with an object; None for anything else, such as lines that begin with a bracket."""
    try:
        found = _DECODER.decode(data.removeprefix(_MARK).decode())
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) and any(isinstance(one, dict) for one in found) else None


def _item(number: int, item: object) -> JsonLine:
    return JsonLine(number, item) if isinstance(item, dict) else JsonLine(number, {}, "not a JSON object")


def lines_of(rows: str | PathLike[str] | Iterable[Mapping[str, Any]]) -> Iterator[JsonLine]:
    """Yield the objects of a JSON Lines file as `json_lines` does, or objects as if they were its lines.

    Raises:
        OSError: the file cannot be read.
    """
    if isinstance(rows, str | PathLike):
        with open_rows(Path(rows)) as stream:
            yield from json_rows(stream)
    else:
        yield from (JsonLine(number, data) for number, data in enumerate(rows, 1))


@contextmanager
def open_rows(path: Path) -> Iterator[BinaryIO]:
    """Open a file of rows for reading bytes; one whose name ends in ``.gz`` is decompressed.

    Raises:
        OSError: it cannot be read, or its compressed data are damaged or cut off.
    """
    if path.suffix != ".gz":
        with path.open("rb") as stream:
            yield stream
        return
    try:
        with gzip.open(path) as unpacked:
            yield cast(BinaryIO, unpacked)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise OSError(errno.EIO, f"damaged gzip data: {error}", str(path)) from error


@contextmanager
def packed(stream: BinaryIO, path: Path) -> Iterator[BinaryIO]:
    """Yield a writer to a stream: compressed if the name of its file ends in ``.gz``, the same bytes at any time."""
    if path.suffix != ".gz":
        yield stream
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as packing:
        yield cast(BinaryIO, packing)


def json_line(number: int, line: bytes) -> JsonLine:
    """Return the object of a line of a JSON Lines file that is not blank."""
    text = line.removeprefix(_MARK) if number == 1 else line
    try:
        data = _DECODER.decode(text.decode())
    except RecursionError:
        return JsonLine(number, {}, "nested too deep")
    except json.JSONDecodeError as error:
        reason = error.msg[:1].lower() + error.msg[1:]
        return JsonLine(number, {}, f"not JSON: {reason} at character {error.pos + 1}")
    except UnicodeDecodeError as error:
        return JsonLine(number, {}, f"not UTF-8 at byte {error.start}")
    except ValueError as error:  # a number too long, a constant that JSON lacks
        return JsonLine(number, {}, f"not JSON: {error}")
    bad = None if isinstance(data, dict) else "not a JSON object"
    return JsonLine(number, data if bad is None else {}, bad)


def count_rows(path: Path) -> int:
    """Return the number of lines of a JSON Lines file that are not blank.

    Raises:
        OSError: the file cannot be read.
    """
    with open_rows(path) as stream:
        return sum(1 for line in stream if line.strip())


def line_message(path: Path | str, number: int | None, error: Exception) -> str:
    """Return the faults of a line of a file, file and line first."""
    prefix = f"line {number}: "
    return f"{path}: {prefix}{str(error).removeprefix(prefix)}"


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(number: str) -> float:
    found = float(number)
    if isinf(found):  # it would come out as Infinity
        raise ValueError(f"{number:.20} is too large a number")
    return found


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite)
"""Made once: `json.loads` makes one each time."""


def rows_hash(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the SHA-256 of rows as they are written, in their order, in hex."""
    whole = hashlib.sha256()
    for row in rows:
        whole.update(encode(row))
    return whole.hexdigest()


def encode(data: Mapping[str, Any]) -> bytes:
    """Return a line of JSON, UTF-8, its line end included."""
    try:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:  # a path that is not UTF-8; as \udcXX it can be written, and read back
        return json.dumps(data, separators=(",", ":")).encode() + b"\n"
