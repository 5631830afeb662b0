"""MBPP in Python, from a user's file: original rows, sanitized rows, and rows of MBPP+, with a program of tests or with inputs.

Austin et al. 2021, section 2.1; Liu et al. 2023. The tests are the three of the paper, without the challenging tests.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.evalplus import tests_of_inputs, with_numpy
from equimorph.bench.functions.python import parsed, python_function
from equimorph.bench.problems import Problem
from equimorph.rows.tables import Failed, read_rows

_FIELDS = "task_id, text or prompt, code, test_list"


def mbpp(path: Path | None, failed: Failed) -> Iterator[Problem]:
    """Yield the problems of MBPP.

    Args:
        path: Path of mbpp.jsonl, sanitized-mbpp.json, or of rows of MBPP+.
        failed: Gets bad rows.

    Raises:
        ProblemError: there is no path.
        OSError: the file cannot be read.
    """
    if path is None:
        raise ProblemError("MBPP is not a package: give mbpp.jsonl or sanitized-mbpp.json with --path")
    return read_rows(path, problem_of, failed, key=lambda problem: problem.id)


def problem_of(data: Mapping[str, Any]) -> Problem:
    """Return the problem of a row of MBPP.

    Raises:
        ProblemError: the row is not one of MBPP.
    """
    if "plus_input" in data:
        return _plus_problem(data)
    id, text, code = data.get("task_id"), data.get("text", data.get("prompt")), data.get("code")
    asserts = data.get("test_list")
    if not isinstance(id, int | str) or not isinstance(text, str) or not isinstance(code, str):
        raise ProblemError(f"no row of MBPP: it has {_FIELDS}")
    imports = data.get("test_imports", data.get("test_setup_code")) or ""
    head = "\n".join(imports) if isinstance(imports, list) and _texts(imports) else imports
    if not isinstance(asserts, list) or not asserts or not _texts(asserts) or not isinstance(head, str):
        raise ProblemError("test_list is a list of texts, and the code before the tests is text")
    code = code.replace("\r\n", "\n").rstrip() + "\n"
    program = data.get("test")
    tests = with_numpy(program) if isinstance(program, str) else "\n".join([head, *asserts, ""])
    prompt = f'"""\n{text}\n{asserts[0]}\n"""\n'
    return _problem(id, prompt, code, tests, _entry_point(code, asserts), _classes(code, tests))


def _plus_problem(data: Mapping[str, Any]) -> Problem:
    """Return the problem of a row of EvalPlus's own file, MbppPlus.jsonl.

    Raises:
        ProblemError: the row is none, or its tests cannot be made; see `tests_of_inputs`.
    """
    names = ("task_id", "prompt", "canonical_solution", "entry_point", "assertion")
    if not all(isinstance(data.get(name), str) for name in names):
        raise ProblemError(f"no row of MBPP+: it has {', '.join(names)}, base_input, plus_input, atol")
    id, prompt, code, entry, _ = (str(data[name]) for name in names)
    code = code.strip("\r\n") + "\n"
    return _problem(id, prompt.rstrip() + "\n", code, tests_of_inputs(data, code), entry, "")


def _problem(id: int | str, prompt: str, code: str, tests: str, entry: str, prefix: str) -> Problem:
    name = f"MBPP/{str(id).rpartition('/')[2]}"
    bare = Problem(name, "python", prompt, code, tests, entry, prefix, group=name)
    return replace(bare, solution=python_function(bare, code) or code)


def _classes(code: str, tests: str) -> str:
    """Return the classes of a solution of which the tests make objects: they are around a candidate, as the problem's own."""
    named = {node.id for test in parsed(tests) or () for node in ast.walk(test) if isinstance(node, ast.Name)}
    classes = (each for each in parsed(code) or () if isinstance(each, ast.ClassDef) and each.name in named)
    return "".join(f"{ast.get_source_segment(code, each)}\n\n\n" for each in classes)


def _texts(values: Sequence[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _entry_point(code: str, asserts: Sequence[str]) -> str:
    """Return the first function of a solution that the first test calls.

    Raises:
        ProblemError: there is none.
    """
    statements, tests = parsed(code), parsed(asserts[0])
    if statements is None or tests is None:
        raise ProblemError("its solution or its first test is not Python")
    defined = {statement.name for statement in statements if isinstance(statement, ast.FunctionDef)}
    names = [
        node.func.id
        for test in tests
        for node in ast.walk(test)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in defined
    ]
    if not names:
        raise ProblemError("its first test calls no function of its solution")
    return names[0]
