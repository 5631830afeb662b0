"""The check of splits: leaks and overlaps are found with both of their places, and nothing else is."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimorph.datasets import Checked, Finding, check, filter, split
from equimorph.datasets.planning import BY, By
from equimorph.leakage.samples import Sample
from equimorph.rows.tables import BadRow
from tests.equimorph.datasets.conftest import Row, Splits, alone, item
from tests.equimorph.datasets.test_filtering import LONG, OTHER, sample
from tests.equimorph.datasets.test_splitting import Items, corpora, made, write_items


def write_splits(folder: Path, found: Splits) -> Path:
    folder.mkdir()
    for name, splits in found.items():
        write_items(folder / name, splits)
    return folder


def checked(found: Splits, *samples: Sample, by: By | None = None) -> tuple[Checked, list[Finding]]:
    with tempfile.TemporaryDirectory() as folder:
        findings: list[Finding] = []
        done = check(write_splits(Path(folder, "split"), found), samples, by=by, found=findings.append)
        return done, findings


def at(finding: Finding) -> tuple[str, str, str, int]:
    """Problem, what, and the place."""
    return finding.problem, finding.what, "/".join(Path(finding.seat.file).parts[-2:]), finding.seat.line


@pytest.mark.parametrize("by", BY)
@given(corpora())
@settings(max_examples=25)
def test_what_split_writes_is_clean(by: By, items: Items) -> None:
    with tempfile.TemporaryDirectory() as folder:
        split(write_items(Path(folder, "items"), items), Path(folder, "out"), by=by)
        done = check(Path(folder, "out"))
    assert done.clean
    assert done.options["by"] == by
    assert done.to_dict()["problems"] == {}


@given(corpora(), st.data())
@settings(max_examples=50)
def test_one_item_copied_to_another_split_is_found(items: Items, data: st.DataObject) -> None:
    _, found = made(items, "item")
    full = [(name, split) for name, splits in found.items() for split, rows in splits.items() if rows]
    if not full:
        return
    name, source = data.draw(st.sampled_from(full))
    target = data.draw(st.sampled_from([other for other in found[name] if other != source]))
    found[name][target].append(
        {**data.draw(st.sampled_from(found[name][source])), "id": "copy", "split": target}
    )
    done, findings = checked(found, by="item")
    assert not done.clean
    assert {finding.name for finding in findings} == {"overlap text"}


def test_a_leak_is_named_with_the_bug_and_both_sides_count() -> None:
    found = {"dataset_2": {"train": alone(3), "test": [item("a", LONG, OTHER), item("b", "x", f"y {OTHER}")]}}
    done, findings = checked(found, sample(LONG, OTHER), sample(LONG, None, "B-2", "other"))
    assert [(at(one), str(one).partition(" from ")[2]) for one in findings] == [
        (
            ("leak", "buggy", "dataset_2/test.jsonl", 1),
            "benchmark bench, bug_id B-1, hunk 1, kind exact, form text",
        ),
        (
            ("leak", "buggy", "dataset_2/test.jsonl", 1),
            "benchmark other, bug_id B-2, hunk 1, kind exact, form text",
        ),
        (
            ("leak", "fixed", "dataset_2/test.jsonl", 1),
            "benchmark bench, bug_id B-1, hunk 1, kind exact, form text",
        ),
        (
            ("leak", "fixed", "dataset_2/test.jsonl", 2),
            "benchmark bench, bug_id B-1, hunk 1, kind inside, form text",
        ),
    ]
    assert done.leaks == {
        "bench": {"buggy": 0, "fixed": 1, "both": 1},
        "other": {"buggy": 1, "fixed": 0, "both": 0},
    }
    assert done.problems == {"leak buggy": 2, "leak fixed": 2}
    assert not done.clean


def test_a_leak_in_any_split_is_found() -> None:
    for name in ("train", "validation", "test"):
        splits = {one: [item(one, one, f"{one}+1", group=one)] for one in ("train", "validation", "test")}
        splits[name].append(item("a", LONG[3:], "x", group=name))
        done, [finding] = checked({"dataset_2": splits}, sample(LONG, None))
        assert at(finding) == ("leak", "buggy", f"dataset_2/{name}.jsonl", 2)
        assert done.sizes["dataset_2"][name] == 2


OVERLAPS: dict[str, tuple[Row, Row, By, str | None]] = {
    "the same buggy side": (
        item(1, "int a;", "b", group="g"),
        item(2, "int\na;", "c", group="h"),
        "group",
        "text",
    ),
    "the fix of one is the fault of the other": (
        item(1, "a", "int b;", group="g"),
        item(2, "/* */ int b;", "c", group="h"),
        "group",
        "text",
    ),
    "a group": (item(1, "a", "b", group="g"), item(2, "c", "d", group="g"), "group", "group"),
    "a group does not count by item": (
        item(1, "a", "b", group="g"),
        item(2, "c", "d", group="g"),
        "item",
        None,
    ),
    "a group without a name": (item(1, "f(a);", "b"), item(2, "g(c);", "d"), "group", "group"),
    "a project": (item(1, "a", "b", project="p"), item(2, "c", "d", project="p"), "project", "project"),
    "projects do not count by group": (
        item(1, "a", "b", project="p", group="g"),
        item(2, "c", "d", project="p", group="h"),
        "group",
        None,
    ),
    "an id": (item(1, "a", "b", group="g"), item(1, "c", "d", group="h"), "group", "id"),
    "time": (item(1, "a", "b", author_time=5), item(2, "c", "d", author_time=4), "time", ""),
    "the same time": (item(1, "a", "b", author_time=4), item(2, "c", "d", author_time=4), "time", None),
    "empty sides": (item(1, "a", "", group="g"), item(2, "c", "", group="h"), "group", None),
}


@pytest.mark.parametrize("case", OVERLAPS)
def test_what_two_splits_share_is_named_with_both_places(case: str) -> None:
    first, second, by, what = OVERLAPS[case]
    done, findings = checked({"dataset_2": {"train": [first], "test": [second]}}, by=by)
    assert [finding.what for finding in findings] == ([] if what is None else [what])
    for finding in findings:
        row = finding.to_row()
        both = [(Path(seat["file"]).name, seat["line"], seat["id"]) for seat in (row, row["other"])]
        expected = [("test.jsonl", 1, second["id"]), ("train.jsonl", 1, first["id"])]
        assert both == (expected if finding.problem == "overlap" else expected[::-1])
        assert "train.jsonl:1" in str(finding)
        assert "test.jsonl:1" in str(finding)
    assert done.clean == (what is None)


def test_data_sets_must_not_overlap_either_except_by_item() -> None:
    found = {
        "dataset_2": {"train": [item(1, "int a;", "b", group="g")]},
        "dataset_3": {"test": [item(1, "int a;", "c", "dataset_3", group="h")]},
    }
    assert [one.name for one in checked(found, by="group")[1]] == ["overlap text"]
    assert checked(found, by="item")[0].clean
    found["dataset_3"]["test"][0] |= {"buggy_class": "d", "group": "g"}
    assert [one.name for one in checked(found, by="group")[1]] == ["overlap group"]


def test_within_one_split_anything_may_be_shared() -> None:
    row = item(1, "int a;", "int a;", group="g")
    assert checked({"dataset_2": {"train": [row, {**row, "id": "2"}]}})[0].clean


def test_a_row_that_names_another_split_is_found() -> None:
    rows = [item(1, "a", "b", split="train"), item(2, "a", "b", split="test"), item(3, "a", "b")]
    _, [finding] = checked({"dataset_2": {"train": rows}})
    assert at(finding) == ("split", "", "dataset_2/train.jsonl", 2)
    assert str(finding).endswith("dataset_2/train.jsonl:2: names another split: split test")


def test_a_file_that_lost_rows_is_found(tmp_path: Path) -> None:
    split(write_items(tmp_path / "items", {"dataset_2": alone(20)}), tmp_path / "out")
    path = tmp_path / "out" / "dataset_2" / "test.jsonl"
    path.write_text(path.read_text().splitlines()[0])
    findings: list[Finding] = []
    assert not check(tmp_path / "out", found=findings.append).clean
    assert [str(one) for one in findings] == [
        f"{path}: the number of items is not the one that is written down: expected 2, there 1"
    ]
    path.unlink()
    assert check(tmp_path / "out").problems == {"size": 1}


def test_bad_rows_are_reported_and_nothing_is_proved(tmp_path: Path) -> None:
    split(write_items(tmp_path / "items", {"dataset_2": alone(20)}), tmp_path / "out", by="item")
    with (tmp_path / "out" / "dataset_2" / "test.jsonl").open("ab") as stream:
        stream.write(b"{}\n")
    bad: list[BadRow] = []
    done = check(tmp_path / "out", failed=bad.append)
    assert [one.line for one in bad] == [3]
    assert not done.clean
    assert done.to_dict()["rows"] == {"read": 21, "kept": 20, "dropped": {"bad row": 1}}


def test_a_row_that_does_not_say_its_project_is_bad(tmp_path: Path) -> None:
    row = item(1, "a", "b", project=None)
    write_splits(tmp_path / "out", {"dataset_2": {"train": [row, item(2, "a", "b")]}})
    bad: list[BadRow] = []
    done = check(tmp_path / "out", by="project", failed=bad.append)
    assert [(one.line, one.reason) for one in bad] == [(1, "field 'project' is not a text")]
    assert done.sizes == {"dataset_2": {"train": 1}}


def test_what_filter_and_split_leave_is_clean(tmp_path: Path) -> None:
    rows = [*alone(50), item("a", LONG, "x", group="a"), item("b", "y", f"class A {{ {OTHER} }}", group="b")]
    rows += [{**rows[0], "id": "twin"}]
    write_items(tmp_path / "items", {"dataset_2": rows})
    samples = [sample(LONG, OTHER)]
    split(tmp_path / "items", tmp_path / "dirty")
    assert check(tmp_path / "dirty", samples).problems == {"leak buggy": 1, "leak fixed": 1}
    filter(tmp_path / "items", tmp_path / "clean", samples)
    split(tmp_path / "clean", tmp_path / "split")
    report = check(tmp_path / "split", samples).to_dict()
    assert report["clean"]
    assert report["rows"]["read"] == 50
    assert report["benchmarks"] == {"bench": {"bugs": 1, "samples": 1, "too_short": 0}}
    assert json.loads(json.dumps(report)) == report


def test_a_folder_of_one_data_set_is_checked(tmp_path: Path) -> None:
    write_items(tmp_path / "mine", {"train": [item(1, "int a;", "b")], "test": [item(2, "int a;", "c")]})
    done = check(tmp_path / "mine")
    assert done.problems == {"overlap text": 1, "overlap group": 1}
    assert done.sizes == {"mine": {"train": 1, "test": 1}}


@pytest.mark.parametrize(
    ("name", "reason"), [("other.jsonl", "is none of the splits"), ("train.jsonl.gz", "second file")]
)
def test_a_file_of_rows_that_is_no_split_is_an_error(tmp_path: Path, name: str, reason: str) -> None:
    write_splits(tmp_path / "out", {"dataset_2": {"train": alone(2)}})
    (tmp_path / "out" / "dataset_2" / name).touch()
    with pytest.raises(OSError, match=reason):
        check(tmp_path / "out")


def test_a_folder_without_splits_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no file train\.jsonl"):
        check(tmp_path)
    with pytest.raises(NotADirectoryError):
        check(tmp_path / "none")


CLONE = "int total(int[] xs) { int found = 0; for (int x : xs) { found += x; } return found; }"


def test_a_clone_is_a_warning_and_the_splits_stay_clean(tmp_path: Path) -> None:
    found = {
        "dataset_2": {
            "train": [item(1, CLONE, "x", group="g"), item(2, "y", f"class A {{ {CLONE} }}", group="h")]
        }
    }
    write_splits(tmp_path / "out", found)
    samples = [sample(LONG, LONG), sample("i++;", "i--;")]
    findings: list[Finding] = []
    done = check(tmp_path / "out", samples, forms=("renamed", "canonical"), found=findings.append)
    assert [(one.problem, one.what, one.seat.line, one.to_row()["other"]) for one in findings] == [
        ("clone", side, line, dict(benchmark="bench", bug_id="B-1", hunk=1, kind=kind, form=form))
        for side, line, kind in (("buggy", 1, "exact"), ("fixed", 2, "inside"))
        for form in ("renamed", "canonical")
    ]
    assert done.clean
    assert done.warnings == {"clone buggy": 2, "clone fixed": 2}
    assert done.problems == {}
    assert check(tmp_path / "out", samples).warnings == {}


def test_a_leak_is_no_clone_and_short_texts_are_none() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = [item(1, LONG, "x", group="g"), item(2, "int f(int a) { return a; }", "y", group="h")]
        samples = [sample(LONG, None), sample("int f(int b) { return b; }", None)]
        place = write_splits(Path(folder, "out"), {"dataset_2": {"train": rows}})
        done = check(place, samples, forms=("renamed",))
        assert (done.problems, done.warnings) == ({"leak buggy": 1}, {})
        assert check(place, samples, forms=("renamed",), min_chars=5).warnings == {"clone buggy": 1}
