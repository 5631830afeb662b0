"""L7 for Python: a preserving mutant prints what its original prints, and ends as it does; and the oracle can fail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.laws.python_corpus import PROGRAMS, every_python_program, preserving, read
from tests.laws.python_judging import Outcome, Runner, steady, wrong


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner() as running:
        yield running


def test_the_runner_sees_output_exceptions_endless_loops_and_death(runner: Runner) -> None:
    assert runner.run("print(1)\nprint(__name__)") == Outcome("1\nsubject\n", "")
    assert runner.run("print(1)\n1 / 0") == Outcome("1\n", "ZeroDivisionError")
    assert runner.run("def f(:") == Outcome("", "SyntaxError")
    assert runner.run("import sys\nsys.exit(3)") == Outcome("", "SystemExit")
    assert runner.run("import os\nos._exit(3)") == Outcome("", "Died")
    assert runner.run("x = [0]\nwhile True: x += x").error == "MemoryError"
    with Runner(seconds=0.2) as hurried:
        assert hurried.run("while True:\n    try: x = 1\n    except Exception: pass") == Outcome(
            "", "Stopped"
        )
        assert hurried.run("print(2)") == Outcome("2\n", "")


@every_python_program
def test_programs_run_by_themselves(runner: Runner, program: Path) -> None:
    steady(runner, read(program).text)


@every_python_program
def test_preserving_mutants_do_the_same(runner: Runner, program: Path) -> None:
    found = list(wrong(runner, preserving(program)))
    assert not found, "\n\n".join(map(str, found))


def test_there_is_a_program_for_each_kind_of_hazard() -> None:
    assert len(PROGRAMS) >= 9
