"""What systems need of the toy language: what somebody writes who gives a language a record."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise

from equimorph.bench import Problem, Verdict
from equimorph.bench.languages import BenchLanguage
from equimorph.checking.around import Around
from equimorph.checking.checkers import Checker, Files, Opinions
from equimorph.checking.verdicts import ClassVerdict
from equimorph.codescore.gate import Compiled, GateCompiler
from equimorph.contrastive import Compiler
from equimorph.languages import Support
from equimorph.rows.row import Row
from mutators.model import Edit, apply_edits
from parsers import Member, SourceFile
from parsers.language import Kind
from parsers.validity import Opinion

HERE = __name__
SUPPORT = Support(
    "json",
    checker=f"{HERE}:JsonChecker",
    sketch=f"{HERE}:edits",
    compiler=f"{HERE}:JsonValues",
    forms=f"{HERE}:FORMS",
    gate=f"{HERE}:JsonGate",
    bench=f"{HERE}:JsonTests",
)


class JsonChecker(Checker):
    """Python's own reader of JSON; equal values are equivalent."""

    def opinions(self, row: Row, files: Files) -> Opinions:
        yield "json", _opinion(row.original), _opinion(row.mutant)

    def verdict(self, row: Row, group: Hashable) -> ClassVerdict:
        same = json.loads(row.original) == json.loads(row.mutant)
        return ClassVerdict("equivalent" if same else "distinct")


def _opinion(text: str) -> Opinion:
    try:
        json.loads(text)
    except ValueError as error:
        return Opinion("rejected", str(error))
    return Opinion("accepted")


def edits(source: SourceFile) -> Iterator[Edit]:
    """Names become k_0, k_1, ... in the order in which they appear."""
    names: dict[bytes, str] = {}
    tokens = source.tokens()
    for token, after in pairwise(tokens):
        if after.text == b":":
            new = names.setdefault(token.text, f'"k_{len(names)}"')
            yield Edit(token.start, token.text.decode(), new)


@dataclass(frozen=True)
class JsonValues(Compiler):
    """Equal values are equivalent."""

    language = "json"

    def comparison(self, stack: ExitStack) -> JsonValues:
        return self

    def compare(self, method: Member, mutated: bytes, id: str) -> ClassVerdict:
        same = json.loads(method.data) == json.loads(mutated)
        return ClassVerdict("equivalent" if same else "distinct")


class JsonGate(GateCompiler):
    """Python's own reader of JSON."""

    def compiled(self, text: str, kind: Kind, around: Around | None) -> Compiled:
        opinion = _opinion(text)
        return Compiled(opinion.verdict == "accepted", opinion.reason)


def _renamed(data: bytes) -> bytes:
    return apply_edits(data, tuple(edits(SourceFile(data, language="json"))))


FORMS = {"renamed": _renamed}


class JsonTests(BenchLanguage):
    """The tests of a problem are the value that a candidate must have."""

    @staticmethod
    def program(problem: Problem, candidate: str) -> str:
        return problem.prefix + candidate + problem.suffix

    def run(self, problem: Problem, program: str) -> Verdict:
        if _opinion(program).verdict != "accepted":
            return Verdict("no-compile", "no value")
        return Verdict("pass" if json.loads(program) == json.loads(problem.tests) else "fail")
