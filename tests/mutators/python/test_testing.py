"""The oracle for Python finds what only a compiler or a run shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

import libcst as cst
import pytest

from mutators.base import Example, Mutator
from mutators.model import Edit
from mutators.python.match import PythonMatch
from mutators.python.testing import PythonOracle
from mutators.testing import LawBroken, check
from parsers.oracles.interpreter import Compilation, Interpreter
from parsers.python.function import Function

PROGRAM = """def f(a):
    return a + 10


print(f(20))
"""


SILENT = PROGRAM.replace("print(f(20))", "f(20)")


class HexMatch(PythonMatch):
    new: Callable[[str], str] = staticmethod(lambda text: hex(int(text)))

    def refusal(self) -> str | None:
        return None

    def edits(self, rng: Random) -> Iterator[Edit]:
        yield self.replace(self.node, type(self).new(self.text(self.node)))


class Toy(Mutator):
    """toy-hex: a decimal number in hexadecimal digits, ``10 -> 0xa``."""

    name = "toy-hex"
    language = "python"
    relation = "preserving"
    match: type[HexMatch] = HexMatch
    examples = Example.rows("def f(a):\n    return @\n", "10 -> 0xa")

    def matches(self, method: Function) -> Iterable[PythonMatch]:
        for node in method.all(cst.Integer):
            if node.value.isdecimal():
                yield self.match(method, node)


def broken(change: Callable[[str], str]) -> type[Toy]:
    match = type("BrokenMatch", (HexMatch,), {"new": staticmethod(change)})
    return type("Broken", (Toy,), {"match": match, "__doc__": Toy.__doc__})


@pytest.fixture
def any_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mutators.testing.suite.check_examples", lambda mutator: None)


def test_a_mutant_with_the_code_of_its_original_is_proven() -> None:
    with PythonOracle() as oracle:
        check(Toy, [PROGRAM], processes=False, oracle=oracle)
    assert (oracle.compiled, oracle.proven, oracle.ran, oracle.unjudged) == (1, 1, 0, 0)


@pytest.mark.usefixtures("any_examples")
@pytest.mark.parametrize(
    ("program", "change", "reason"),
    [
        (PROGRAM, lambda text: "11", r"it does not do the same: .*30.* became .*31"),
        (SILENT, lambda text: "''", r"it does not do the same: .*became \('exception', 'builtins.TypeError'"),
        (SILENT, lambda text: "exit(3)", r"it does not do the same: .*became \('exit', None, 3"),
        (SILENT, lambda text: "int('9' * 9999)", r"it does not do the same: .*became .*ValueError"),
    ],
)
def test_another_output_exception_or_status_is_found(
    program: str, change: Callable[[str], str], reason: str
) -> None:
    with (
        PythonOracle() as oracle,
        pytest.raises(LawBroken, match=f"^L7 oracle: toy-hex.*{reason}"),
    ):
        check(broken(change), [program], processes=False, undos=0, oracle=oracle)


@pytest.mark.usefixtures("any_examples")
def test_a_mutant_that_runs_for_ever_is_found() -> None:
    endless = broken(lambda text: "[a for a in iter(int, 1)][0]")
    with (
        PythonOracle(timeout=0.5) as oracle,
        pytest.raises(LawBroken, match=r"became .'timeout'"),
    ):
        check(endless, [PROGRAM], processes=False, undos=0, oracle=oracle)


@pytest.mark.usefixtures("any_examples")
def test_other_code_that_does_the_same_is_run() -> None:
    with PythonOracle() as oracle:
        check(broken(lambda text: "sum([4, 6])"), [PROGRAM], processes=False, oracle=oracle)
        assert (oracle.proven, oracle.ran, oracle.unjudged) == (0, 1, 0)
        check(
            broken(lambda text: "sum([4, 6])"),
            ["def f(a):\n    return a + 10\n"],
            processes=False,
            oracle=oracle,
        )
        assert (oracle.ran, oracle.unjudged) == (1, 1)


@pytest.mark.usefixtures("any_examples")
def test_a_program_that_prints_something_else_each_time_is_not_judged() -> None:
    unstable = PROGRAM + "import time\nprint(time.time_ns())\n"
    with PythonOracle() as oracle:
        check(broken(lambda text: "11"), [unstable], processes=False, oracle=oracle)
        assert (oracle.ran, oracle.unjudged) == (0, 1)


def test_an_oracle_that_judged_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interpreter, "compile", lambda self, data: Compilation(None, "an old interpreter"))
    oracle = PythonOracle()
    with pytest.raises(AssertionError, match=r"^none of 1 mutants was judged"), oracle:
        check(Toy, [PROGRAM], processes=False, undos=0, oracle=oracle)
