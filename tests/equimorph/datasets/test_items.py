"""Files of items: bad rows, odd texts, other formats, folders."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, cast

import pytest

from equimorph.datasets import check, filter, split
from equimorph.datasets.layout import SPLITS
from equimorph.datasets.planning import By
from equimorph.rows.tables import BadRow
from mutators import MutationError
from tests.equimorph.datasets.conftest import alone, item, places, read_splits, write_items

BAD: list[tuple[Any, str, By]] = [
    ("{", "not JSON", "group"),
    ([1], "not a JSON object", "group"),
    ('{"id": "x", "buggy": "a", "fixed": "b", "n": 1e400}', "not JSON: 1e400 is too large a number", "group"),
    ('{"id": "x", "buggy": "a", "fixed": "b", "n": NaN}', "not JSON: NaN is not JSON", "group"),
    ('{"id": "x", "buggy": ' + "[" * 100_000, "nested too deep", "group"),
    ({"id": "x"}, "none of the fields buggy_line, buggy_method, buggy_class, buggy", "group"),
    ({"id": "x", "buggy": "a"}, "no field 'fixed'", "group"),
    ({"id": "x", "buggy": "a", "fixed": 1}, "field 'fixed' is not a text", "group"),
    ({"id": "x", "buggy": None, "fixed": "b"}, "field 'buggy' is not a text", "group"),
    ({"id": 1.5, "buggy": "a", "fixed": "b"}, "field 'id' is not a text", "group"),
    ({"id": "", "buggy": "a", "fixed": "b"}, "field 'id' is empty", "group"),
    ({"id": "0", "buggy": "a", "fixed": "b"}, "a second row of id '0'", "group"),
    ({"id": "x", "buggy": "a", "fixed": "b", "group": 7}, "field 'group' is not a text", "group"),
    ({"id": "x", "buggy": "a", "fixed": "b", "license": 7}, "field 'license' is not a text", "group"),
    ({"id": "x", "buggy": "a", "fixed": "b"}, "no field 'project'", "project"),
    (
        {"id": "x", "buggy": "a", "fixed": "b", "author_time": "noon"},
        "field 'author_time' is neither",
        "time",
    ),
    (
        {"id": "x", "buggy": "a", "fixed": "b", "author_time": "2020-01-01T00:00:00"},
        "field 'author_time' is",
        "time",
    ),
    ({"id": "x", "buggy": "a", "fixed": "b", "author_time": True}, "field 'author_time' is neither", "time"),
    (
        {"id": "x", "buggy": "a", "fixed": "b", "author_time": 10**30},
        "field 'author_time' is neither",
        "time",
    ),
]


@pytest.mark.parametrize(("bad", "reason", "by"), BAD)
def test_a_bad_row_is_reported_and_the_rest_goes_on(tmp_path: Path, bad: object, reason: str, by: By) -> None:
    text = bad if isinstance(bad, str) else json.dumps(bad)
    good = [json.dumps({**row, "project": row["id"]}) for row in alone(3)]
    (tmp_path / "items.jsonl").write_text("\n".join([good[0], text, *good[1:]]))
    found: list[BadRow] = []
    done = split(tmp_path / "items.jsonl", tmp_path / "out", by=by, failed=found.append)
    [one] = found
    assert str(one).startswith(f"{tmp_path}/items.jsonl:2: {reason}")
    assert (done.count.read, done.count.kept, done.count.dropped) == (4, 3, {"bad row": 1})
    assert sum(len(rows) for rows in read_splits(tmp_path / "out")["items"].values()) == 3
    with pytest.raises(MutationError, match=r"items\.jsonl:2: "):
        split(tmp_path / "items.jsonl", tmp_path / "other", by=by)
    assert not (tmp_path / "other").exists()


def test_texts_with_half_a_character_and_odd_ids_come_out_as_they_are(tmp_path: Path) -> None:
    rows = [
        item("\ud800", "\ud800", 'String s = "\U0001f600";', group="\udfff"),
        item("\ud801", "\x00\r\n", "\ufeff", group="\ud800"),
        item(" ", "", "", big=10**40, deep=[[[[{}]]]]),
    ]
    write_items(tmp_path / "items", {"dataset_2": rows})
    split(tmp_path / "items", tmp_path / "out")
    found = [{**row, "split": None} for _, _, row in places(read_splits(tmp_path / "out"))]
    assert sorted(found, key=str) == sorted(rows, key=str)


def test_compressed_rows_and_parquet_are_read(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows, folder = alone(10), tmp_path / "items"
    folder.mkdir()
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "dataset_1.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    table = pyarrow.Table.from_pylist(
        [{name: row[name] for name in row if row[name] is not None} for row in rows]
    )
    parquet.write_table(table, folder / "dataset_2.parquet")
    split(folder, tmp_path / "out", by="item")
    found = read_splits(tmp_path / "out")
    assert [len(found["dataset_1"][name]) for name in SPLITS] == [8, 1, 1]
    assert [len(found["dataset_2"][name]) for name in SPLITS] == [8, 1, 1]


def test_datasets_loads_the_splits(here: Path) -> None:
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    write_items(here / "items", {"dataset_2": alone(20)})
    split(here / "items", here / "out")
    files = {name: str(here / "out" / "dataset_2" / f"{name}.jsonl") for name in SPLITS}
    loaded = datasets.load_dataset("json", data_files=files, cache_dir=str(here / "cache"))
    assert {name: len(loaded[name]) for name in loaded} == {"train": 16, "validation": 2, "test": 2}
    assert set(loaded["test"]["split"]) == {"test"}


def test_the_summary_keeps_what_earlier_steps_wrote(tmp_path: Path) -> None:
    items = write_items(tmp_path / "items", {"dataset_2": alone(10), "notes": []})
    known = {"schema": 1, "commits": {"read": 3}, "items": {"dataset_2": 10}, "duplicates": 4}
    (items / "datasets.json").write_text(json.dumps(known))
    split(items, tmp_path / "out", by="item", seed=3)
    summary = json.loads((tmp_path / "out" / "datasets.json").read_text())
    assert {name: summary[name] for name in known} == known
    assert not (tmp_path / "out" / "notes").exists()
    assert summary["splits"] == {
        "by": "item",
        "seed": 3,
        "fractions": {"train": "4/5", "validation": "1/10", "test": "1/10"},
        "read": 10,
        "kept": 10,
        "dropped": {},
        "largest": 1,
        "sizes": {"dataset_2": {"train": 8, "validation": 1, "test": 1}},
        "wanted": {"dataset_2": {"train": 8, "validation": 1, "test": 1}},
    }


NO_SUMMARIES = [
    "[]",
    "{",
    '{"schema": 2}',
    "\x00",
    "[" * 100_000,
    '{"items": []}',
    '{"duplicates": "3"}',
    '{"removed": {"bench": 3}}',
    '{"filtered": {}}',
    '{"splits": 5}',
    '{"splits": {"sizes": {"dataset_2": {"train": "3"}}}}',
]


@pytest.mark.parametrize("text", NO_SUMMARIES)
def test_a_summary_that_is_none_is_an_error(tmp_path: Path, text: str) -> None:
    items = write_items(tmp_path / "items", {"dataset_2": alone(3)})
    split(items, tmp_path / "split")
    for folder in (items, tmp_path / "split"):
        (folder / "datasets.json").write_text(text)
    for step in (split, filter):
        with pytest.raises(OSError, match=r"datasets\.json"):
            step(items, tmp_path / "out")
        assert not (tmp_path / "out").exists()
    with pytest.raises(OSError, match=r"datasets\.json"):
        check(tmp_path / "split")


def test_a_summary_of_another_way_to_split_is_an_error(tmp_path: Path) -> None:
    split(write_items(tmp_path / "items", {"dataset_2": alone(3)}), tmp_path / "split")
    (tmp_path / "split" / "datasets.json").write_text('{"splits": {"by": "author"}}')
    with pytest.raises(OSError, match="split by 'author'"):
        check(tmp_path / "split")
    assert check(tmp_path / "split", by="group").clean


def test_a_summary_with_null_for_what_is_not_known_is_one(tmp_path: Path) -> None:
    items = write_items(tmp_path / "items", {"dataset_2": alone(3)})
    fields = ("items", "removed", "duplicates", "filtered", "licenses", "splits")
    (items / "datasets.json").write_text(json.dumps(dict.fromkeys(fields)))
    filter(items, tmp_path / "clean")
    split(tmp_path / "clean", tmp_path / "split")
    assert check(tmp_path / "split").clean


def test_names_of_data_sets_lead_to_no_other_folder(tmp_path: Path) -> None:
    items = write_items(tmp_path / "items", {"dataset_2": alone(3)})
    for name in ("../dataset_2", "a/b", "", ".", ".."):
        (items / "datasets.json").write_text(json.dumps({"items": {name: 3}}))
        with pytest.raises(FileNotFoundError):
            split(items, tmp_path / "out")


def test_an_output_that_has_something_is_left_alone(tmp_path: Path) -> None:
    items = write_items(tmp_path / "items", {"dataset_2": alone(3)})
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").touch()
    with pytest.raises(FileExistsError):
        split(items, tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine"]


def test_two_files_of_one_data_set_are_an_error(tmp_path: Path) -> None:
    items = write_items(tmp_path / "items", {"dataset_2": alone(3)})
    (items / "dataset_2.jsonl.gz").write_bytes(gzip.compress(b""))
    with pytest.raises(FileExistsError, match="second file of the data set dataset_2"):
        split(items, tmp_path / "out")


def test_a_folder_without_rows_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no file of rows"):
        split(tmp_path, tmp_path / "out")


def test_by_must_be_known(tmp_path: Path) -> None:
    items = write_items(tmp_path / "items", {"dataset_2": []})
    with pytest.raises(ValueError, match="by is one of group, project, time, item, not 'author'"):
        split(items, tmp_path / "out", by=cast("By", "author"))
