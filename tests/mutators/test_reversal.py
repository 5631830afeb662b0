"""Undo of mutations whose edits lie apart: the answer is always a text of which the patch is a mutant."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import equimorph as em
from mutators.base import Edit, Mutator, Site
from mutators.model import Mutation, apply_edits
from mutators.reversal import reverse
from parsers.source import SourceFile


class Brackets(Mutator):
    """``f(x);`` -> ``[ [x] g`` in words: both ends of a call's arguments change, and a word is lost. For these tests only."""

    name = "brackets"
    relation = "preserving"

    def candidates(self, src: SourceFile) -> Iterator[Site]:
        for method in src.methods:
            for node in method.root.walk():
                if node.type == "method_invocation" and method.node_text(node).startswith("old("):
                    yield Site.of(self.name, node.start, node.end)

    def refuse(self, src: SourceFile, site: Site) -> str | None:
        return "zero" if "0" in src.slice(site.start, site.end) else None

    def rewrite(self, src: SourceFile, site: Site, rng: Random) -> Iterator[Edit]:
        yield Edit(site.start, "old", rng.choice(["one", "two"]))
        yield Edit(site.start + 3, "(", "(new Foo(")
        lost = src.slice(site.start, site.end).find("lost, ")
        if lost >= 0:
            yield Edit(site.start + lost, "lost, ", "")
        yield Edit(site.end - 1, ")", "))")

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        return reverse(self, patched, original, mutant, mutation)


ORIGINAL = "void f(int a, int b) {\n    old(a, lost, b + 1);\n    end(a);\n}\n"


def mutated() -> tuple[str, Mutation]:
    mutator, source = Brackets(), em.parse(ORIGINAL)
    (site,) = mutator.sites(source)
    made = mutator.apply(source, site, seed=3)
    return made.text, made.mutation


def undo(patched: str) -> str:
    mutant, mutation = mutated()
    assert apply_edits(ORIGINAL.encode(), mutation.edits).decode() == mutant
    return Brackets().undo(em.parse(patched), ORIGINAL.encode(), mutation)


NAME = mutated()[0].split("(new Foo(")[0].split()[-1]


def test_the_mutant_is_as_these_tests_take_it() -> None:
    assert NAME in ("one", "two")
    assert mutated()[0] == ORIGINAL.replace("old(a, lost, b + 1)", f"{NAME}(new Foo(a, b + 1))")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("end(a)", "end(b)"),
        ("b + 1", "b + 2"),
        ("    end(a);\n", ""),
        ("void f", "int f"),
    ],
)
def test_patches_around_and_between_the_edits_are_undone(old: str, new: str) -> None:
    mutant, _ = mutated()
    assert mutant.count(old) == 1
    assert undo(mutant.replace(old, new)) == ORIGINAL.replace(old, new)


def test_what_was_deleted_goes_before_what_follows_or_behind_what_it_followed() -> None:
    mutant, _ = mutated()
    assert "old(a, 7, lost, b + 1);" in undo(mutant.replace("a, b", "a, 7, b"))
    assert "old(a,lost,7);" in "".join(undo(mutant.replace("b + 1", "7")).split(" "))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (f"{NAME}(", "three(", "the patch changed the mutated text"),
        ("new Foo", "new Bar", "the patch changed the mutated text"),
        ("b + 1))", "b + 1), a)", "changed the mutated text"),
        ("b + 1", "0", "is made of"),  # where the precondition fails, the mutation would not be made
        ("    end", f"    {NAME}(new Foo(a, b + 1));\n    end", "several times"),
        ("a, b + 1", "c", "deleted text"),
    ],
)
def test_other_patches_are_conflicts(old: str, new: str, reason: str) -> None:
    mutant, _ = mutated()
    assert mutant.count(old) == 1
    with pytest.raises(em.UndoConflict, match=reason):
        undo(mutant.replace(old, new))


def test_a_text_that_does_not_parse_must_keep_the_whole_stretch() -> None:
    mutant, _ = mutated()
    undone = undo(mutant.replace("end(a)", "end(a"))
    assert undone == ORIGINAL.replace("end(a)", "end(a")
    with pytest.raises(em.UndoConflict):
        undo(mutant.replace("end(a)", "end(a").replace("b + 1", "b + 2"))


def test_a_member_alone_that_tells_less_than_its_file_must_keep_the_whole_stretch() -> None:
    text = "class A { int[] b; int f() {\n for (int x : b) g(x);\n return 0; } }"
    (mutant,) = em.mutate(text, ["loop-exchange"])
    assert em.undo(mutant.mutant.replace("g(x)", "g(-x)"), mutant) == mutant.original.replace("g(x)", "g(-x)")
    alone = mutant.mutant.replace("return 0", "return 1")
    assert em.undo(alone, mutant.local, mutant.original) == mutant.original.replace("return 0", "return 1")
    with pytest.raises(em.UndoConflict):
        em.undo(mutant.mutant.replace("g(x)", "g(-x)"), mutant.local, mutant.original)


def test_the_choices_of_the_mutation_are_made_again() -> None:
    """Another choice would be another mutant, of which nobody has seen a patch."""
    _, mutation = mutated()
    other = "two" if NAME == "one" else "one"
    source = em.parse(ORIGINAL)
    (site,) = Brackets().sites(source)
    seeds = [seed for seed in range(20) if other in Brackets().apply(source, site, seed).text]
    assert seeds
    record = Brackets().apply(source, site, seeds[0]).mutation
    patched = apply_edits(ORIGINAL.encode(), record.edits).decode().replace("end(a)", "end(b)")
    assert Brackets().undo(em.parse(patched), ORIGINAL.encode(), record) == ORIGINAL.replace(
        "end(a)", "end(b)"
    )
    with pytest.raises(em.UndoConflict):
        Brackets().undo(em.parse(patched), ORIGINAL.encode(), mutation)
