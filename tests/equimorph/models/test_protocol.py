"""Rows of requests and answers."""

from __future__ import annotations

from typing import Any

import pytest

from equimorph.models import Answer, Candidate, Request
from mutators import MutationError

REQUEST = Request("Shop-1b:Cart.add:3/0123456789ab", "int f() { return 1; }\n", (1,), 20, 7)


def test_a_request_survives_its_row() -> None:
    assert Request.from_row(REQUEST.to_row()) == REQUEST
    with_file = Request(REQUEST.id, REQUEST.text, (), file="class A {}")
    assert Request.from_row(with_file.to_row()) == with_file
    with_tests = Request(REQUEST.id, REQUEST.text, (), failing_tests=("a.T::one",))
    assert with_tests.to_row()["failing_tests"] == ["a.T::one"]
    assert Request.from_row(with_tests.to_row()) == with_tests


def test_a_request_has_these_fields_and_no_others() -> None:
    assert list(REQUEST.to_row()) == ["schema", "id", "text", "fault_lines", "k", "seed"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"id": None}, "no field 'id'"),
        ({"text": 3}, "field 'text' is not a text"),
        ({"text": "\ud800"}, "field 'text' is not a text"),
        ({"fault_lines": [0]}, "field 'fault_lines' is not a list of lines from 1"),
        ({"fault_lines": 3}, "field 'fault_lines' is not a list of lines from 1"),
        ({"fault_lines": [True]}, "field 'fault_lines' is not a list of lines from 1"),
        ({"k": 0}, "field 'k' is less than 1"),
        ({"k": "5"}, "field 'k' is not a whole number"),
        ({"seed": 1.5}, "field 'seed' is not a whole number"),
        ({"file": []}, "field 'file' is not a text"),
        ({"failing_tests": "a.T::one"}, "field 'failing_tests' is not a list"),
        ({"failing_tests": [3]}, "field 'failing_tests' of a test is not a text"),
    ],
)
def test_a_bad_request_says_which_field(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(MutationError) as error:
        Request.from_row({**REQUEST.to_row(), **change})
    assert str(error.value) == reason


ANSWER = Answer(
    "A/b",
    "m",
    (
        Candidate("int f() { return 2; }", score=-0.5, correct=True),
        Candidate(hunk="return 2;", at=(1, 1)),
        Candidate(hunk="", at=(3, 5)),
        Candidate(hunk="int a;", at=(1, 0)),
    ),
)


def test_an_answer_survives_its_row() -> None:
    row = ANSWER.to_row()
    assert Answer.from_row(row) == ANSWER
    assert [one.get("at") for one in row["candidates"]] == [None, 1, [3, 5], [1, 0]]
    failed = Answer("A", "m", error="it crashed")
    assert Answer.from_row(failed.to_row()) == failed


def test_an_error_needs_no_candidates_and_a_name_may_come_from_outside() -> None:
    assert Answer.from_row({"id": "A", "error": "no"}, "m") == Answer("A", "m", error="no")
    assert Answer.from_row({"id": "A", "model": "own", "candidates": []}, "m").model == "own"


@pytest.mark.parametrize(
    ("candidate", "reason"),
    [
        ("text", "a candidate is not a JSON object"),
        ({}, "a candidate has either 'text', or 'hunk' and 'at'"),
        ({"text": "a", "hunk": "b", "at": 1}, "a candidate has either 'text', or 'hunk' and 'at'"),
        ({"text": 1}, "field 'text' of a candidate is not a text"),
        ({"text": "\udc80"}, "field 'text' of a candidate is not a text"),
        ({"hunk": "b"}, "field 'at' of a candidate is neither a line nor [first, last]"),
        ({"hunk": "b", "at": True}, "field 'at' of a candidate is neither a line nor [first, last]"),
        ({"hunk": "b", "at": [1, 2, 3]}, "field 'at' of a candidate is neither a line nor [first, last]"),
        ({"hunk": "b", "at": 0}, "field 'at' of a candidate names no lines"),
        ({"hunk": "b", "at": [4, 2]}, "field 'at' of a candidate names no lines"),
        ({"text": "a", "score": "high"}, "field 'score' of a candidate is not a number"),
        ({"text": "a", "correct": 1}, "field 'correct' of a candidate is neither true nor false"),
    ],
)
def test_a_bad_candidate_says_what_is_wrong(candidate: object, reason: str) -> None:
    with pytest.raises(MutationError) as error:
        Answer.from_row({"id": "A", "model": "m", "candidates": [candidate]})
    assert str(error.value) == reason


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"model": "m", "candidates": []}, "no field 'id'"),
        ({"id": "A", "candidates": []}, "no field 'model'"),
        ({"id": "A", "model": "m"}, "field 'candidates' is not a list"),
        ({"id": "A", "model": "m", "candidates": {}}, "field 'candidates' is not a list"),
        ({"id": "A", "model": "m", "candidates": [], "error": 3}, "field 'error' is not a text"),
    ],
)
def test_a_bad_answer_says_what_is_wrong(row: dict[str, Any], reason: str) -> None:
    with pytest.raises(MutationError) as error:
        Answer.from_row(row)
    assert str(error.value) == reason


def test_a_score_that_json_lacks_is_dropped() -> None:
    assert Candidate.from_row({"text": "a", "score": float("nan")}).score is None
