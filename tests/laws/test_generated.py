"""L7 on generated programs: thirty methods at a time, one mutation in each, compiled and run."""

from __future__ import annotations

import os
from random import Random

import pytest

import equimorph as em
from mutators import Mutant, Mutator
from parsers.java.jdk import Jdk, compare
from tests.laws.corpus import PROVEN_BY_BYTES, spliced, variants
from tests.strategies.java import program

BATCHES = int(os.environ.get("EQUIMORPH_BATCHES", "6"))


def one_each(mutator: Mutator, source: em.SourceFile, seed: int) -> list[Mutant]:
    """One mutant of each method, its site drawn at random."""
    rng = Random(seed)
    by_method: dict[int, list[em.Site]] = {}
    for site in mutator.sites(source):
        by_method.setdefault(source.method_at(site.start).start, []).append(site)
    return [mutator.apply(source, rng.choice(sites), seed) for _, sites in sorted(by_method.items())]


def diffs(mutants: list[Mutant]) -> dict[str, str]:
    return {mutant.method.name: mutant.diff() for mutant in mutants}


@pytest.mark.parametrize("seed", range(BATCHES))
def test_generated_methods_do_the_same(jdk: Jdk, seed: int) -> None:
    source = em.parse(program(seed))
    before = jdk.compile({"Generated.java": source.data}, bytes_=True)
    assert before.ok, (before.diagnostics[:3], source.text)
    expected = jdk.run(before, "Generated")
    assert expected.status == "ok", expected
    assert len(expected.text.splitlines()) == 60
    for mutator in [mutator for mutator in variants() if mutator.relation == "preserving"]:
        for round_ in range(3):
            mutants = one_each(mutator, source, round_)
            assert len(mutants) >= 10
            data = spliced(source, mutants)
            after = jdk.compile({"Generated.java": data}, bytes_=True)
            assert after.ok, (after.diagnostics[:2], diffs(mutants))
            if mutator.name in PROVEN_BY_BYTES:
                same = compare(before, after, ignore_captures=mutator.name == "variable-renaming")
                assert same, diffs(mutants)
                continue
            run = jdk.run(after, "Generated")
            lines = zip(expected.text.splitlines(), run.text.splitlines(), strict=True)
            wrong = [(old, new) for old, new in lines if old != new]
            assert not wrong, (wrong[0], diffs(mutants).get(wrong[0][0].partition(":")[0]))
