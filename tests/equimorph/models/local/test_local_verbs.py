"""The verbs that ask a local model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.equimorph.conftest import rows, run

pytest.importorskip("transformers")

from tests.equimorph.models.local.tiny import causal

TEXTS = ("int f() { return 1; }", "boolean g(int a, int b) { return a < b; }", "void h() { }")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with requests.jsonl, a prompt and a random model."""
    monkeypatch.chdir(tmp_path)
    requests = [
        {"schema": 1, "id": str(number), "text": text, "fault_lines": [1], "k": 1, "seed": 3}
        for number, text in enumerate(TEXTS)
    ]
    Path("requests.jsonl").write_text("".join(json.dumps(request) + "\n" for request in requests))
    Path("mine.txt").write_text("{{ text }}")
    return causal(tmp_path / "tiny")


def test_ask_asks_a_model_in_a_folder(folder: Path) -> None:
    common = ("robustness", "ask", "requests.jsonl", "--hf", folder, "--prompt", "mine.txt")
    for size in (1, 8):
        done = run(
            *common, "--max-tokens", "5", "--batch-size", str(size), "--device", "cpu", "-o", f"{size}.jsonl"
        )
        assert done.exit_code == 0, done.output
    answers = rows(Path("8.jsonl"))
    assert [(one["id"], one["model"], one["error"]) for one in answers] == [
        (str(number), "tiny", None) for number in range(3)
    ]
    assert [one["candidates"] for one in answers] == [one["candidates"] for one in rows(Path("1.jsonl"))]


def test_a_search_asks_a_model_in_a_folder(folder: Path) -> None:
    Path("A.java").write_text("class A { int f(int a) { return a + 1; } }")
    options = ("--max-tokens", "3", "--budget", "3", "--mutants", "0", "-o", "found.jsonl")
    done = run("search", "once", "A.java", "--hf", folder, "--prompt", "mine.txt", *options)
    assert done.exit_code == 0, done.output
    assert "3 model calls" in done.stderr


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--model", "copy", "--hf", "tiny"), "give one of --model"),
        (("--hf", "none"), "none"),
        (("--model", "copy", "--dtype", "float16"), "--dtype needs --hf"),
        (("--model", "copy", "--device", "cpu"), "--device is for --hf"),
        (("--hf", "tiny", "-k", "3"), "temperature"),
    ],
)
def test_options_that_do_not_fit_are_errors(folder: Path, options: tuple[str, ...], reason: str) -> None:
    done = run("robustness", "ask", "requests.jsonl", *options, "-o", "out.jsonl")
    assert done.exit_code in (1, 2)
    assert reason in done.stderr
    assert not Path("out.jsonl").exists()
