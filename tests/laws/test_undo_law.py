"""L6: undo is the identity on the mutant, keeps unrelated patches, follows related ones, and never guesses."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, zip_longest
from math import sqrt
from random import Random

import pytest

import equimorph as em
from mutators import defaults
from parsers.java.syntax.tokens import tokenize
from tests.laws.corpus import PROGRAMS, Program, every_program, mutants, sample
from tests.strategies.edits import UNRELATED
from tests.strategies.mutated_edits import CONTRADICTING, RELATED
from tests.strategies.paired import Pair
from tests.strategies.patches import Group, Patch, draw, judge, undo
from tests.strategies.pieces import EXCHANGES

every_mutator = pytest.mark.parametrize(
    "mutator",
    [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in (*defaults(), "operator-mutation")],
)

PATCHES = int(os.environ.get("EQUIMORPH_PATCHES", "100"))
"""For each mutator and group."""

SEED = os.environ.get("EQUIMORPH_SEED", "7")

CONFLICTS = (0.03, 0.10)
"""The share of the unrelated patches that is a conflict: of most mutators; and where edits lie apart, and a patch that does not
parse or takes the precondition away may come between them."""

FOLLOWED = (0.15, 0.05)
"""The share of the related patches that must not be: of most mutators; and where the edits are of a whole statement."""


@every_program
def test_undo_is_the_identity_on_the_mutant(program: Program) -> None:
    for mutant in mutants(program)[::3]:
        undone = em.undo(mutant.text, mutant)
        assert undone == program.source.text
        assert undone.parses == (not program.source.has_error)
        assert em.undo(mutant.mutant, mutant) == mutant.original


@cache
def pairs(mutator: str, program: Program) -> tuple[Pair, ...]:
    return tuple(map(Pair, sample(mutator, program, 15, f"{SEED} {program.name}")))


def patches(mutator: str, group: Group, count: int = PATCHES) -> Iterator[tuple[Pair, Patch]]:
    """Patches of mutants of all programs, as many of one as of the other."""
    rng = Random(f"{SEED} {mutator} {group}")
    with_mutants = [program for program in PROGRAMS if pairs(mutator, program)]
    for number in range(count):
        pair = rng.choice(pairs(mutator, with_mutants[number % len(with_mutants)]))
        patch = draw(pair, group, rng)
        if patch is not None:
            yield pair, patch


def judged(mutator: str, group: Group) -> tuple[Counter[str], Counter[str]]:
    """How often which verdict and which kind occurred; a wrong answer fails the test."""
    verdicts, kinds, wrong = Counter[str](), Counter[str](), list[str]()
    for pair, patch in patches(mutator, group):
        answer = undo(pair.mutant, patch)
        verdict, why = judge(pair, patch, answer)
        verdicts[verdict] += 1
        kinds[patch.kind] += 1
        if verdict == "wrong":
            wrong.append(f"{patch.kind}: {why}\n{pair.mutant.diff()}\n{patch}\n{answer}")
        if isinstance(answer, em.UndoConflict):
            start, end = answer.region
            assert start <= end <= max(len(pair.mutant.data), len(patch.text.encode()))
    assert not wrong, f"{len(wrong)} wrong of {verdicts.total()}\n" + "\n\n".join(wrong[:5])
    return verdicts, kinds


@every_mutator
def test_unrelated_patches_survive(mutator: str) -> None:
    verdicts, kinds = judged(mutator, "unrelated")
    assert len(kinds) >= 0.8 * len(UNRELATED)
    share, total = CONFLICTS[mutator in EXCHANGES], verdicts.total()
    # Three standard deviations: which patches are drawn changes with every new subject.
    assert verdicts["conflict"] <= share * total + 3 * sqrt(share * (1 - share) * total), verdicts


@every_mutator
def test_patches_of_the_mutated_text_are_followed_or_in_conflict(mutator: str) -> None:
    verdicts, kinds = judged(mutator, "related")
    assert len(kinds) >= 6
    assert verdicts["right"] >= FOLLOWED[mutator in EXCHANGES] * verdicts.total(), verdicts


@every_mutator
def test_what_contradicts_the_mutation_is_a_conflict(mutator: str) -> None:
    verdicts, _ = judged(mutator, "contradicting")
    assert set(verdicts) <= {"conflict"}


def test_every_kind_of_patch_occurs() -> None:
    for group, kinds in (("unrelated", UNRELATED), ("related", RELATED), ("contradicting", CONTRADICTING)):
        # Some kinds fit few mutants of one mutator: patches of all in turn are drawn until each kind has occurred.
        in_turn = zip_longest(*(patches(mutator, group, 100 * PATCHES) for mutator in defaults()))
        drawn = (taken[1].kind for turn in in_turn for taken in turn if taken is not None)
        left = set(kinds)
        while left and (kind := next(drawn, None)) is not None:
            left.discard(kind)
        assert not left


@every_mutator
def test_damage_is_a_conflict_or_nothing_is_left_of_the_mutation(mutator: str) -> None:
    verdicts, _ = judged(mutator, "tampering")
    assert verdicts["conflict"], verdicts


@every_mutator
def test_a_lazy_undo_is_found_out(mutator: str) -> None:
    """The judge's own test: an undo that gives back what it gets, or the original whatever was patched, is wrong."""
    seen = 0
    for pair, patch in islice(patches(mutator, "unrelated"), PATCHES // 3):
        if patch.lines is not None:
            continue
        seen += 1
        assert judge(pair, patch, em.Undone.of(patch.text.encode(), "java"))[0] == "wrong", patch
        original = pair.mutant.source.data if patch.whole else pair.original
        if [t.text for t in tokenize(original)] != [t.text for t in tokenize(patch.expected)]:
            assert judge(pair, patch, em.Undone.of(original, "java"))[0] == "wrong", patch
    assert seen >= PATCHES // 6
