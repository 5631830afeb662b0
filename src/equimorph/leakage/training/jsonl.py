"""JSON Lines: a row has its sides in two fields; also what our own verbs write, such as pairs and bugs.

A file, compressed or not, or a folder of such files. The fields are `buggy`, `fixed` and, where there is one, `id`, or those
that are named.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.files import below, cut_lines, ends
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.lines import Line
from equimorph.leakage.training.reading import each_line, text_line
from equimorph.leakage.training.sides import item_of
from equimorph.rows.jsonl import json_line
from mutators import MutationError

__all__ = ["JSONL", "json_files", "json_row"]

_SUFFIXES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz", ".json", ".json.gz")


def _is_name(name: str) -> bool:
    return ends(name, *_SUFFIXES)


def json_files(path: Path) -> Iterator[str]:
    """Yield the files of rows in JSON below a folder, or the file itself, relative to the path."""
    return below(path, _is_name) if path.is_dir() else iter([""])


def _fits(path: Path) -> bool:
    return any(True for _ in json_files(path)) if path.is_dir() else _is_name(path.name)


def _cut(origin: Origin, size: int) -> Iterator[Chunk]:
    return cut_lines(origin, json_files(origin.path), size)


def json_row(line: Line) -> dict[str, object] | None:
    """Return the object of a line; None for a blank one.

    Raises:
        MutationError: it is no object of JSON, or too long.
    """
    text = text_line(line)
    if not text.strip():
        return None
    found = json_line(line.number, text)
    if found.error is not None:
        raise MutationError(found.error)
    return dict(found.data)


def _read(chunk: Chunk) -> Iterator[Read]:
    fields = chunk.origin.fields

    def item(line: Line, file: str) -> Item | None:
        row = json_row(line)
        return None if row is None else item_of(row, fields, file, line.number)

    return each_line(chunk, item)


JSONL = Format("jsonl", "rows of JSON, .jsonl or .jsonl.gz, with buggy and fixed", _fits, _cut, _read)
