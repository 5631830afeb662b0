"""A clone of QuixBugs: the Java programs, each with its correct version."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from pathlib import Path

from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import quixbugs_folders, read_quixbugs
from equimorph.leakage.benchmarks.hunks import text_hunks
from equimorph.leakage.benchmarks.reading import Asked, Benchmark, Sides, Source, pieces_of, unread
from equimorph.leakage.samples import LANGUAGE, text_of

BUGGY, CORRECT = quixbugs_folders(LANGUAGE)


def _sources(request: Asked) -> Iterator[Source]:
    failed = list[Exception]()
    bugs = read_quixbugs(request.path, failed=failed.append)
    for path, methods in groupby(bugs, key=lambda bug: bug.path):
        place = request.path / path
        yield Source(place.stem, str(place), partial(_sides, place, tuple(methods), request))
    for error in failed:
        yield unread("a program", str(request.path / BUGGY), error)


def _sides(place: Path, methods: tuple[Bug, ...], request: Asked) -> Iterator[Sides]:
    if request.unit == "class":
        yield place.read_bytes(), (request.path / CORRECT / place.name).read_bytes()
        return
    for bug in methods:
        buggy, fixed = text_of(bug.buggy), text_of(bug.fixed or "")
        yield from [(buggy, fixed)] if request.unit == "method" else text_hunks(buggy, fixed)


QUIXBUGS = Benchmark(
    "QuixBugs",
    ("hunk", "method", "class"),
    f"a clone of QuixBugs ({BUGGY} and {CORRECT})",
    lambda path: all((path / name).is_dir() for name in (BUGGY, CORRECT)),
    lambda request: pieces_of(_sources(request), request),
)
