"""Problems of contests: APPS, CodeContests and LiveCodeBench, as rows of our own in their shapes, and candidates of them."""

from __future__ import annotations

import base64
import json
import os
import pickle
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from equimorph.bench import Problem, ProblemError, Runner, normal_form, read_problems
from equimorph.rows.tables import BadRow

ADD = "n = int(input())\nprint(sum(map(int, input().split())))\n"


def packed(data: object) -> str:
    """As LiveCodeBench packs its private tests (lcb_runner/benchmarks/code_generation.py)."""
    return base64.b64encode(zlib.compress(pickle.dumps(data))).decode()


def cases(kind: str, *pairs: tuple[str, str]) -> str:
    return json.dumps([{"input": given, "output": wanted, "testtype": kind} for given, wanted in pairs])


LIVE = {
    **{
        "question_id": "abc_a",
        "question_content": "Add the numbers.",
        "platform": "atcoder",
        "starter_code": "",
    },
    "public_test_cases": cases("stdin", ("2\n1 2\n", "3\n")),
    "private_test_cases": packed(cases("stdin", ("3\n1 2 4", "7.0"))),
    "metadata": "{}",
}
LIVE_FUNCTION = {
    **{**LIVE, "question_id": "3001", "starter_code": "class Solution:\n    def gcd(self, a, b):\n        "},
    "public_test_cases": cases("functional", ("[8, 4]\n6", "[2]"), ("[9]\n3", "[3]")),
    **{"private_test_cases": "[]", "metadata": json.dumps({"func_name": "gcd"})},
}
APPS = {
    **{"problem_id": 7, "question": "Add.", "difficulty": "interview", "starter_code": ""},
    "solutions": json.dumps(["print raw_input()", "a, b = map(int, input().split())\r\nprint(a + b)"]),
    "input_output": json.dumps({"inputs": ["1 2\n", ["3 4"]], "outputs": ["3\n", ["7"]]}),
}
APPS_FUNCTION = {
    **{**APPS, "problem_id": "8"},
    "solutions": json.dumps(
        [
            "class Solution:\n    def f(self, d):\n        return self.g(d)\n    def g(self, d):\n        return d[1]"
        ]
    ),
    "input_output": json.dumps({"fn_name": "f", "inputs": [[{"1": [2]}]], "outputs": [[[2]]]}),
}
CODE_CONTESTS = {
    **{"name": "1_A. Add", "description": "Add.", "input_file": "", "output_file": ""},
    "public_tests": {"input": ["1 2\n"], "output": ["NO 3\n"]},
    "private_tests": {"input": [], "output": []},
    "generated_tests": {"input": ["2 2"], "output": ["YES\n4\n"]},
    "solutions": {
        "language": [2, 3],
        "solution": [
            "int main() {}",
            "a, b = map(int, input().split())\nprint('yes' if a == b else 'no', a + b)",
        ],
    },
}


def problem_of(name: str, row: Mapping[str, Any], folder: Path) -> Problem:
    place, bad = folder / "rows.jsonl", list[BadRow]()
    place.write_text(json.dumps(row))
    try:
        [problem] = read_problems(name, place, bad.append)
    except ProblemError:
        raise ProblemError(" ".join(one.reason for one in bad)) from None
    return problem


def outcomes(runner: Runner, problem: Problem, candidates: Mapping[str, str]) -> dict[str, str]:
    return {text: runner.run(problem, normal_form(problem, text)).outcome for text in candidates}


def test_programs_read_standard_input_and_print(runner: Runner, tmp_path: Path) -> None:
    problem = problem_of("livecodebench", LIVE, tmp_path)
    assert (problem.id, problem.entry_point, problem.solution) == ("abc_a", "__main__", "")
    words = "map(int, data[1:])"
    candidates = {
        ADD: "pass",
        f"data = open(0).read().split()\nprint(sum({words}))": "pass",
        f"import os\ndata = os.read(0, os.fstat(0).st_size).split()\nos.write(1, str(sum({words})).encode())": "pass",
        f"data = sys.stdin.read().split()\nout = open(1, 'w')\nprint(sum({words}), file=out)\nout.close()": "pass",
        f"import threading\ndef main():\n    exec({ADD!r})\nthreading.Thread(target=main).start()": "pass",
        f"import atexit\natexit.register(exec, {ADD!r})": "pass",
        f"if __name__ == '__main__':\n    exec({ADD!r})\n    exit(1)": "pass",
        f"from __future__ import annotations\nassert 'x' not in globals()\nx = 1\n{ADD}": "pass",
        f"Here it is.\n\n```python\n{ADD}```\nIt prints:\n```\n3\n```\n": "pass",
        ADD.replace("sum", "max"): "fail",
        f"{ADD}print()\nprint(0)": "fail",
        "print(3)": "fail",
        "import os\nos._exit(0)": "fail",
        "import sys\nsys.stdout.close()": "fail",
        "def __main__(text):\n    return '3', 0": "fail",
        "input(); input(); input()": "fail",
        "print(": "no-compile",
    }
    assert outcomes(runner, problem, candidates) == candidates


