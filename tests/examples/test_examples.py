"""The scripts in `examples` run as a newcomer runs them, and print what is kept beside them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))


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
    assert [path.stem for path in sorted((EXAMPLES / "expected").iterdir())] == [
        path.stem for path in SCRIPTS
    ]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_examples_are_short(script: Path) -> None:
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 60
