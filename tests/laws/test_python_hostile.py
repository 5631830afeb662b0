"""L7 on hostile Python programs: what they have in them, that their mutants print the same, and that a wrong one is found."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from contextlib import closing

import pytest

import equimorph as em
from mutators.base import Match
from mutators.registry import classes
from parsers.python.function import Function
from tests.strategies.hostile_python import seeded
from tests.strategies.hostile_python.judge import Judge, preserving, reduced
from tests.strategies.hostile_python.library import IMPORT, REBINDINGS, whole
from tests.strategies.programs.program import Program

PROGRAMS = int(os.environ.get("EQUIMORPH_PROGRAMS", "3"))

FEATURES = {
    "walrus in a call": r"\w\((\w+=)?\(?\w := ",
    "walrus in a subscript": r"\[\(?\w := ",
    "walrus in a comprehension": r"\[\(\w := k\) for",
    "walrus in a generator expression": r"sum\(\(\w := k\) for",
    "walrus in a lambda": r"lambda: \(\w := ",
    "walrus in a yield": r"yield \(?[^\n]*:=",
    "walrus in an await": r"await Echo\([^\n]*:=",
    "walrus in a bound": r"in range\([^\n]*:=",
    "alias of locals": r"sorted\(L\(\)\)",
    "frames": r"_getframe\(|currentframe\(",
    "caller that reads locals": r"templ\('\{a\}|queried\(",
    "built-in rebound": r"\n(setattr\(sys|sys\.modules|globals\(\)|note\.__globals__|def range|class enumerate|from operator)",
    "annotations as text": r"^from __future__ import annotations",
    "condition in an annotation": r"(: |-> )\(?int if ",
    "default value": r"=\(1 if K else 2\)",
    "bases": r"\(Base if a else Base\)",
    "metaclass with names of its own": r"metaclass=Meta",
    "empty continued literal": r"'\\\r?\n",
    "continued line": r" = \\\r?\n",
    "comment in parentheses": r"\(  # \(",
    "CR LF": r"\r\n",
    "tab": r"\n\t",
    "trailing blanks": r"[ \t]\n",
    "two statements on a line": r"\d; \w",
    "generator": r"yield from",
    "coroutine": r"async def",
    "asynchronous loop": r"async for",
    "finally": r"finally:",
    "with": r"with Odd",
    "match": r"match [^\n]*:\n",
    "nonlocal": r"nonlocal ",
    "global": r"global G",
    "decorator": r"@wrapped",
    "star arguments": r"note\(\*\[",
    "keyword arguments": r"\*\*\{",
    "closures in a loop": r"append\(lambda",
    "conditional expression": r" if [^\n:]* else ",
}


def test_every_feature_occurs() -> None:
    texts = [seeded(seed) for seed in range(250)]
    counts = {name: sum(bool(re.search(p, text)) for text in texts) for name, p in FEATURES.items()}
    missing = {name: count for name, count in counts.items() if count < 3}
    assert not missing, missing


def test_the_library_uses_no_name_that_programs_rebind() -> None:
    names = {"abs", "enumerate", "len", "max", "range"}
    assert all(any(name in way for name in names) for way in REBINDINGS)
    used = {node.id for node in ast.walk(ast.parse(whole(IMPORT))) if isinstance(node, ast.Name)}
    assert not used & names


def test_mutants_of_hostile_programs_do_the_same() -> None:
    judge = Judge(preserving(), each=8, per_method=3)
    with closing(judge.runner):
        report = judge.judge([Program(seeded(seed)) for seed in range(5000, 5000 + PROGRAMS)], 5)
    assert not report.faults, report.faults[0]
    assert not report.findings, report.findings[0]
    assert report.programs == PROGRAMS
    assert sum(report.mutants.values()) > 20 * PROGRAMS


def test_a_wrong_mutator_is_found_and_its_program_made_small() -> None:
    base = classes("python")["reorder-condition"]

    class Careless(base):  # type: ignore[misc,valid-type]
        """Does what it should refuse."""

        def matches(self, method: Function) -> Iterator[Match]:
            for match in super().matches(method):
                if len(match.node.comparisons) == 1 and match.text(match.left) != match.text(match.right):
                    vars(match)["obstacle"] = lambda: None
                    yield match

    judge = Judge([Careless()], stacks=0)
    with closing(judge.runner):
        for seed in range(20):
            found = judge.judge([Program(seeded(seed))], 0).findings
            if found:
                small = reduced(judge, found[0], tries=40)
                assert len(small.program.own) < len(found[0].program.own)
                assert em.parse(small.program.own, language="python").methods
                return
    pytest.fail("no wrong mutant was found")
