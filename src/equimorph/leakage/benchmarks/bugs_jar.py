"""Clones of the projects of Bugs.jar: each bug is a branch, which holds the buggy version and the developers' patch.

Branches are named `bugs-dot-jar_ISSUE_COMMIT`, where COMMIT is the commit of the fix; an issue may have several. The
patch is `.bugs-dot-jar/developer-patch.diff`, and leads from the buggy version to the fixed one. Branches are read by
git, whether they are local or of a remote; nothing is checked out or fetched.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from equimorph.defects4j.patch_direction import Target, held_side, other_side
from equimorph.defects4j.rebuilding.git import run
from equimorph.leakage.benchmarks.hunks import diff_hunks, java_diffs
from equimorph.leakage.benchmarks.methods import changed_methods
from equimorph.leakage.benchmarks.reading import Asked, Benchmark, Piece, Sides, Source, Unit, pieces_of
from equimorph.patches.diffs import FileDiff, split_lines
from parsers import ParseError

_PREFIX = "bugs-dot-jar_"
_PATCH = ".bugs-dot-jar/developer-patch.diff"


@dataclass(frozen=True)
class _Branch:
    """A bug: a branch, such as refs/heads/bugs-dot-jar_MATH-1_0123abcd, of its project's repository."""

    repository: Path
    ref: str

    @property
    def patch(self) -> str:
        """The name of its patch in messages."""
        return f"{self.repository}:{self.ref}:{_PATCH}"

    def read(self, path: str) -> bytes:
        """Return a file of the buggy version.

        Raises:
            ParseError: the branch lacks the file.
        """
        return _git(self.repository, "cat-file", "blob", f"{self.ref}:{path}")

    def sides(self, unit: Unit) -> Iterator[Sides]:
        """Yield the pieces of the bug."""
        for diff in java_diffs(self.read(_PATCH), self.patch):
            if unit == "hunk":
                yield from diff_hunks(diff)
                continue
            buggy, fixed = self._versions(diff)
            yield from [(buggy, fixed)] if unit == "class" else changed_methods(buggy, fixed, diff.new or "")

    def _versions(self, diff: FileDiff) -> tuple[bytes, bytes]:
        """Return a file before and after the patch; empty where there is none."""
        path = (diff.old or "").removeprefix("a/")
        buggy = b"" if diff.old is None else self.read(path)
        target = Target(diff, path, None if diff.old is None else split_lines(buggy))
        if held_side([target], self.patch) != "old":
            raise ParseError("the branch is already as after its patch", path=self.patch)
        return buggy, b"" if diff.new is None else other_side(target, "old", buggy)


def _branches(repository: Path) -> list[tuple[str, _Branch]]:
    """Return the bugs of a repository by id; a local branch has priority over the same one of a remote."""
    branches = dict[str, _Branch]()
    for pattern in (f"refs/remotes/*/{_PREFIX}*", f"refs/heads/{_PREFIX}*"):
        for line in _git(repository, "for-each-ref", "--format=%(refname)", pattern).splitlines():
            ref = os.fsdecode(line)
            branches[ref.rpartition("/")[2].removeprefix(_PREFIX)] = _Branch(repository, ref)
    return sorted(branches.items())


def _git(repository: Path, *arguments: str) -> bytes:
    place = repository / ".git" if (repository / ".git").exists() else repository
    return run(["--git-dir", str(place), *arguments], name=str(repository))


def _bugs(path: Path) -> list[tuple[str, _Branch]]:
    """Return the bugs of a repository, or of all repositories in a folder, by name."""
    branches = _branches(path) if _is_repository(path) else []
    inside = (child for child in sorted(path.iterdir()) if child.name != ".git" and _is_repository(child))
    return branches or [bug for repository in inside for bug in _branches(repository)]


def _is_repository(path: Path) -> bool:
    return (path / ".git").exists() or ((path / "HEAD").is_file() and (path / "objects").is_dir())


def _pieces(request: Asked) -> Iterator[Piece]:
    bugs = _bugs(request.path)
    if not bugs:
        raise ParseError(f"no branch {_PREFIX}*", path=str(request.path))
    sources = (Source(id, branch.patch, partial(branch.sides, request.unit)) for id, branch in bugs)
    return pieces_of(sources, request)


BUGS_JAR = Benchmark(
    "Bugs.jar",
    ("hunk", "method", "class"),
    f"a clone of a project of Bugs.jar (with branches {_PREFIX}*), or a folder of such clones",
    lambda path: path.is_dir() and bool(_bugs(path)),
    _pieces,
)
