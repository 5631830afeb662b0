"""Somebody's edit of a mutant, token by token."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.java.tools.patch import JavaPatch, declaration_in
from mutators.java.unused_variable import UnusedVariable
from mutators.undo.matching import find
from parsers.java.syntax.tokens import tokenize
from parsers.source import SourceFile

TEXT = "class A { int twin() { return k; } int f(int k) { g(k); return k; } int more() { return k; } }"
"""Its `f` is mutated; what stands in `twin` and `more` is not the mutation's."""


def mutant_of(text: str = TEXT, statement: str = "g(k);") -> em.Mutant:
    """A declaration of an `int` called `dummy` before the statement."""
    source, mutator = em.parse(text), UnusedVariable()
    (site,) = [site for site in mutator.sites(source) if source.slice(site.start, site.end) == statement]
    made = (mutator.apply(source, site, seed) for seed in range(5000))
    return next(mutant for mutant in made if mutant.local.edits[0].new.strip() == "int dummy = 0;")


MUTANT = mutant_of()
INSERTED = MUTANT.local.edits[0].new


def patched(old: str = "", new: str = "", text: str = MUTANT.text) -> JavaPatch:
    """What `JavaPatch` makes of the mutant with some text replaced."""
    assert old in text
    return JavaPatch(MUTANT.data, SourceFile.from_text(text.replace(old, new)), MUTANT.mutation)


def words(text: str) -> list[bytes]:
    return [token.text for token in tokenize(text.encode())]


def test_the_mutant_is_what_the_tests_take_it_for() -> None:
    assert MUTANT.text == TEXT.replace("g(k);", "int dummy = 0; g(k);")
    assert INSERTED == "int dummy = 0; "


def test_words_are_found_wherever_they_stand_in_a_row() -> None:
    tokens = tokenize(b"a . b ( a . b . a ) . b")
    assert find(tokens, words("a.b")) == [0, 4]
    assert find(tokens, words("b.a")) == [6]
    assert find(tokens, words("a")) == [0, 4, 8]
    assert find(tokens, words("b)")) == []


def test_a_declaration_ends_with_its_semicolon() -> None:
    assert [t.text for t in declaration_in("  char u = ';';\n")] == [b"char", b"u", b"=", b"';'", b";"]
    assert len(declaration_in("Foo<A, B> y = x; y")) == 10


def test_tokens_that_the_mutation_brought() -> None:
    patch = patched()
    assert [patch.alignment.base[i].text for i in patch.own(0)] == words("int dummy = 0;")
    assert [patch.text(patch.where(i) or -1) for i in patch.own(0)] == words("int dummy = 0;")
    assert (patch.text(-1), patch.text(len(patch.tokens))) == (b"", b"")
    gone = patched("int dummy = 0; ", "")
    assert [gone.where(i) for i in gone.own(0)] == [None] * 5


def test_other_members_are_left_aside_but_not_what_the_patch_put_there() -> None:
    assert len(patched().runs([b"k"])) == 3
    assert len(patched("g(k)", "g(k, k)").runs([b"k"])) == 4
    assert len(patched("more() {", "more() { h(k); int dummy = 0;").runs(words("int dummy = 0;"))) == 2
    method = em.parse(TEXT).methods[1]
    alone = JavaPatch(MUTANT.mutant_data, SourceFile(MUTANT.mutant_data), MUTANT.local)
    assert alone.runs([b"k"]) == find(alone.tokens, [b"k"])
    assert len(alone.member) == len(tokenize(method.data)) + 5


def test_a_conflict_names_the_bytes() -> None:
    patch = patched("g(k)", "g(k, 漢)")
    run = patch.runs([b"g"])[0]
    found = patch.conflict("why", run, run + 1)
    start, end = found.region
    assert (found.reason, patch.source.data[start:end]) == ("why", b"g(")
    lost = patch.lost("gone", patch.own(0))
    start, end = lost.region
    assert (lost.reason, MUTANT.data[start:end]) == ("gone", b"int dummy = 0;")


def test_a_method_that_cannot_be_trusted_is_none() -> None:
    patch = patched()
    run = patch.runs([b"dummy"])[0]
    method = patch.method_at(run)
    assert method is not None
    assert method.name == "f"
    assert patched("g(k);", "g(k)").method_at(run) is None
    assert patch.method_at(0) is None


@pytest.mark.parametrize(
    ("old", "new", "count"),
    [
        ("", "", 1),
        ("int dummy = 0; ", "", 0),
        ("int dummy = 0; g(k);", "g(k);\n  int  dummy=0 ; ", 1),
        ("return k; } int more", "int dummy = 0; return k; } int more", 2),
        ("g(k);", "if (k > 0) { int dummy = 0; } g(k);", 2),
        ("g(k);", "switch (k) { case 1: int dummy = 0; } g(k);", 2),
        ("g(k);", "g(k", 1),
        ("int f(int k) { int dummy = 0; g(k); return k; } ", "", 0),
    ],
)
def test_declarations_are_found(old: str, new: str, count: int) -> None:
    patch = patched(old, new)
    found = patch.declarations(INSERTED, 0)
    assert [patch.text(run + 1) for run in found] == [b"dummy"] * count
    assert len(set(found)) == count


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("int dummy = 0", "int dummy = 1", "changed the inserted declaration"),
        ("int dummy = 0", "long dummy = 0", "changed the inserted declaration"),
        ("int dummy = 0", "int dummy", "changed the inserted declaration"),
        ("int dummy = 0", "int dummy, other = 0", "changed the inserted declaration"),
        ("int dummy = 0", "final int dummy = 0", "become part of something else"),
        ("int dummy = 0; g(k);", "for (int dummy = 0; k > 0; k--) g(k);", "become part of something else"),
        ("int dummy = 0; g(k);", "g(k); @X int dummy = 0;", "become part of something else"),
        # Without a tree only what is certain is told.
        ("int dummy = 0; g(k);", "for (int dummy = 0; k > 0; k--) g(k;", "become part of something else"),
    ],
)
def test_a_declaration_that_is_not_as_it_was_is_a_conflict(old: str, new: str, reason: str) -> None:
    with pytest.raises(em.UndoConflict, match=reason):
        patched(old, new).declarations(INSERTED, 0)


def test_a_removal_takes_the_blanks_along() -> None:
    patch = patched("int dummy = 0; g(k);", "g(k); int  dummy =\n 0; ")
    (run,) = patch.declarations(INSERTED, 0)
    [edit] = patch.removals([run], INSERTED)
    assert edit == em.Edit(patch.tokens[run].start, "int  dummy =\n 0; ", "")


@pytest.mark.parametrize(
    ("between", "removed"),
    [
        ("", ["int dummy = 0;int dummy = 0; "]),
        (" ", ["int dummy = 0; int dummy = 0; "]),
        ("\n", ["int dummy = 0;\nint dummy = 0; "]),
        (" /* why */ ", ["int dummy = 0; ", "int dummy = 0; "]),
        (" h(k); ", ["int dummy = 0; ", "int dummy = 0; "]),
    ],
)
def test_copies_side_by_side_are_removed_as_one(between: str, removed: list[str]) -> None:
    patch = patched("int dummy = 0;", f"int dummy = 0;{between}int dummy = 0;")
    edits = patch.removals(patch.declarations(INSERTED, 0), INSERTED)
    assert [edit.old for edit in edits] == removed
