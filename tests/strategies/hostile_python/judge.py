"""Runs the mutants of hostile programs beside their originals, says which of them are wrong, and makes such programs small."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from random import Random

import equimorph as em
from mutators import Mutant, MutationError, Mutator
from mutators.registry import classes
from parsers.errors import ParseError
from parsers.source import SourceFile
from tests.laws.python_judging import Outcome, Runner
from tests.strategies.hostile_python.library import IMPORT, whole
from tests.strategies.programs.findings import Finding, Report, finding
from tests.strategies.programs.program import Program

__all__ = ["Judge", "preserving", "reduced"]


def preserving(*, all_options: bool = False, only: Collection[str] = ()) -> tuple[Mutator, ...]:
    """All preserving mutators of Python.

    Args:
        all_options: also with each other word of each option, such as a naming scheme.
        only: the names of the mutators; all for none.
    """
    found: list[Mutator] = []
    for name, cls in classes("python").items():
        if cls.relation == "breaking" or (only and name not in only):
            continue
        found.append(cls())
        for option in cls.options if all_options else ():
            words = [(word,) for word in option.values] if option.many else option.values
            found += [cls(**{option.name: word}) for word in words if word != option.default]
    return tuple(found)


class Judge:
    """Judges programs with the Python that runs it.

    Args:
        mutators: those whose mutants are judged.
        stacks: how many stacks of mutations to make of each program.
        per_method: up to how many mutations in a function of a stack.
        each: up to how many mutants of a mutator to make of each program; all for None.
    """

    def __init__(
        self, mutators: Sequence[Mutator], *, stacks: int = 1, per_method: int = 6, each: int | None = None
    ) -> None:
        self.mutators = mutators
        self.stacks, self.per_method, self.each = stacks, per_method, each
        self.runner = Runner()

    def judge(
        self,
        programs: Sequence[Program],
        seed: int,
        names: Collection[str] = (),
        *,
        stacked: bool | None = None,
    ) -> Report:
        """Judge all mutants of programs.

        Args:
            names: only mutants of these mutators.
            stacked: only stacks (True), or only single mutants (False).
        """
        report = Report()
        for program in programs:
            self._judge(program, seed, names, stacked, report)
        return report

    def _judge(
        self, program: Program, seed: int, names: Collection[str], stacked: bool | None, report: Report
    ) -> None:
        before = self.runner.run(whole(program.own))
        if before.error or not before.printed or self.runner.run(whole(program.own)) != before:
            report.faults.append((program, f"not orderly, or not the same twice: {before}"))
            return
        try:
            source = em.parse(program.own, language="python")
        except ParseError:
            report.unverified += 1
            return
        report.programs += 1
        report.methods += len(source.methods)
        chosen = [m for m in self.mutators if not names or m.name in names]
        for mutator in () if stacked else chosen:
            for mutant in self._mutants(mutator, source, program, seed, report):
                report.mutants[mutator.name] += 1
                self._compare(program, before, mutant.text, (mutator.name,), mutant, report)
        for number in range(self.stacks if stacked is not False else 0):
            found = em.stack(source, chosen, seed=seed + number, per_method=self.per_method)
            if found.mutants:
                report.stacks += 1
                report.stacked.update(mutant.mutator for mutant in found.mutants)
                used = tuple(dict.fromkeys(mutant.mutator for mutant in found.mutants))
                self._compare(program, before, found.text, ("together", *used), found, report)

    def _mutants(
        self, mutator: Mutator, source: SourceFile, program: Program, seed: int, report: Report
    ) -> Iterator[Mutant]:
        sites = list(mutator.sites(source))
        if self.each is not None and len(sites) > self.each:
            sites = Random(seed).sample(sites, self.each)
        for site in sites:
            try:
                yield mutator.apply(source, site, seed)
            except (MutationError, AssertionError) as error:
                report.findings.append(finding("error", program, (), (mutator.name,), f"{site}: {error!r}"))

    def _compare(
        self,
        program: Program,
        before: Outcome,
        text: str,
        names: tuple[str, ...],
        mutant: Mutant | em.Stacked,
        report: Report,
    ) -> None:
        report.texts += 1
        after = self.runner.run(whole(text))
        if after != before:
            report.findings.append(
                finding("output", program, text.encode(), names, _first_difference(before, after))
            )
        record = mutant.mutation if isinstance(mutant, Mutant) else mutant
        if em.invert(text, record) != program.own:
            report.findings.append(
                finding("invert", program, text.encode(), names, "the record does not restore it")
            )


def _first_difference(before: Outcome, after: Outcome) -> str:
    pairs = zip(str(before).split("\n"), str(after).split("\n"), strict=False)
    return next((f"{one!r} became {other!r}" for one, other in pairs if one != other), "it ends too early")


# -- small programs ------------------------------------------------------------------------------------------------------------


def reduced(judge: Judge, found: Finding, *, tries: int = 250, seed: int = 0) -> Finding:
    """The smallest program that was found in which the same mutators do the same wrong."""
    names = {name for name in found.mutators if name != "together"}
    best, seen, progress = found, {found.program.own}, True
    every = Judge(
        [m for m in judge.mutators if m.name in names], stacks=judge.stacks, per_method=judge.per_method
    )
    while progress and tries > 0:
        progress = False
        for text in _smaller(best.program.own):
            if text in seen or IMPORT not in text:
                continue
            seen.add(text)
            tries -= 1
            again = every.judge([Program(text)], seed, names, stacked=found.stacked).findings
            same = [one for one in again if one.kind == found.kind and one.stacked == found.stacked]
            if same:
                best, progress = replace(same[0], program=Program(text)), True
                break
            if tries <= 0:
                break
    every.runner.close()
    return best


def _smaller(text: str) -> Iterator[str]:
    """The text without one of its statements, or with what is in it in its place; the largest cuts first."""
    lines = text.split("\n")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError:
        return
    cuts: list[tuple[int, int, list[str]]] = []
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if not isinstance(block, list):
                continue
            for statement in block:
                start = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", []))])
                margin = " " * statement.col_offset
                cuts.append((start, statement.end_lineno, [] if len(block) > 1 else [f"{margin}pass"]))
    for start, end, kept in sorted(cuts, key=lambda cut: cut[0] - cut[1]):
        yield "\n".join([*lines[: start - 1], *kept, *lines[end:]])
