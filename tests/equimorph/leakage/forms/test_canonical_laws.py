"""The laws of the canonical form: idempotent, equal for original and mutant, another one for operator mutants."""

from __future__ import annotations

from collections import Counter
from functools import cache

from equimorph.leakage.forms.canonical import canonical, members
from tests.equimorph.leakage.forms.rules import WITHOUT
from tests.laws.corpus import PROGRAMS, SUBJECTS, Program, mutants, of_programs

MOST = 120
"""Mutants of a program, evenly drawn."""
SOME = [program for program in PROGRAMS if program.path.parent == SUBJECTS]


@of_programs(SOME)
def test_mutants(program: Program) -> None:
    same, made = Counter[str](), Counter[str]()
    missed = []
    known = cache(canonical)
    all_mutants = [mutant for mutant in mutants(program) if mutant.mutator not in WITHOUT]
    for mutant in all_mutants[:: len(all_mutants) // MOST + 1]:
        original, form = known(mutant.method.data), canonical(mutant.mutant_data)
        preserving = mutant.made_by.relation == "preserving"
        made[mutant.made_by.relation] += 1
        same[mutant.made_by.relation] += original == form
        if preserving and original != form:
            missed.append((mutant.mutator, mutant.mutant))
    assert same["preserving"] >= 0.98 * made["preserving"], missed[:5]
    assert same["breaking"] <= 0.01 * made["breaking"]


@of_programs(SOME)
def test_the_form_of_a_form_is_the_form(program: Program) -> None:
    data = program.source.data
    found = canonical(data)
    assert found is not None
    assert canonical(found) == found
    assert members(found) == members(data)
