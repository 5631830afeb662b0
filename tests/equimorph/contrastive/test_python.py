"""Contrastive pairs of Python: negatives with the code of their anchor are left out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from random import Random

import libcst as cst
import pytest

from equimorph.contrastive.inputs import items
from equimorph.contrastive.options import Javac, Options, PythonCode, compiler_data, compiler_of
from equimorph.contrastive.sampling import Sampler
from mutators.base import Mutator
from mutators.model import Edit
from mutators.python.match import PythonMatch
from parsers.oracles.interpreter import InterpreterError
from parsers.python.function import Function
from parsers.source import SourceFile


class Numbers(PythonMatch):
    def refusal(self) -> str | None:
        return None

    def edits(self, rng: Random) -> Iterator[Edit]:
        text = self.text(self.node)
        yield self.replace(self.node, hex(int(text)) if dict(self.params)["same"] else text + "0")


class More(Mutator):
    """Ten times a number."""

    name = "more"
    language = "python"
    relation = "breaking"
    same = False
    examples = ()

    def matches(self, method: Function) -> Iterable[PythonMatch]:
        return (Numbers(method, node, same=self.same) for node in method.all(cst.Integer))


class Same(More):
    """The same number in hexadecimal digits, which is no negative."""

    name = "same"
    same = True


@pytest.mark.parametrize(("breaking", "counted"), [(More(), "ok"), (Same(), "equivalent")])
def test_negatives_that_are_none_are_left_out(breaking: Mutator, counted: str) -> None:
    options = Options(positives=0, negatives=2, breaking=[breaking], language="python")
    source = SourceFile.from_text("X = 1\n\n\ndef f(a, b):\n    return a < 1 or b < 2\n", "f.py", "python")
    with ExitStack() as stack:
        sampler = Sampler(options, classes=PythonCode().comparison(stack))
        [sample] = [s for item in items([source]) for s in sampler.samples(item)]
    assert len(sample.negatives) == (2 if counted == "ok" else 0)
    assert sample.status == ("ok" if counted == "ok" else "skipped")
    assert sampler.counts[counted] == (1 if counted == "ok" else 2)


@pytest.mark.parametrize(
    "compiler", [Javac(("a.jar",), ("src",)), Javac(), PythonCode("python3.12"), PythonCode()]
)
def test_a_compiler_travels_to_other_processes(compiler: Javac | PythonCode) -> None:
    found = compiler_of(json.loads(json.dumps(compiler_data(compiler))))
    assert type(found) is type(compiler)
    assert compiler_data(found) == json.loads(json.dumps(compiler_data(compiler)))


def test_a_wrong_interpreter_is_known_at_once() -> None:
    with ExitStack() as stack, pytest.raises(InterpreterError, match="does not start"):
        PythonCode("no-such-python").comparison(stack)
    assert PythonCode().command == sys.executable
