"""Unanswered is not failed: truncated answers, errors and missing rows, from the judge to scores, table, page and exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from equimorph.robustness import judge, score
from equimorph.robustness.judging.judged import JudgedRow
from equimorph.robustness.scoring.averaging import averaged
from equimorph.robustness.scoring.score import scores
from tests.equimorph.conftest import run
from tests.equimorph.robustness.rows import behaviour, counts, exact, repaired
from tests.equimorph.robustness.test_exact import BUG, ID, RENAMED, REPAIR
from tests.equimorph.robustness.test_judging_by_runs import FIX, WAS, Study, study

__all__ = ["study"]
WRONG = RENAMED["mutant"]
ONE, OTHER = "unused-variable", "variable-renaming"


def candidate(text: str, reason: str | None = None) -> dict[str, Any]:
    return {"text": text} | ({} if reason is None else {"finish_reason": reason})


def judged(*candidates: dict[str, Any]) -> JudgedRow:
    """The judged row of an answer to the mutant."""
    answer = {"id": ID, "model": "m", "candidates": list(candidates), "error": None}
    return next(row for row in judge([BUG], [RENAMED], [answer]) if row.mutant_id is not None)


CUT = candidate(WRONG[:30], "length")


@pytest.mark.parametrize(
    ("candidates", "status", "truncated", "first_ended"),
    [
        ([CUT], "truncated", 1, None),
        ([CUT, candidate("", "length")], "truncated", 2, None),  # all tokens went into the reasoning
        ([candidate(REPAIR, "length")], "hit", 0, None),
        ([CUT, candidate(REPAIR, "length")], "hit", 1, 2),
        ([CUT, candidate(REPAIR, "stop")], "hit", 1, 2),
        ([CUT, candidate(WRONG, "stop"), CUT], "miss", 2, 2),
        ([candidate(WRONG), CUT], "miss", 1, 1),
        ([CUT, candidate("I do not know.", "stop")], "no_code", 1, 2),
        ([candidate(WRONG[:30], "content_filter")], "no_code", 0, None),
        ([candidate(REPAIR, "content_filter")], "hit", 0, None),
        ([candidate("", "content_filter"), CUT], "no_code", 1, 1),
        ([candidate(WRONG, "stop")], "miss", 0, None),
        ([], "no_code", 0, None),
    ],
)
def test_a_truncated_candidate_is_no_miss(
    candidates: list[dict[str, Any]], status: str, truncated: int, first_ended: int | None
) -> None:
    row = judged(*candidates)
    assert (row.status, row.truncated, row.first_ended) == (status, truncated, first_ended)
    data = row.to_row()
    assert ("truncated" in data, "first_ended" in data) == (bool(truncated), bool(truncated))
    assert JudgedRow.from_row(data) == row
    assert row.undone + row.conflicts + row.unparsable + row.truncated <= len(candidates)


def test_a_candidate_that_is_cut_off_is_in_no_other_count() -> None:
    row = judged(CUT, candidate(WRONG, "stop"))
    assert (row.undone, row.conflicts, row.unparsable, row.truncated, row.first_undone) == (1, 0, 0, 1, 2)


def test_an_error_and_a_missing_row_are_told_apart() -> None:
    failed = {"id": ID, "model": "m", "candidates": [candidate(REPAIR)], "error": "HTTP 500"}
    assert [row.status for row in judge([BUG], [RENAMED], [failed])] == ["no_answer", "error"]


def rows_of(*states: str) -> list[dict[str, Any]]:
    """An original that is repaired, and mutants with some statuses."""
    mutants = [
        exact("A", f"x-{number}", 1 if status == "hit" else None, status=status)
        for number, status in enumerate(states)
    ]
    return [exact("A", hit=1), *mutants]


def test_scores_stand_on_answered_rows_between_bounds() -> None:
    found = score(rows_of("hit", "miss", "no_code", "truncated", "error", "no_answer"))
    cell = found.cell("PFM")
    assert counts(found, "PFM") == "2/3"
    assert (cell.low.value, cell.high.value, cell.no_answer) == (2 / 6, 5 / 6, 3)
    assert found.states == {"answered": 3, "no_code": 1, "truncated": 1, "error": 1, "no_answer": 1}
    assert (found.requests.to_dict()["numerator"], found.requests.to_dict()["denominator"]) == (3, 7)
    assert found.to_dict()["states"] == dict(found.states)
    assert found.remarks[0].startswith(
        "warning: 3 of 7 requests (42.86 %) have no answer (1 truncated, 1 with an error, 1 missing): the scores"
    )


@pytest.mark.parametrize("state", ["truncated", "error", "no_answer"])
def test_an_original_without_an_answer_may_count_or_not(state: str) -> None:
    rows = [*rows_of("hit", "miss"), exact("B", status=state), exact("B", "x-3"), exact("B", "x-4")]
    found = score(rows)
    cell = found.cell("PFM")
    assert (counts(found, "PFM"), cell.low.value, cell.high.value) == ("1/2", 1 / 2, 3 / 4)
    assert found.samples[state] == 1
    assert (cell.samples, found.samples["repaired"]) == (1, 1)


@pytest.mark.parametrize("state", ["truncated", "error"])
def test_behaviour_leaves_out_what_is_not_answered(state: str) -> None:
    rows = [behaviour("A"), behaviour("A", "x-1", True), behaviour("A", "x-2", None, status=state)]
    rows += [behaviour("B", status=state), behaviour("B", "x-3", None)]
    found = score(rows)
    assert (counts(found, "PDM"), found.cell("PDM").no_answer) == ("0/1", 1)
    assert (found.cell("PDM").low.value, found.cell("PDM").high.value) == (0, 2 / 3)


def test_a_truncated_row_of_criterion_repaired_is_no_failure() -> None:
    rows = [repaired("A", hit=1), repaired("A", "x-1", 1), repaired("A", "x-2", status="truncated")]
    assert counts(score(rows), "PDM") == "0/1"


def test_which_candidates_are_truncated_counts_up_to_k() -> None:
    """Of the first, nothing is known at k 1; the second missed."""
    rows = [exact("A", hit=1, k=3), exact("A", "x-1", 1)]
    rows += [exact("A", "x-2", truncated=1, first_ended=2), exact("A", "x-3", 3, truncated=2, first_ended=3)]
    assert [counts(score(rows, k=k), "PFM") for k in (1, 2, 3)] == ["0/1", "1/2", "1/3"]
    assert [score(rows, k=k).states["truncated"] for k in (1, 2, 3)] == [2, 1, 0]
    curve = [point.to_dict() for point in score(rows).curve]
    shown = {
        metric: [f"{one['numerator']}/{one['denominator']}" for one in curve if one["metric"] == metric]
        for metric in ("PFM", "PFA")
    }
    assert shown == {"PFM": ["0/1", "1/2", "1/3"], "PFA": ["0/1", "1/1", "1/1"]}


def test_the_mean_of_an_ensemble_has_mean_states() -> None:
    one = rows_of("hit", "truncated")
    found = averaged(scores([*one, *(row | {"model": "n"} for row in rows_of("hit", "miss"))]))
    assert found.states == {"answered": 2.5, "no_code": 0, "truncated": 0.5, "error": 0, "no_answer": 0}


def write(rows: list[dict[str, Any]]) -> None:
    Path("judged.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.mark.parametrize(
    ("states", "code", "warns"),
    [
        (["hit"] * 99 + ["truncated"], 0, False),  # 1 of 101
        (["hit"] * 97 + ["truncated"] * 2, 0, True),
        (["hit"] * 79 + ["error"] * 20, 0, True),  # 20 of 100
        (["hit"] * 78 + ["error"] * 21, 1, True),
        (["hit"] * 5 + ["no_code"] * 50, 0, False),
    ],
)
def test_a_warning_above_1_percent_and_exit_1_above_20(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, states: list[str], code: int, warns: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    write(rows_of(*states))
    done = run("robustness", "score", "judged.jsonl")
    assert done.exit_code == code
    assert ("warning: " in done.stdout, "m: warning: " in done.stderr) == (warns, warns)
    assert ("error: m, exact: 21.00 % of the requests have no answer" in done.stderr) is bool(code)
    wanted = {name: states.count(name) for name in ("no_code", "truncated", "error", "no_answer")}
    shown = ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in wanted.items())
    assert f"requests: answered {1 + states.count('hit')}, {shown}\n" in done.stdout
    scored = run("robustness", "score", "judged.jsonl", "--json", "score.json")
    assert scored.exit_code == code
    assert json.loads(Path("score.json").read_text())["states"]["error"] == states.count("error")


def test_the_first_candidate_of_behaviour_is_not_run_if_it_is_cut_off(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(name: str, code: str, reason: str = "length") -> dict[str, Any]:
        return candidate(study.text(name, code), reason)

    study.answered(
        short={"": [FIX], ONE: [cut(ONE, FIX)], OTHER: [cut(OTHER, FIX, "content_filter")]},
        blind={"": [cut("", FIX)], ONE: [FIX], OTHER: [WAS]},
    )
    found = study.judged("--criterion", "behaviour", "--jobs", "1")
    assert {key: (row["status"], row["same"], row.get("truncated", 0)) for key, row in found.items()} == {
        ("short", None): ("pass", None, 0),
        ("short", ONE): ("truncated", None, 1),
        ("short", OTHER): ("no_code", False, 0),
        ("blind", None): ("truncated", None, 1),
        ("blind", ONE): ("pass", None, 0),
        ("blind", OTHER): ("assertion", None, 0),
    }


def test_a_truncated_candidate_that_passes_repairs(study: Study) -> None:
    def cut(name: str, code: str) -> dict[str, Any]:
        return candidate(study.text(name, code), "length")

    study.answered(
        m={
            "": [cut("", WAS), cut("", FIX)],
            ONE: [cut(ONE, WAS), cut(ONE, WAS)],
            OTHER: [cut(OTHER, WAS), WAS],
        },
    )
    found = study.judged("--criterion", "repaired", "--jobs", "1")
    shown = ("status", "first_hit", "truncated", "first_ended")
    assert {name: [row[key] for key in shown] for (_, name), row in found.items()} == {
        None: ["repaired", 2, 1, 2],
        ONE: ["truncated", None, 2, None],
        OTHER: ["not_repaired", None, 1, 2],
    }
