"""Evidence that a repository is a benchmark, that a benchmark was made of it, or that it uses one (rule 2 of the leakage study)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath

from equimorph.datasets.mining.git import Repository
from parsers import ParseError

__all__ = ["Benchmarks", "Evidence", "read_clones"]

_ROOTS = {
    "4e9545f3ac946a719d1e93b79d3666e92ab509ea": "Defects4J",
    "ed04129def413fe83afc82addf325ddd6a1a4d3a": "QuixBugs",
}
"""The first commits of the benchmarks' own repositories."""
_FILES = {
    "active-bugs.csv": "Defects4J",
    ".defects4j.config": "Defects4J",
    "defects4j.build.properties": "Defects4J",
}
"""Files that Defects4J keeps of its bugs, or leaves in a checkout."""
_FOLDERS = {".bugs-dot-jar": "Bugs.jar"}
_BUGGY, _CORRECT = "java_programs", "correct_java_programs"
_PROJECTS = {
    "Defects4J": frozenset(
        {
            *("defects4j", "closure-compiler", "commons-cli", "commons-codec", "commons-collections"),
            *("commons-compress", "commons-csv", "commons-jxpath", "commons-lang", "commons-math", "gson"),
            *("jackson-core", "jackson-databind", "jackson-dataformat-xml", "jfreechart", "joda-time"),
            *("jsoup", "mockito"),
        }
    ),
    "Bugs.jar": frozenset(
        {
            *("bugs-dot-jar", "accumulo", "camel", "commons-math", "flink", "jackrabbit-oak"),
            *("logging-log4j2", "maven", "wicket"),
        }
    ),
    "QuixBugs": frozenset({"quixbugs"}),
    "IntroClassJava": frozenset({"introclassjava"}),
}
"""The repositories of the benchmarks and those that their bugs come from."""
_BUGS = re.compile(r"framework/projects/[^/]+/active-bugs\.csv")
_REVISIONS = ("revision.id.buggy", "revision.id.fixed")
_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True)
class Evidence:
    """Something by which a repository is known to have to do with a benchmark.

    Attributes:
        benchmark: its name.
        kind: "project name", "root commit", "revision" or "file".
        what: the name, commit or path.
    """

    benchmark: str
    kind: str
    what: str

    def to_dict(self) -> dict[str, str]:
        """Return plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Benchmarks:
    """What benchmarks are known by.

    Attributes:
        roots: the first commits of their repositories, and whose they are.
        revisions: the commits that their bugs and fixes are, and whose they are.
    """

    roots: Mapping[str, str] = field(default_factory=lambda: dict(_ROOTS))
    revisions: Mapping[str, str] = field(default_factory=dict)

    def evidence(self, repository: Repository, project: str, head: str) -> list[Evidence]:
        """Return the evidence in a repository; of each kind and benchmark the first that is found.

        Args:
            project: its name.
            head: id of the commit whose files and history count.

        Raises:
            ParseError: git cannot read it.
        """
        found = chain(
            (
                Evidence(benchmark, "project name", project)
                for benchmark, names in _PROJECTS.items()
                if project.lower() in names
            ),
            (
                Evidence(self.roots[root], "root commit", root)
                for root in repository.run("rev-list", "--max-parents=0", head).decode().split()
                if root in self.roots
            ),
            (
                Evidence(self.revisions[one], "revision", one)
                for one in repository.has(sorted(self.revisions))
            ),
            _of_files(_paths(repository, head)),
        )
        firsts: dict[tuple[str, str], Evidence] = {}
        for one in found:
            firsts.setdefault((one.benchmark, one.kind), one)
        return list(firsts.values())


def _paths(repository: Repository, head: str) -> list[str]:
    listed = repository.run("ls-tree", "-r", "-z", "--name-only", "--full-tree", head)
    return [path.decode("utf-8", "backslashreplace") for path in listed.split(b"\0") if path]


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
    for one in sorted(folders):
        if PurePosixPath(one).name == _BUGGY and any(
            other == beside or other.startswith(f"{beside}/")
            for beside in [str(PurePosixPath(one).with_name(_CORRECT))]
            for other in folders
        ):
            yield Evidence("QuixBugs", "file", f"{one}/")


def read_clones(clones: Sequence[Path]) -> Benchmarks:
    """Read what benchmarks are known by from clones of their repositories.

    Of each clone its first commits count, and of Defects4J also the commits of all active bugs, in ``active-bugs.csv``.

    Raises:
        ParseError: a clone is no repository, or has no commit.
        OSError: there is no such folder.
    """
    roots, revisions = dict(_ROOTS), dict[str, str]()
    for clone in clones:
        with Repository(clone) as repository:
            head = repository.commit_of("HEAD")
            if head is None:
                raise ParseError("HEAD names no commit", path=str(clone))
            paths = _paths(repository, head)
            name = next((one.benchmark for one in _of_files(paths)), clone.resolve().name)
            for root in repository.run("rev-list", "--max-parents=0", head).decode().split():
                roots.setdefault(root, name)
            bugs = [path for path in paths if _BUGS.fullmatch(path)]
            for found in repository.objects(f"{head}:{path}" for path in bugs):
                revisions.update(dict.fromkeys(_revisions(found.data), name))
    return Benchmarks(roots, revisions)


def _revisions(table: bytes) -> Iterator[str]:
    """Yield the commits of a table of bugs; projects of Subversion have numbers, which no commit is."""
    for row in csv.DictReader(table.decode("utf-8", "replace").splitlines()):
        for column in _REVISIONS:
            if (id := row.get(column) or "") and _ID.fullmatch(id):
                yield id
