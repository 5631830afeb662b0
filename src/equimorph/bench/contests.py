"""Problems of programming contests, from files of APPS, CodeContests and LiveCodeBench: pairs of input and output.

The candidate is a program that reads standard input, or a function (also as a method of a class `Solution`), in Python. Outputs
are compared as each benchmark does, except where a wrong answer would pass; docs/limits.md lists that.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import pickle
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from equimorph.bench.contest_tests import tests_of_cases
from equimorph.bench.errors import ProblemError
from equimorph.bench.functions.contest import MAIN
from equimorph.bench.functions.python import parsed, python_function
from equimorph.bench.problems import Problem
from equimorph.rows.tables import Failed, read_rows

__all__ = ["apps", "code_contests", "live_code_bench"]

_Cases: TypeAlias = list[tuple[Any, Any]]
_PYTHON3 = (3, "PYTHON3")
"""The language of a solution of CodeContests, by number and name."""
_STAR = "string re datetime collections heapq bisect copy math random statistics itertools functools operator io sys json"
_LIVE = (
    "".join(f"from {name} import *\n" for name in [*_STAR.split(), "builtins", "typing"])
    + "".join(f"import {name}\n" for name in _STAR.split())
    + "sys.setrecursionlimit(50000)\n\n"
)
"""The imports that LiveCodeBench puts before a program."""
_APPS = """\
import collections, fractions, heapq, itertools, math, random, sys, time
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque
from functools import lru_cache
from heapq import *
from itertools import accumulate, combinations, permutations, product
from math import ceil, cos, exp, fabs, floor, gcd, log, log2, sin, sqrt, tan
from typing import List, Tuple

"""
"""The imports that APPS puts before a program, but for numpy, which is not in the box."""
_CLASS = "Solution"


def apps(path: Path | None, failed: Failed) -> Iterator[Problem]:
    """Yield the problems of APPS (Hendrycks et al. 2021).

    Args:
        path: Path of test.jsonl or train.jsonl.
        failed: Gets bad rows, and problems without tests.

    Raises:
        ProblemError: there is no path.
        OSError: the file cannot be read.
    """
    return _rows(path, "APPS", "test.jsonl", _apps_problem, failed)


def code_contests(path: Path | None, failed: Failed) -> Iterator[Problem]:
    """Yield the problems of CodeContests (Li et al. 2022); see `apps`."""
    return _rows(path, "CodeContests", "its rows in JSON Lines or Parquet", _code_contests_problem, failed)


def live_code_bench(path: Path | None, failed: Failed) -> Iterator[Problem]:
    """Yield the problems of code generation of LiveCodeBench (Jain et al. 2024); see `apps`. They have no solutions."""
    return _rows(path, "LiveCodeBench", "test.jsonl", _live_code_bench_problem, failed)


def _rows(
    path: Path | None, name: str, file: str, parse: Callable[[Mapping[str, Any]], Problem], failed: Failed
) -> Iterator[Problem]:
    if path is None:
        raise ProblemError(f"{name} is not a package: give {file} with --path")
    return read_rows(path, parse, failed, key=lambda problem: problem.id)


def _apps_problem(data: Mapping[str, Any]) -> Problem:
    number = data.get("problem_id", data.get("id"))
    if not isinstance(number, int | str) or not isinstance(data.get("question"), str):
        raise ProblemError("no row of APPS: it has problem_id or id, question, input_output")
    tests = _json(data.get("input_output") or "{}", "input_output")
    if not isinstance(tests, Mapping) or not isinstance(tests.get("inputs", []), list):
        raise ProblemError("input_output is an object with inputs and outputs")
    cases = _paired(tests.get("inputs", []), tests.get("outputs", []))
    solutions = _json(data.get("solutions") or "[]", "solutions")
    if not isinstance(solutions, list):
        raise ProblemError("solutions is a list of texts")
    entry = tests.get("fn_name")
    if entry is None:
        cases = [(_lines(text), _lines(output)) for text, output in cases]
    prompt = "\n\n".join(filter(None, (data["question"], data.get("starter_code"))))
    return _problem(f"APPS/{number}", prompt, cases, "apps", _APPS, entry, solutions)


def _code_contests_problem(data: Mapping[str, Any]) -> Problem:
    name = data.get("name")
    if not isinstance(name, str) or not isinstance(data.get("description"), str):
        raise ProblemError(
            "no row of CodeContests: it has name, description, public_tests, private_tests, generated_tests"
        )
    if data.get("input_file") or data.get("output_file"):
        raise ProblemError(f"{name}: it reads or writes files, and not standard input and output")
    cases = [
        case
        for part in ("public_tests", "private_tests", "generated_tests")
        for case in _columns(data.get(part), part, "input", "output")
    ]
    solutions = _columns(data.get("solutions"), "solutions", "language", "solution")
    texts = [text for language, text in solutions if language in _PYTHON3]
    return _problem(name, data["description"], cases, "code-contests", "", None, texts)


def _live_code_bench_problem(data: Mapping[str, Any]) -> Problem:
    id = data.get("question_id")
    if not isinstance(id, str) or not isinstance(data.get("question_content"), str):
        raise ProblemError(
            "no row of LiveCodeBench: it has question_id, question_content, public_test_cases, private_test_cases"
        )
    metadata = _json(data.get("metadata") or "{}", "metadata")
    entry = metadata.get("func_name") if isinstance(metadata, Mapping) else None
    cases = _Cases()
    for part in ("public_test_cases", "private_test_cases"):
        for test in _tests(data.get(part) or "[]", part):
            if not isinstance(test, Mapping) or (test.get("testtype") == "functional") != (entry is not None):
                raise ProblemError(f"{id}: {part} are objects of the type that metadata say")
            text, output = test.get("input"), test.get("output")
            if not isinstance(text, str) or not isinstance(output, str):
                raise ProblemError(f"{id}: input and output of {part} are texts")
            if entry is None:
                cases.append((text, output))
            else:
                cases.append(([_json(line, part) for line in text.split("\n")], _json(output, part)))
    prompt = "\n\n".join(filter(None, (data["question_content"], data.get("starter_code"))))
    return _problem(id, prompt, cases, "livecodebench", _LIVE, entry, [])


def _problem(
    id: str,
    prompt: str,
    cases: _Cases,
    benchmark: str,
    before: str,
    entry: object,
    solutions: Sequence[object],
) -> Problem:
    """Return a problem, whose solution is the first one of Python 3.

    Raises:
        ProblemError: it has no tests, or its function no name.
    """
    if not cases:
        raise ProblemError(f"{id}: it has no tests")
    if entry is not None and not (isinstance(entry, str) and entry.isidentifier()):
        raise ProblemError(f"{id}: the name of its function is {entry!r:.80}")
    if entry is None and not all(isinstance(text, str) for case in cases for text in case):
        raise ProblemError(f"{id}: its inputs and outputs are no texts")
    if entry is not None and not all(isinstance(arguments, list) for arguments, _ in cases):
        raise ProblemError(f"{id}: its inputs are no lists of arguments")
    name = MAIN if entry is None else entry
    tests = tests_of_cases(benchmark, name, cases)
    after = "" if entry is None else _CLASS
    bare = Problem(id, "python", prompt, "", tests, name, before, after, id)
    texts = (text for text in solutions if isinstance(text, str) and parsed(text))
    functions = (python_function(bare, text) for text in texts)
    solution = next((function for function in functions if function is not None), "")
    return Problem(id, "python", prompt, solution, tests, name, before, after, id)


def _paired(inputs: Any, outputs: Any) -> _Cases:  # noqa: ANN401 - JSON
    if not isinstance(inputs, list) or not isinstance(outputs, list) or len(inputs) != len(outputs):
        raise ProblemError("there are as many inputs as outputs, in two lists")
    return list(zip(inputs, outputs, strict=True))


def _lines(value: object) -> object:
    """Return a text, of which APPS sometimes has the lines."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "\n".join(value)
    return value


