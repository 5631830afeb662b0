"""Bugs, mutants and answers, joined by id."""

from __future__ import annotations

from typing import Any

import equimorph as em
from equimorph.defects4j.methods.bug import Bug
from equimorph.robustness.judging.joining import joined
from equimorph.rows.tables import BadRow, Rows

TEXT = "boolean f(String s, int n) { return s.length() < n; }"
BUGS = [Bug(id, "A.java", "f", 1, 1, TEXT, None, (1,)).to_row() for id in ("one", "two")]
[MUTANT] = [em.row(mutant) for mutant in em.mutate(em.parse(TEXT), ["reorder-condition"])]
MUTANTS: list[dict[str, Any]] = [{**MUTANT, "bug_id": bug} for bug in ("two", "one")]
ID = MUTANT["id"]


def _answer(id: str, model: str = "m") -> dict[str, Any]:
    return {"schema": 1, "id": id, "model": model, "candidates": [{"text": id}], "error": None}


def _cases(mutants: Rows, answers: Rows) -> tuple[list[tuple[str, list[str | None]]], list[str]]:
    failed: list[BadRow] = []
    cases: list[tuple[str, list[str | None]]] = []
    with joined(BUGS, mutants, answers, failed.append) as found:
        for original, of_bug in found.bugs():
            for case in (original, *of_bug):
                texts = [one and str(one.candidates[0].text) for one in case.answers.values()]
                cases.append((case.id, texts))
    return cases, [str(bad) for bad in failed]


def test_each_bug_and_mutant_is_a_case_whether_or_not_an_answer_came() -> None:
    cases, failed = _cases(MUTANTS, [_answer(f"one/{ID}"), _answer("two", "other")])
    assert failed == []
    assert cases == [
        ("one", [None, None]),
        (f"one/{ID}", [f"one/{ID}", None]),
        ("two", [None, "two"]),
        (f"two/{ID}", [None, None]),
    ]


def test_what_belongs_to_nothing_is_reported() -> None:
    stray = {**MUTANT, "bug_id": "three"}
    answers = [
        _answer("one"),
        _answer("one"),
        _answer("one", "other"),
        _answer("two/ffff"),
        {"id": "two", "model": "m"},
    ]
    cases, failed = _cases([*MUTANTS, stray, MUTANTS[0], MUTANT], answers)
    assert failed == [
        "rows:3: no bug 'three'",
        f"rows:4: a second row of mutant two/{ID}",
        "rows:5: no field 'bug_id' with the id of a bug",
        "rows:2: a second answer of 'm' to one",
        "rows:4: no bug or mutant 'two/ffff'",
        "rows:5: field 'candidates' is not a list",
    ]
    assert cases[0] == ("one", ["one", "one"])