def test_functions_of_live_code_bench_may_be_methods(runner: Runner, tmp_path: Path) -> None:
    problem = problem_of("livecodebench", LIVE_FUNCTION, tmp_path)
    head = "class Solution:\n    def gcd(self, a, b):\n        return self.of(a, b)\n"
    method = f"{head}    def of(self, a: List[int], b):\n        return"
    candidates = {
        f"{method} [gcd(a[0], b)]": "pass",
        f"{method} gcd(a[0], b),": "pass",
        f"```python\n{method} [gcd(a[0], b)]\n```\n": "pass",
        "from math import gcd as of\ndef gcd(a, b):\n    return [of(a[0], b)]": "pass",
        "return [gcd(a[0], b)]\n": "pass",
        "        b = gcd(a[0], b)\n        return [b]\n\n    def other(self):\n        return 1": "pass",
        "x = a[0]\n        return [gcd(x, b)]\n\nprint(Solution().gcd([1], 2))": "pass",
        "```python\n        return [gcd(a[0], b)]\n```\n": "pass",
        "return 1\n": "fail",
        f"{method} gcd(a[0], b)": "fail",
        "def other(a, b):\n    return [2]": "fail",
        "x = 1": "fail",
    }
    assert outcomes(runner, problem, candidates) == candidates


def test_outputs_of_apps_are_compared_line_by_line(runner: Runner, tmp_path: Path) -> None:
    problem = problem_of("apps", APPS, tmp_path)
    assert (problem.id, problem.solution) == ("APPS/7", "a, b = map(int, input().split())\nprint(a + b)")
    read = "a, b = map(int, input().split())\n"
    candidates = {
        problem.solution: "pass",
        f"{read}print()\nprint(' ', a + b + 1e-9)": "pass",
        f"{read}print(a + b + 1e-3)": "fail",
        f"{read}print(a + b, 0)": "fail",
    }
    assert outcomes(runner, problem, candidates) == candidates


def test_no_number_is_near_infinity(runner: Runner, tmp_path: Path) -> None:
    tests = json.dumps({"inputs": [""], "outputs": ["INF 1"]})
    problem = problem_of("apps", {**APPS, "solutions": "[]", "input_output": tests}, tmp_path)
    candidates = {f"print('{text} 1')": "fail" for text in ("7", "-inf", "nan", "x")}
    assert outcomes(runner, problem, candidates) == candidates
    candidates = {f"print('{text} 1.0')": "pass" for text in ("INF", "inf")}
    assert outcomes(runner, problem, candidates) == candidates


def test_whole_numbers_are_compared_digit_by_digit(runner: Runner, tmp_path: Path) -> None:
    tests = json.dumps({"inputs": [""], "outputs": ["1000000007 2"]})
    problem = problem_of("apps", {**APPS, "solutions": "[]", "input_output": tests}, tmp_path)
    candidates = {
        "print(1000000007.0, 2.000001)": "pass",
        "print(1000000008, 2)": "fail",
        "print(1000000008.0, 2)": "fail",
        "print(10**400, '1e400')": "fail",
    }
    assert outcomes(runner, problem, candidates) == candidates


def test_a_value_is_in_a_list_if_all_values_are(runner: Runner, tmp_path: Path) -> None:
    tests = json.dumps({"fn_name": "f", "inputs": [[1], [2]], "outputs": [[1], [1, 2]]})
    problem = problem_of("apps", {**APPS, "solutions": "[]", "input_output": tests}, tmp_path)
    candidates = {"def f(n):\n    return [*range(1, n + 1)]": "pass", "def f(n):\n    return 1": "fail"}
    assert outcomes(runner, problem, candidates) == candidates


def test_functions_of_apps_get_numbers_as_keys(runner: Runner, tmp_path: Path) -> None:
    problem = problem_of("apps", APPS_FUNCTION, tmp_path)
    candidates = {
        problem.solution: "pass",
        "def f(d):\n    return d[1]": "pass",
        "def f(d):\n    return [d[1]]": "pass",
        "def f(d):\n    return tuple(d[1]),": "pass",
        "def f(d):\n    return 2": "fail",
        "def f(d):\n    return d['1']": "fail",
    }
    assert outcomes(runner, problem, candidates) == candidates


