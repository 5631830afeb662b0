"""JSON Lines: a row has its sides in two fields; also the output of our own verbs, such as pairs and bugs.

The data are a file, compressed or not, or a folder of files. The fields are `buggy`, `fixed` and, if present, `id`, or
the named ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.files import cut_files, head_of, line_cuts, with_packed_suffix
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.lines import MARK, Line
from equimorph.leakage.training.reading import each_line, text_line
from equimorph.leakage.training.sides import Fields, item_of
from equimorph.rows.jsonl import json_line
from mutators import MutationError

is_json = with_packed_suffix(".jsonl", ".ndjson")


def cut_json(origin: Origin, size: int) -> Iterator[Chunk]:
    """Yield the chunks of files of rows in JSON."""
    return cut_files(origin, is_json, line_cuts, size)


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


def first_row(path: Path) -> dict[str, Any]:
    """Return the object of a file's first line that is not blank; an empty one if it is no object."""
    head = head_of(path, 1 << 20).removeprefix(MARK).lstrip()
    return dict(json_line(1, head.partition(b"\n")[0]).data)


def _read(chunk: Chunk) -> Iterator[Read]:
    fields = chunk.origin.fields

    def item(line: Line, file: str) -> Item | None:
        row = json_row(line)
        return None if row is None else item_of(row, fields, file, line.number)

    return each_line(chunk, item)


JSONL = Format(
    "jsonl", "rows of JSON, .jsonl or .jsonl.gz, with buggy and fixed", is_json, cut_json, _read, Fields()
)
