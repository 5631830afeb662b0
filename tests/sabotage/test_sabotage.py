"""An oracle that nobody has seen fail is none: every patch of `patches` must make its tests fail."""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sabotage.patches import PATCHES, Patch

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"


def run(sources: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """Runs test files against a copy of our code, with few examples for hypothesis."""
    ours = ("COV_", "COVERAGE", "PYTEST_")
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith(ours)},
        "PYTHONPATH": str(sources),
        "HYPOTHESIS_PROFILE": "sabotage",
        "PYTHONDONTWRITEBYTECODE": "1",
        # Hundreds of runs: what pytest's plugins import costs more than most of the tests.
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our code with its byte code, which Python takes of every file but the patched one: half of the time of a run."""
    folder = tmp_path_factory.mktemp("sabotage") / "src"
    shutil.copytree(SOURCES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    assert compileall.compile_dir(folder, quiet=1)
    return folder


@pytest.fixture
def copied(compiled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(compiled, tmp_path / "src"))


def test_unpatched_code_passes(copied: Path) -> None:
    # Any one tells that a copy can be tested; all of them run in the suite, which is red if one fails anyway.
    done = run(copied, PATCHES[0].tests)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


def test_the_copy_is_what_is_tested(copied: Path) -> None:
    (copied / "mutators" / "model.py").write_text("raise SystemError('this copy')\n", encoding="utf-8")
    done = run(copied, PATCHES[0].tests)
    assert "this copy" in done.stdout + done.stderr


@pytest.mark.parametrize("patch", PATCHES, ids=lambda p: f"{Path(p.path).stem}: {p.old.strip()[:40]}")
def test_killed(copied: Path, patch: Patch) -> None:
    target = copied / patch.path
    patched = patch.apply(target.read_text(encoding="utf-8"))
    assert patched is not None, f"{patch.path} has no {patch.old!r} any more: mend the patch"
    target.write_text(patched, encoding="utf-8")
    done = run(copied, patch.tests)
    # 1: tests failed; anything else is no verdict of a test.
    assert done.returncode == 1, (
        f"exit code {done.returncode} of {patch.tests}, not 1\n" + done.stdout[-1500:] + done.stderr[-500:]
    )
