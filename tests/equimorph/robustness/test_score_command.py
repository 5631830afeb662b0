"""The commands `robustness score` and `robustness compare`."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from equimorph.cli import app
from equimorph.robustness import compare, score
from tests.equimorph.conftest import run
from tests.equimorph.robustness.rows import behaviour, example

ROWS = "".join(json.dumps(row) + "\n" for row in example())


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder with the spec's example in it."""
    monkeypatch.chdir(tmp_path)
    path = Path("judged.jsonl")
    path.write_text(ROWS)
    Path("two.jsonl").write_text(ROWS.replace('"model": "m"', '"model": "n"'))
    return path


def test_score_writes_what_the_function_returns(judged: Path) -> None:
    done = run("robustness", "score", "judged.jsonl", "--json", "score.json")
    assert done.exit_code == 0, done.output
    assert json.loads(Path("score.json").read_text()) == score(judged).to_dict()
    assert "13 read, 13 kept; 1 score" in done.stderr


def test_score_shows_a_table_with_counts_percentages_and_intervals(judged: Path) -> None:
    done = run("robustness", "score", "judged.jsonl")
    assert done.stdout.splitlines()[0] == "m, exact, k 1"
    cells = {tuple(line.split()[:4]): line.split()[4:] for line in done.stdout.splitlines()[3:]}
    assert cells["PFA", "cast", "all", "all"] == ["1/2", "50.00", "9.45", "-", "90.55", "2/2"]


def test_score_reads_compressed_rows_and_standard_input(judged: Path) -> None:
    Path("judged.jsonl.gz").write_bytes(gzip.compress(ROWS.encode()))
    plain = run("robustness", "score", "judged.jsonl", "--json", "-")
    assert run("robustness", "score", "judged.jsonl.gz", "--json", "-").stdout == plain.stdout
    piped = CliRunner().invoke(app, ["robustness", "score", "-", "--json", "-"], input=ROWS)
    assert piped.stdout == plain.stdout
    bad = CliRunner().invoke(app, ["robustness", "score", "-", "--json", "-"], input="{}")
    assert "error: standard input:1: no field 'model'" in bad.stderr


def test_bad_rows_have_their_line_and_the_others_go_on(judged: Path) -> None:
    judged.write_text("{}\n" + ROWS + "[]\n" + ROWS.splitlines()[0] + "\n\xff")
    done = run("robustness", "score", "judged.jsonl", "--json", "score.json")
    assert done.exit_code == 1
    assert "error: judged.jsonl:1: no field 'model'" in done.stderr
    assert "error: judged.jsonl:15: not a JSON object" in done.stderr
    assert "error: judged.jsonl:16: a second row of m, A" in done.stderr
    assert "17 read, 13 kept, 4 dropped (bad row: 4)" in done.stderr
    assert json.loads(Path("score.json").read_text())["samples"]["read"] == 4


def test_two_models_of_one_name_are_a_few_lines(judged: Path) -> None:
    judged.write_text(ROWS + ROWS + ROWS)
    done = run("robustness", "compare", "judged.jsonl")
    assert done.exit_code == 1
    assert [line for line in done.stderr.splitlines() if line.startswith("error: ")] == [
        "error: judged.jsonl:14: a second row of m, A; if this is another model, give it another name",
        "error: judged.jsonl:15: a second row of m, B; if this is another model, give it another name",
        "error: judged.jsonl:16: a second row of m, C; if this is another model, give it another name",
        "error: ... and 23 more rows with the same error: a second row of m, A; if this is another model, give it another name",
    ]


def test_missing_answers_are_told_and_bounded(judged: Path) -> None:
    rows = [json.loads(line) for line in ROWS.splitlines()]
    missing = [row | {"status": "no_answer"} if row["mutant_id"] == "cast-2" else row for row in rows]
    judged.write_text("".join(json.dumps(row) + "\n" for row in missing))
    done = run("robustness", "score", "judged.jsonl")
    assert (
        "m: warning: 1 of 13 requests (7.69 %) have no answer (1 missing): the scores are about the others"
        in done.stderr
    )
    assert (
        "m: equimorph 0.1 counted missing answers as failures: PFM 3/6 (50.00 %), PFA 2/2 (100.00 %)"
        in done.stderr
    )
    cells = {tuple(line.split()[:4]): line.split()[4:] for line in done.stdout.splitlines()[3:]}
    assert cells["PFM", "all", "all", "all"][:2] == ["2/5", "40.00"]
    assert cells["PFM", "all", "all", "all"][-4:] == ["33.33", "-", "50.00", "2/2"]


