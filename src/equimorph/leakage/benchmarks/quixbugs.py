"""A clone of QuixBugs: the Java programs, each with its correct version."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from pathlib import Path

from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import BUGGY, CORRECT, read_quixbugs
from equimorph.leakage.benchmarks.hunks import text_hunks
from equimorph.leakage.benchmarks.reading import Asked, Benchmark, Piece, Sides, Source, pieces_of, unread
from equimorph.leakage.samples import text_of


def _sources(asked: Asked) -> Iterator[Source]:
    failed = list[Exception]()
    bugs = read_quixbugs(asked.path, failed=failed.append)
    for path, methods in groupby(bugs, key=lambda bug: bug.path):
        place = asked.path / path
        yield Source(place.stem, str(place), partial(_sides, place, tuple(methods), asked))
    for error in failed:
        yield unread("a program", str(asked.path / BUGGY), error)


def _sides(place: Path, methods: tuple[Bug, ...], asked: Asked) -> Iterator[Sides]:
    if asked.unit == "class":
        yield place.read_bytes(), (asked.path / CORRECT / place.name).read_bytes()
        return
    for bug in methods:
        buggy, fixed = text_of(bug.buggy), text_of(bug.fixed or "")
        yield from [(buggy, fixed)] if asked.unit == "method" else text_hunks(buggy, fixed)


def _pieces(asked: Asked) -> Iterator[Piece]:
    return pieces_of(_sources(asked), asked)


def _is_at(path: Path) -> bool:
    return all((path / name).is_dir() for name in (BUGGY, CORRECT))


QUIXBUGS = Benchmark(
    "QuixBugs",
    ("hunk", "method", "class"),
    f"a clone of QuixBugs ({BUGGY} and {CORRECT})",
    _is_at,
    _pieces,
)
