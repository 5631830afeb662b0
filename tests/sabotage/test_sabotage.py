"""An oracle that nobody has seen fail is none: every patch of `patches` must make its tests fail."""

from __future__ import annotations

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
    env = {
        **os.environ,
        "PYTHONPATH": str(sources),
        "HYPOTHESIS_PROFILE": "sabotage",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    for name in [key for key in env if key.startswith(("COV_", "COVERAGE", "PYTEST_"))]:
        del env[name]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "no:cov",
        *tests,
    ]
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SOURCES, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__")))


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
