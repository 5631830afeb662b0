"""Benchmarks that are files of rows."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from equimorph.defects4j.methods.bug import Bug
from equimorph.leakage.benchmarks import Unit, read_benchmark
from equimorph.leakage.samples import Sample
from equimorph.rows.tables import BadRow, RowCount
from mutators import MutationError

ROWS = [
    {"id": "Lang-1", "buggy": "int a = 0;", "fixed": "int a = 1;"},
    {"id": "Lang-2", "buggy": "", "fixed": "return;"},
    {"id": "Lang-3", "buggy": None, "fixed": "int f() { return 0; }"},
]
SAMPLES = [
    Sample("bugs", "Lang-1", 1, b"int a = 0;", b"int a = 1;"),
    Sample("bugs", "Lang-2", 1, b"", b"return;"),
    Sample("bugs", "Lang-3", 1, None, b"int f() { return 0; }"),
]


def written(folder: Path, rows: Sequence[Mapping[str, Any]], name: str = "bugs.jsonl") -> Path:
    path, data = folder / name, "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


@pytest.mark.parametrize("name", ["bugs.jsonl", "bugs.jsonl.gz"])
def test_rows_of_a_file_are_samples_in_its_order_and_bear_its_name(tmp_path: Path, name: str) -> None:
    assert list(read_benchmark(written(tmp_path, ROWS, name))) == SAMPLES


def test_a_table_gives_the_same_samples_as_a_file_of_rows(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    parquet.write_table(arrow.Table.from_pylist(ROWS), tmp_path / "bugs.parquet")
    assert list(read_benchmark(tmp_path / "bugs.parquet")) == SAMPLES


def test_rows_need_no_file_and_a_name_can_be_given() -> None:
    assert [one.benchmark for one in read_benchmark(ROWS)] == ["rows"] * 3
    assert [one.benchmark for one in read_benchmark(ROWS, name="Mine")] == ["Mine"] * 3


def test_a_dot_in_the_name_of_a_file_stays(tmp_path: Path) -> None:
    [one, *_] = read_benchmark(written(tmp_path, ROWS, "d4j.v2.0.jsonl.gz"))
    assert one.benchmark == "d4j.v2.0"


def test_rows_of_one_bug_are_its_pieces_even_when_others_stand_between(tmp_path: Path) -> None:
    rows = [
        {"id": "1", "bug": "Lang-1", "buggy": "a", "fixed": "b"},
        {"id": "2", "bug": "Math-2", "buggy": "c", "fixed": "d"},
        {"id": "3", "bug": "Lang-1", "buggy": "e", "fixed": "f"},
        {"id": "4", "bug": None, "buggy": "g", "fixed": "h"},
    ]
    found = [(one.bug_id, one.hunk, one.fixed) for one in read_benchmark(rows)]
    assert found == [("Lang-1", 1, b"b"), ("Math-2", 1, b"d"), ("Lang-1", 2, b"f"), ("4", 1, b"h")]


def test_rows_of_robustness_bugs_are_read_as_they_are() -> None:
    made = [
        Bug(f"Lang-1b:A.{name}:1", "A.java", name, 1, 1, f"int {name}() {{ }}", fixed, (1,), bug="Lang-1b")
        for name, fixed in (("f", "int f() { return 1; }"), ("g", None))
    ]
    assert list(read_benchmark(made)) == [
        Sample("rows", "Lang-1b", 1, b"int f() { }", b"int f() { return 1; }"),
        Sample("rows", "Lang-1b", 2, b"int g() { }", None),
    ]


@pytest.mark.parametrize("unit", ["hunk", "method", "class", None])
def test_no_unit_cuts_anything_out_of_a_row(unit: Unit | None) -> None:
    assert [one.buggy for one in read_benchmark(ROWS, unit=unit)] == [one.buggy for one in SAMPLES]


BAD: list[tuple[str, str]] = [
    ('{"buggy": "a", "fixed": "b"}', "no field 'id'"),
    ('{"id": "1", "fixed": "b"}', "no field 'buggy'"),
    ('{"id": "1", "buggy": "b"}', "no field 'fixed'"),
    ('{"id": true, "buggy": "a", "fixed": "b"}', "field 'id' is neither a text nor a whole number, or empty"),
    ('{"id": "", "buggy": "a", "fixed": "b"}', "field 'id' is neither a text nor a whole number, or empty"),
    (
        '{"id": "1", "bug": 7.5, "buggy": "a", "fixed": "b"}',
        "field 'bug' is neither a text nor a whole number, or empty",
    ),
    ('{"id": "1", "buggy": ["a"], "fixed": "b"}', "field 'buggy' is neither a text nor null"),
    ('{"id": "1", "buggy": "a", "fixed": 0}', "field 'fixed' is neither a text nor null"),
    ('{"id": "1", "buggy": null, "fixed": null}', "both 'buggy' and 'fixed' are null"),
    ('{"id": "good", "buggy": "a", "fixed": "b"}', "a second row of good"),
    ('["id"]', "not a JSON object"),
    ("\udcff", "not UTF-8 at byte 0"),
    ('{"id": x}', "not JSON: expecting value at character 8"),
    ("[" * 100_000, "nested too deep"),
]


@pytest.mark.parametrize(("line", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_a_bad_row_is_reported_and_the_rest_goes_on(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "bugs.jsonl"
    rows = ['{"id": "good", "buggy": "a", "fixed": "b"}', line, '{"id": "last", "buggy": "a", "fixed": "b"}']
    path.write_bytes("\n".join(rows).encode("utf-8", "surrogateescape"))
    bad, count = list[BadRow](), RowCount()
    found = [one.bug_id for one in read_benchmark(path, failed=bad.append, count=count)]
    assert found == ["good", "last"]
    assert [str(one) for one in bad] == [f"{path}:2: {reason}"]
    assert (count.read, count.kept, count.dropped) == (3, 2, {"bad row": 1})


def test_without_anyone_who_takes_it_a_bad_row_is_raised(tmp_path: Path) -> None:
    path = written(tmp_path, [{"id": "1", "fixed": "x"}])
    with pytest.raises(MutationError, match=r"bugs\.jsonl:1: no field 'buggy'"):
        list(read_benchmark(path))


def test_a_file_of_other_rows_is_one_error(tmp_path: Path) -> None:
    bad = list[BadRow]()
    problem = {"id": "a", "lang": "java", "solution": "x", "tests": ""}
    for row, said in (
        (problem, "`equimorph bench make --training PATH` looks for them"),
        ({"name": "a", "code": "b"}, "the fields code, name; nearest: buggy (id, buggy or fixed)"),
    ):
        path = written(tmp_path, [row] * 164)
        with pytest.raises(MutationError) as found:
            read_benchmark(path, failed=bad.append)
        assert said in str(found.value)
    assert bad == []


@pytest.mark.parametrize("kind", ["line", "method", "class"])
def test_items_of_datasets_mine_are_bugs(tmp_path: Path, kind: str) -> None:
    row = {"id": "a", f"buggy_{kind}": "int a;", f"fixed_{kind}": "int b;", "buggy_context": "int c;"}
    [one] = read_benchmark(written(tmp_path, [row]))
    assert (one.bug_id, one.buggy, one.fixed) == ("a", b"int a;", b"int b;")


def test_half_a_character_in_a_text_stays_recognisable() -> None:
    [one] = read_benchmark([{"id": "1", "buggy": "\ud800", "fixed": "\udfff"}])
    assert (one.buggy, one.fixed) == (b"\xed\xa0\x80", b"\xed\xbf\xbf")


def test_line_ends_and_marks_of_windows_change_no_row(tmp_path: Path) -> None:
    path = tmp_path / "bugs.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + b"".join(json.dumps(row).encode() + b"\r\n\r\n" for row in ROWS))
    assert list(read_benchmark(path)) == SAMPLES


def test_an_empty_file_has_no_samples(tmp_path: Path) -> None:
    assert list(read_benchmark(written(tmp_path, []))) == []


def test_unknown_formats_units_and_places_are_errors(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no benchmark format 'xml'; there are: defects4j, .*, bugs"):
        read_benchmark(ROWS, format="xml")
    with pytest.raises(ValueError, match="no pieces of unit 'line' in a file of rows"):
        read_benchmark(ROWS, unit="line")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no pieces of unit 'hunk' in a clone of IntroClassJava"):
        read_benchmark(tmp_path, format="introclassjava", unit="hunk")
    with pytest.raises(FileNotFoundError):
        read_benchmark(tmp_path / "none.jsonl")
    with pytest.raises(
        ValueError, match=r"looks like no benchmark that can be read \(defects4j: .*; bugs: a file of rows"
    ):
        read_benchmark(tmp_path)


def test_a_pipe_is_read_as_rows(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    try:
        os.write(theirs, written(tmp_path, ROWS).read_bytes())
        os.close(theirs)
        assert [one.buggy for one in read_benchmark(f"/dev/fd/{ours}")] == [one.buggy for one in SAMPLES]
    finally:
        os.close(ours)


def test_a_damaged_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = written(tmp_path, ROWS * 1000, "bugs.jsonl.gz")
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(OSError, match="damaged gzip data"):
        list(read_benchmark(path, failed=lambda bad: None))


def test_a_whole_number_is_a_name() -> None:
    [sample] = read_benchmark([{"id": 7, "buggy": "a", "fixed": "b"}])
    assert sample.bug_id == "7"
