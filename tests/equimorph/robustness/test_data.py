"""Rows of bugs, judged rows, outcomes."""

from __future__ import annotations

from typing import Any

import pytest

from equimorph.defects4j.methods.bug import Bug
from equimorph.projects.outcome import FailingTest, Outcome
from equimorph.robustness.judging.judged import JudgedRow, Measures
from mutators import MutationError

BUG = Bug(
    "Shop-1b:Cart.add:3",
    "src/Cart.java",
    "add",
    3,
    5,
    "int add() {\n  return 1;\n}",
    "int add() {\n  return 2;\n}",
    (2,),
    (),
    "Shop-1b",
    "Shop",
    "demo/bugs/Shop-1b",
    ("CartTest::testAdd",),
)


def test_a_bug_survives_its_row() -> None:
    assert Bug.from_row(BUG.to_row()) == BUG
    bare = Bug("x", "A.java", "f", 1, 1, "void f() {}", None, ())
    assert Bug.from_row(bare.to_row()) == bare


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"id": "a/b"}, "field 'id' is 'a/b': it must be a text without a slash"),
        ({"id": ""}, "field 'id' is '': it must be a text without a slash"),
        ({"path": None}, "no field 'path'"),
        ({"buggy": 1}, "field 'buggy' is not a text"),
        ({"fixed": ["x"]}, "field 'fixed' is not a text"),
        ({"method": "add"}, "field 'method' is not an object with name, start_line and end_line"),
        (
            {"method": {"name": "add", "start_line": 0, "end_line": 1}},
            "field 'start_line' of 'method' is not a line from 1",
        ),
        ({"fault_lines": [0]}, "field 'fault_lines' is not a list of lines from 1"),
        ({"tests": "all"}, "field 'tests' is not a list of texts"),
    ],
)
def test_a_bad_bug_says_which_field(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(MutationError) as error:
        Bug.from_row({**BUG.to_row(), **change})
    assert str(error.value) == reason


_EXACT = JudgedRow(
    "m", "b", "0123456789ab", "miss", "exact", "useless-cast", True, 5, 3, None, 2, undone=1, conflicts=2
)
_REPAIRED = JudgedRow("m", "b", None, "repaired", "repaired", k=5, candidates=5, first_hit=2, first_correct=4)
_BEHAVIOUR = JudgedRow(
    "m", "b", "0123456789ab", "exception", "behaviour", "new-variable", False, 1, 1,
    behaviour="exception []", same=False, measures=Measures(3, 20, 7), extra={"group": "leaked"},
)  # fmt: skip


@pytest.mark.parametrize("row", [_EXACT, _REPAIRED, _BEHAVIOUR])
def test_a_judged_row_survives_its_row(row: JudgedRow) -> None:
    assert JudgedRow.from_row(row.to_row()) == row


@pytest.mark.parametrize(
    ("data", "criterion"),
    [
        ({"status": "hit", "first_hit": 1}, "exact"),
        ({"status": "no_answer"}, "exact"),
        ({"status": "not_repaired"}, "repaired"),
        ({"status": "pass"}, "behaviour"),
        ({"status": "no_answer", "same": None}, "behaviour"),
    ],
)
def test_the_criterion_is_seen_from_the_fields(data: dict[str, Any], criterion: str) -> None:
    base = {"model": "m", "bug_id": "b", "mutant_id": None}
    assert JudgedRow.from_row({**base, **data}).criterion == criterion


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"model": None}, "no field 'model'"),
        ({"bug_id": 3}, "field 'bug_id' is not a text"),
        ({"first_hit": 0}, "field 'first_hit' is 0: it counts from 1"),
        ({"first_hit": True}, "field 'first_hit' is not a whole number"),
        ({"undone": -1}, "field 'undone' is -1: it counts from 0"),
        ({"touched": 1}, "field 'touched' is neither true, false nor null"),
        ({"criterion": "best"}, "field 'criterion' is 'best', not one of exact, repaired, behaviour"),
        ({"mutator": 5}, "field 'mutator' is not a text"),
    ],
)
def test_a_bad_judged_row_says_which_field(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(MutationError) as error:
        JudgedRow.from_row({**_EXACT.to_row(), **change})
    assert str(error.value) == reason


def test_behaviours_are_equal_whatever_the_order_of_the_tests() -> None:
    one = FailingTest("A::a", "assertion", "AssertionError 1")
    other = FailingTest("B::b", "exception", "NullPointerException A.f")
    both = Outcome("exception", frozenset((one, other)), "output")
    assert both.behaviour == Outcome("exception", frozenset((other, one))).behaviour
    assert both.behaviour != Outcome("exception", frozenset((one,))).behaviour
    assert Outcome("pass").behaviour == "pass"
