"""JSON Lines: a row has its sides in two fields; also the output of our own verbs, such as pairs and bugs.

The data are a file, compressed or not, or a folder of files. The fields are `buggy`, `fixed` and, if present, `id`, or
the named ones. A file may also be one array of rows, which are numbered from 1.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

from equimorph.leakage.samples import Item
from equimorph.leakage.training.arrays import array_cuts, array_items, is_array
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.files import below, cut_files, head_of, line_cuts, with_packed_suffix
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.lines import Cut, Line, lines
from equimorph.leakage.training.reading import Span, each_line, span_lines, text_line
from equimorph.leakage.training.sides import Fields, item_of, lacking
from equimorph.rows.jsonl import json_line
from mutators import MutationError

_HEAD_BYTES, _FIRST = 1 << 20, 100
"""The first bytes of a file, and the maximum number of rows in them, by which its fields are known."""

is_json = with_packed_suffix(".jsonl", ".ndjson")


def cut_json(origin: Origin, size: int) -> Iterator[Chunk]:
    """Yield the chunks of files of rows in JSON.

    Raises:
        MutationError: The first rows of all files lack the wanted fields.
    """
    if (reason := _lacking(origin)) is not None:
        raise MutationError(f"{origin.label}: {reason}")
    return cut_files(origin, is_json, _cuts, size)


def _lacking(origin: Origin) -> str | None:
    """Return why none of the first rows of any file has the wanted fields; None if one has, or if there are no rows."""
    paths = (origin.path / name for name in below(origin.path, is_json)) if origin.folder else [origin.path]
    reasons = (lacking(origin.fields, [*row]) for path in paths for row in first_rows(path, _FIRST))
    first = next(reasons, None)
    return first if all(reasons) else None


def _cuts(path: Path, size: int) -> Iterator[Cut]:
    return array_cuts(path, size) if is_array(path) else line_cuts(path, size)


def json_rows(chunk: Chunk, span: Span) -> AbstractContextManager[Iterator[Line]]:
    """Return a reader of the rows of a chunk in one of its files: its lines, or the items of an array.

    Raises:
        OSError: On entry or while reading; see `span_lines`.
    """
    return span_lines(chunk, span, array_items if is_array(chunk.origin.place(span.file)) else lines)


def json_row(line: Line) -> dict[str, Any] | None:
    """Return the object of a line; None for a blank one.

    Raises:
        MutationError: it is no object of JSON, or too long.
    """
    text = text_line(line)
    if not text.strip():
        return None
    parsed_line = json_line(line.number, text)
    if parsed_line.error is not None:
        raise MutationError(parsed_line.error)
    return dict(parsed_line.data)


def first_rows(path: Path, count: int) -> list[dict[str, Any]]:
    """Return the objects among the first rows of a file, as far as its first bytes reach."""
    head, rows = io.BytesIO(head_of(path, _HEAD_BYTES)), list[dict[str, Any]]()
    with suppress(OSError):  # an array that the first bytes do not end
        for line in array_items(head, 1) if is_array(path) else lines(head, 1):
            with suppress(MutationError):
                row = json_row(line)
                rows += [] if row is None else [row]
                count -= row is not None
            if count <= 0:
                break
    return [row for row in rows if row]


def first_row(path: Path) -> dict[str, Any]:
    """Return the first row of a file; an empty one if it has none."""
    return next(iter(first_rows(path, 1)), {})


def _read(chunk: Chunk) -> Iterator[Read]:
    fields = chunk.origin.fields

    def item(line: Line, file: str) -> Item | None:
        row = json_row(line)
        return None if row is None else item_of(row, fields, file, line.number)

    return each_line(chunk, item, json_rows)


JSONL = Format(
    "jsonl",
    "rows of JSON, .jsonl or .jsonl.gz, with buggy and fixed, or with code; also as an array",
    is_json,
    cut_json,
    _read,
    Fields(),
)
