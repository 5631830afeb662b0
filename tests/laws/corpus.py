"""The Java texts that the laws are tested on, and the mutators with all their options."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import equimorph as em
from mutators import Mutant, Mutator, Site, get, names
from mutators.java.variable_renaming import VariableRenaming
from mutators.naming import SCHEMES
from parsers.source import SourceFile

TESTS = Path(__file__).resolve().parent.parent
SUBJECTS = TESTS / "subjects"
EXAMPLES = TESTS.parent / "examples"


def trap_folder() -> Path | None:
    """Where the trap programs are: the environment says it, or they lie beside the repository."""
    named = os.environ.get("EQUIMORPH_TRAPS")
    folder = Path(named) if named else TESTS.parent.parent / "shared" / "traps"
    return folder if folder.is_dir() else None


@dataclass(frozen=True)
class Program:
    """A Java file; `runs` says whether it has a main whose output tells what it does."""

    path: Path
    runs: bool

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def source(self) -> SourceFile:
        return _read(self.path)


@cache
def _read(path: Path) -> SourceFile:
    return em.read(path)


def _programs() -> Iterator[Program]:
    traps = trap_folder()
    for path in sorted(SUBJECTS.rglob("*.java")):
        yield Program(path, runs=True)
    for path in sorted(traps.glob("*/*.java")) if traps is not None else []:
        yield Program(path, runs=True)
    for path in sorted(EXAMPLES.rglob("*.java")):
        yield Program(path, runs=False)


PROGRAMS = tuple(_programs())

RUNNING = tuple(program for program in PROGRAMS if program.runs)


def of_programs(programs: Iterable[Program]) -> pytest.MarkDecorator:
    """Run a test for each program; all tests of a program in one process, which keeps its tree and mutants."""
    each = [
        pytest.param(program, id=program.name, marks=pytest.mark.xdist_group(program.name))
        for program in programs
    ]
    return pytest.mark.parametrize("program", each)


every_program = of_programs(PROGRAMS)
every_running_program = of_programs(RUNNING)


def variants() -> tuple[Mutator, ...]:
    """Every mutator with its default options, and variable renaming once more with every scheme at once."""
    return (*(get(name) for name in names()), VariableRenaming(SCHEMES))


_STEPS = {
    "operator-mutation": 31,
    "parenthesise": 31,
    "log-statement": 11,
    "unused-statement": 11,
    "dead-branch": 11,
    "try-catch": 11,
    "declaration-split": 3,
    "return-variable": 3,
}
"""Of mutators with many sites that are alike: each how many-th is taken."""


def some_sites(mutator: Mutator, source: SourceFile) -> Iterator[Site]:
    """The sites of a mutator; not all, where it has many that are alike at each place."""
    step = _STEPS.get(mutator.name, 1)
    if isinstance(mutator, VariableRenaming) and len(mutator.schemes) > 1:
        step = 3
    return islice(mutator.sites(source), 0, None, step)


def sample(mutator: str, program: Program, count: int, seed: str) -> list[Mutant]:
    """Up to so many mutants of a program by the variants of a mutator, drawn among their `some_sites`."""
    source = program.source
    sites = (
        []
        if source.has_error
        else [(one, site) for one in variants() if one.name == mutator for site in some_sites(one, source)]
    )
    return [one.apply(source, site, 7) for one, site in Random(seed).sample(sites, min(count, len(sites)))]


@cache
def mutants(program: Program, seed: int = 7) -> tuple[Mutant, ...]:
    """The mutants of a program at `some_sites`, by all variants."""
    return tuple(mutants_by(variants(), program, seed))


def mutants_by(mutators: Iterable[Mutator], program: Program, seed: int = 7) -> Iterator[Mutant]:
    """The mutants of a program at `some_sites` of some mutators."""
    source = program.source
    return (mutator.apply(source, site, seed) for mutator in mutators for site in some_sites(mutator, source))


PROVEN_BY_BYTES = frozenset(
    {"variable-renaming", "useless-cast", "unused-statement", "dead-branch", "parenthesise"}
)
"""What leaves the class bytes (-g:none) as they are; but renaming gives captured variables other synthetic names."""


def spliced(source: SourceFile, mutants: Iterable[Mutant]) -> bytes:
    """The file with all these methods, each another one, mutated."""
    data = source.data
    for mutant in sorted(mutants, key=lambda m: m.offset, reverse=True):
        data = data[: mutant.offset] + mutant.mutant_data + data[mutant.method.end :]
    return data
