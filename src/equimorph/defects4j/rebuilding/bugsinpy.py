"""Rebuilding the folder of a Python bug from a clone of soarsmu/BugsInPy: what `bugsinpy-checkout` gives, without the environment.

The files are from the buggy commit, the test files from the fixed commit, as there; the fixed version has the patch of the bug,
too. `bugsinpy_project.info` has the name of the project and the number of the bug besides.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

from equimorph.defects4j.bugsinpy import BUG, PATCH, PREFIX, PROJECT, RUN, info_of
from equimorph.defects4j.checkout import Checkout, read
from equimorph.defects4j.rebuilding.clone import Clone, open_clone
from equimorph.defects4j.rebuilding.git import WorkTree, open_work_tree, run
from equimorph.defects4j.rebuilding.hooks import write_over
from equimorph.runs.whole import whole_folder
from parsers import ParseError

_PROJECTS = "projects"
_ID = re.compile(r"([A-Za-z0-9][\w.-]*)-(\d{1,9})([bf])", re.ASCII)
_REVISION = re.compile(r"[0-9a-f]{7,64}")
_MORE = ("requirements.txt", "setup.sh")


@dataclass(frozen=True)
class _Bug:
    project: str
    number: str
    kind: str
    folder: str
    info: Mapping[str, str]

    def revision(self, name: str) -> str:
        value = self.info.get(f"{name}_commit_id", "")
        if not _REVISION.fullmatch(value):
            raise ParseError(f"{name}_commit_id {value!r} is no commit of git", path=f"{self.folder}/{BUG}")
        return value


def bugsinpy_ids(bugsinpy: str | PathLike[str], project: str | None = None) -> tuple[str, ...]:
    """Return the bugs of a clone of soarsmu/BugsInPy, such as "tqdm-1", by project and number.

    Args:
        bugsinpy: The clone, given by its work tree or its git directory.
        project: Project whose bugs to return; None for all.

    Raises:
        ParseError: this is no clone, or the project does not exist.
        OSError: a file cannot be read.
    """
    clone = _clone(bugsinpy)
    names = [name for name in clone.names("") if project in (None, name)]
    if not names:
        raise ParseError(
            f"no project {project}; there are: {', '.join(clone.names(''))}", path=clone.name("")
        )
    numbers = {
        name: [number for number in clone.names(f"{name}/bugs") if number.isdecimal()] for name in names
    }
    return tuple(f"{name}-{number}" for name in names for number in sorted(numbers[name], key=int))


def bugsinpy_patch(bug: str, *, bugsinpy: str | PathLike[str]) -> bytes:
    """Return the patch of a bug, from the buggy version to the fixed one.

    Raises:
        ParseError, OSError: see `rebuild_bugsinpy`; also if there is no patch.
    """
    clone = _clone(bugsinpy)
    return _file(clone, f"{_bug(clone, bug).folder}/{PATCH}")


def rebuild_bugsinpy(
    bug: str,
    out: str | PathLike[str],
    *,
    bugsinpy: str | PathLike[str],
    repository: str | PathLike[str],
    on_missing: Callable[[str], None] | None = None,
) -> Checkout:
    """Rebuild the folder of a bug from a clone of soarsmu/BugsInPy and a repository of the project; nothing is fetched.

    Args:
        bug: Project and version, such as "tqdm-1b" for the buggy or "tqdm-1f" for the fixed one.
        out: The folder to write; it is there as a whole at the end, or not at all.
        bugsinpy: The clone, given by its work tree or its git directory, whose newest commit is read.
        repository: Repository of the project: its work tree or git directory. It is only read.
        on_missing: Called with the path of each file that is left out because the repository, an incomplete copy, lacks it.

    Raises:
        ParseError: the bug does not exist, the repository lacks a commit or a source file of it, the patch does not apply, or a
            file of the clone does not say what it should.
        FileExistsError: `out` exists and is not an empty folder.
        OSError: a file cannot be read or written, or git is not installed.
    """
    target, clone = Path(out), _clone(bugsinpy)
    subject = _bug(clone, bug)
    with whole_folder(target) as partial, tempfile.TemporaryDirectory(prefix="equimorph.") as scratch:
        tree = open_work_tree(Path(repository), partial.resolve(), Path(scratch).resolve())
        missing = _check_out(subject, tree, _url(clone, subject))
        if subject.kind == "f":
            tree.apply(_file(clone, f"{subject.folder}/{PATCH}"), clone.name(f"{subject.folder}/{PATCH}"))
        _write_info(subject, clone, partial)
        checkout = read(partial)
    for path in missing:
        if on_missing is not None:
            on_missing(path)
    return replace(checkout, folder=target)


def _clone(place: str | PathLike[str]) -> Clone:
    return open_clone(place, _PROJECTS, "soarsmu/BugsInPy")


def _file(clone: Clone, path: str) -> bytes:
    data = clone.read(path)
    if data is None:
        raise ParseError("no such file", path=clone.name(path))
    return data


def _bug(clone: Clone, bug: str) -> _Bug:
    match = _ID.fullmatch(bug)
    if match is None:
        raise ParseError(f"{bug!r} is no version of a bug, such as tqdm-1b (buggy) or tqdm-1f (fixed)")
    project, number, kind = match.groups()
    if project not in clone.names(""):
        raise ParseError(
            f"no project {project}; there are: {', '.join(clone.names(''))}", path=clone.name("")
        )
    folder = f"{project}/bugs/{int(number)}"
    return _Bug(project, str(int(number)), kind, folder, info_of(_file(clone, f"{folder}/{BUG}")))


def _url(clone: Clone, bug: _Bug) -> str:
    return info_of(clone.read(f"{bug.project}/{PROJECT}") or b"").get("github_url", "")


def _check_out(bug: _Bug, tree: WorkTree, url: str) -> tuple[str, ...]:
    """Write the files of the buggy commit, with the test files of the fixed one; return the paths that are missing."""
    buggy, fixed = bug.revision("buggy"), bug.revision("fixed")
    for revision in (buggy, fixed):
        if not tree.has_commit(revision):
            hint = f"; clone {url} with its whole history" if url else ""
            raise ParseError(
                f"no commit {revision} of {bug.project}-{bug.number}{hint}", path=tree.repository
            )
    missing = tree.check_out(buggy)
    if sources := [path for path in missing if path.endswith(".py")]:
        message = f"{sources[0]}: the repository, an incomplete copy, lacks its contents"
        raise ParseError(message, path=tree.repository)
    for path in filter(None, (name.strip() for name in bug.info.get("test_file", "").split(";"))):
        where = ["--git-dir", str(tree.scratch), "cat-file", "blob", f"{fixed}:{path}"]
        write_over(tree.folder, path, run(where, name=f"{tree.repository}: {path}"))
    return missing


def _write_info(bug: _Bug, clone: Clone, folder: Path) -> None:
    for name in (BUG, RUN, *_MORE):
        data = clone.read(f"{bug.folder}/{name}")
        if data is not None:
            write_over(folder, f"{PREFIX}{name}", data)
    named = {"project_name": bug.project, "bug_id": bug.number, "version": bug.kind}
    lines = "".join(f'{key}="{value}"\n' for key, value in named.items())
    project = (clone.read(f"{bug.project}/{PROJECT}") or b"").rstrip()
    write_over(folder, f"{PREFIX}{PROJECT}", project + b"\n" * bool(project) + lines.encode())
