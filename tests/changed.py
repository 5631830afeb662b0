"""What changed since main, and the tests that are about it."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BACK = 10
"""On main itself, what the last so many commits changed: a push may have several."""


def concerned(test: Path, files: set[str]) -> bool:
    """Whether a test file is among changed files, or about one of them; the golden files are about all.

    A test is about the source of its name in the same package, about the sources that are where it is, about what the tests beside
    it and below share, and about what it imports of the tests. All paths are relative to the repository.
    """
    if "golden" in test.parts or test.as_posix() in files:
        return True
    changed = {Path(file) for file in files if file.endswith(".py")}
    return any(_is_about(test, file) for file in changed) or any(
        file in _helpers(test) for file in changed if file.parts[0] == "tests"
    )


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


@cache
def _helpers(test: Path) -> frozenset[Path]:
    """Return the files of the tests that a test file imports, those that these import included."""
    found = set[Path]()
    left = [test]
    while left:
        new = set(_imported(left.pop())) - found
        found |= new
        left += new
    return frozenset(found)


@cache
def _imported(file: Path) -> frozenset[Path]:
    return frozenset(
        path
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tests")
        for path in _modules(node.module, node.names)
        if (ROOT / path).is_file()
    )


def _modules(package: str, names: list[ast.alias]) -> Iterator[Path]:
    """Yield the files that an import may mean: the module, a package, and each name as a module of it."""
    folder = Path(*package.split("."))
    yield folder.with_suffix(".py")
    yield folder / "__init__.py"
    for name in names:
        yield folder / f"{name.name}.py"


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
