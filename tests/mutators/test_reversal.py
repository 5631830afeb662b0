"""Undo of mutations whose edits lie apart: the answer is always a text of which the patch is a mutant."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import equimorph as em
from mutators.base import Mutator
from mutators.java.match import JavaMatch
from mutators.model import Edit, EditConflict, Mutation, UndoConflict, apply_edits
from mutators.undo.alignment import Alignment
from mutators.undo.remake import Target
from mutators.undo.transport import check_unique, moved
from parsers.java.method import Method
from parsers.source import SourceFile


class Brackets(Mutator):
    """``f(x);`` -> ``[ [x] g`` in words: both ends of a call's arguments change, and a word is lost. For these tests only."""

    name = "brackets"
    language = "java"
    relation = "preserving"

    def matches(self, method: Method) -> Iterator[JavaMatch]:
        for node in method.root.walk():
            if node.type == "method_invocation" and method.node_text(node).startswith("old("):
                yield Call(method, node)


class Call(JavaMatch):
    def obstacle(self) -> str | None:
        return "zero" if "0" in self.text(self.node) else None

    def edits(self, rng: Random) -> Iterator[Edit]:
        yield Edit(self.start, "old", rng.choice(["one", "two"]))
        yield Edit(self.start + 3, "(", "(new Foo(")
        lost = self.text(self.node).find("lost, ")
        if lost >= 0:
            yield Edit(self.start + lost, "lost, ", "")
        yield Edit(self.end - 1, ")", "))")


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


def test_a_text_that_does_not_parse_must_not_repeat_what_was_mutated() -> None:
    """Of two there, nobody can say which one it was; a parenthesis is no matter."""
    mutant, _ = mutated()
    with pytest.raises(em.UndoConflict, match="repeats what was mutated"):
        undo(mutant.replace("end(a)", f"{NAME}(a"))
    assert undo(mutant.replace("end(a)", "end(g(h(a))")) == ORIGINAL.replace("end(a)", "end(g(h(a))")


class Forms(Brackets):
    """As `Brackets`, in two forms that make the same text, of which one is allowed more. For these tests only."""

    name = "forms"
    language = "java"

    def matches(self, method: Method) -> Iterator[JavaMatch]:
        for match in super().matches(method):
            for form in ("strict", "lax"):
                yield Formed(method, match.node, form=form)


class Formed(Call):
    def obstacle(self) -> str | None:
        return super().obstacle() if self.params == (("form", "strict"),) else None


def test_the_mutation_is_one_of_the_same_form() -> None:
    source = em.parse(ORIGINAL)
    for form in ("strict", "lax"):
        site = next(s for s in Forms().sites(source) if s.param("form") == form)
        made = Forms().apply(source, site, seed=3)
        patched = em.parse(made.text.replace("b + 1", "0"))
        if form == "lax":
            assert "old(a,lost,0);" in Forms().undo(patched, source.data, made.mutation).replace(" ", "")
        else:
            with pytest.raises(em.UndoConflict, match="is made of"):
                Forms().undo(patched, source.data, made.mutation)


class Last(Brackets):
    """As `Brackets`, and the last argument changes too. For these tests only."""

    name = "last"
    language = "java"

    def matches(self, method: Method) -> Iterator[JavaMatch]:
        for match in super().matches(method):
            yield LastToo(method, match.node)


class LastToo(Call):
    def edits(self, rng: Random) -> Iterator[Edit]:
        yield from super().edits(rng)
        yield Edit(self.end - 3, "zz", "yy")


@pytest.mark.parametrize(
    ("edits", "made"),
    [
        ([Edit(0, "", "x ")], True),
        ([Edit(0, "", "x "), Edit(99, "far", "away")], False),
        ([Edit(0, "", "y ")], False),
        ([], False),
    ],
)
def test_edits_reach_from_the_first_to_the_last_difference(edits: list[Edit], made: bool) -> None:
    target = Target(em.parse("void f() { g(); }"), em.parse("x void f() { g(); }"))
    if len(edits) < 2:
        assert target.is_made_by(edits) == made
    else:
        with pytest.raises(EditConflict):
            target.is_made_by(edits)
    target = Target(em.parse("void f() { g(); h(); }"), em.parse("void f() { k(); h(); }"))
    assert target.is_made_by([Edit(11, "g", "k")])
    assert not target.is_made_by([Edit(16, "not read", "x")])  # behind the difference: the text is not made
    assert not target.is_made_by([Edit(0, "not read", "x")])  # before it


class Careless(Brackets):
    """As `Brackets`, with an undo whose edits overlap. For these tests only."""

    name = "careless"
    language = "java"

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        return apply_edits(patched.data, [Edit(0, "void", ""), Edit(2, "id", "x")])


def test_edits_of_an_undo_that_do_not_fit_one_another_are_a_conflict() -> None:
    source = em.parse(ORIGINAL)
    (site,) = Careless().sites(source)
    made = Careless().apply(source, site)
    with pytest.raises(em.UndoConflict, match="surrounds") as raised:
        Careless().undo(em.parse(made.text.replace("end(a)", "end(b)")), source.data, made.mutation)
    start, end = raised.value.region
    assert 0 < start < end < len(made.data)


def test_edits_that_meet_in_the_patched_text_are_a_conflict() -> None:
    source = em.parse("void f() { old(lost, k, zz); }")
    (site,) = Last().sites(source)
    made = Last().apply(source, site)
    assert "(new Foo(k, yy));" in made.text
    with pytest.raises(em.UndoConflict, match="is made of"):
        Last().undo(em.parse(made.text.replace("k, ", "")), source.data, made.mutation)


@pytest.mark.parametrize(
    ("at", "theirs", "before", "expected"),
    [
        (2, "a ;b", None, 3),  # with what it touches
        (1, "a  ;b", None, 1),
        (1, "a c ;b", None, None),  # something stands there now
        (1, "a c ;b", True, 4),
        (1, "a c ;b", False, 1),
        (1, ";b", True, 0),
        (1, ";b", False, None),
        (1, "a c", False, 1),
        (1, "a c", True, None),
        (0, " a;b", None, None),  # nothing stood before
        (0, " a;b", True, 1),
        (3, "a;b ", False, 3),
    ],
)
def test_places_of_deleted_text(at: int, theirs: str, before: bool | None, expected: int | None) -> None:
    base, edit, patched = b"a;b", Edit(at, "", "x"), theirs.encode()
    if expected is None:
        with pytest.raises(UndoConflict, match="the place of a deleted text"):
            moved(edit, Alignment(base, SourceFile(patched)), base, patched, before=before)
    else:
        found = moved(edit, Alignment(base, SourceFile(patched)), base, patched, before=before)
        assert found == Edit(expected, "", "x")


@pytest.mark.parametrize(
    ("base", "theirs", "known"),
    [
        ("f g f h", "f g f h", True),
        ("f g f h", "f g g f h", True),
        ("f g f h", "f g f h f", False),  # once more
        ("f g f h", "g f h", False),  # once less
        ("f g f h", "g f h f", False),  # as often, but it would be the other one
        ("f g f h", "f g h", True),  # gone: not for this to say
    ],
)
def test_a_text_that_occurs_several_times(base: str, theirs: str, known: bool) -> None:
    alignment = Alignment(base.encode(), SourceFile(theirs.encode()))
    if known:
        check_unique(alignment, (4, 5))
    else:
        with pytest.raises(UndoConflict, match="several times"):
            check_unique(alignment, (4, 5))
