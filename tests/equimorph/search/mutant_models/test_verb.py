"""The verb `search model-mutants`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from equimorph.cli import app
from equimorph.search.loading import load_model
from equimorph.search.mutant_models.storing import MANIFEST, ROWS, made_again
from tests.killing import EQUIMORPH, environment, killed_by_itself

HERE = Path(__file__).parent
MODEL = """
import os, signal
from pathlib import Path
from tests.equimorph.search.mutant_models.small import TorchModel, vectors

class Killed(TorchModel):
    def __call__(self, texts):
        tried, last = Path(os.environ.get("TRIED", "nothing")), int(os.environ.get("LAST", "0"))
        if tried.exists() and tried.read_bytes().count(b"\\n") >= last:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(texts)

model = Killed(vectors().module, vectors=True)
half = len
"""


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "small_model.py"
    path.write_text(MODEL)
    return f"{path}:model"


def run(*given: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["search", "model-mutants", *map(str, given)])
    return done.exit_code, done.output


def test_a_model_becomes_a_folder_of_mutants(model: str, tmp_path: Path) -> None:
    out = tmp_path / "mutants"
    code, said = run("--model", model, "--mutants", 5, "--out", out, "--tries", 60)
    assert code == 0, said
    assert "5 mutant models of model" in said
    assert len((out / ROWS).read_text().splitlines()) == 5
    assert len(made_again(out, load_model(model))) == 5


def test_a_killed_process_goes_on_to_the_same_bytes(model: str, tmp_path: Path) -> None:
    whole, parts, tried = tmp_path / "whole", tmp_path / "parts", tmp_path / "parts.partial" / "tried.jsonl"
    asked = ["--model", model, "--mutants", 8, "--tries", 30, "--quiet", "--out"]
    assert run(*asked, whole)[0] == 0
    for last in (1, 6):
        line = [*EQUIMORPH, "search", "model-mutants", *map(str, asked), parts]
        killed_by_itself(line, environment(TRIED=str(tried), LAST=str(last)))
        assert tried.read_bytes().count(b"\n") == last
        assert not parts.exists()
    assert run(*asked, parts)[0] == 0
    for name in (ROWS, MANIFEST):
        assert (parts / name).read_bytes() == (whole / name).read_bytes()
    assert not tried.parent.exists()


def test_options_reach_the_mutants(model: str, tmp_path: Path) -> None:
    (tmp_path / "A.java").write_text(
        "class A { int f() { return 1; } int g(int a) { return a * a; } void h() {} }"
    )
    texts = Path("src/equimorph/search/mutant_models/probes.txt")
    assert texts.is_file()
    code, said = run(
        "--model", model, "--mutants", 1, "--out", tmp_path / "o", "--operator", "GF", "--ratio", 0.5, "--value", "GF=0.01",
        "--seed", 9, "--least", 0, "--texts", tmp_path / "A.java", "--texts", "demo",
    )  # fmt: skip
    manifest = json.loads((tmp_path / "o" / MANIFEST).read_text())
    assert code in (0, 1), said
    options = manifest["options"]
    assert (options["operators"], options["ratios"], options["values"]) == (["GF"], [0.5], {"GF": 0.01})
    assert (options["seed"], options["least"]) == (9, 0)
    assert manifest["texts"]["count"] > 3


def test_fewer_than_asked_for_is_an_error_and_they_are_written(model: str, tmp_path: Path) -> None:
    code, said = run(
        "--model", model, "--mutants", 9, "--out", tmp_path / "o", "--operator", "LD", "--tries", 1
    )
    assert code == 1
    assert "of 9 mutant models of model" in said
    assert (tmp_path / "o" / ROWS).is_file()


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("--operator", "XX"), "XX"),
        (("--ratio", "2"), "ratios are more than 0 and at most 1"),
        (("--value", "GF"), "is not OPERATOR=NUMBER"),
        (("--value", "GF=-1"), "0 or more"),
        (("--value", "NS=1"), "NS has no number"),
    ],
)
def test_a_bad_option_ends_with_2(given: tuple[str, ...], reason: str, model: str, tmp_path: Path) -> None:
    code, said = run("--model", model, "--out", tmp_path / "o", *given)
    assert code == 2
    assert reason in " ".join(said.replace("│", " ").split())


def test_what_is_no_mutable_model_ends_with_1(model: str, tmp_path: Path) -> None:
    code, said = run("--model", model.replace(":model", ":half"), "--out", tmp_path / "o")
    assert code == 1
    assert "cannot be mutated" in " ".join(said.split())
    assert not (tmp_path / "o").exists()
