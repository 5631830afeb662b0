"""Reading a clone of rjust/defects4j: a work tree, or a git directory of which the newest commit is read."""

from __future__ import annotations

import csv
import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Protocol

from equimorph.defects4j.rebuilding.git import git_directory, run
from parsers import ParseError

PROJECTS = "framework/projects"
"""The folder of the clone that holds a folder for each project."""

_BUG = re.compile(r"([A-Za-z]\w*)-(\d{1,9})([bf])", re.ASCII)
_DIGITS = re.compile(r"[0-9]{1,9}")
_REVISION = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_NUMBER, _BUGGY, _FIXED = "bug.id", "revision.id.buggy", "revision.id.fixed"
_SINCE, _WHY = "deprecated.version", "deprecated.reason"
_NEAR = 3


class Clone(Protocol):
    """A clone of rjust/defects4j; all paths are relative to `PROJECTS`, with slashes."""

    def name(self, path: str) -> str:
        """Return the name in messages of a file."""
        ...

    def read(self, path: str) -> bytes | None:
        """Return a file; None if there is none.

        Raises:
            ParseError, OSError: it cannot be read.
        """
        ...

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the sorted names in a folder; none if it does not exist.

        Raises:
            ParseError, OSError: it cannot be read.
        """
        ...


@dataclass(frozen=True)
class Bug:
    """A version of a bug, as the tables of Defects4J have it.

    Attributes:
        project: Defects4J's name of it, such as "Lang".
        number: the bug's number in the project.
        kind: "b" for the buggy or "f" for the fixed version.
        buggy, fixed: hashes of the commits before and after the fix.
    """

    project: str
    number: int
    kind: str
    buggy: str
    fixed: str

    @property
    def version(self) -> str:
        """The number with the kind, such as "1b"."""
        return f"{self.number}{self.kind}"

    @property
    def revision(self) -> str:
        """The commit that belongs to the version."""
        return self.buggy if self.kind == "b" else self.fixed


@dataclass(frozen=True)
class _Tree:
    root: Path
    folder: str

    def name(self, path: str) -> str:
        return str(self.root / self.folder / path)

    def read(self, path: str) -> bytes | None:
        place = self.root / self.folder / path
        return place.read_bytes() if place.is_file() else None

    def names(self, folder: str) -> tuple[str, ...]:
        place = self.root / self.folder / folder
        return tuple(sorted(child.name for child in place.iterdir())) if place.is_dir() else ()


@dataclass(frozen=True)
class _Bare:
    git_dir: Path
    folder: str

    def name(self, path: str) -> str:
        return f"{self.git_dir}:{self.folder}/{path}"

    def read(self, path: str) -> bytes | None:
        listed = self._git("ls-tree", "-z", "HEAD", "--", f"{self.folder}/{path}")
        kind, _, rest = listed.partition(b"\t")[0].partition(b" ")[2].partition(b" ")
        return self._git("cat-file", "blob", rest.decode()) if kind == b"blob" else None

    def names(self, folder: str) -> tuple[str, ...]:
        place = f"{self.folder}/{folder}/" if folder else f"{self.folder}/"
        listed = self._git("ls-tree", "-z", "--name-only", "HEAD", "--", place)
        return tuple(sorted(path.rpartition(b"/")[2].decode() for path in listed.split(b"\0") if path))

    def _git(self, *arguments: str) -> bytes:
        return run(["--git-dir", str(self.git_dir), *arguments], name=str(self.git_dir))


def open_clone(place: str | PathLike[str], folder: str = PROJECTS, name: str = "rjust/defects4j") -> Clone:
    """Open a clone of rjust/defects4j, or of another repository.

    Args:
        place: Place of its work tree, or of its git directory.
        folder: Folder in it that holds a folder for each project.
        name: Name of the repository, for messages.

    Raises:
        ParseError: this is not a clone of that repository.
        FileNotFoundError: nothing is there.
    """
    root = Path(place)
    clone: Clone = _Tree(root, folder)
    if not (root / folder).is_dir():
        clone = _Bare(git_directory(root), folder)
    if not clone.names(""):
        raise ParseError(f"no clone of {name}: there is no {folder}", path=str(root))
    return clone


def bug_ids(clone: Clone, project: str | None = None) -> tuple[str, ...]:
    """Return the bugs of a clone, such as "Lang-1", by project and number; deprecated ones are left out.

    Args:
        clone: Clone of rjust/defects4j.
        project: Project whose bugs to return; None for all.

    Raises:
        ParseError: the project does not exist, or a table cannot be read.
    """
    names = _projects(clone) if project is None else (_project(clone, project),)
    return tuple(f"{name}-{number}" for name in names for number in sorted(_rows(clone, _active(name))))


def read_bug(clone: Clone, bug: str) -> Bug:
    """Look a bug up.

    Args:
        clone: Clone of rjust/defects4j.
        bug: Project and version, such as "Lang-1b" for the buggy or "Lang-1f" for the fixed one.

    Raises:
        ParseError: the bug does not exist, it is deprecated, or its project has no git repository.
    """
    match = _BUG.fullmatch(bug)
    if match is None:
        raise ParseError(f"{bug!r} is no version of a bug, such as Lang-1b (buggy) or Lang-1f (fixed)")
    project, number, kind = _project(clone, match[1]), int(match[2]), match[3]
    rows = _rows(clone, _active(project))
    if number not in rows:
        raise _unknown(clone, project, number, rows)
    buggy, fixed = rows[number][_BUGGY], rows[number][_FIXED]
    for revision in (buggy, fixed):
        if not _REVISION.fullmatch(revision):
            message = f"{project}-{number}: {revision!r} is no commit of git; only projects with a git repository can be rebuilt"
            raise ParseError(message, path=clone.name(_active(project)))
    return Bug(project, number, kind, buggy, fixed)


def _unknown(clone: Clone, project: str, number: int, rows: Mapping[int, object]) -> ParseError:
    table = f"{project}/deprecated-bugs.csv"
    gone = _rows(clone, table).get(number) if clone.read(table) is not None else None
    if gone is not None:
        since, why = gone.get(_SINCE, ""), gone.get(_WHY, "")
        message = (
            f"{project}-{number} is deprecated since Defects4J {since or '?'}: {why or 'no reason given'}"
        )
        return ParseError(message, path=clone.name(table))
    near = sorted(sorted(rows, key=lambda candidate: (abs(candidate - number), candidate))[:_NEAR])
    there = ", ".join(f"{project}-{neighbour}" for neighbour in near)
    message = f"{project} has no bug {number}" + (f"; near ones are {there}" if there else "")
    return ParseError(message, path=clone.name(_active(project)))


def _active(project: str) -> str:
    return f"{project}/active-bugs.csv"


def _projects(clone: Clone) -> tuple[str, ...]:
    return tuple(name for name in clone.names("") if clone.read(_active(name)) is not None)


def _project(clone: Clone, name: str) -> str:
    if clone.read(_active(name)) is not None and name in clone.names(""):
        return name
    there = _projects(clone)
    by_case = {project_name.lower(): project_name for project_name in there}
    near = difflib.get_close_matches(name.lower(), by_case, 1)
    hint = f"; do you mean {by_case[near[0]]}?" if near else f"; there are: {', '.join(there)}"
    raise ParseError(f"no project {name}{hint}", path=clone.name(""))


def _rows(clone: Clone, table: str) -> dict[int, dict[str, str]]:
    data = clone.read(table)
    lines = () if data is None else data.decode("utf-8-sig", "replace").splitlines()
    try:
        return dict(_parsed(lines, clone.name(table)))
    except csv.Error as error:
        raise ParseError(f"no table of bugs: {error}", path=clone.name(table)) from None


def _parsed(lines: tuple[str, ...] | list[str], name: str) -> Iterator[tuple[int, dict[str, str]]]:
    reader = csv.reader(lines)
    head = next(reader, [])
    if not {_NUMBER, _BUGGY, _FIXED} <= set(head):
        raise ParseError(f"the first line does not name {_NUMBER}, {_BUGGY} and {_FIXED}", path=name, line=1)
    for fields in reader:
        if not fields:
            continue
        row = dict(zip(head, fields, strict=False))
        if not _DIGITS.fullmatch(row.get(_NUMBER, "")) or not {_BUGGY, _FIXED} <= row.keys():
            raise ParseError("no row of a bug", path=name, line=reader.line_num)
        yield int(row[_NUMBER]), row
