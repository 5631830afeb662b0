"""L7 on generated Python programs: what the generator writes, what running shows of mutants, and that the oracle can fail."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings

import equimorph as em
from mutators import Refused
from mutators.base import Match
from mutators.registry import classes
from parsers.python.function import Function
from tests.laws.python_judging import Runner, steady, wrong
from tests.strategies.python_programs import programs, seeded
from tests.strategies.python_programs.library import LIBRARY

PROGRAMS = int(os.environ.get("EQUIMORPH_PROGRAMS", "2"))
SITES = int(os.environ.get("EQUIMORPH_SITES", "12"))
"""For each mutator and program."""

FEATURES = {
    "range with a start": r"in range\(1, ",
    "range downwards": r"in range\([^)]*, -1, -1\)",
    "range with a bound that is a variable": r"in range\(min\(\w+, 4\)\)",
    "empty range": r"in range\(0\)",
    "for with else": r"\n( *)for [^\n]*\n(\1 [^\n]*\n)+\1else:",
    "while with else": r"\n( *)while [^\n]*\n(\1 [^\n]*\n)+\1else:",
    "while true": r"while (True|1):",
    "enumerate": r"in enumerate\(",
    "an iterator of a class": r"in Loud\(3\):",
    "continue": r": continue",
    "break": r": break",
    "elif": r"\belif ",
    "one line if with else": r"if [^\n]*: \S+[^\n]*\n *else: ",
    "nested function": r"def inner\d+\(",
    "called by keyword": r"print\(inner\d+\([^)\n]*\w=",
    "positional only": r", /\):",
    "nonlocal": r"nonlocal ",
    "global": r"global ",
    "lambda in a loop": r"append\(lambda: ",
    "lambda with a default": r"append\(lambda \w+=\w+: ",
    "generator": r"yield ",
    "closed generator": r"\.close\(\)",
    "try with finally": r"finally:",
    "caught exception": r"except Exception as error",
    "with": r"with Context\(",
    "match": r"match [^\n]*:\n",
    "capture": r"case int\(\w+\)",
    "guard": r"case [^\n]* if ",
    "walrus": r":= ",
    "comprehension": r"\[x \+ ",
    "dict comprehension": r"\{x: i for",
    "self-documenting f-string": r'f"\{\w+=\}',
    "conditional expression": r"\([^\n]* if [^\n]* else ",
    "not of a comparison": r"not \(",
    "chain of comparisons": r"0 < .* <= ",
    "identity": r" is not None",
    "class in a function": r"class Local\d",
    "method": r"def get\(self",
    "static method": r"@staticmethod",
    "docstring": r'"""What',
    "augmented list": r"\n *\w+ \+= (\[|list\(|sorted\()",
    "augmented item": r"\]? ?\w+\[0\] \+= ",
    "annotated": r"\w+: (int|str|bool) = ",
    "swapped": r"\w+, \w+ = \w+, \w+\n",
    "two statements on a line": r"data = \[1\]; value",
    "comment": r"# then",
    "assert": r"assert ",
    "keyword argument of a parameter's name": r"passed\([^\n]*name=",
    "not a number": r"nan",
    "unicode name": r"größe =",
}


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner() as running:
        yield running


def test_every_feature_occurs() -> None:
    texts = [seeded(seed).removeprefix(LIBRARY) for seed in range(200)]
    counts = {name: sum(bool(re.search(p, text)) for text in texts) for name, p in FEATURES.items()}
    missing = {name: count for name, count in counts.items() if count < 3}
    assert not missing, missing


def test_most_calls_return(runner: Runner) -> None:
    printed = [steady(runner, seeded(seed)).printed for seed in range(40)]
    ended = [
        line.split() for text in printed for line in text.splitlines() if re.match(r"(C\d\.)?f\d ", line)
    ]
    raised = [line for line in ended if len(line) == 2 and line[1].endswith("Error")]
    assert len(ended) > 100
    assert len(raised) < 0.6 * len(ended)


@settings(max_examples=8)
@given(programs())
def test_drawn_programs_compile_and_end(runner: Runner, program: str) -> None:
    steady(runner, program)
    assert em.parse(program, language="python").methods


@pytest.mark.parametrize("seed", range(3000, 3000 + PROGRAMS))
def test_mutants_of_generated_programs_do_the_same(runner: Runner, seed: int) -> None:
    source = em.parse(seeded(seed), language="python")
    rng, found = Random(seed), []
    for cls in classes("python").values():
        mutator = cls()
        if mutator.relation == "preserving":
            sites = list(mutator.sites(source))
            chosen = rng.sample(sites, min(SITES, len(sites)))
            found += [mutator.apply(source, site, seed) for site in chosen]
    assert len(found) > 10
    bad = list(wrong(runner, found))
    assert not bad, "\n\n".join(map(str, bad))


@pytest.mark.parametrize("seed", range(4000, 4000 + PROGRAMS))
def test_stacks_of_generated_programs_do_the_same(runner: Runner, seed: int) -> None:
    text = seeded(seed)
    before = steady(runner, text)
    stacked = em.stack(em.parse(text, language="python"), seed=seed, per_method=8)
    assert stacked.mutants
    assert runner.run(stacked.text) == before
    assert em.invert(stacked.text, stacked) == text


def test_a_wrong_mutator_is_found(runner: Runner) -> None:
    base = classes("python")["reorder-condition"]

    class Careless(base):  # type: ignore[misc,valid-type]
        """Does what it should refuse."""

        def matches(self, method: Function) -> Iterator[Match]:
            for match in super().matches(method):
                vars(match)["obstacle"] = lambda: None
                yield match

    mutator = Careless()
    for seed in range(30):
        source, found = em.parse(seeded(seed), language="python"), []
        for site in mutator.sites(source):
            with suppress(Refused):  # both operands are alike
                found.append(mutator.apply(source, site))
        if any(wrong(runner, found)):
            return
    pytest.fail("no wrong mutant was found")
