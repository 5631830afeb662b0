"""MBPP, MBPP+ and HumanEval+ by path; the rows are our own, in the shapes of these sets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from equimorph.bench import Problem, ProblemError, Runner, normal_form
from tests.equimorph.bench.test_contests import outcomes, problem_of

CODE = 'import re\r\ndef half(x):\r\n  return x / 2\r\ndef add(a, b):\r\n  """Add."""\r\n  return half(a + b) * 2\r\n'
ORIGINAL = {
    **{"task_id": 11, "text": "Write a function to add.", "code": CODE, "test_setup_code": "X = 2"},
    **{
        "test_list": ["assert add(1, X) == 3", "assert add(0, 0) == 0"],
        "challenge_test_list": ["assert False"],
    },
}
SANITIZED = {
    **{"source_file": "x.ipynb", "task_id": 2, "prompt": "Write a function to add.", "code": CODE},
    **{"test_imports": ["import math"], "test_list": ["assert math.isclose(add(1, 2), 3)"]},
}
NEAR = """\
import numpy as np

def is_floats(x):
    if isinstance(x, (list, tuple)):
        return all(isinstance(each, float) for each in x)
    if isinstance(x, np.ndarray):
        return x.dtype == np.float64
    return isinstance(x, float)

def assertion(out, exp, atol):
    if atol == 0 and is_floats(exp):
        atol = 1e-6
    if out != exp and atol != 0:
        assert np.allclose(out, exp, rtol=1e-07, atol=atol)
    else:
        assert out == exp