def test_an_import_is_not_taken_for_the_function(runner: Runner, tmp_path: Path) -> None:
    tests = json.dumps({"fn_name": "gcd", "inputs": [[8, 6]], "outputs": [2]})
    problem = problem_of("apps", {**APPS, "solutions": "", "input_output": tests}, tmp_path)
    method = "class Solution:\n    def gcd(self, a, b):\n        return gcd(a, b)"
    candidates = {method: "pass", "x = 1": "fail"}
    assert outcomes(runner, problem, candidates) == candidates


def test_outputs_of_code_contests_are_compared_word_by_word(runner: Runner, tmp_path: Path) -> None:
    """The rule is `OutputsMatch` of execution/tester_sandboxer.cc in google-deepmind/code_contests."""
    problem = problem_of("code-contests", CODE_CONTESTS, tmp_path)
    candidates = {
        problem.solution: "pass",
        f"{problem.solution[:-1]} + 1e-6)": "pass",
        f"{problem.solution}\nexit(0)": "pass",
        f"{problem.solution}\nexit(1)": "fail",
        f"{problem.solution[:-1]} + 1e-4)": "fail",
        "print('no', 3)": "fail",
    }
    assert outcomes(runner, problem, candidates) == candidates
    listed = {
        **CODE_CONTESTS,
        "public_tests": [{"input": "1 2\n", "output": "NO 3\n"}],
        "solutions": [{"language": "PYTHON3", "solution": problem.solution}],
    }
    assert problem_of("code-contests", listed, tmp_path) == problem


class Hostile:
    """Runs a command where it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("unpickled",)


@pytest.mark.parametrize(
    ("name", "row", "change", "said"),
    [
        ("livecodebench", LIVE, {"private_test_cases": packed(Hostile())}, "mkdir"),
        ("livecodebench", LIVE, {"private_test_cases": "!"}, "neither JSON nor packed JSON"),
        ("livecodebench", LIVE, {"private_test_cases": packed(3)}, "is a list"),
        ("livecodebench", LIVE, {"private_test_cases": cases("functional", ("1", "1"))}, "of the type"),
        ("livecodebench", LIVE, {"public_test_cases": "[]", "private_test_cases": "[]"}, "no tests"),
        ("livecodebench", LIVE_FUNCTION, {"public_test_cases": cases("functional", ("{", "1"))}, "no JSON"),
        ("livecodebench", LIVE, {"question_id": 3}, "no row of LiveCodeBench"),
        ("apps", APPS, {"input_output": ""}, "no tests"),
        ("apps", APPS, {"input_output": "{"}, "input_output is no JSON"),
        ("apps", APPS, {"input_output": '{"inputs": ["1"], "outputs": []}'}, "as many inputs"),
        ("apps", APPS, {"input_output": '{"inputs": [1], "outputs": [1]}'}, "no texts"),
        ("apps", APPS, {"solutions": "3"}, "a list of texts"),
        ("apps", APPS, {"question": None}, "no row of APPS"),
        ("apps", APPS, {"input_output": '{"fn_name": "f(", "inputs": [[1]], "outputs": [1]}'}, "the name of"),
        ("apps", APPS, {"input_output": '{"fn_name": "f", "inputs": [1], "outputs": [1]}'}, "no lists"),
        ("code-contests", CODE_CONTESTS, {"input_file": "add.in"}, "reads or writes files"),
        ("code-contests", CODE_CONTESTS, {"private_tests": {"input": ["1"], "output": []}}, "as many inputs"),
        ("code-contests", CODE_CONTESTS, {"private_tests": 3}, "private_tests has input"),
        ("code-contests", CODE_CONTESTS, {"public_tests": None, "generated_tests": []}, "no tests"),
    ],
)
def test_rows_that_cannot_be_problems(
    name: str,
    row: Mapping[str, Any],
    change: Mapping[str, Any],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ProblemError, match=said):
        problem_of(name, {**row, **change}, tmp_path)
    assert not (tmp_path / "unpickled").exists()


@pytest.mark.parametrize("name", ["apps", "code-contests", "livecodebench", "mbpp"])
def test_sets_without_a_package_need_a_path(name: str) -> None:
    with pytest.raises(ProblemError, match="--path"):
        read_problems(name, None, print)
