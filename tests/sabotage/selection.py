"""Choice of the patches that a run of the tests looks at."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.sabotage.patch import Patch
from tests.sabotage.patches import PATCHES, TABLES
from tests.sabotage.runs import ROOT


def chosen(which: str | None) -> list[Patch] | str:
    """Return the patches that `--sabotage` (all) or another of its flags asks for; where there are none, the reason."""
    if which is None:
        return "patches run with --sabotage, those of changed files with --sabotage-changed"
    if which == "all":
        return list(PATCHES)
    if which == "third":
        return third(commits(ROOT))
    files = changed_files(ROOT)
    return of_files(files) or "no file that has patches, nor a test of them, changed since main"


def third(number: int) -> list[Patch]:
    """Return every third patch; three numbers in a row give all of them."""
    return list(PATCHES[number % 3 :: 3])


def commits(repository: Path) -> int:
    """Return how many commits lead to the one that is checked out."""
    return int(_git(repository, "rev-list", "--count", "HEAD")[0])


def of_files(files: set[str]) -> list[Patch]:
    """Return the patches whose file, test file or table is among files, named from the root of the repository."""
    return [
        patch
        for table in TABLES
        for patch in table.PATCHES
        if files & {f"src/{patch.path}", patch.tests.partition("::")[0], _table_file(table.__file__)}
    ]


def changed_files(repository: Path) -> set[str]:
    """Return the files that differ from the merge base with main, new ones included."""
    refs = "refs/heads/main", "refs/remotes/origin/main"
    mains = _git(repository, "for-each-ref", "--format=%(refname)", *refs)
    assert mains, "--sabotage-changed compares with main, and there is no such branch"
    (base,) = _git(repository, "merge-base", "HEAD", mains[0])
    new = _git(repository, "ls-files", "--others", "--exclude-standard")
    return {*_git(repository, "diff", "--name-only", base), *new}


def _table_file(file: str | None) -> str:
    assert file is not None
    return Path(file).relative_to(ROOT).as_posix()


def _git(repository: Path, *arguments: str) -> list[str]:
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.splitlines()