"""
"""Tests that ask numpy as those of evalplus/mbppplus and evalplus/humanevalplus on Hugging Face do."""
MEAN = {
    **{"task_id": "HumanEval/4", "prompt": 'def mean(xs):\n    """Mean."""\n', "entry_point": "mean"},
    **{"canonical_solution": "    return sum(xs) / len(xs)\n", "contract": "", "atol": 0},
    **{"base_input": [[[1, 2]]], "plus_input": [[[0.5, 0.25]], [[4, 4, 1]], [[1e308] * 2]]},
}
"""A row of HumanEvalPlus.jsonl (evalplus/data/humaneval.py says what its fields are)."""


def test_rows_of_mbpp_are_problems(runner: Runner, tmp_path: Path) -> None:
    """The fields are those of mbpp/README.md in google-research/google-research."""
    problem = problem_of("mbpp", ORIGINAL, tmp_path)
    assert (problem.id, problem.entry_point) == ("MBPP/11", "add")
    assert problem.solution == "def half(x):\n  return x / 2\n\n\ndef add(a, b):\n  return half(a + b) * 2\n"
    assert normal_form(problem, CODE) == normal_form(problem, problem.prompt + CODE) == problem.solution
    candidates = {CODE: "pass", "def add(a, b): return a + b": "pass", "def add(a, b): return 3": "fail"}
    assert outcomes(runner, problem, candidates) == candidates


@pytest.mark.parametrize(
    "tests", [{}, {"test": f"{NEAR}assertion(add(0.1, 0.2), 0.3, 0)\nassertion(add(1, 2), 3, 0)\n"}]
)
def test_sanitized_rows_and_those_with_more_tests(
    tests: dict[str, str], runner: Runner, tmp_path: Path
) -> None:
    problem = problem_of("mbpp", {**SANITIZED, **tests}, tmp_path)
    assert problem.id == "MBPP/2"
    candidates = {CODE: "pass", "def add(a, b): return 2": "fail", "def add(a, b): return [a, b]": "fail"}
    candidates["def add(a, b): return a + b if b == 2 else 1"] = "fail" if tests else "pass"
    assert outcomes(runner, problem, candidates) == candidates


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"plus_input": []}, r"no row of MBPP\+"),
        ({"task_id": None}, "no row of MBPP"),
        ({"test_list": []}, "test_list is a list"),
        ({"test_list": [3]}, "test_list is a list"),
        ({"test_setup_code": [3]}, "test_list is a list"),
        ({"test_list": ["assert other(1) == 1"]}, "calls no function of its solution"),
        ({"code": "def add(a, b)"}, "is not Python"),
    ],
)
def test_rows_that_are_none_of_mbpp(change: Mapping[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match=said):
        problem_of("mbpp", {**ORIGINAL, **change}, tmp_path)


def test_inputs_of_human_eval_plus_are_compared_with_its_solution(runner: Runner, tmp_path: Path) -> None:
    problem = problem_of("human-eval", MEAN, tmp_path)
    candidates = {
        problem.solution: "pass",
        "    xs.sort()\n    return sum(xs) / len(xs) + 1e-9\n": "pass",
        "    return sum(xs) / len(xs) + 1e-3\n": "fail",
        "    return sum(xs) / len(xs) if len(xs) < 3 else 2\n": "fail",
        "    return 1.5\n": "fail",
        "    return min(sum(xs), 1e308) / len(xs)\n": "fail",
    }
    assert outcomes(runner, problem, candidates) == candidates


def root() -> dict[str, Any]:
    solution = {
        "entry_point": "find_zero",
        "prompt": "def find_zero(xs):\n",
        "canonical_solution": "    return -xs[0] / xs[1] if len(xs) == 2 else 3\n",
    }
    return {**MEAN, **solution, "base_input": [[[1, 2]]], "plus_input": [[[-9, 0, 1]]], "atol": 1e-4}


def test_any_root_of_a_polynomial_will_do(runner: Runner, tmp_path: Path) -> None:
    problem = problem_of("human-eval", root(), tmp_path)
    candidates = {
        "    return -xs[0] / xs[1] if len(xs) == 2 else 3\n": "pass",
        "    return -xs[0] / xs[1] if len(xs) == 2 else -3\n": "pass",
        "    return -xs[0] / xs[1] if len(xs) == 2 else 2\n": "fail",
    }
    assert outcomes(runner, problem, candidates) == candidates


def test_a_program_of_tests_that_asks_numpy(runner: Runner, tmp_path: Path) -> None:
    check = f"{NEAR}def check(candidate):\n    assertion(candidate([1.0, 2.0]), 1.5, 0)\n"
    row = {name: value for name, value in MEAN.items() if "input" not in name}
    problem: Problem = problem_of("human-eval", {**row, "test": check}, tmp_path)
    candidates = {problem.solution: "pass", "    return 1.5000001\n": "pass", "    return 1.501\n": "fail"}
    assert outcomes(runner, problem, candidates) == candidates


@pytest.mark.parametrize(
    "change", [{"base_input": None}, {"plus_input": [3]}, {"atol": "0"}, {"base_input": [], "plus_input": []}]
)
def test_inputs_that_are_none(change: Mapping[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="lists of arguments"):
        problem_of("human-eval", {**json.loads(json.dumps(MEAN)), **change}, tmp_path)


PLUS = {
    **{"task_id": "Mbpp/9", "prompt": '"""\nWrite a function.\n"""\n', "entry_point": "ends", "contract": ""},
    **{
        "canonical_solution": "\ndef ends(pairs, n):\n  return [type(p)((*p, n))[::2] for p in pairs]\n",
        "atol": 0,
    },
    **{
        "assertion": "assert ends([(1, 2)], 3) == [(1, 3)]\nassert ends([(4, 5), ()], 1j) == [(4, 1j), (1j,)]\n"
    },
    **{"base_input": [[[[1, 2]], 3], [[[4, 5], []], "1j"]], "plus_input": [[[["8"]], 7], [[], "2+1j"]]},
}
"""A row in the shape of MbppPlus.jsonl (evalplus/data/mbpp.py): JSON has lists for tuples and texts for complex numbers."""


def test_inputs_of_mbpp_plus_have_the_types_of_its_assertions(runner: Runner, tmp_path: Path) -> None:
    problem = problem_of("mbpp", PLUS, tmp_path)
    assert problem.id == "MBPP/9"
    candidates = {
        problem.solution: "pass",
        "def ends(pairs, n):\n    return [(*p, n)[::2] for p in pairs]\n": "pass",
        "def ends(pairs, n):\n    return [[*p, n][::2] for p in pairs]\n": "fail",
        "def ends(pairs, n):\n    return [(*p, n)[::2] for p in pairs if isinstance(n, complex) or n < 7]\n": "fail",
        "def ends(pairs, n):\n    return [(*p, n)[::2] for p in pairs] if p != 'x' else 0\n": "fail",
    }
    assert outcomes(runner, problem, candidates) == candidates


def test_the_right_answers_of_mbpp_plus_are_those_of_evalplus(runner: Runner, tmp_path: Path) -> None:
    call = {"base_input": [[[2, 1]]], "plus_input": [], "assertion": "assert set(Diff([2, 1])) == {1, 2}\n"}
    row = {
        **PLUS,
        **call,
        "entry_point": "Diff",
        "canonical_solution": "def Diff(xs):\n  return sorted(xs)\n",
    }
    same = {"def Diff(xs): return xs": "pass", "def Diff(xs): return xs[:1]": "fail"}
    assert outcomes(runner, problem_of("mbpp", row, tmp_path), same) == same
    match = {
        "entry_point": "check_str",
        "canonical_solution": "import re\ndef check_str(t):\n  return re.match('a', t)\n",
    }
    match |= {"base_input": [["a"], ["b"]], "assertion": "assert check_str('a')\nassert not check_str('b')\n"}
    said = {"def check_str(t): return t == 'a'": "pass", "def check_str(t): return True": "fail"}
    assert outcomes(runner, problem_of("mbpp", {**row, **match}, tmp_path), said) == said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"assertion": "assert ends([(1, 3)], 3)\n"}, "first inputs are not those"),
        ({"assertion": "assert ends([[1, 2], (1, 2)], 3)\n"}, "do not say which of its inputs"),
        ({"assertion": "assert ends(list(), 3)\n"}, "is no literal"),
        ({"assertion": "assert True\n"}, "do not call ends"),
        ({"plus_input": [[[], 1, 2]]}, "more arguments"),
        ({"entry_point": "sum_div"}, "several answers are right"),
        ({"canonical_solution": 3}, r"no row of MBPP\+"),
    ],
)
def test_rows_of_mbpp_plus_that_cannot_be_judged(
    change: Mapping[str, Any], said: str, tmp_path: Path
) -> None:
    with pytest.raises(ProblemError, match=said):
        problem_of("mbpp", {**PLUS, **change}, tmp_path)


def test_tests_make_objects_of_a_class_of_the_solution(runner: Runner, tmp_path: Path) -> None:
    code = "class Node:\r\n\tdef __init__(self, n):\r\n\t\tself.n = n\r\n\r\ndef number(node):\r\n\treturn node.n\r\n"
    row = {
        **ORIGINAL,
        "code": code,
        "test_setup_code": "root = Node(3)",
        "test_list": ["assert number(root) == 3"],
    }
    problem = problem_of("mbpp", row, tmp_path)
    assert problem.solution == "def number(node):\n\treturn node.n\n"
    candidates = {code: "pass", "def number(x): return x.n": "pass", "def number(x): return 4": "fail"}
    assert outcomes(runner, problem, candidates) == candidates
