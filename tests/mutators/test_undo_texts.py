"""The texts that undo keeps: which ones, how many, and that patches of mutants in turn are undone as each alone."""

from __future__ import annotations

from itertools import product

import pytest

import equimorph as em
from mutators import UndoConflict
from mutators.undo import texts
from mutators.undo.alignment import Alignment
from mutators.undo.texts import keep, known_source
from parsers.source import SourceFile
from parsers.splicing import SplicedTokens

TEXT = """class A {
    int size;
    int f(int[] data, String name) {
        int total = 0;
        for (int each : data) { total += each; }
        return total + name.length();
    }
    int g(int[] data, String name) {
        int total = 0;
        for (int each : data) { total += each; }
        return total + name.length();
    }
}
"""


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_texts", type(texts._texts)())


def test_a_text_is_kept_with_its_language() -> None:
    one, other = known_source(b"x = 1\n", "java"), known_source(b"x = 1\n", "python")
    assert (one.language, other.language) == ("java", "python")
    assert known_source(bytes([*b"x = 1\n"]), "java") is one


def test_only_some_texts_are_kept_and_the_one_asked_for_last_stays() -> None:
    first = known_source(b"a0", "java")
    second = known_source(b"a1", "java")
    for number in range(2, 1 + texts._KEPT):
        assert known_source(b"a0", "java") is first
        known_source(b"a%d" % number, "java")
    assert len(texts._texts) == texts._KEPT
    assert known_source(b"a0", "java") is first
    assert known_source(b"a1", "java") is not second


def test_what_is_kept_takes_the_place_of_the_same_text() -> None:
    known_source(b"int f() { }", "java")
    source = keep(SourceFile(b"int f();").edited(b"int f() { }"))
    assert known_source(b"int f() { }", "java") is source


def _undone(patched: str, mutant: em.Mutant) -> str:
    try:
        return em.undo(patched, mutant)
    except UndoConflict as conflict:
        return f"{conflict.reason} at {conflict.region}"


def test_patches_of_mutants_in_turn_are_undone_as_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both methods have the same text, so that all that differs is the place."""
    mutants = list(
        em.mutate(em.parse(TEXT), ["variable-renaming", "useless-cast", "reorder-condition"], seed=3)
    )
    changes = (
        ("return", "return 1 +"),
        ("{ total", "{ }\n{ total"),
        ("0;", "0; // zero"),
        ("int each", "Integer each"),
    )
    patches = [
        (mutant, patched.replace(old, new))
        for mutant, (old, new) in product(mutants, changes)
        for patched in (mutant.mutant, mutant.text)
    ]
    together = [_undone(patched, mutant) for mutant, patched in [*patches, *patches[::-1]]]
    alone = []
    for mutant, patched in patches:
        monkeypatch.setattr(texts, "_texts", type(texts._texts)())
        alone.append(_undone(patched, mutant))
    assert together == [*alone, *alone[::-1]]
    assert len(set(alone)) > len(mutants)


def test_tokens_of_a_patch_are_aligned_as_those_of_a_text_alone() -> None:
    base = known_source(TEXT.encode(), "java")
    for old, new in (
        ("+=", "-="),
        ("int size;", ""),
        ("return total", "return"),
        ("}\n}\n", "}\n int h() { }\n}\n"),
    ):
        data = TEXT.replace(old, new).encode()
        spliced, alone = Alignment(base.data, base.edited(data)), Alignment(base.data, SourceFile(data))
        assert isinstance(spliced.theirs, SplicedTokens)
        assert [spliced.to(at) for at in range(-1, len(spliced.base) + 1)] == [
            alone.to(at) for at in range(-1, len(alone.base) + 1)
        ]
        indices = range(len(alone.theirs))
        assert [spliced.back(at) for at in indices] == [alone.back(at) for at in indices]
        gone = [at for at in range(len(alone.base)) if alone.to(at) is None]
        kept = {alone.to(at) for at in range(len(alone.base))}
        assert list(spliced.added()) == [at for at in indices if at not in kept]
        assert spliced.first_gone(range(len(alone.base))) == (gone[0] if gone else len(alone.base))
        backwards = range(len(alone.base) - 1, -1, -1)
        assert spliced.first_gone(backwards) == (gone[-1] if gone else -1)
        assert all(
            spliced.back(to) == at for at in range(len(alone.base)) if (to := alone.to(at)) is not None
        )
