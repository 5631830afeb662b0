"""Benchmarks of patches to Python: a clone of BugsInPy, and rows with a patch, such as in SWE-bench.

Confirmed from soarsmu/BugsInPy, where `projects/NAME/bugs/NUMBER/bug_patch.txt` leads from the buggy version to the fixed one, and
from the data card of princeton-nlp/SWE-bench: `patch` is the fix, `test_patch` its tests, which are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.leakage.benchmarks.hunks import diff_hunks, source_diffs
from equimorph.leakage.benchmarks.python_programs import rows_at
from equimorph.leakage.benchmarks.reading import Asked, Benchmark, Sides, Source, pieces_of
from equimorph.leakage.benchmarks.rows import name_field
from equimorph.leakage.samples import text_of
from equimorph.rows.formats import Format
from equimorph.rows.tables import BadRow, lines_in, name_of_rows
from mutators import MutationError

_PYTHON, _SUFFIX = "python", ".py"
_PATCHES = "projects/*/bugs/*/bug_patch.txt"
SWE_BENCH_ROWS = Format("swe-bench", ("instance_id", "patch"))
BUGSINPY_ROWS = Format("bugsinpy", ("project", "bug_id"), ("patch", "bug_patch"))


def _hunks(patch: bytes, name: str) -> Iterator[Sides]:
    for diff in source_diffs(patch, name, _SUFFIX):
        yield from diff_hunks(diff)


def _clone(request: Asked) -> Iterator[Source]:
    def order(place: Path) -> tuple[str, int, str]:
        number = place.parent.name
        return place.parts[-4], int(number) if number.isdecimal() else -1, number

    for place in sorted(request.path.glob(_PATCHES), key=order):
        bug_id = f"{place.parts[-4]}-{place.parent.name}"
        yield Source(bug_id, str(place), partial(_read, place), _PYTHON)


def _read(place: Path) -> list[Sides]:
    return list(_hunks(place.read_bytes(), str(place)))


def _rows(request: Asked) -> Iterator[Source]:
    """Yield the bugs of rows; what is no row is reported and counted."""
    for line in lines_in(request.place):
        try:
            if line.error is not None:
                raise MutationError(line.error)
            bug_id, patch = _row(line.data)
        except MutationError as error:
            request.count.read += 1
            request.count.dropped["bad row"] += 1
            request.failed(BadRow(name_of_rows(request.place), line.number, str(error)))
            continue
        name = f"{name_of_rows(request.place)}:{line.number}"
        yield Source(bug_id, name, partial(_hunks, text_of(patch), name), _PYTHON)


def _row(data: Mapping[str, Any]) -> tuple[str, str]:
    if not BUGSINPY_ROWS.missing(data) or ("project" in data and "instance_id" not in data):
        bug_id = f"{name_field(data, 'project')}-{name_field(data, 'bug_id')}"
        return bug_id, name_field(
            data, "patch" if "bug_patch" not in data or "patch" in data else "bug_patch"
        )
    return name_field(data, "instance_id"), name_field(data, "patch")


def _is_clone(request: Asked) -> bool:
    return isinstance(request.place, str | PathLike) and request.path.is_dir()


BUGSINPY = Benchmark(
    "BugsInPy",
    ("hunk",),
    f"a clone of BugsInPy ({_PATCHES}), or rows with project, bug_id and patch",
    lambda path: (path.is_dir() and any(path.glob(_PATCHES))) or rows_at(path, BUGSINPY_ROWS),
    lambda request_: pieces_of(_clone(request_) if _is_clone(request_) else _rows(request_), request_),
)
SWE_BENCH = Benchmark(
    "SWE-bench",
    ("hunk",),
    "rows of SWE-bench (with instance_id and patch)",
    lambda path: rows_at(path, SWE_BENCH_ROWS),
    lambda request_: pieces_of(_rows(request_), request_),
)
