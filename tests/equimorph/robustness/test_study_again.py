"""A study whose model failed for some requests: what is asked again, what follows, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.equimorph.conftest import rows, run

BUG = Path(__file__).resolve().parents[3] / "demo" / "bugs" / "Shop-3b"
MODEL = """\
import os
def model(text, fault_lines, k):
    with open("seen", "a") as seen:
        seen.write(".")
    failing = int(open("failing").read())
    if os.path.getsize("seen") <= failing:
        raise ValueError("overloaded")
    return [text]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(MODEL)
    return tmp_path


def study(*options: str, code: int = 0, failing: int = 0) -> Any:  # noqa: ANN401 - click's
    """Run it; the model fails until it got some requests."""
    Path("failing").write_text(str(failing))
    done = run(
        *("robustness", "run", BUG, "--model", "mine.py:model", "--no-tests", "--limit-per-mutator", "3"),
        *("-k", "1", "--jobs", "1", "--out", "out", *options),
    )
    assert done.exit_code == code, done.stderr
    return done


def seen() -> int:
    return Path("seen").stat().st_size


def test_the_same_command_asks_for_the_errors_and_makes_what_follows_anew(folder: Path) -> None:
    asked = study(failing=1)
    count = len(rows(Path("out/requests.jsonl")))
    assert seen() == count > 10
    assert [row["status"] for row in rows(Path("out/judged-exact.jsonl"))].count("error") == 1
    assert "score-exact.json: mine:model: warning: 1 of" in asked.stderr
    page = Path("out/index.html").read_text(encoding="utf-8")
    assert "warning: 1 of" in page
    assert f"answered {count - 1}, no code 0, truncated 0, error 1, no answer 0" in page
    assert "1 answer" not in study("--no-retry-errors").stderr
    assert seen() == count
    again = study()
    assert f"{count - 1} answers of the output kept, 1 request asked" in again.stderr
    assert seen() == count + 1
    assert "error" not in [row["status"] for row in rows(Path("out/judged-exact.jsonl"))]
    assert json.loads(Path("out/score-exact.json").read_text())["states"]["answered"] == count
    assert "warning: " not in Path("out/index.html").read_text(encoding="utf-8")
    study()
    assert seen() == count + 1


def test_more_than_a_fifth_without_an_answer_is_exit_1_with_all_results(folder: Path) -> None:
    done = study(code=1, failing=5)
    assert "error: score-exact.json: mine:model: " in done.stderr
    assert "of the requests have no answer: the scores are about too few of them" in done.stderr
    assert Path("out/index.html").exists()
    assert study("--no-retry-errors", code=1).exit_code == 1
    study()


def test_the_page_has_the_mutants_beside_those_of_the_paper_and_their_mean(folder: Path) -> None:
    study("--preset", "r-behaviour")
    page = Path("out/index.html").read_text(encoding="utf-8")
    assert "(paper: 1,424, 25.70 %)" in page
    assert "by robustnpr-b" in page
    manifest = json.loads(Path("out/study.json").read_text())
    assert manifest["options"]["preset"] == "robustnpr-b"
    study("--preset", "robustnpr-b")


def test_the_page_has_the_mean_over_mutators(folder: Path) -> None:
    done = run(
        *("robustness", "run", BUG, "--model", "template", "--no-tests", "--limit-per-mutator", "1"),
        *("-k", "3", "--jobs", "1", "--out", "two"),
    )
    assert done.exit_code == 0, done.stderr
    assert "mean of 4 mutators 0.00 %" in Path("two/index.html").read_text(encoding="utf-8")
