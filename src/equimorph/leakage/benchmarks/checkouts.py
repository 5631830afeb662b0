"""Folders that `defects4j checkout` made, each with its fix.

The sides are bytes of the files. Files are read as UTF-8, and if one of a bug is not, all of that bug as Latin-1, of which any
bytes are a text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from equimorph.defects4j.bugs import fix_of
from equimorph.defects4j.checkout import Checkout, read
from equimorph.defects4j.faults import Fault, read_fix
from equimorph.defects4j.methods.reading import checkouts_in, is_checkout, read_bugs
from equimorph.leakage.benchmarks.hunks import text_hunks
from equimorph.leakage.benchmarks.methods import LATIN_1
from equimorph.leakage.benchmarks.reading import Asked, Benchmark, Sides, Source, pieces_of, unread
from equimorph.leakage.samples import LANGUAGE
from parsers import ParseError
from parsers.encoding import UTF_8

_PROJECTS = frozenset(
    """
    Chart Cli Closure Codec Collections Compress Csv Gson JacksonCore JacksonDatabind JacksonXml Jsoup JxPath
    Lang Math Mockito Time
    """.split()
)
"""The projects of Defects4J 2 and 3. Bugs of others have the layout of its checkouts only."""


def _sources(request: Asked) -> Iterator[Source]:
    for folder in checkouts_in(request.path):
        try:
            checkout = read(folder)
            if checkout.language != LANGUAGE:
                raise ParseError(f"a bug of {checkout.language}: benchmarks of checkouts are of {LANGUAGE}")
        except (ParseError, OSError) as error:
            yield unread(folder.name, str(folder), error)
            continue
        if checkout.is_fixed and folder != request.path:
            continue  # the fix of another one
        is_numbered = None not in (checkout.project, checkout.number)
        bug_id = f"{checkout.project}-{checkout.number}" if is_numbered else folder.resolve().name
        yield Source(bug_id, str(folder), partial(_sides, folder, request))


def _sides(folder: Path, request: Asked) -> list[Sides]:
    try:
        return list(_sides_in(UTF_8, folder, request))
    except ParseError:
        return list(_sides_in(LATIN_1, folder, request))


def _sides_in(encoding: str, folder: Path, request: Asked) -> Iterator[Sides]:
    if request.unit == "method":
        for bug in read_bugs([folder], fix=request.fix, encoding=encoding):
            yield bug.buggy.encode(encoding), None if bug.fixed is None else bug.fixed.encode(encoding)
        return
    checkout = read(folder, encoding=encoding)
    for fault in read_fix(checkout, fix_of(request.fix, checkout)).faults:
        yield from _of_file(checkout, fault, request)


def _of_file(checkout: Checkout, fault: Fault, request: Asked) -> Iterator[Sides]:
    buggy, fixed = checkout.file(fault.path).read_bytes(), fault.fixed or b""  # a file that the fix deletes
    if request.unit == "class":
        yield buggy, fixed
    else:  # as patches of Defects4J, which go from the fixed version to the buggy one
        yield from ((ours, theirs) for theirs, ours in text_hunks(fixed, buggy))


def _is_at(path: Path) -> bool:
    return path.is_dir() and (is_checkout(path) or any(is_checkout(child) for child in path.iterdir()))


def _is_defects4j(path: Path) -> bool:
    """Return whether any checkout is one of a project of Defects4J, or does not say its project."""
    for folder in checkouts_in(path):
        try:
            if read(folder).project in (None, *_PROJECTS):
                return True
        except (ParseError, OSError):
            continue
    return False


CHECKOUTS = Benchmark(
    "Defects4J",
    ("hunk", "method", "class"),
    "a folder that `defects4j checkout` made, or one that holds such folders",
    _is_at,
    lambda request: pieces_of(_sources(request), request),
    _is_defects4j,
)
