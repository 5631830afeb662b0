"""What changed since main, and the tests that are about it."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BACK = 10
"""On main itself, what the last so many commits changed: a push may have several."""


def concerned(test: Path, files: set[str]) -> bool:
    """Whether a test file is among changed files, or about one of them; the golden files are about all.

    A test is about the source of its name in the same package, about the sources that are where it is, and about what the tests
    beside it and below share. All paths are relative to the repository.
    """
    if "golden" in test.parts or test.as_posix() in files:
        return True
    return any(_is_about(test, Path(file)) for file in files if file.endswith(".py"))


def _is_about(test: Path, file: Path) -> bool:
    top, *inner = file.parts
    if top == "tests":
        return not file.name.startswith("test_") and file.parent in test.parents and len(inner) > 2
    if top != "src":
        return False
    if test.parts[1] != inner[0]:
        return False
    place = Path("tests", *inner[:-1])
    name = file.parent.name if file.name == "__init__.py" else file.stem
    return test.stem == f"test_{name}" or (test.parent == place and len(inner) > 2)


def changed_files(repository: Path) -> set[str]:
    """Return the files that differ from the merge base with main, new ones included; on main, or without one, see `BACK`."""
    refs = "refs/heads/main", "refs/remotes/origin/main"
    mains = git(repository, "for-each-ref", "--format=%(refname)", *refs) or ["HEAD"]
    (base,) = git(repository, "merge-base", "HEAD", mains[0])
    if [base] == git(repository, "rev-parse", "HEAD"):
        base = git(repository, "rev-list", "--first-parent", f"--max-count={BACK + 1}", "HEAD")[-1]
    new = git(repository, "ls-files", "--others", "--exclude-standard")
    return {*git(repository, "diff", "--name-only", base), *new}


def git(repository: Path, *arguments: str) -> list[str]:
    """Return the lines that git prints."""
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.splitlines()
