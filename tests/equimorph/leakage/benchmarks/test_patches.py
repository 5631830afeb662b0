"""Patches of a system in the place of the reference fixes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from equimorph.leakage.benchmarks import read_benchmark
from equimorph.rows.tables import BadRow, Failed, Rows, raised
from mutators import MutationError

BUGS = [
    {"id": "Lang-1", "buggy": "a", "fixed": "reference 1"},
    {"id": "2.1", "bug": "Lang-2", "buggy": "b", "fixed": "reference 2.1"},
    {"id": "2.2", "bug": "Lang-2", "buggy": "c", "fixed": "reference 2.2"},
    {"id": "Lang-3", "buggy": "d", "fixed": None},
]


def fixes(patches: Rows, failed: Failed = raised) -> list[tuple[str, int, bytes | None, bool | None, str]]:
    return [
        (one.bug_id, one.hunk, one.fixed, one.repaired, one.fixed_by)
        for one in read_benchmark(BUGS, patches=patches, failed=failed)
    ]


def test_without_patches_nobody_said_what_is_repaired() -> None:
    assert {(one.repaired, one.fixed_by) for one in read_benchmark(BUGS)} == {(None, "reference")}


def test_a_patch_takes_the_place_of_the_reference_of_its_piece_alone() -> None:
    assert fixes(
        [{"bug_id": "Lang-2", "hunk": 2, "fixed": "made"}, {"bug_id": "Lang-1", "fixed": "made 1"}]
    ) == [
        ("Lang-1", 1, b"made 1", True, "system"),
        ("Lang-2", 1, b"reference 2.1", True, "reference"),
        ("Lang-2", 2, b"made", True, "system"),
        ("Lang-3", 1, None, False, "reference"),
    ]


def test_a_bug_without_a_reference_gets_the_fix_of_the_system() -> None:
    assert fixes([{"bug_id": "Lang-3", "fixed": ""}])[-1] == ("Lang-3", 1, b"", True, "system")


def test_null_is_no_patch() -> None:
    assert fixes([{"bug_id": "Lang-1", "fixed": None}]) == fixes([])
    assert {repaired for *_, repaired, _ in fixes([])} == {False}


def test_patches_that_fit_nothing_are_reported_with_their_lines(tmp_path: Path) -> None:
    rows = [
        {"bug_id": "Lang-9", "fixed": "x"},
        {"bug_id": "Lang-2", "fixed": "x"},
        {"bug_id": "Lang-2", "hunk": 3, "fixed": "x"},
        {"bug_id": "Lang-1", "fixed": "kept"},
        {"bug_id": "Lang-1", "fixed": "second"},
        {"bug_id": "Lang-1", "hunk": 1, "fixed": "third"},
        {"bug_id": "Lang-1", "hunk": 0, "fixed": "x"},
        {"bug_id": "Lang-1", "hunk": True, "fixed": "x"},
        {"bug_id": "Lang-1"},
        {"fixed": "x"},
        {"bug_id": "Lang-1", "hunk": 1, "fixed": 5},
    ]
    path = tmp_path / "made.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    bad = list[BadRow]()
    found = fixes(path, bad.append)
    assert found[0] == ("Lang-1", 1, b"kept", True, "system")
    assert {fixed_by for *_, fixed_by in found[1:]} == {"reference"}
    assert {(one.name, one.line): one.reason for one in bad} == {
        (str(path), 1): "no bug 'Lang-9' in the benchmark",
        (str(path), 2): "Lang-2 has 2 pieces, and no field 'hunk' names one of them",
        (str(path), 3): "Lang-2 has no piece 3: it has 2",
        (str(path), 5): "a second row of Lang-1",
        (str(path), 6): "a second row of Lang-1, hunk 1",
        (str(path), 7): "field 'hunk' is not a number from 1",
        (str(path), 8): "field 'hunk' is not a number from 1",
        (str(path), 9): "no field 'fixed'",
        (str(path), 10): "no field 'bug_id'",
        (str(path), 11): "field 'fixed' is neither a text nor null",
    }


def test_without_anyone_who_takes_it_a_patch_that_fits_nothing_is_raised() -> None:
    with pytest.raises(MutationError, match="rows:1: no bug 'Lang-9' in the benchmark"):
        fixes([{"bug_id": "Lang-9", "fixed": "x"}])
