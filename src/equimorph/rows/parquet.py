"""Parquet files: columns described as plain data, and JSON Lines made into a table, group by group."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, BinaryIO, TypeAlias

from equimorph.runs.extras import MissingPackage

__all__ = ["ColumnType", "pyarrow", "schema", "to_parquet"]

ColumnType: TypeAlias = "str | list[ColumnType] | Mapping[str, ColumnType]"
"""A type's name as pyarrow has it, or "json" for a text of JSON; a list of one type; or a structure."""

_GROUP_ROWS = 1000


def pyarrow() -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return the module, with its `parquet`.

    Raises:
        ModuleNotFoundError: it is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        raise MissingPackage("Parquet needs pyarrow: pip install pyarrow", name="pyarrow") from error
    return pyarrow


def schema(columns: Mapping[str, ColumnType]) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return the columns as pyarrow has them.

    Raises:
        ModuleNotFoundError: pyarrow is not installed.
    """
    pa = pyarrow()

    def type_of(column: ColumnType) -> Any:  # noqa: ANN401
        if isinstance(column, list):
            return pa.list_(type_of(column[0]))
        if isinstance(column, Mapping):
            return pa.struct([(name, type_of(inner)) for name, inner in column.items()])
        return pa.string() if column == "json" else pa.type_for_alias(column)

    return pa.schema([(name, type_of(column)) for name, column in columns.items()])


def to_parquet(lines: Iterable[bytes], out: BinaryIO, columns: Mapping[str, ColumnType]) -> None:
    """Write lines of JSON, such as an open file has, as a table; bytes of paths that are no UTF-8 become ``\\xff``.

    Raises:
        ModuleNotFoundError: pyarrow is not installed.
    """
    pa, made = pyarrow(), schema(columns)
    rows = (_row(json.loads(line), columns) for line in lines)
    with pa.parquet.ParquetWriter(out, made, compression="zstd") as writer:
        while group := list(islice(rows, _GROUP_ROWS)):
            writer.write_table(pa.Table.from_pylist(group, made))


def _row(row: dict[str, Any], columns: Mapping[str, ColumnType]) -> dict[str, Any]:
    for name, column in columns.items():
        value = row.get(name)
        if column == "json":
            row[name] = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        elif isinstance(value, str) and not value.isascii():
            row[name] = value.encode("utf-8", "backslashreplace").decode()
    return row
