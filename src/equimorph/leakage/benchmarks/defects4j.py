"""A clone of rjust/defects4j: the patches of its bugs, change by change.

They lead from the fixed version to the buggy one, so their minus lines are the fix (Defects4J,
framework/core/Project.pm, `checkout_vid`: the buggy version is the fixed one with the patch). Deprecated bugs have
patches, too; `active-bugs.csv` names the bugs that count. Clones before version 2 lack this table, and have no
deprecated bugs: there each patch is a bug.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from equimorph.defects4j.rebuilding.clone import PROJECTS, Clone, bug_ids, open_clone
from equimorph.leakage.benchmarks.hunks import diff_hunks, java_diffs
from equimorph.leakage.benchmarks.reading import Benchmark, Sides, Source, pieces_of, unread
from parsers import ParseError

_PATCH = re.compile(r"([0-9]{1,9})\.src\.patch")


def _sources(clone: Clone, root: Path) -> Iterator[Source]:
    has_bug = False
    for project in clone.names(""):
        try:
            numbers = _numbers(clone, project)
        except ParseError as error:
            yield unread(project, clone.name(project), error)
            numbers, has_bug = (), True
        for number in numbers:
            path = f"{project}/patches/{number}.src.patch"
            has_bug = True
            yield Source(f"{project}-{number}", clone.name(path), partial(_hunks, clone, path))
    if not has_bug:
        raise ParseError(f"no bug in {PROJECTS}", path=str(root))


def _numbers(clone: Clone, project: str) -> Iterable[int]:
    """Return the numbers of a project's bugs in order; none of a folder that is no project's."""
    if clone.read(f"{project}/active-bugs.csv") is not None:
        return [int(bug.rpartition("-")[2]) for bug in bug_ids(clone, project)]
    patches = (_PATCH.fullmatch(name) for name in clone.names(f"{project}/patches"))
    return sorted(int(match[1]) for match in patches if match)


def _hunks(clone: Clone, path: str) -> Iterator[Sides]:
    patch = clone.read(path)
    if patch is None:
        raise FileNotFoundError(2, "no such file", clone.name(path))
    for diff in java_diffs(patch, clone.name(path)):
        yield from ((buggy, fixed) for fixed, buggy in diff_hunks(diff))


DEFECTS4J = Benchmark(
    "Defects4J",
    ("hunk",),
    f"a clone of Defects4J ({PROJECTS}; its patches are hunks alone: methods and classes need checkouts)",
    lambda path: (path / PROJECTS).is_dir(),
    lambda request: pieces_of(_sources(open_clone(request.path), request.path), request),
)
