"""The Python texts that the laws are tested on, and the mutators with all their options."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

import equimorph as em
from mutators import Mutant, Mutator, Site
from mutators.registry import classes
from parsers.source import SourceFile
from tests.laws.corpus import SUBJECTS

PROGRAMS = tuple(sorted((SUBJECTS / "python").rglob("*.py")))

every_python_program = pytest.mark.parametrize(
    "program",
    [pytest.param(path, id=path.stem, marks=pytest.mark.xdist_group(path.name)) for path in PROGRAMS],
)
"""Run a test for each program; all tests of a program in one process, which keeps its tree and mutants."""


@cache
def read(program: Path) -> SourceFile:
    return em.read(program)


def variants() -> Iterator[Mutator]:
    """Every mutator with its default options, and then with each other word of each option."""
    for mutator in classes("python").values():
        yield mutator()
        for option in mutator.options:
            words = [(word,) for word in option.values] if option.many else option.values
            if mutator.relation == "preserving":
                yield from (mutator(**{option.name: word}) for word in words if word != option.default)


EVERY = "EQUIMORPH_EVERY_SITE" in os.environ
"""Whether all sites are taken, not some of those that are alike."""


def some_sites(mutator: Mutator, source: SourceFile, most: int = 40) -> Iterator[Site]:
    """About so many sites of a mutator, from all parts of a source."""
    found = list(mutator.sites(source))
    return islice(found, 0, None, 1 if EVERY else 1 + len(found) // most)


@cache
def mutants(program: Path, seed: int = 7) -> tuple[Mutant, ...]:
    """The mutants of a program by all variants, one of each text."""
    source = read(program)
    found = {
        mutant.data: mutant
        for mutator in variants()
        for site in some_sites(mutator, source, 40 if mutator.settings == type(mutator)().settings else 4)
        if (mutant := mutator.apply(source, site, seed))
    }
    return tuple(found.values())


def preserving(program: Path) -> Iterator[Mutant]:
    return (mutant for mutant in mutants(program) if mutant.relation == "preserving")
