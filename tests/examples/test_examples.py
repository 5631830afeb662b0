"""The scripts in `examples` run as a newcomer runs them, and print what is kept beside them.

Those that make, train on and load pairs are run by `test_pairs.py`: they want arguments.
"""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from parsers.oracles.jdk import Jdk

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PAIRS = {"build_pairs", "load_with_datasets", "train_encoder"}
ALL = sorted(EXAMPLES.glob("*.py"))
SCRIPTS = [script for script in ALL if script.stem not in PAIRS]
JAVAC = EXAMPLES / "check_with_javac.py"


def run(
    script: Path, folder: Path, seed: str, variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        **(variables or {}),
        "PYTHONHASHSEED": seed,
        "PYTHONIOENCODING": "utf-8",
        "PYTHONWARNINGS": "error",
    }
    paths = [str(EXAMPLES.parent / "src"), os.environ.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    return subprocess.run(
        [sys.executable, str(script)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def assert_as_expected(script: Path, done: subprocess.CompletedProcess[str]) -> None:
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (EXAMPLES / "expected" / f"{script.stem}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "script", [script for script in SCRIPTS if script != JAVAC], ids=lambda path: path.stem
)
@pytest.mark.parametrize("seed", ["0", "4711"])
def test_example(script: Path, seed: str, tmp_path: Path) -> None:
    assert_as_expected(script, run(script, tmp_path, seed))
    assert list(tmp_path.iterdir()) == []


def test_the_example_that_compiles(tmp_path: Path, jdk: Jdk) -> None:
    assert_as_expected(JAVAC, run(JAVAC, tmp_path, "4711", {"JAVA_HOME": str(jdk.home)}))
    assert list(tmp_path.iterdir()) == []


def test_every_expectation_has_its_script() -> None:
    known = {path.stem for path in (EXAMPLES / "expected").iterdir()}
    # The figures of a trained encoder hang on the machine.
    assert known == {path.stem for path in SCRIPTS} | PAIRS - {"train_encoder"}


@pytest.mark.parametrize("script", ALL, ids=lambda path: path.stem)
def test_examples_are_short(script: Path) -> None:
    # One of them brings a model, its loss and its figures.
    limit = 210 if script.stem == "train_encoder" else 50
    assert len(script.read_text(encoding="utf-8").splitlines()) <= limit


def question(script: Path) -> str:
    """What the docstring of a script asks."""
    docstring = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8")))
    asked, mark, _ = (docstring or "").partition("?")
    assert mark, f"{script.name} asks nothing"
    assert "\n" not in asked
    return asked + mark


def test_the_readme_has_the_question_of_each_script() -> None:
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| \[(\w+\.py)\]\((\w+\.py)\) \|$", page, re.MULTILINE)
    assert all(name == target for _, name, target in rows)
    assert sorted((name, asked) for asked, name, _ in rows) == [
        (script.name, question(script)) for script in ALL
    ]
