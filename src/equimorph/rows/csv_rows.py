"""Rows of CSV files, as pandas and spreadsheets write them: their cells are texts."""

from __future__ import annotations

import csv
import errno
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from equimorph.rows.jsonl import JsonLine, decoded

__all__ = ["csv_rows"]

_DATA = frozenset(
    {"doc", "doc_id", "epoch", "libraries", "mutations", "output", "passed", "resps", "sample", "scores"}
    | {"test_list", "undefined", "filtered_resps", "code_list", "output_list", "challenge_test_list"}
)
"""Columns whose cells are JSON: numbers, lists, objects, true and false."""
_ANSWERS = ("candidate", "completion", "generation", "solution")
"""Columns with the text of a model. A row with none of them filled has an empty text, which fails; it is not a row without one."""


def csv_rows(stream: BinaryIO, path: Path) -> Iterator[JsonLine]:
    """Yield the rows of a CSV file with a header. Empty cells are left out, but for the texts of models; a few columns are JSON.

    Raises:
        OSError: it is not UTF-8.
    """
    csv.field_size_limit(sys.maxsize)  # a cell may be a whole program
    texts = (line.decode("utf-8" if number else "utf-8-sig") for number, line in enumerate(stream))
    lines, header, last = csv.reader(texts, strict=True), list[str](), 0
    try:
        for cells in lines:
            number, last = last + 1, lines.line_num
            if not cells:
                continue
            if not header:
                header = cells
                if len({*cells}) != len(cells):
                    yield JsonLine(number, {}, "two columns have the same name")
                    return
            elif len(cells) != len(header):
                yield JsonLine(number, {}, f"{len(cells):,} cells in {len(header):,} columns")
            else:
                yield JsonLine(number, _row(dict(zip(header, cells, strict=True))))
    except csv.Error as error:
        yield JsonLine(last + 1, {}, f"not CSV: {error}")
    except UnicodeDecodeError as error:
        raise OSError(errno.EILSEQ, f"not UTF-8 near line {last + 1}", str(path)) from error


def _row(cells: Mapping[str, str]) -> dict[str, Any]:
    answers = [name for name in _ANSWERS if name in cells]
    empty = answers if not any(map(cells.get, answers)) else ()
    return {name: _value(name, cell) for name, cell in cells.items() if cell or name in empty}


def _value(name: str, cell: str) -> Any:  # noqa: ANN401 - JSON
    if name in _DATA:
        with suppress(ValueError, RecursionError):
            return decoded({"True": "true", "False": "false"}.get(cell, cell))
    return cell
