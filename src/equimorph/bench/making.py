"""Candidates of a problem: its solution, mutants that preserve it, and mutants of its operators; labels come from running tests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.problems import Problem
from equimorph.bench.verdicts import Verdict
from equimorph.mutants.mutating import Selection, check_method, mutants, parse
from mutators import Mutant

__all__ = ["Candidate", "balanced", "bench_row", "candidates", "rank"]

_OPERATORS = "operator-mutation"


@dataclass(frozen=True)
class Candidate:
    """A candidate that we make.

    Attributes:
        id: Unique id, which includes the problem's id.
        kind: "solution", "preserving" or "operator".
        text: The function or method.
        mutations: Records relative to the solution.
    """

    id: str
    kind: str
    text: str
    mutations: tuple[dict[str, Any], ...] = ()


def rank(seed: int, *words: str) -> str:
    """Return a key by which a seed sorts things at random."""
    return hashlib.sha256("\0".join((str(seed), *words)).encode()).hexdigest()


def candidates(problem: Problem, seed: int, preserving: int, operator: int) -> list[Candidate]:
    """Return the solution and mutants of it, no two of one text.

    Args:
        seed: draws mutants, and decides what they look like.
        preserving: Maximum number of preserving mutants, each by another mutator.
        operator: Maximum number of operator mutants.

    Raises:
        ProblemError: there is no solution.
        ParseError: the solution is not text of its language.
    """
    if not problem.solution:
        raise ProblemError("it has no solution to make candidates of")
    results = [Candidate(f"{problem.id}:solution", "solution", problem.solution)]
    kinds = (
        ("preserving", None, Selection(problem.entry_point, limit_per_mutator=1), preserving),
        ("operator", (_OPERATORS,), Selection(problem.entry_point), operator),
    )
    source = parse(problem.prefix + problem.solution + problem.suffix, language=problem.lang)
    texts = {problem.solution}
    for kind, mutators, select, most in kinds:
        check_method(source, select)
        pool = list(mutants(source, mutators, seed=seed, select=select, on_conflict=lambda _: None))
        count = 0
        for mutant in sorted(pool, key=lambda variant: rank(seed, problem.id, variant.id)):
            text = _inside(problem, mutant)
            if count == most:
                break
            if text is None or text in texts:
                continue
            texts.add(text)
            count += 1
            results.append(
                Candidate(
                    f"{problem.id}:{mutant.mutator}:{mutant.id}",
                    kind,
                    text,
                    (_record(problem, mutant, text),),
                )
            )
    return results


def _inside(problem: Problem, mutant: Mutant) -> str | None:
    """Return the mutated solution; None if something around it changed."""
    text = mutant.text
    if not (text.startswith(problem.prefix) and text.endswith(problem.suffix)):
        return None
    return text[len(problem.prefix) : len(text) - len(problem.suffix)]


def _record(problem: Problem, mutant: Mutant, text: str) -> dict[str, Any]:
    offset = mutant.offset - len(problem.prefix.encode())
    return mutant.local.rebase(offset, problem.solution.encode(), text.encode()).to_dict()


def bench_row(problem: Problem, one: Candidate, verdict: Verdict, more: dict[str, Any]) -> dict[str, Any]:
    """Return the row of a candidate."""
    return {
        **{"id": one.id, "problem": problem.id, "lang": problem.lang, "kind": one.kind},
        **{"candidate": one.text, "reference": problem.solution, "passed": verdict.passed},
        **{"outcome": verdict.outcome, "reason": verdict.reason, "mutations": list(one.mutations)},
        **problem.surroundings(),
        **more,
    }


def balanced(rows: list[dict[str, Any]], seed: int) -> Iterator[dict[str, Any]]:
    """Yield as many failing as passing rows of a problem; the seed draws the rows to keep."""
    sides = [[row for row in rows if row["passed"] is passed] for passed in (True, False)]
    least = min(map(len, sides))
    kept = {
        row["id"] for side in sides for row in sorted(side, key=lambda row: rank(seed, row["id"]))[:least]
    }
    return (row for row in rows if row["id"] in kept)
