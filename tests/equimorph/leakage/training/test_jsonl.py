"""JSON Lines as training data: whole and in chunks, good rows and bad ones."""

from __future__ import annotations

import csv
import gzip
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from equimorph.leakage.samples import Item
from equimorph.leakage.training import Chunk, chunks, items, read_training
from equimorph.rows.tables import BadRow, RowCount
from mutators import MutationError


def _row(**fields: object) -> bytes:
    return json.dumps(fields).encode()


ONE = _row(id="a", buggy="int f() { return 1; }", fixed="int f() { return 2; }")
TWO = _row(buggy="", fixed="x")


def test_a_row_has_its_sides_its_number_and_its_id(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes(ONE + b"\r\n\n  \r\n" + TWO)
    assert list(read_training(path)) == [
        Item(str(path), 1, "a", b"int f() { return 1; }", b"int f() { return 2; }"),
        Item(str(path), 4, None, b"", b"x"),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "not JSON: expecting property name enclosed in double quotes at character 3"),
        (b"[1]", "not a JSON object"),
        (b"[" * 200_000, "nested too deep"),
        (b"\xe9", "not UTF-8 at byte 0"),
        (_row(buggy="x"), "no field 'fixed'; there are: buggy"),
        (_row(), "no field 'buggy'; there are: none"),
        (_row(buggy=None, fixed="x"), "field 'buggy' is not a text"),
        (_row(buggy="x", fixed=["y"]), "field 'fixed' is not a text"),
        (_row(buggy="x", fixed="y", id=[1]), "field 'id' is neither a text nor a whole number"),
        (_row(buggy="x", fixed="y", id=True), "field 'id' is neither a text nor a whole number"),
    ],
)
def test_a_bad_row_is_reported_with_its_line_and_the_rest_goes_on(
    tmp_path: Path, line: bytes, reason: str
) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes(TWO + b"\n" + line + b"\n" + TWO)
    bad, count = list[BadRow](), RowCount()
    assert [item.row for item in read_training(path, failed=bad.append, count=count)] == [1, 3]
    assert bad == [BadRow(str(path), 2, reason)]
    assert (count.read, count.kept, dict(count.dropped)) == (3, 2, {"bad row": 1})


