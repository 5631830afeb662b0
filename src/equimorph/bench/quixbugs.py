"""QuixBugs in Python, from a user's clone: the correct programs with test cases in JSON (Lin et al. 2017).

Programs on graphs and linked lists have no JSON test cases and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from equimorph.bench.errors import ProblemError
from equimorph.bench.problems import Problem
from equimorph.rows.tables import BadRow, Failed

_CASES, _PROGRAMS = "json_testcases", "correct_python_programs"
_TESTS = """\
import json


def plain(value):
    if hasattr(value, "__next__") or isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value


for line in {cases!r}.splitlines():
    if line.strip():
        arguments, expected = json.loads(line)
        arguments = arguments if isinstance(arguments, list) else [arguments]
        found = plain({name}(*arguments))
        assert {check}, line
"""
_EQUAL, _NEAR = "found == plain(expected)", "abs(found - expected) <= arguments[-1]"
_ROUNDED = ("sqrt",)
"""Programs that return a number as near as their last argument says."""


def quixbugs(path: Path | None, failed: Failed) -> Iterator[Problem]:
    """Yield the problems of QuixBugs in Python.

    Args:
        path: Path of the clone.
        failed: gets programs that cannot be read.

    Raises:
        ProblemError: there is no path, or it is not a clone of QuixBugs.
        OSError: a file cannot be read.
    """
    if path is None or not all((path / name).is_dir() for name in (_CASES, _PROGRAMS)):
        raise ProblemError(f"--path is a clone of QuixBugs, with {_CASES} and {_PROGRAMS}")
    for number, place in enumerate(sorted((path / _CASES).glob("*.json")), 1):
        name = place.stem
        try:
            program = (path / _PROGRAMS / f"{name}.py").read_text("utf-8")
            cases = place.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            failed(BadRow(str(path), number, f"{name}: {error}"))
            continue
        tests = _TESTS.format(cases=cases, name=name, check=_NEAR if name in _ROUNDED else _EQUAL)
        id = f"QuixBugs/{name}"
        yield Problem(id, "python", "", program, tests, name, group=id)