def _columns(value: object, name: str, first: str, second: str) -> _Cases:
    """Return pairs of a column, which are two lists, or a list of objects."""
    if not value:
        return []
    if isinstance(value, Mapping):
        return _paired(value.get(first), value.get(second))
    if isinstance(value, list) and all(isinstance(item, Mapping) for item in value):
        return [(item.get(first), item.get(second)) for item in value]
    raise ProblemError(f"{name} has {first} and {second}")


def _json(text: object, name: str) -> Any:  # noqa: ANN401 - JSON
    if not isinstance(text, str):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProblemError(f"{name} is no JSON: {error}") from None


class _Texts(pickle.Unpickler):
    """Reads pickled texts, and nothing that could run."""

    def find_class(self, module: str, name: str) -> NoReturn:
        """Refuse it.

        Raises:
            pickle.UnpicklingError: always.
        """
        raise pickle.UnpicklingError(f"it has a {module}.{name}")


def _tests(text: object, name: str) -> list[Any]:
    """Return test cases of LiveCodeBench: JSON, or JSON in a pickle, compressed, in Base64."""
    try:
        tests = _json(text, name)
    except ProblemError:
        try:
            data = zlib.decompress(base64.b64decode(str(text), validate=True))
            tests = _json(_Texts(io.BytesIO(data)).load(), name)
        except (
            binascii.Error,
            zlib.error,
            pickle.UnpicklingError,
            EOFError,
            ValueError,
            IndexError,
        ) as error:
            raise ProblemError(f"{name} is neither JSON nor packed JSON: {error}") from None
    if not isinstance(tests, list):
        raise ProblemError(f"{name} is a list")
    return tests
