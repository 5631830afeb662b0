"""Rows of any file, bad ones reported; rows by key."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from equimorph.rows.tables import BadRow, RowCount, RowIndex, lines_in, read_rows, stored
from mutators import MutationError

ROWS: list[dict[str, Any]] = [{"id": "a", "n": [1, 2]}, {"id": "b", "n": []}, {"id": "a", "n": [3]}]


def _file(folder: Path, form: str) -> Path:
    path = folder / f"rows.{form}"
    text = "".join(f"{json.dumps(row)}\n" for row in ROWS).encode()
    if form == "jsonl":
        path.write_bytes(text)
    elif form == "jsonl.gz":
        path.write_bytes(gzip.compress(text))
    else:
        pa = pytest.importorskip("pyarrow")
        from pyarrow import parquet

        parquet.write_table(pa.Table.from_pylist(ROWS), path)
    return path


@pytest.mark.parametrize("form", ["jsonl", "jsonl.gz", "parquet"])
def test_each_format_has_the_same_rows(tmp_path: Path, form: str) -> None:
    path = _file(tmp_path, form)
    assert [(line.number, line.data) for line in lines_in(path)] == list(enumerate(ROWS, 1))
    with stored(path) as place:
        assert [json.loads(line) for line in place.read_bytes().splitlines()] == ROWS
        assert (place == path) is (form == "jsonl")
    assert path.exists()
    assert place.exists() is (form == "jsonl")


def test_rows_as_they_are_can_be_stored() -> None:
    with stored(iter(ROWS)) as place:
        assert [json.loads(line) for line in place.read_bytes().splitlines()] == ROWS


def test_what_is_no_parquet_is_an_error_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_bytes(b"no table")
    with pytest.raises(OSError, match="no Parquet file") as error:
        list(lines_in(path))
    assert error.value.filename == str(path)


def _parse(data: Mapping[str, Any]) -> str:
    if not isinstance(data.get("id"), str):
        raise MutationError("no field 'id'")
    return str(data["id"])


def test_bad_rows_are_reported_with_file_and_line_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"id":"a"}\r\n\n{"id":\n[]\n{"id":3}\n{"id":"a"}\n\xff\n{"id":"b"}')
    failed: list[BadRow] = []
    count = RowCount()
    assert list(read_rows(path, _parse, failed.append, count, key=lambda id: id)) == ["a", "b"]
    assert [str(bad).removeprefix(f"{path}:") for bad in failed] == [
        "3: not JSON: expecting value at character 8",
        "4: not a JSON object",
        "5: no field 'id'",
        "6: a second row of a",
        "7: not UTF-8 at byte 0",
    ]
    assert (count.read, count.kept, count.dropped) == (7, 2, {"bad row": 5})
    assert count.summary() == "7 read, 2 kept, 5 dropped (bad row: 5)"


def test_rows_are_found_by_key_in_the_order_of_the_file(tmp_path: Path) -> None:
    with _file(tmp_path, "jsonl").open("rb") as stream:
        index = RowIndex(stream, lambda line: str(line.data["id"]))
        assert list(index.keys()) == ["a", "b"]
        assert "a" in index
        assert "c" not in index
        assert [line.number for line in index.rows("a")] == [1, 3]
        assert [line.data for line in index.rows("b")] == [ROWS[1]]
        assert list(index.rows("c")) == []
