"""The verbs guided, once and times."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.equimorph.conftest import rows, run
from tests.equimorph.search.planted import BOX

MODEL = """
def lengths(texts):
    return [len(text) // 10 for text in texts]


def short(texts):
    return [0] * (len(texts) - 1)


class Linear:
    def __init__(self):
        import numpy
        self.weights = [numpy.random.RandomState(0).normal(size=(26, 12))]

    def get_weights(self):
        return [one.copy() for one in self.weights]

    def set_weights(self, weights):
        self.weights = weights

    def __call__(self, texts):
        import numpy
        seen = numpy.array([[text.lower().count(chr(97 + at)) for at in range(26)] for text in texts])
        return (seen @ self.weights[0]).argmax(axis=1)


def same(texts):
    return [0 for _ in texts]
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a source and a package that has models."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "Box.java").write_text(BOX)
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "module.py").write_text(MODEL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    monkeypatch.delitem(sys.modules, "package.module", raising=False)
    monkeypatch.delitem(sys.modules, "package", raising=False)
    return tmp_path


@pytest.mark.parametrize("verb", ["guided", "once", "times"])
def test_the_lines_of_the_issue_work(project: Path, verb: str) -> None:
    line = f"search {verb} src --model package.module:lengths --mutants 10 --budget 3000 --seed 4 --out found.jsonl"
    done = run(*line.split(), "--generations", 3)
    assert done.exit_code == 0, done.output
    assert "3 methods" in done.stderr
    found = rows(project / "found.jsonl")
    assert {row["score"]["denominator"] for row in found} == {10}
    assert all(row["path"] == "src/Box.java" for row in found)
    checked = run("verify", "found.jsonl")
    assert checked.exit_code == 0, checked.output
    assert f"record: {len(found)} passed" in checked.stdout
    assert run("invert", "found.jsonl", "--out", "back.jsonl").exit_code == 0


def test_rows_go_to_standard_output(project: Path) -> None:
    done = run(
        "search", "guided", "src", "--model", "package/module.py:lengths", "--mutants", 0, "--generations", 1
    )
    assert done.exit_code == 0
    assert {row["kept"][-1] for row in rows(done.stdout)} <= {"best", "adversarial", "archive", "population"}
    assert not list(project.glob("*.jsonl*"))


def test_a_text_comes_from_standard_input(project: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "equimorph",
        "search",
        "once",
        "-",
        "--model",
        "package.module:lengths",
        "-q",
    ]
    src = str(Path(__file__).resolve().parents[3] / "src")
    done = subprocess.run(
        command, input=BOX.encode(), capture_output=True, env={"PYTHONPATH": src}, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert {row["method"]["name"] for row in rows(done.stdout)} == {"count", "title", "largest"}
    assert done.stderr == b""


def test_a_file_that_is_no_java_is_reported_and_the_rest_goes_on(project: Path) -> None:
    (project / "src" / "Bad.java").write_bytes(b"class A { \xff }")
    done = run(
        "search", "guided", "src", "--model", "package.module:lengths", "--mutants", 0, "-o", "f.jsonl"
    )
    assert done.exit_code == 1
    assert "src/Bad.java:1" in done.stderr
    assert rows(project / "f.jsonl")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["--model", "nowhere"], "MODULE:NAME or FILE.py:NAME"),
        (["--model", "package.module:none"], "none"),
        (["--elite", "many"], "neither a number nor a share"),
        (["--elite", "-3"], "elite is a number from 0"),
        (["--elite", "120%"], "a share from 0.0 to 1.0"),
        (["--operator", "api-renaming"], "cannot preserve behaviour"),
        (["--operator", "no-such"], "no operator"),
        (["--rule", "euclid"], "no rule"),
        (["--scope", "all"], "no scope"),
        (["--mutants", "many"], "neither a number from 0 nor a folder"),
        (["--mutants", "-1"], "neither a number from 0 nor a folder"),
        (["--budget", "0"], "budget"),
        (["--rate", "2"], "rate"),
        (["--out", "found.txt"], "must end in"),
        (["--out", "src/Box.java"], "must end in"),
    ],
)
def test_bad_options_are_exit_code_2(project: Path, given: list[str], reason: str) -> None:
    done = run("search", "guided", "src", "--model", "package.module:lengths", *given)
    assert done.exit_code == 2
    assert reason in done.stderr
    assert "Traceback" not in done.output


def test_a_hostile_model_is_an_error_with_its_name(project: Path) -> None:
    done = run("search", "times", "src", "--model", "package.module:short", "--out", "f.jsonl")
    assert done.exit_code == 1
    assert "error: short, on " in done.stderr
    assert "2 outputs for 3 texts" in done.stderr
    assert not (project / "f.jsonl").exists()


def test_nothing_to_search_is_an_error(project: Path) -> None:
    (project / "src" / "Box.java").write_text("interface A { void f(); }")
    done = run("search", "once", "src", "--model", "package.module:lengths")
    assert (done.exit_code, "there are no methods" in done.stderr) == (1, True)


def test_a_budget_that_ends_before_the_target_writes_what_was_found(project: Path) -> None:
    line = "search guided src --model package.module:same --mutants 3 --budget 40 --target 1 --methods 3 -o f.jsonl"
    done = run(*line.split())
    assert done.exit_code == 1
    assert "0 of 1 methods" in done.stderr
    assert rows(project / "f.jsonl")
    assert json.loads((project / "f.jsonl.manifest.json").read_text())["calls"] <= 40


def test_a_model_with_weights_has_mutants_of_its_weights(project: Path) -> None:
    pytest.importorskip("numpy")
    model = ["--model", "package.module:Linear"]
    done = run("search", "guided", "src", *model, "--mutants", 4, "--generations", 2, "--out", "f.jsonl")
    assert done.exit_code == 0, done.output
    identities = json.loads((project / "f.jsonl.manifest.json").read_text())["run"]["mutants"]
    assert len(identities) == 4
    assert not any("rewriting" in one for one in identities)
    assert run("search", "model-mutants", *model, "--mutants", 4, "--out", "mutants").exit_code == 0
    stored = run(
        "search", "guided", "src", *model, "--mutants", "mutants", "--generations", 2, "--out", "g.jsonl"
    )
    assert stored.exit_code == 0, stored.output
    texts = [[row["text"] for row in rows(project / name)] for name in ("f.jsonl", "g.jsonl")]
    assert texts[0] == texts[1]
