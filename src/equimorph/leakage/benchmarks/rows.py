"""Benchmarks that are files of rows: JSON Lines, compressed or not, or Parquet, with `id`, `buggy` and `fixed`.

Rows of `equimorph robustness bugs` also fit: several of one `bug` are its pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.leakage.benchmarks.reading import UNITS, Asked, Benchmark, Piece
from equimorph.leakage.samples import SHAPES, text_of
from equimorph.rows.formats import Format, recognised
from equimorph.rows.row import language_of_row
from equimorph.rows.tables import read_rows
from mutators import MutationError

_FORMATS = {name: Format(name, ("id",), (name, other)) for name, other in SHAPES}
_OTHERS = (
    Format(
        "human-eval",
        ("task_id", "prompt", "canonical_solution"),
        hint="read it with the benchmark's format human-eval",
    ),
    Format("mbpp", ("task_id", "code", "test_list"), hint="read it with the benchmark's format mbpp"),
    Format("swe-bench", ("instance_id", "patch"), hint="read it with the benchmark's format swe-bench"),
    Format(
        "problems",
        ("id", "lang", "solution", "tests"),
        hint="`equimorph bench make --training PATH` looks for them",
    ),
)


def name_field(data: Mapping[str, Any], field: str) -> str:
    """Return a field of a row that names something: a text, or a whole number as a text.

    Raises:
        MutationError: it is missing, neither of both, or empty.
    """
    if field not in data:
        raise MutationError(f"no field {field!r}")
    value = data[field]
    if type(value) is int:
        return str(value)
    if not isinstance(value, str) or not value:
        raise MutationError(f"field {field!r} is neither a text nor a whole number, or empty")
    return value


def side_field(data: Mapping[str, Any], field: str) -> bytes | None:
    """Return a field of a row that holds a text; None for null.

    Raises:
        MutationError: it is missing, or something else.
    """
    if field not in data:
        raise MutationError(f"no field {field!r}")
    value = data[field]
    if not (value is None or isinstance(value, str)):
        raise MutationError(f"field {field!r} is neither a text nor null")
    return None if value is None else text_of(value)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row; no two have the same id."""

    id: str
    piece: Piece


def _row(data: Mapping[str, Any]) -> _Row:
    names = next((shape for shape in SHAPES if {*shape} & {*data}), SHAPES[0])
    id, buggy, fixed = name_field(data, "id"), *(side_field(data, name) for name in names)
    if buggy is None and fixed is None:
        raise MutationError(f"both {names[0]!r} and {names[1]!r} are null")
    bug = id if data.get("bug") is None else name_field(data, "bug")
    return _Row(id, Piece(bug, buggy, fixed, language_of_row(data)))


def _pieces(request: Asked) -> Iterator[Piece]:
    _, source = (
        recognised(request.place, _FORMATS, _OTHERS)
        if isinstance(request.place, str | PathLike)
        else (None, request.place)
    )
    rows = read_rows(source, _row, request.failed, request.count, key=lambda row: row.id)
    return (row.piece for row in rows)


def _is_at(path: Path) -> bool:
    return not path.is_dir()  # a pipe, too


ROWS = Benchmark(
    None, UNITS, "a file of rows (.jsonl, .jsonl.gz or .parquet) with id, buggy and fixed", _is_at, _pieces
)
"""Each row is a piece, whatever its unit: nothing is cut out of it."""
