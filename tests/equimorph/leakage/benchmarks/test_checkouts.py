"""Folders that `defects4j checkout` made."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph.leakage.benchmarks import UNITS, Unit, read_benchmark
from tests.equimorph.leakage.benchmarks.conftest import read

DEMO = Path(__file__).resolve().parents[4] / "demo"
PATH = "src/main/java/a/Range.java"
BUGGY = """\
package a;

class Range {
    int low;

    boolean has(int value) {
        // from low
        return value > low;
    }

    int clip(int value) {
        return value;
    }
}
"""
FIXED = BUGGY.replace("value > low", "value >= low").replace(
    "        return value;",
    "        if (value < low) {\n            return low;\n        }\n        return value;",
)
BUILD = "d4j.dir.src.classes=src/main/java\nd4j.dir.src.tests=src/test/java\n"


def checkout(folder: Path, version: str | None, files: dict[str, bytes]) -> Path:
    """A checkout of a version of Lang, or of an unknown bug."""
    for path, data in {PATH: b"", **files}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    (folder / "defects4j.build.properties").write_text(BUILD)
    if version is not None:
        (folder / ".defects4j.config").write_text(f"pid=Lang\nvid={version}\n")
    return folder


@pytest.fixture
def bugs(tmp_path: Path) -> Path:
    """Two versions of each of two bugs, side by side."""
    checkout(tmp_path / "Lang-1b", "1b", {PATH: BUGGY.encode()})
    checkout(tmp_path / "Lang-1f", "1f", {PATH: FIXED.encode()})
    checkout(tmp_path / "Lang-2b", "2b", {PATH: BUGGY.encode()})
    checkout(tmp_path / "Lang-2f", "2f", {PATH: BUGGY.replace("return value;", "return -value;").encode()})
    return tmp_path


BESIDE = "{checkout}/../{project}-{number}f"
HUNKS = [
    ("Lang-1", 1, b"        return value > low;", b"        return value >= low;"),
    ("Lang-1", 2, b"", b"        if (value < low) {\n            return low;\n        }"),
    ("Lang-2", 1, b"        return value;", b"        return -value;"),
]


def test_a_folder_of_checkouts_is_read_bug_by_bug_and_the_fixed_ones_in_it_are_no_bugs(bugs: Path) -> None:
    found = read(bugs, fix=BESIDE)
    assert found.pieces == HUNKS
    assert found.bad == []
    assert {one.benchmark for one in found.samples} == {"Defects4J"}


def test_bugs_of_other_projects_have_the_name_of_their_folder() -> None:
    assert {one.benchmark for one in read_benchmark(DEMO / "bugs", unit="method")} == {"bugs"}


def test_one_checkout_is_a_benchmark_of_one_bug(bugs: Path) -> None:
    assert read(bugs / "Lang-2b", fix=BESIDE).pieces == [HUNKS[2]]


def test_methods_are_those_that_differ_and_a_class_is_its_whole_file(bugs: Path) -> None:
    methods = read(bugs / "Lang-1b", unit="method", fix=BESIDE).pieces
    assert [(hunk, buggy.partition(b"(")[0], b"low" in fixed) for _, hunk, buggy, fixed in methods] == [
        (1, b"boolean has", True),
        (2, b"int clip", True),
    ]
    assert methods[0][2:] == (
        b"boolean has(int value) {\n        // from low\n        return value > low;\n    }",
        b"boolean has(int value) {\n        // from low\n        return value >= low;\n    }",
    )
    assert read(bugs / "Lang-1b", unit="class", fix=BESIDE).pieces == [
        ("Lang-1", 1, BUGGY.encode(), FIXED.encode())
    ]


@pytest.mark.parametrize("unit", ["hunk", "method", "class"])
def test_files_in_latin_1_keep_their_bytes_and_line_ends(tmp_path: Path, unit: Unit) -> None:
    buggy, fixed = (
        text.replace("// from low", 'f("\xe4");').replace("\n", "\r\n").encode("iso-8859-1")
        for text in (BUGGY, FIXED.replace("value >= low", 'value == "\xfc"'))
    )
    checkout(tmp_path / "b", "3b", {PATH: buggy})
    checkout(tmp_path / "f", "3f", {PATH: fixed})
    found = read(tmp_path / "b", unit=unit, fix=str(tmp_path / "f"))
    assert found.bad == []
    for _, _, before, after in found.pieces:
        assert before in buggy
        assert after is not None
        assert after.replace(b"\n", b"\r\n") in fixed or after in fixed
    assert b"\xfc" in found.pieces[0][3]


def test_a_file_that_the_fix_deletes_has_an_empty_fixed_side(tmp_path: Path) -> None:
    other = "src/main/java/a/Old.java"
    checkout(tmp_path / "b", "4b", {PATH: BUGGY.encode(), other: b"class Old {\n    int a;\n}\n"})
    checkout(tmp_path / "f", "4f", {PATH: BUGGY.encode()})
    assert read(tmp_path / "b", fix=str(tmp_path / "f")).pieces == [
        ("Lang-4", 1, b"class Old {\n    int a;\n}", b"")
    ]


def test_a_bug_that_cannot_be_read_is_reported_and_the_others_go_on(bugs: Path) -> None:
    checkout(bugs / "a", "3b", {PATH: BUGGY.encode()})
    checkout(bugs / "b", "1b", {PATH: BUGGY.encode()})
    checkout(bugs / "c", "one", {})
    checkout(bugs / "d", "5b", {PATH: BUGGY.encode()})
    checkout(bugs / "Lang-5f", "5f", {PATH: BUGGY.replace("int low;", "int low = 1;").encode()})
    found = read(bugs, unit="method", fix=BESIDE)
    assert [(one.bug_id, one.hunk) for one in found.samples] == [("Lang-1", 1), ("Lang-1", 2), ("Lang-2", 1)]
    assert found.bad == [
        f"{bugs}/a/../Lang-3f:1: no such file or folder",
        f"{bugs}/b:1: a second Lang-1",
        f"{bugs}/c/.defects4j.config:2: vid 'one' is not a number with b or f",
        f"{bugs}/d:1: no Java method of Lang-5 differs",
    ]


def test_a_checkout_of_an_unknown_bug_has_the_name_of_its_folder(tmp_path: Path) -> None:
    checkout(tmp_path / "some bug", None, {PATH: BUGGY.encode()})
    checkout(tmp_path / "fixed", None, {PATH: FIXED.encode()})
    found = read(tmp_path / "some bug", fix=str(tmp_path / "fixed"))
    assert {one.bug_id for one in found.samples} == {"some bug"}


@pytest.mark.parametrize("unit", UNITS)
def test_the_bugs_of_the_demo_are_a_benchmark_as_they_stand(unit: Unit) -> None:
    found = read(DEMO / "bugs", unit=unit)
    assert found.bad == []
    assert {one.hunk for one in found.samples} == {1}
    for one in found.samples:
        files = [file.read_bytes() for file in (DEMO / "bugs" / f"{one.bug_id}b").rglob("*.java")]
        assert one.buggy
        assert one.fixed
        assert any(one.buggy in file for file in files)
        assert not any(one.fixed in file for file in files)
