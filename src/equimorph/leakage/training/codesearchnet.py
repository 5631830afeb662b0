"""CodeSearchNet: JSON Lines, mostly compressed, a method a row; the fixed side alone.

Confirmed from github/CodeSearchNet, README.md and resources/README.md: the fields `code` and `original_string`, and folders
such as java/final/jsonl/train. `func_code_string` and `whole_func_string` are from descriptions of the copy on the Hugging
Face hub.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.jsonl import cut_json, first_row, is_json, json_row
from equimorph.leakage.training.lines import Line
from equimorph.leakage.training.reading import each_line
from equimorph.leakage.training.sides import Fields, item_of

_FIELDS = Fields(None, "code", "url")
_CODE = ("code", "original_string", "func_code_string", "whole_func_string")
_URL = ("url", "func_code_url")


def _sniff(path: Path) -> bool:
    row = first_row(path)
    return any(name in row for name in _CODE) and not {"buggy", "fixed"} & set(row)


def _read(chunk: Chunk) -> Iterator[Read]:
    fields = chunk.origin.fields

    def item(line: Line, file: str) -> Item | None:
        row = json_row(line)
        if row is None:
            return None
        return item_of(row, _fields_of(row) if fields == _FIELDS else fields, file, line.number)

    return each_line(chunk, item)


def _fields_of(row: Mapping[str, Any]) -> Fields:
    code = next((name for name in _CODE if name in row), _CODE[0])
    return Fields(None, code, next((name for name in _URL if name in row), None))


CODESEARCHNET = Format(
    "codesearchnet",
    "rows of JSON, .jsonl or .jsonl.gz, with code or original_string; the fixed side alone",
    is_json,
    cut_json,
    _read,
    _FIELDS,
    _sniff,
)
