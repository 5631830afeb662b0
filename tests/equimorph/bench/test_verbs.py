"""The verbs `bench make` and `bench run`."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from equimorph.bench import Sandbox
from tests.equimorph.bench.conftest import DOUBLE, TWICE
from tests.equimorph.conftest import rows, run
from tests.killing import EQUIMORPH, killed

pytestmark = pytest.mark.usefixtures("sandbox")

LOOP = {
    **DOUBLE.to_row(),
    "id": "loop",
    "group": "loop",
    "solution": "def double(x):\n    total = x + 0 * 3\n    if total == 1:\n        return 2\n    return total + x\n",
    "tests": "assert double(1) == 2\nassert double(3) == 6\n",
}


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    place = tmp_path / "problems.jsonl"
    broken = {**LOOP, "id": "broken", "tests": "assert double(1) == 3\n"}
    place.write_text("".join(json.dumps(one) + "\n" for one in (LOOP, broken)))
    return place


def prediction(id: str, candidate: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of a row
    return {"id": id, "problem": "loop", "candidate": candidate, **more}


def test_make_writes_rows_that_say_what_tests_say(problems: Path, tmp_path: Path) -> None:
    out = tmp_path / "bench.jsonl"
    done = run("bench", "make", "--problems", problems, "--out", out, "--seed", "1", "--jobs", "2")
    assert done.exit_code == 1
    assert "its own solution does not pass" in done.stderr
    found = rows(out)
    assert {row["problem"] for row in found} == {"loop"}
    assert found[0]["kind"] == "solution"
    assert found[0]["passed"] is True
    for row in found:
        assert row["passed"] == (row["outcome"] == "pass")
        assert row["lang"] == "python"
        assert row["reference"] == LOOP["solution"]
        assert row["split"] in ("train", "validation", "test")
        scope: dict[str, Any] = {}
        try:
            exec(row["candidate"] + LOOP["tests"], scope)
            right = True
        except Exception:
            right = False
        assert row["passed"] == right
    assert all(row["passed"] for row in found if row["kind"] == "preserving")
    outcomes = {row["outcome"] for row in found if row["kind"] == "operator"}
    assert "fail" in outcomes
    assert f"{len(found)} candidates of 2 problems" in done.stderr


def test_a_run_that_was_killed_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    place = tmp_path / "problems.jsonl"
    place.write_text(
        "".join(json.dumps({**LOOP, "id": f"p{number}", "group": ""}) + "\n" for number in range(3))
    )
    arguments = [
        "bench",
        "make",
        "--problems",
        str(place),
        "--seed",
        "3",
        "--operator",
        "3",
        "--preserving",
        "1",
    ]
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    assert run(*arguments, "--out", whole).exit_code == 0
    killed([*EQUIMORPH, *arguments, "--out", out], f"{out}.partial/receipts/part-*.json")
    assert not out.exists()
    assert run(*arguments, "--out", out).exit_code == 0
    assert out.read_bytes() == whole.read_bytes()
    assert Counter(row["kind"] for row in rows(out)) == {"solution": 3, "preserving": 3, "operator": 9}
    other = [one if one != "3" else "2" for one in arguments]
    assert run(*other, "--out", out).exit_code == 0


def test_half_of_the_candidates_fail(problems: Path, tmp_path: Path) -> None:
    out = tmp_path / "bench.jsonl"
    run("bench", "make", "--problems", problems, "--out", out, "--balance")
    found = rows(out)
    assert found
    assert sum(row["passed"] for row in found) * 2 == len(found)


def test_problems_in_training_data_are_marked_or_left_out(problems: Path, tmp_path: Path) -> None:
    training, out = tmp_path / "training.jsonl", tmp_path / "bench.jsonl"
    training.write_text(json.dumps({"buggy": "", "fixed": LOOP["solution"]}) + "\n")
    few = ("--operator", "1", "--preserving", "0", "--out", out, "--restart")
    done = run("bench", "make", "--problems", problems, "--training", training, *few)
    assert {row["leak"] for row in rows(out)} == {f"{training}:1"}
    assert "2 problems of 2 in the training data" in done.stderr
    done = run("bench", "make", "--problems", problems, "--training", training, "--drop-leaks", *few)
    assert rows(out) == []
    assert "(2 dropped as leaks)" in done.stderr


def test_the_other_problems_keep_their_splits_without_leaks(tmp_path: Path) -> None:
    problems, training, out = (tmp_path / f"{name}.jsonl" for name in ("problems", "training", "bench"))
    texts = [
        {**LOOP, "id": f"p{n}", "group": "", "solution": LOOP["solution"].replace("* 3", f"* {n}")}
        for n in range(1, 9)
    ]
    problems.write_text("".join(json.dumps(one) + "\n" for one in texts))
    training.write_text(
        "".join(json.dumps({"buggy": "", "fixed": one["solution"]}) + "\n" for one in texts[:5])
    )
    all_splits = dict[str, str]()
    for more in ((), ("--drop-leaks",)):
        arguments = ("--problems", problems, "--training", training, "--operator", "0", "--preserving", "0")
        run("bench", "make", *arguments, "--out", out, "--restart", *more)
        found = {row["problem"]: row["split"] for row in rows(out)}
        assert len(found) == (3 if more else 8)
        all_splits = all_splits or found
        assert found.items() <= all_splits.items()


def test_run_judges_predictions_and_keeps_their_fields(problems: Path, tmp_path: Path) -> None:
    given = [
        prediction("1", LOOP["solution"], model="m"),
        prediction("2", "def double(x):\n    return x\n", lang="python", passed=None, kind="perturbed"),
        prediction("3", "def double(x:\n"),
        prediction("4", "    return x + x\n"),
    ]
    place, out = tmp_path / "predictions.jsonl.gz", tmp_path / "judged.jsonl"
    place.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in given).encode()))
    done = run("bench", "run", place, "--problems", problems, "--out", out)
    assert done.exit_code == 0, done.stderr
    found = rows(out)
    assert [row["outcome"] for row in found] == ["pass", "fail", "no-compile", "pass"]
    assert [row["passed"] for row in found] == [True, False, False, True]
    assert found[0]["model"] == "m"
    assert found[0]["reference"] == LOOP["solution"]
    assert [row["kind"] for row in found] == ["user", "perturbed", "user", "user"]
    assert "4 read, 4 kept" in done.stderr


def test_bad_rows_are_reported_and_the_rest_goes_on(problems: Path, tmp_path: Path) -> None:
    place, out = tmp_path / "predictions.jsonl", tmp_path / "judged.jsonl"
    lines = [
        json.dumps(prediction("1", LOOP["solution"])),
        json.dumps(prediction("1", "again")),
        "{",
        json.dumps({"id": "2", "problem": "unknown", "candidate": ""}),
        json.dumps({"id": "3", "problem": "loop"}),
        json.dumps({"id": 4, "problem": "loop", "candidate": ""}),
        json.dumps(prediction("5", "", lang="java")),
        json.dumps(prediction("6", "def double(x):\n    return '\ud800'\n")),
    ]
    place.write_text("\n".join(lines) + "\n")
    done = run("bench", "run", place, "--problems", problems, "--out", out)
    assert done.exit_code == 1
    for line in range(2, 8):
        assert f"{place}:{line}: " in done.stderr
    assert [(row["id"], row["outcome"]) for row in rows(out)] == [("1", "pass"), ("6", "no-compile")]


@pytest.mark.parametrize(
    "arguments",
    [
        ("make", "--fractions", "1/2"),
        ("make", "--drop-leaks"),
        ("make", "--operator", "-1"),
        ("make", "--timeout", "0"),
        ("run", "nowhere.jsonl"),
    ],
)
def test_options_that_make_no_sense(arguments: tuple[str, ...], problems: Path) -> None:
    assert run("bench", *arguments, "--problems", problems).exit_code == 2


def test_without_a_sandbox_nothing_runs(problems: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sandbox, "check", _denied)
    done = run("bench", "make", "--problems", problems)
    assert done.exit_code == 1
    assert "no sandbox" in done.stderr


def _denied(_: Sandbox) -> None:
    from equimorph.bench import SandboxError

    raise SandboxError("no sandbox can be made here")


def test_problems_in_two_languages_are_judged_in_one_run(tmp_path: Path, java_runner: object) -> None:
    place, out = tmp_path / "problems.jsonl", tmp_path / "bench.jsonl"
    place.write_text("".join(json.dumps(one.to_row()) + "\n" for one in (DOUBLE, TWICE)))
    done = run("bench", "make", "--problems", place, "--out", out, "--operator", "0", "--preserving", "1")
    assert done.exit_code == 0, done.stderr
    assert {(row["lang"], row["outcome"]) for row in rows(out)} == {("python", "pass"), ("java", "pass")}
