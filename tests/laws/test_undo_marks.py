"""Undo accounts for all that a patch inserts and deletes: marks that occur once are in the answer as the patch has them."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

import equimorph as em
from mutators import get, names
from mutators.undo.transport import Undone
from parsers.source import SourceFile
from tests.laws.corpus import TESTS
from tests.strategies.marked import KINDS, Marked, lost, notes, patches, undone

PATCHES = {"java": 40, "python": 20}
"""For each mutator; libcst is slow."""
MORE = int(os.environ.get("EQUIMORPH_MARKS", "1"))
"""How many times as many; scripts/measure_marks.py takes whole projects."""
SEED = os.environ.get("EQUIMORPH_SEED", "7")
SUFFIXES = {"java": ".java", "python": ".py"}

every_mutator = pytest.mark.parametrize(
    ("language", "name"),
    [
        pytest.param(language, name, marks=pytest.mark.xdist_group(f"{language} {name}"))
        for language in SUFFIXES
        for name in names(language)
    ],
)


def sources(language: str, name: str) -> list[SourceFile]:
    """The examples of a mutator, and small members of the demo."""
    mutator = get(name, language)
    found = [e.before.encode() for e in mutator.examples if e.after is not None]
    for path in sorted((TESTS.parent / "demo").rglob(f"*{SUFFIXES[language]}")):
        found += [m.data for m in em.read(path).methods if len(m.data) < 600 and mutator.reach == "member"]
    return [SourceFile(data, language=language) for data in found]


@every_mutator
def test_undo_keeps_what_a_patch_writes_and_deletes(language: str, name: str) -> None:
    rng, verdicts, wrong = Random(f"{SEED} {language} {name}"), Counter[str](), list[str]()
    mutator = get(name, language)
    for patch in patches(mutator, sources(language, name), rng, PATCHES[language] * MORE):
        mutant = patch.mutant
        assert notes(mutant.mutant_data) == notes(mutant.method.data), mutant.diff()
        answer = undone(patch)
        verdicts["conflict" if isinstance(answer, em.UndoConflict) else answer.verdict] += 1
        if isinstance(answer, em.UndoConflict):
            start, end = answer.region
            assert start <= end
        elif reason := lost(patch, answer):
            wrong.append(
                f"{reason}: {patch.kinds}\n{mutant.diff()}\n{patch.text.decode()}\n-- undone\n{answer}"
            )
    assert not wrong, f"{len(wrong)} of {verdicts.total()}\n" + "\n\n".join(wrong[:3])
    assert verdicts["undone"] >= verdicts["conflict"] / 2, verdicts


def test_an_undo_that_loses_or_brings_back_is_found_out() -> None:
    """The judge's own test."""
    source = SourceFile(b"void f(int a) { mark1(); g(a); /* note1 */ }")
    mutant = next(
        get("reorder-condition").mutants(
            SourceFile(b"boolean f(int a) { mark1(); return a < 1; /* note1 */ }")
        )
    )
    text = mutant.mutant_data
    for new, answer, what in (
        (text.replace(b"return", b"mark2(); return"), source.text, "mark2: patched +1, undone +0"),
        (text.replace(b"return", b"/* note2 */ return"), source.text, "note2: patched +1, undone +0"),
        (text.replace(b"mark1();", b""), source.text, "mark1: patched -1, undone +0"),
        (text.replace(b"/* note1 */", b""), source.text, "note1: patched -1, undone +0"),
        (text.replace(b"/* note1 */", b""), "void f() { mark1(); }", ""),
    ):
        assert lost(Marked(mutant, new, ()), Undone.of(answer.encode(), "java")) == what


def test_every_kind_of_patch_occurs() -> None:
    rng, mutator, seen = Random(SEED), get("permute-exchange"), set[str]()
    for patch in patches(mutator, sources("java", "permute-exchange"), rng, 1000):
        seen |= set(patch.kinds)
        if seen == set(KINDS):
            return
    assert seen == set(KINDS)