def test_options_of_score(judged: Path) -> None:
    Path("leaks.jsonl").write_text('{"id": "A", "status": "leaked"}\n{"bug_id": "B", "group": "clean"}\n')
    options = ["--group", "leaks.jsonl", "--by", "touched", "--pool", "cell", "--fixed-population"]
    done = run("robustness", "score", "judged.jsonl", "--json", "-", "-k", "1", *options)
    data = json.loads(done.stdout)
    assert (data["pool"], data["population"], data["k"]) == ("cell", "fixed", 1)
    found = {
        tuple([cell["metric"], cell["mutator"], cell["group"], *cell["by"].values()]): cell
        for cell in data["cells"]
    }
    assert found["PFA", "all", "leaked", "all"]["denominator"] == 2
    assert found["PFM", "cast", "clean", "false"]["numerator"] == 2
    assert {cell["ci_method"] for cell in found.values() if cell["metric"] == "PFM"} == {
        "wilson-clustered",
        None,
    }


def test_bad_options_are_no_use_of_the_command(judged: Path) -> None:
    for options in (
        ["--pool", "bug"],
        ["-k", "0"],
        ["--criterion", "x"],
        ["--model", "m", "--average-models"],
    ):
        assert run("robustness", "score", "judged.jsonl", *options).exit_code == 2, options
    done = run("robustness", "score", "judged.jsonl", "--model", "o")
    assert done.exit_code == 1
    assert "there are: m (exact)" in done.stderr


def test_several_models_are_a_list_one_or_their_mean(judged: Path) -> None:
    Path("both.jsonl").write_text(ROWS + Path("two.jsonl").read_text())
    both = json.loads(run("robustness", "score", "both.jsonl", "--json", "-").stdout)
    assert [one["model"] for one in both["scores"]] == ["m", "n"]
    assert both["schema"] == 1
    one = json.loads(run("robustness", "score", "both.jsonl", "--json", "-", "--model", "n").stdout)
    assert one["model"] == "n"
    mean = json.loads(run("robustness", "score", "both.jsonl", "--json", "-", "--average-models").stdout)
    assert mean["averaged"] == ["m", "n"]
    assert " mean " in run("robustness", "score", "both.jsonl", "--average-models").stdout


def test_no_rows_are_no_score(judged: Path) -> None:
    judged.write_text("")
    done = run("robustness", "score", "judged.jsonl", "--json", "-")
    assert (done.exit_code, json.loads(done.stdout)) == (0, {"schema": 1, "scores": []})


def test_remarks_are_notes(judged: Path) -> None:
    rows = [behaviour("A"), behaviour("A", "x-1", True)]
    judged.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert "m: PDM is 0 and no sample is repaired" in run("robustness", "score", "judged.jsonl").stderr


def test_half_of_a_surrogate_pair_can_be_written(judged: Path) -> None:
    judged.write_text(ROWS.replace('"model": "m"', '"model": "m\\ud800"'))
    done = run("robustness", "score", "judged.jsonl", "--json", "score.json")
    assert done.exit_code == 0, done.output
    assert json.loads(Path("score.json").read_text())["model"] == "m\ud800"
    assert run("robustness", "score", "judged.jsonl").exit_code == 0


def test_compare_writes_what_the_function_returns(judged: Path) -> None:
    done = run("robustness", "compare", "judged.jsonl", "two.jsonl", "--json", "compare.json")
    assert done.exit_code == 0, done.output
    expected = compare(judged, Path("two.jsonl")).to_dict()
    assert json.loads(Path("compare.json").read_text()) == expected
    assert {"a", "b", "metric", "n", "a_only", "b_only", "p", "p_holm"} <= set(expected["pairs"][0])


def test_compare_shows_tables(judged: Path) -> None:
    Path("leaks.jsonl").write_text('{"id": "A", "group": "leaked"}\n{"id": "B", "group": "clean"}\n')
    done = run("robustness", "compare", "judged.jsonl", "two.jsonl", "--group", "leaks.jsonl")
    assert "m  n  PFA       2  0       0       mcnemar    1  1" in done.stdout
    assert "leaked 1/3  clean 2/3" in done.stdout
    assert "nothing to compare" in run("robustness", "compare", "judged.jsonl").stdout
