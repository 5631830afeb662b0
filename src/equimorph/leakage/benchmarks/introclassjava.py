"""A clone of IntroClassJava: faulty programs of students, and no fixes of them, so that samples have a buggy side alone.

A program is `dataset/ASSIGNMENT/STUDENT/REVISION/src/main/java/introclassJava/NAME.java`. The program below `ref` is somebody
else's solution of the assignment, not the fix of a student's program. A system's patches (`patches`) give fixed sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from equimorph.leakage.benchmarks.methods import methods_of
from equimorph.leakage.benchmarks.reading import Asked, Benchmark, Sides, Source, pieces_of
from parsers import ParseError

_PROGRAMS = "*/*/*/src/main/java/introclassJava/*.java"
_REFERENCE = "ref"
_LIST = "introclass.json"
_START = "main"
"""The method that reads the input: the same one in each program, made when the programs were translated from C."""


def _sources(request: Asked) -> Iterator[Source]:
    root = request.path / "dataset"
    files = [file for file in sorted(root.glob(_PROGRAMS)) if file.relative_to(root).parts[1] != _REFERENCE]
    if not files:
        raise ParseError(f"no program {_PROGRAMS}", path=str(root))
    for file in files:
        yield Source(file.stem, str(file), partial(_sides, file, request))


def _sides(file: Path, request: Asked) -> Iterator[Sides]:
    data = file.read_bytes()
    if request.unit == "class":
        yield data, None
        return
    for member, text in methods_of(data, str(file)):
        if member.kind == "method" and member.name != _START:
            yield text, None


INTROCLASSJAVA = Benchmark(
    "IntroClassJava",
    ("method", "class"),
    f"a clone of IntroClassJava (dataset/{_LIST}; it has no fixes, so no hunks)",
    lambda path: (path / "dataset" / _LIST).is_file(),
    lambda request: pieces_of(_sources(request), request),
)