def test_without_a_taker_a_bad_row_is_raised(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes(b"{\n")
    with pytest.raises(MutationError, match=r"train\.jsonl:1: not JSON"):
        list(read_training(path))


def test_half_a_character_and_a_nul_stay_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes(b'{"buggy": "\\ud800 \\u0000", "fixed": "\\ud83d\\ude00"}')
    [item] = read_training(path)
    assert (item.buggy, item.fixed) == (b"\xed\xa0\x80 \x00", "\U0001f600".encode())


def test_fields_name_the_columns_and_a_side_without_one_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes(_row(code="x", buggy="y", name=7) + b"\n" + _row(code="z"))
    assert [item for item in read_training(path, fields={"fixed": "code"})] == [
        Item(str(path), 1, None, None, b"x"),
        Item(str(path), 2, None, None, b"z"),
    ]
    bad = list[BadRow]()
    found = list(read_training(path, fields={"buggy": "code", "id": "name"}, failed=bad.append))
    assert found == [Item(str(path), 1, "7", b"x", None)]
    assert bad == [BadRow(str(path), 2, "no field 'name'")]


@pytest.mark.parametrize("fields", [{"fix": "x"}, {"id": "x"}])
def test_fields_that_name_no_side_or_something_else_are_refused(
    tmp_path: Path, fields: dict[str, str]
) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes(ONE)
    with pytest.raises(MutationError, match="fields"):
        list(read_training(path, fields=fields))


def test_two_rows_may_have_one_id(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes(ONE + b"\n" + ONE)
    assert [(item.row, item.id) for item in read_training(path)] == [(1, "a"), (2, "a")]


def test_any_size_of_chunks_gives_the_same_items_and_bad_rows(
    tmp_path: Path, in_chunks: Callable[..., tuple[list[Item], list[BadRow]]]
) -> None:
    rng = random.Random(16)
    for _ in range(60):
        pieces = [b"\xef\xbb\xbf"] if rng.random() < 0.3 else []
        for _ in range(rng.randrange(9)):
            line = rng.choice(
                [ONE, TWO, b"", b" ", b"{", b"\xff", _row(buggy="é" * rng.randrange(99), fixed="")]
            )
            pieces += [line, rng.choice([b"\n", b"\r\n"])]
        if rng.random() < 0.5 and len(pieces) > 1:
            pieces.pop()
        path = tmp_path / "train.jsonl"
        path.write_bytes(b"".join(pieces))
        whole = in_chunks(path, 1 << 30)
        for size in (1, 2, *(rng.randrange(1, 200) for _ in range(6))):
            assert in_chunks(path, size) == whole


@pytest.mark.parametrize("more", [0, 1])
def test_chunks_cover_the_file_once_and_end_with_the_line_that_reaches_their_size(
    tmp_path: Path, more: int
) -> None:
    path, line = tmp_path / "train.jsonl", len(ONE) + 1
    path.write_bytes((ONE + b"\n") * 100)
    found = list(chunks(path, size=5 * line + more))
    assert [chunk.starts for chunk in found] == [(at,) for at in range(0, 100 * line, (5 + more) * line)]
    assert [chunk.ends for chunk in found] == [chunk.starts for chunk in found[1:]] + [(100 * line,)]
    assert [chunk.first for chunk in found] == list(range(1, 101, 5 + more))


def test_the_hash_of_a_chunk_is_that_of_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes((ONE + b"\n") * 2)
    first, second = chunks(path, size=1)
    assert first.sha256 == second.sha256
    path.write_bytes(ONE + b"\n" + TWO + b"\n")
    assert [made.sha256 == first.sha256 for made in chunks(path, size=1)] == [True, False]


def test_a_compressed_file_is_one_chunk_with_the_same_items(tmp_path: Path) -> None:
    plain, packed = tmp_path / "t.jsonl", tmp_path / "t.jsonl.gz"
    data = b"".join((ONE, b"\n", TWO, b"\n{\n")) * 50
    plain.write_bytes(data)
    packed.write_bytes(gzip.compress(data))
    [chunk] = chunks(packed, size=1)
    bad = list[BadRow]()
    found = [(item.row, item.id, item.fixed) for item in items(chunk, bad.append)]
    assert found == [(item.row, item.id, item.fixed) for item in read_training(plain, failed=lambda _: None)]
    assert len(bad) == 50


def test_damaged_compressed_data_are_a_bad_row_behind_the_good_ones(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl.gz"
    path.write_bytes(gzip.compress((ONE + b"\n") * 2)[:-9])
    bad, count = list[BadRow](), RowCount()
    found = list(read_training(path, failed=bad.append, count=count))
    assert [made.line for made in bad] == [len(found) + 1]
    assert "damaged gz data" in bad[0].reason
    assert count.kept == len(found)


def test_a_chunk_goes_through_json_and_back(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"tr\xffin.jsonl")
    path.write_bytes(ONE + b"\n" + TWO)
    for chunk in chunks(path, None, {"fixed": "fixed"}, 1):
        assert Chunk.from_row(json.loads(json.dumps(chunk.to_row()))) == chunk


def test_a_folder_gives_the_files_of_all_its_folders_in_order(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a/z.jsonl", "a/c.jsonl.gz", "a/readme.txt", "d.jsonl/e.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(ONE) if name.endswith(".gz") else ONE)
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    bad = list[BadRow]()
    found = [item.file for item in read_training(tmp_path, failed=bad.append)]
    assert found == ["b.jsonl", "a/c.jsonl.gz", "a/z.jsonl", "d.jsonl/e.jsonl"]
    assert bad == [BadRow(f"{tmp_path}/gone.jsonl", 1, "No such file or directory")]


def test_a_pipe_in_a_folder_is_reported_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.jsonl")
    (tmp_path / "t.jsonl").write_bytes(ONE)
    bad = list[BadRow]()
    assert len(list(read_training(tmp_path, failed=bad.append))) == 1
    assert bad == [BadRow(f"{tmp_path}/p.jsonl", 1, "not a file")]


def test_what_is_given_must_be_there_and_readable(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(chunks(tmp_path / "no.jsonl"))
    os.mkfifo(tmp_path / "p.jsonl")
    with pytest.raises(OSError, match="not a file"):
        list(chunks(tmp_path / "p.jsonl"))


def test_a_line_that_is_too_long_is_a_bad_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("equimorph.leakage.training.lines.LONGEST", 1000)
    path = tmp_path / "t.jsonl"
    path.write_bytes(TWO + b"\n" + b"x" * 5000 + b"\n" + TWO + b"\n" + b"y" * 1000)
    bad = list[BadRow]()
    assert [item.row for item in read_training(path, failed=bad.append)] == [1, 3]
    assert [(made.line, made.reason[:21]) for made in bad] == [
        (2, "a line of 5,001 bytes"),
        (4, "a line of 1,000 bytes"),
    ]


def test_rows_as_they_are_are_read_as_those_of_a_file(tmp_path: Path) -> None:
    rows = [
        {"id": "a", "buggy": "x \ud800", "fixed": ""},
        {"id": "b", "buggy": 1, "fixed": "y"},
        {"buggy": "z", "fixed": "w"},
    ]
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = []
    for source in (file, rows):
        bad, count = list[BadRow](), RowCount()
        made = [
            (one.row, one.id, one.buggy, one.fixed)
            for one in read_training(source, failed=bad.append, count=count)
        ]
        found.append((made, [(one.line, one.reason) for one in bad], count))
    assert found[0] == found[1]
    assert [row for row, *_ in found[1][0]] == [1, 3]
    with pytest.raises(MutationError, match="rows as they are have the format jsonl, not csv"):
        list(read_training(rows, format="csv"))
    with pytest.raises(MutationError, match="no field 'before'"):
        list(read_training(rows, fields={"buggy": "before"}))


ARRAY = [
    {"id": 1, "buggy": "a [{", "fixed": 'b"\\'},
    {"buggy": "\u00e9\\", "fixed": "}],", "more": {"deep": [[1], {"x": "]"}]}},
    {"fixed": "x"},
    {"buggy": "", "fixed": "z" * 3000},
]


@pytest.mark.parametrize("name", ["t.json", "t.jsonl", "t.json.gz"])
@pytest.mark.parametrize("layout", [{}, {"indent": 1}, {"ensure_ascii": False, "separators": (",", ":")}])
def test_an_array_is_read_item_by_item(
    tmp_path: Path,
    name: str,
    layout: dict[str, Any],
    in_chunks: Callable[..., tuple[list[Item], list[BadRow]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, data = tmp_path / name, b"\xef\xbb\xbf\n " + json.dumps(ARRAY, **layout).encode() + b"\r\n"
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    bad = list[BadRow]()
    items_of_array = list(read_training(path, failed=bad.append))
    assert [(item.row, item.id, item.buggy, item.fixed) for item in items_of_array] == [
        (1, "1", b"a [{", b'b"\\'),
        (2, None, "\u00e9\\".encode(), b"}],"),
        (4, None, b"", b"z" * 3000),
    ]
    assert bad == [BadRow(str(path), 3, "no field 'buggy'; there are: fixed")]
    monkeypatch.setattr("equimorph.leakage.training.arrays._BLOCK", 3)
    for size in (1, 40, 100, 1 << 30):
        assert in_chunks(path, size) == (items_of_array, bad)


@pytest.mark.parametrize(
    ("text", "rows", "reason"),
    [
        ('[{"buggy": "a", "fixed": "b"}, {"buggy": "c', [1], "without its end"),
        ('[{"buggy": "a", "fixed": "b"}', [1], "without its end"),
        ('[{"buggy": "a", "fixed": "b"}] {}', [1], "more behind its end"),
        ('[{"buggy": "a", "fixed": "b"}, 7, {"buggy": "c", "fixed": ""}]', [1, 3], "not a JSON object"),
        ('[{"buggy": "a", "fixed": "b"}, {"buggy": c}, {"buggy": "c", "fixed": ""}]', [1, 3], "not JSON"),
        ("[]", [], None),
    ],
)
def test_an_array_that_is_damaged_has_its_whole_items(
    tmp_path: Path, text: str, rows: list[int], reason: str | None
) -> None:
    path = tmp_path / "t.json"
    path.write_text(text)
    for size in (1, 1 << 30):
        bad = list[BadRow]()
        found = [item.row for chunk in chunks(path, "jsonl", size=size) for item in items(chunk, bad.append)]
        assert found == rows
        assert [reason in made.reason for made in bad] == ([] if reason is None else [True])


def test_rows_with_other_fields_are_one_error(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes((_row(instruction="x", output="y") + b"\n") * 9)
    with pytest.raises(
        MutationError, match=r"there are: instruction, output; known are .* code, .* fixed=NAME"
    ):
        list(read_training(path))
    with pytest.raises(MutationError, match=r"no column 'text'; there are: instruction, output$"):
        list(read_training(path, fields={"fixed": "text"}))
    assert len(list(read_training(path, fields={"fixed": "output"}))) == 9


def test_a_folder_whose_rows_all_have_other_fields_is_one_error(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_bytes((_row(instruction="x", output="y") + b"\n") * 9)
    with pytest.raises(MutationError, match=r"there are: instruction, output; known are"):
        list(read_training(tmp_path, format="jsonl"))
    (tmp_path / "c.jsonl").write_bytes(ONE)
    bad = list[BadRow]()
    assert len(list(read_training(tmp_path, format="jsonl", failed=bad.append))) == 1
    assert len(bad) == 18


@pytest.mark.parametrize(
    "name", ["code", "original_string", "func_code_string", "whole_func_string", "content"]
)
@pytest.mark.parametrize("suffix", [".jsonl", ".json", ".csv", ".parquet"])
def test_code_alone_is_the_fixed_side_in_every_container(tmp_path: Path, name: str, suffix: str) -> None:
    """CodeSearchNet, its copy on the Hugging Face hub (parquet), The Stack (content)."""
    rows = [{"repo": "a/b", name: "def f():\n    return 1\n", "func_code_url": "u"}]
    path = tmp_path / f"train{suffix}"
    match suffix:
        case ".parquet":
            parquet = pytest.importorskip("pyarrow.parquet")
            parquet.write_table(pytest.importorskip("pyarrow").Table.from_pylist(rows), path)
        case ".csv":
            with path.open("w", newline="") as stream:
                writer = csv.DictWriter(stream, rows[0])
                writer.writeheader()
                writer.writerows(rows)
        case _:
            path.write_text(json.dumps(rows if suffix == ".json" else rows[0]))
    [item] = read_training(path)
    assert (item.id, item.buggy, item.fixed) == ("u", None, b"def f():\n    return 1\n")
