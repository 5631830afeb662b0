"""Evidence that a repository is a benchmark, that a benchmark was made of it, or that it uses one (rule 2 of the leakage study)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath

from equimorph.datasets.mining.git import Repository
from equimorph.datasets.mining.projects import (
    ROOTS,
    benchmarks_named,
    benchmarks_with,
    coordinates,
    name_of_url,
)
from parsers import ParseError

_FILES = {
    "active-bugs.csv": "Defects4J",
    ".defects4j.config": "Defects4J",
    "defects4j.build.properties": "Defects4J",
}
"""Files that Defects4J keeps of its bugs, or leaves in a checkout."""
_FOLDERS = {".bugs-dot-jar": "Bugs.jar"}
_PROGRAMS = {"java_programs": "correct_java_programs", "python_programs": "correct_python_programs"}
_BUGS = re.compile(r"framework/projects/[^/]+/active-bugs\.csv")
_POM = "pom.xml"
_REVISIONS = ("revision.id.buggy", "revision.id.fixed")
_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True)
class Evidence:
    """Something by which a repository is known to have to do with a benchmark.

    Attributes:
        benchmark: its name.
        kind: "project name", "remote", "root commit", "coordinates", "revision" or "file".
        what: the name, commit, Maven coordinates or path.
    """

    benchmark: str
    kind: str
    what: str

    def to_dict(self) -> dict[str, str]:
        """Return plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Benchmarks:
    """The marks by which benchmarks are recognised.

    Attributes:
        roots: the first commits of their repositories, and whose they are.
        revisions: the commits that their bugs and fixes are, and whose they are.
    """

    roots: Mapping[str, str] = field(default_factory=lambda: dict(ROOTS))
    revisions: Mapping[str, str] = field(default_factory=dict)

    def evidence(self, repository: Repository, project: str, head: str) -> list[Evidence]:
        """Return the evidence in a repository; of each kind and benchmark the first that is found.

        Args:
            project: its name.
            head: id of the commit whose files and history count.

        Raises:
            ParseError: git cannot read it.
        """
        paths = _paths(repository, head)
        candidates = chain(
            (
                Evidence(benchmark_name, "project name", project)
                for benchmark_name in benchmarks_named(project)
            ),
            (
                Evidence(benchmark_name, "remote", name)
                for name in _remotes(repository)
                for benchmark_name in benchmarks_named(name)
            ),
            (
                Evidence(self.roots[root], "root commit", root)
                for root in repository.run("rev-list", "--max-parents=0", head).decode().split()
                if root in self.roots
            ),
            (
                Evidence(self.revisions[commit_id], "revision", commit_id)
                for commit_id in repository.has(sorted(self.revisions))
            ),
            (
                Evidence(benchmark_name, "coordinates", artifact)
                for artifact in _artifacts(repository, head, paths)
                for benchmark_name in benchmarks_with(artifact)
            ),
            _of_files(paths),
        )
        firsts: dict[tuple[str, str], Evidence] = {}
        for candidate in candidates:
            firsts.setdefault((candidate.benchmark, candidate.kind), candidate)
        return list(firsts.values())


def _paths(repository: Repository, head: str) -> list[str]:
    listed = repository.run("ls-tree", "-r", "-z", "--name-only", "--full-tree", head)
    return [path.decode("utf-8", "backslashreplace") for path in listed.split(b"\0") if path]


def _remotes(repository: Repository) -> list[str]:
    """Return the names of the repositories that this one was cloned from, or is pushed to."""
    try:
        output = repository.run(
            "config", "--local", "--no-includes", "-z", "--get-regexp", r"^remote\..*\.(push)?url$"
        )
    except ParseError:  # there is none
        return []
    values = (entry.partition("\n")[2] for entry in output.decode("utf-8", "replace").split("\0") if entry)
    return [name_of_url(value) for value in values]


def _artifacts(repository: Repository, head: str, paths: Iterable[str]) -> Iterator[str]:
    """Yield the Maven coordinates of the POMs of a commit."""
    poms = [path for path in paths if PurePosixPath(path).name == _POM and "\n" not in path]
    for pom in repository.objects(f"{head}:{path}" for path in poms):
        if (artifact := coordinates(pom.data)) is not None:
            yield artifact


def _of_files(paths: Sequence[str]) -> Iterator[Evidence]:
    folders = set[str]()
    for path in paths:
        folder, _, name = path.rpartition("/")
        if name in _FILES:
            yield Evidence(_FILES[name], "file", path)
        if folder and folder not in folders:
            folders.add(folder)
            for part in folder.split("/"):
                if part in _FOLDERS:
                    yield Evidence(_FOLDERS[part], "file", path)
    for directory in sorted(folders):
        correct = _PROGRAMS.get(PurePosixPath(directory).name)
        beside = None if correct is None else str(PurePosixPath(directory).with_name(correct))
        if beside is not None and any(other == beside or other.startswith(f"{beside}/") for other in folders):
            yield Evidence("QuixBugs", "file", f"{directory}/")


def read_clones(clones: Sequence[Path]) -> Benchmarks:
    """Read evidence of benchmarks from clones of their repositories.

    The first commits of each clone count, and for Defects4J also the commits of all active bugs, in
    ``active-bugs.csv``.

    Raises:
        ParseError: a clone is no repository, or has no commit.
        OSError: a folder does not exist.
    """
    roots, revisions = dict(ROOTS), dict[str, str]()
    for clone in clones:
        with Repository(clone) as repository:
            head = repository.commit_of("HEAD")
            if head is None:
                raise ParseError("HEAD names no commit", path=str(clone))
            paths = _paths(repository, head)
            name = next((evidence.benchmark for evidence in _of_files(paths)), clone.resolve().name)
            for root in repository.run("rev-list", "--max-parents=0", head).decode().split():
                roots.setdefault(root, name)
            bugs = [path for path in paths if _BUGS.fullmatch(path)]
            for blob in repository.objects(f"{head}:{path}" for path in bugs):
                revisions.update(dict.fromkeys(_revisions(blob.data), name))
    return Benchmarks(roots, revisions)


def _revisions(table: bytes) -> Iterator[str]:
    """Yield the commits of a table of bugs; projects of Subversion have numbers, which no commit is."""
    for row in csv.DictReader(table.decode("utf-8", "replace").splitlines()):
        for column in _REVISIONS:
            if (id := row.get(column) or "") and _ID.fullmatch(id):
                yield id
