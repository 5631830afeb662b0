"""L6: undo is the identity on the mutant, keeps unrelated patches, and never guesses about related ones."""

from __future__ import annotations

from random import Random

import pytest

import equimorph as em
from mutators import Mutant
from mutators.model import invert_edits
from parsers.java.tokens import tokenize
from tests.laws.corpus import PROGRAMS, Program, mutants

every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)

PATCH = "patch0(1);"


def sampled(program: Program, count: int) -> list[Mutant]:
    found = [m for m in mutants(program) if not m.source.has_error]
    return Random(program.name).sample(found, min(count, len(found)))


def undo(patched: bytes, mutant: Mutant) -> str | em.UndoConflict:
    """The text or the conflict; anything else that is raised fails the test."""
    try:
        return em.undo(patched.decode(), mutant)
    except em.UndoConflict as conflict:
        return conflict


@every_program
def test_undo_is_the_identity_on_the_mutant(program: Program) -> None:
    for mutant in mutants(program):
        undone = em.undo(mutant.text, mutant)
        assert undone == program.source.text
        assert undone.parses == (not program.source.has_error)
        assert em.undo(mutant.mutant, mutant) == mutant.original


def statements(mutant: Mutant, data: bytes) -> list[tuple[int, int]]:
    """Statements in blocks of the member that no edit of the mutation touches, as byte ranges in the mutated member."""
    (method,) = em.SourceFile(data).methods
    spans = [(e.start, e.start + len(e.old.encode())) for e in inverse(mutant)]
    return [
        (node.start, node.end)
        for node in method.root.walk()
        if node.parent is not None
        and node.parent.type == "block"
        and node.named
        and not any(a < node.end and node.start < b for a, b in spans)
    ]


def inverse(mutant: Mutant) -> list[em.Edit]:
    return list(invert_edits(mutant.local.edits))


def in_original(mutant: Mutant, offset: int) -> int:
    shift = 0
    for edit in inverse(mutant):
        if edit.start < offset:
            shift += len(edit.new.encode()) - len(edit.old.encode())
    return offset + shift


@every_program
def test_an_unrelated_patch_survives(program: Program) -> None:
    done = tried = 0
    for mutant in sampled(program, 25):
        data = mutant.mutant_data
        if mutant.method.kind in ("compact-constructor", "constructor") or mutant.method.untrusted:
            continue
        places = statements(mutant, data)
        if not places:
            continue
        start, end = Random(mutant.local.id).choice(places)
        a, b = in_original(mutant, start), in_original(mutant, end)
        original = mutant.method.data
        for old_mutant, old_original, new in (
            ((start, start), (a, a), PATCH.encode() + b" "),
            ((start, end), (a, b), PATCH.encode()),
            ((start, end), (a, b), b";"),
        ):
            patched = data[: old_mutant[0]] + new + data[old_mutant[1] :]
            tried += 1
            wanted = original[: old_original[0]] + new + original[old_original[1] :]
            undone = undo(patched, mutant)
            if isinstance(undone, em.UndoConflict):
                # Only where the patch takes away what the mutated text is told apart by.
                assert old_mutant[0] != old_mutant[1], f"{undone}\n{mutant.diff()}\n{patched.decode()}"
                continue
            assert undone == wanted.decode(), f"{mutant.diff()}\n{patched.decode()}"
            done += 1
    assert done * 2 >= tried


@every_program
def test_a_patch_in_the_region_is_undone_or_is_a_conflict(program: Program) -> None:
    """Whatever happens to one token of the mutated text: no other exception, and never a text with mutated tokens left."""
    for mutant in sampled(program, 15):
        rng = Random(mutant.local.id)
        data = mutant.mutant_data
        edit = rng.choice([e for e in inverse(mutant) if e.old.strip()])
        span = [
            t
            for t in tokenize(data)
            if edit.start <= t.start and t.end <= edit.start + len(edit.old.encode())
        ]
        token = rng.choice(span)
        patched = data[: token.start] + b"zz9" + data[token.end :]
        undone = undo(patched, mutant)
        if isinstance(undone, em.UndoConflict):
            start, end = undone.region
            assert 0 <= start <= end <= max(len(patched), len(data))
            continue
        assert "zz9" in undone, f"the patch is gone\n{mutant.diff()}\n{patched.decode()}\n{undone}"
        if mutant.mutator == "variable-renaming":
            new = inverse(mutant)[0].old
            names = [t.text.decode() for t in tokenize(undone.encode())]
            assert new not in names, f"{new} is left\n{mutant.diff()}\n{patched.decode()}\n{undone}"
