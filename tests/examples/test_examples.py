"""The scripts in `examples` run as a newcomer runs them, and print what is kept beside them.

Those that make, train on and load pairs are run by `test_pairs.py`: they want arguments.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PAIRS = {"build_pairs", "load_with_datasets", "train_encoder"}
SCRIPTS = sorted(script for script in EXAMPLES.glob("*.py") if script.stem not in PAIRS)


def run(script: Path, folder: Path, seed: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
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


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", ["0", "4711"])
def test_example(script: Path, seed: str, tmp_path: Path) -> None:
    done = run(script, tmp_path, seed)
    assert (done.returncode, done.stderr) == (0, "")
    expected = (EXAMPLES / "expected" / f"{script.stem}.txt").read_text(encoding="utf-8")
    assert done.stdout == expected
    assert list(tmp_path.iterdir()) == []


def test_every_expectation_has_its_script() -> None:
    known = {path.stem for path in (EXAMPLES / "expected").iterdir()}
    # The figures of a trained encoder hang on the machine.
    assert known == {path.stem for path in SCRIPTS} | PAIRS - {"train_encoder"}


@pytest.mark.parametrize("script", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_examples_are_short(script: Path) -> None:
    # One of them brings a model, its loss and its figures.
    limit = 210 if script.stem == "train_encoder" else 60
    assert len(script.read_text(encoding="utf-8").splitlines()) <= limit
