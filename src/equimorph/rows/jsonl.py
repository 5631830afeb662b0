"""JSON Lines: objects written and read back line by line, with an error for each line that cannot be read."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import chain, islice
from math import isinf
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from equimorph.rows.packing import open_unpacked

__all__ = [
    "ROWS",
    "TABLES",
    "JsonLine",
    "check_suffix",
    "count_rows",
    "decoded",
    "document_line",
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
_LINES = 100
"""The number of lines that are looked at."""
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
    """Yield the objects of a JSON Lines file as `json_lines` does, or the objects of a file with one JSON document.

    A document is read as a whole; its objects are numbered as if they were lines. It is an array of objects; an array of arrays,
    each an object with `index` and `list`; a log with its objects under `samples`; or one object on several lines.

    Args:
        stream: A file opened for reading bytes, or its lines.
    """
    lines, head = iter(stream), list[bytes]()
    for line in lines:
        head.append(line)
        if text := (line.removeprefix(_MARK) if len(head) == 1 else line).strip():
            if text.startswith(b"[") or text == b"{" or _is_log(text):
                head += lines
                if (items := _document(b"".join(head))) is not None:
                    yield from items
                    return
            break
    yield from json_lines(chain(head, lines))


def _is_log(text: bytes) -> bool:
    """Return whether a line may be a whole log of inspect-ai."""
    return text.startswith(b"{") and text.endswith(b"}") and b'"samples"' in text and b'"eval"' in text


def _document(data: bytes) -> list[JsonLine] | None:
    """Return the objects of a JSON document; None for anything else, such as lines that begin with a bracket."""
    try:
        value = decoded(data.removeprefix(_MARK).decode().strip())
    except (ValueError, RecursionError) as error:
        return None if _has_lines(data) else [JsonLine(1, {}, _reason(error))]
    if isinstance(value, dict):
        samples = value.get("samples")
        value = samples if isinstance(samples, list) and "eval" in value else [value]
    if value and all(isinstance(item, list) for item in value):
        value = [{"index": index, "list": items} for index, items in enumerate(value)]
    elif value and not any(isinstance(item, dict) for item in value):
        return None
    return [_item(number, item) for number, item in enumerate(value, 1)]


def _has_lines(data: bytes) -> bool:
    """Return whether one of the first lines is a row, or the very first one JSON by itself."""
    first, *more = (line for line in islice(io.BytesIO(data.removeprefix(_MARK)), _LINES) if line.strip())
    whole = json_line(0, first).error in (None, "not a JSON object")
    return whole or any(json_line(0, line).data for line in more)


def _item(number: int, item: object) -> JsonLine:
    return JsonLine(number, item) if isinstance(item, dict) else JsonLine(number, {}, "not a JSON object")


def decoded(text: str) -> Any:  # noqa: ANN401 - JSON
    """Return the value of a JSON text; a NaN, which logs have among their scores, is taken for null.

    Raises:
        ValueError, RecursionError: it is no JSON.
    """
    return _LENIENT.decode(text)


def document_line(number: int, data: bytes) -> JsonLine:
    """Return the object of a file with one JSON document, as `decoded` takes it."""
    try:
        return _item(number, decoded(data.decode("utf-8-sig")))
    except (ValueError, RecursionError) as error:
        return JsonLine(number, {}, _reason(error))


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


def open_rows(path: Path) -> AbstractContextManager[BinaryIO]:
    """Open a file of rows for reading bytes, see `open_unpacked`."""
    return open_unpacked(path)


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
    except (ValueError, RecursionError) as error:
        return JsonLine(number, {}, _reason(error))
    bad = None if isinstance(data, dict) else "not a JSON object"
    return JsonLine(number, data if bad is None else {}, bad)


def _reason(error: ValueError | RecursionError) -> str:
    """Return the fault of a text that cannot be decoded."""
    match error:
        case RecursionError():
            return "nested too deep"
        case json.JSONDecodeError():
            return f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} at character {error.pos + 1}"
        case UnicodeDecodeError():
            return f"not UTF-8 at byte {error.start}"
    return f"not JSON: {error}"  # a number too long, a constant that JSON lacks


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
_LENIENT = json.JSONDecoder(parse_constant=lambda _: None, parse_float=_finite)


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
