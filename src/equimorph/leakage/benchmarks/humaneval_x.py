"""HumanEval-X in Java: solutions of tasks, and no bugs, so that samples have a fixed side alone.

A row has `declaration`, which ends with the head of the method, and `canonical_solution`, the rest of the class. A model that
completes code writes the solution: that is the unit `hunk`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from equimorph.leakage.benchmarks.reading import Asked, Benchmark, Piece, Unit
from equimorph.leakage.benchmarks.rows import name_field
from equimorph.leakage.samples import text_of
from equimorph.rows.tables import lines_in, read_rows
from mutators import MutationError
from parsers import SourceFile

_TASK, _HEAD, _REST = "task_id", "declaration", "canonical_solution"
_LANGUAGE = "Java/"


def _task(unit: Unit, data: Mapping[str, Any]) -> tuple[Piece, ...]:
    id, head, rest = (name_field(data, field) for field in (_TASK, _HEAD, _REST))
    if not id.startswith(_LANGUAGE):
        raise MutationError(f"{id} is no task of Java")
    if unit == "hunk":
        texts = [text_of(rest)]
    elif unit == "class":
        texts = [text_of(head + rest)]
    else:
        source = SourceFile(text_of(head + rest))
        if not source.parses:
            raise MutationError(f"{id}: {_HEAD} and {_REST} are no Java class together")
        texts = [member.data for member in source.methods]
    if not texts:
        raise MutationError(f"{id}: no method")
    return tuple(Piece(id, None, text) for text in texts)


def _pieces(request: Asked) -> Iterator[Piece]:
    tasks = read_rows(
        request.place,
        partial(_task, request.unit),
        request.failed,
        request.count,
        key=lambda task: task[0].bug_id,
    )
    return (piece for task in tasks for piece in task)


def _is_at(path: Path) -> bool:
    if not path.is_file():
        return False
    first = next(iter(lines_in(path)), None)
    return first is not None and {_TASK, _HEAD, _REST} <= first.data.keys()


HUMANEVAL_X = Benchmark(
    "HumanEval-X",
    ("hunk", "method", "class"),
    f"the file of rows of HumanEval-X in Java (with {_TASK}, {_HEAD} and {_REST})",
    _is_at,
    _pieces,
)
