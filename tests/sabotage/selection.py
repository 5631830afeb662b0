"""Choice of the patches that a run of the tests looks at."""

from __future__ import annotations

from pathlib import Path

from tests.changed import changed_files, git
from tests.sabotage.patch import Patch
from tests.sabotage.patches import PATCHES, TABLES
from tests.sabotage.runs import ROOT


def chosen(which: str | None) -> list[Patch] | str:
    """Return the patches that `--sabotage` (all) or another of its flags asks for; where there are none, the reason."""
    if which is None:
        return "patches run with --sabotage, those of changed files with --sabotage-changed"
    if which == "all":
        return list(PATCHES)
    found = of_files(changed_files(ROOT))
    if which == "push":
        return of_push(found, commits(ROOT))
    return found or "no file that has patches, nor a test of them, changed since main"


def of_push(changed: list[Patch], number: int) -> list[Patch]:
    """Return the patches of what changed, and every tenth; where that is more than a third, as when files move, every third.

    Ten numbers in a row give all.
    """
    both = set(changed) | set(PATCHES[number % 10 :: 10])
    found = [patch for patch in PATCHES if patch in both]
    return found if len(found) <= len(PATCHES) / 3 else list(PATCHES[number % 3 :: 3])


def commits(repository: Path) -> int:
    """Return how many commits lead to the one that is checked out."""
    return int(git(repository, "rev-list", "--count", "HEAD")[0])


def of_files(files: set[str]) -> list[Patch]:
    """Return the patches whose file, test file or table is among files, named from the root of the repository."""
    return [
        patch
        for table in TABLES
        for patch in table.PATCHES
        if files & {f"src/{patch.path}", patch.tests.partition("::")[0], _table_file(table.__file__)}
    ]


def _table_file(file: str | None) -> str:
    assert file is not None
    return Path(file).relative_to(ROOT).as_posix()
