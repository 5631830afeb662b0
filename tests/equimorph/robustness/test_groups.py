"""Groups of samples: files that name them, lists of leaks, and which sample a line is about."""

from __future__ import annotations

import pytest

from equimorph.robustness import read_groups, score
from equimorph.robustness.scoring.groups import group_of
from tests.equimorph.robustness.rows import counts, repaired


def fails(bad: object) -> None:
    raise AssertionError(bad)


def leak(bug: str, level: str = "pair") -> dict[str, object]:
    """Fields of a leak, as the spec of leakage has them (4.6)."""
    return {"benchmark": "demo", "bug_id": bug, "hunk": 0, "level": level, "kind": "exact"}


def test_a_list_of_leaks_makes_all_other_bugs_clean() -> None:
    rows = [repaired(bug, hit=1) for bug in "ABC"] + [repaired(bug, "x-1") for bug in "ABC"]
    found = score(rows, groups=read_groups([leak("A"), leak("A", "buggy"), leak("B")], fails))
    assert [counts(found, "PDM", group=group) for group in ("leaked", "clean", "all")] == [
        "2/2",
        "1/1",
        "3/3",
    ]


def test_named_groups_leave_the_others_unknown() -> None:
    rows = [repaired(bug, hit=1) for bug in "AB"] + [repaired(bug, "x-1") for bug in "AB"]
    found = score(rows, groups=read_groups([{"id": "A", "status": "leaked"}], fails))
    assert [counts(found, "PDM", group=group) for group in ("leaked", "unknown")] == ["1/1", "1/1"]


def test_a_second_group_of_a_bug_is_a_bad_row() -> None:
    bad: list[str] = []
    rows = [{"id": "A", "group": "leaked"}, {"id": "A", "group": "clean"}, {"id": "A"}]
    assert read_groups(rows, lambda one: bad.append(str(one))) == {"A": "leaked"}
    assert bad == ["rows:2: a second row of A", "rows:3: neither field 'group' nor 'status'"]


@pytest.mark.parametrize(
    ("bug", "group"),
    [
        ("Lang-1b:NumberUtils.createNumber:467", "leaked"),
        ("Lang-1b", "leaked"),
        ("Lang-1", "leaked"),
        ("Lang-1f", "unknown"),
        ("Lang-11b", "unknown"),
        ("Webb:C.m:1", "unknown"),
    ],
)
def test_a_sample_belongs_to_the_bug_that_its_id_begins_with(bug: str, group: str) -> None:
    assert group_of(bug, {"Lang-1": "leaked", "Web": "clean"}) == group
