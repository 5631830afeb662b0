"""Group testing can fail: it names exactly the wrong mutant among many, and mutants that are not apart get groups of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest

import equimorph as em
from mutators import Edit, Mutant, Mutator, get
from mutators.java.match import JavaMatch
from mutators.java.variable_renaming import VariableRenaming
from mutators.model import EditConflict
from parsers.java.method import Method
from parsers.oracles.jdk import Jdk
from tests.laws.corpus import RUNNING, Program
from tests.laws.grouping import apart, footprint, groups, together
from tests.laws.judging import Judge, Wrong, culprits, grouped, preserving
from tests.strategies.matches import Always


class Planted(Mutator):
    """A mutator that is wrong on purpose: it writes something else for an operator, and says that it preserves."""

    language = "java"
    relation = "preserving"
    examples = ()

    def __init__(self, old: str, new: str, name: str = "planted") -> None:
        self.old, self.new = old, new
        self.name = name  # type: ignore[misc]

    def matches(self, method: Method) -> Iterator[Always]:
        for node in method.root.walk():
            if node.type == self.old:
                yield Always(method, node, lambda match: [Edit(match.start, self.old, self.new)])


class WritingAt(Mutator):
    """A mutator that writes something at one place."""

    language = "java"
    relation = "preserving"
    examples = ()

    def __init__(self, at: int, old: str, new: str, name: str = "writing") -> None:
        self.at, self.old, self.new = at, old, new
        self.name = name  # type: ignore[misc]

    def matches(self, method: Method) -> Iterator[JavaMatch]:
        if method.start <= self.at < method.end:
            yield _Written(method, self)


class _Written(JavaMatch):
    def __init__(self, method: Method, writing: WritingAt) -> None:
        super().__init__(method, method.root)
        self.writing = writing

    @property
    def start(self) -> int:
        return self.writing.at

    @property
    def end(self) -> int:
        return self.writing.at + len(self.writing.old)

    def obstacle(self) -> None:
        return None

    def edits(self, rng: Random) -> list[Edit]:
        return [Edit(self.start, self.writing.old, self.writing.new)]


def named(name: str) -> Program:
    (program,) = (each for each in RUNNING if each.name == name)
    return program


@pytest.mark.parametrize(
    ("planted", "reason"),
    [
        (Planted("<", "<="), " became "),
        (Planted("<", "+"), "compiler.err"),
        (Planted("<", "<=", "useless-cast"), "class bytes differ"),
    ],
    ids=["prints something else", "does not compile", "other bytes"],
)
def test_one_wrong_mutant_among_many_is_named(jdk: Jdk, planted: Planted, reason: str) -> None:
    program = named("Loops.java")
    judge = Judge(jdk, program)
    wrong = next(m for m in planted.mutants(program.source) if judge.wrong([m]))
    # First of all, so that it comes into a full group.
    group = next(group for group in grouped([wrong, *preserving(program)]) if wrong in group)
    assert len(group) >= 8
    judge = Judge(jdk, program)
    (found,) = culprits(Random(3).sample(group, len(group)), judge.wrong)
    assert found.group == (wrong,)
    assert not found.interaction
    assert reason in found.reason
    assert wrong.diff() in str(found)
    assert judge.compiled <= 2 * len(group).bit_length() + 1


def test_all_the_wrong_ones_are_named() -> None:
    found = preserving(named("Order.java"))[:40]
    bad = {found[k].data for k in (3, 4, 21, 39)}

    def judge(group: Sequence[Mutant]) -> str:
        return "bad" if any(m.data in bad for m in group) else ""

    assert {each.group[0].data for each in culprits(found, judge)} == bad
    assert list(culprits([m for m in found if m.data not in bad], judge)) == []


def only_with(one: Mutant, other: Mutant) -> Callable[[Sequence[Mutant]], str]:
    return lambda group: "both" if one in group and other in group else ""


def test_what_is_wrong_only_together_is_an_interaction() -> None:
    found = preserving(named("Order.java"))[:16]
    (wrong,) = culprits(found, only_with(found[2], found[11]))
    assert wrong.interaction
    assert "right alone, wrong together" in str(wrong)
    (wrong,) = culprits(found, only_with(found[2], found[3]))
    assert {m.data for m in wrong.group} == {m.data for m in found[2:4]}


def test_faults_that_cancel_out_in_a_half_are_found() -> None:
    found = preserving(named("Order.java"))[:8]

    def judge(group: Sequence[Mutant]) -> str:
        wrong = [m for m in group if m in found[:2]]
        return "odd" if len(wrong) == 1 or len(group) == len(found) else ""

    assert [each.group for each in culprits(found, judge)] == [(found[0],), (found[1],)]


FRAME = "class A { void g(int i) { } void f(int a, int b, String[] s) { @ } }"


def unused(body: str, *places: str) -> list[Mutant]:
    """Unused variables in front of statements, all of one name."""
    source = em.parse(FRAME.replace("@", body))
    found = []
    for place in places:
        at = source.data.index(place.encode())
        found.extend(WritingAt(at, "", "int fresh = 0; ", "unused-variable").mutants(source))
    return found


def renamed(body: str, scheme: str, *names: str) -> list[Mutant]:
    source = em.parse(FRAME.replace("@", body))
    found = {
        source.slice(m.mutation.site.start, m.mutation.site.end): m
        for m in VariableRenaming([scheme]).mutants(source)
    }
    return [found[name] for name in names]


def made(body: str, *sites: tuple[str, str]) -> list[Mutant]:
    """Mutants by the name of the mutator and the text of the site."""
    source = em.parse(FRAME.replace("@", body))
    found = []
    for name, text in sites:
        mutants = get(name).mutants(source)
        found.append(
            next(m for m in mutants if source.slice(m.mutation.site.start, m.mutation.site.end) == text)
        )
    return found


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (unused("a++; b++;", "a++", "b++"), False),
        (unused("a++; { b++; }", "a++", "b++"), False),
        (unused("{ a++; } b++;", "a++", "b++"), False),
        (unused("{ a++; } { b++; }", "a++", "b++"), True),
        (unused("if (a < b) { a++; } else { b++; }", "a++", "b++"), True),
        (unused("Runnable r = () -> { g(1); }; g(2);", "g(1)", "g(2)"), False),
        (renamed("int c = a; int d = b;", "generic", "c", "d"), False),
        (renamed("{ int c = a; } { int d = b; }", "generic", "c", "d"), True),
        (renamed("for (int c = a; c < b; c++) g(c); for (int d = a; d < b; d++) g(d);", "generic", "c", "d"), False),
        (made("int c = a; int d = b; g(c + d);", ("useless-cast", "c"), ("useless-cast", "d")), True),
        (made("boolean p = a < b; boolean q = b < a;", ("reorder-condition", "a < b"), ("reorder-condition", "b < a")), True),
        (made("g(a); boolean p = a < b;", ("variable-renaming", "a"), ("reorder-condition", "a < b")), False),
        (made("g(a); boolean p = a < b;", ("variable-renaming", "s"), ("reorder-condition", "a < b")), True),
        (made("g(a); boolean p = a < b;", ("useless-cast", "a"), ("reorder-condition", "a < b")), True),
        (made("while (a < b) a++;", ("reorder-condition", "a < b"), ("loop-exchange", "while (a < b) a++;")), False),
        (
            made(
                "for (int c = a; c < b; c++) g(c); for (int d = b; d < a; d++) g(d);",
                ("loop-exchange", "for (int c = a; c < b; c++) g(c);"),
                ("loop-exchange", "for (int d = b; d < a; d++) g(d);"),
            ),
            False,
        ),
        (made("for (String t : s) g(1);", ("loop-exchange", "for (String t : s) g(1);"), ("variable-renaming", "s")), False),
    ],
)  # fmt: skip
def test_which_mutants_of_a_method_are_apart(pair: list[Mutant], expected: bool) -> None:
    one, other = map(footprint, pair)
    assert apart(one, other) is apart(other, one) is expected
    assert len(list(groups(pair))) == (1 if expected else 2)
    if expected:
        assert not em.SourceFile(together(pair[0].source, pair)).has_error


def test_a_name_that_goes_is_not_written_elsewhere() -> None:
    # Of the two, one writes "a" where it did not stand: beside a renaming of "a" this would be another variable.
    source = em.parse(FRAME.replace("@", "g(a); g(b);"))
    (renaming,) = (m for m in VariableRenaming(["generic"]).mutants(source) if m.mutation.edits[0].old == "a")
    at = source.data.index(b"g(b)") + 2
    (writing,) = WritingAt(at, "b", "a").mutants(source)
    assert not apart(footprint(renaming), footprint(writing))
    assert not apart(footprint(writing), footprint(renaming))
    at -= 2
    (writing,) = WritingAt(at, "g", "f").mutants(source)
    assert apart(footprint(renaming), footprint(writing))


def test_other_methods_are_always_apart() -> None:
    source = em.parse("class A { void f() { int a = 0; } void g() { int a = 0; } }")
    one, other = VariableRenaming(["generic"]).mutants(source)
    assert one.mutation.edits[0].new == other.mutation.edits[0].new
    assert list(groups([one, other])) == [[one, other]]
    assert together(source, [one, other]).count(one.mutation.edits[0].new.encode()) == 2


def test_edits_that_overlap_are_not_put_together_silently() -> None:
    one, other = made("boolean p = a < b;", ("reorder-condition", "a < b"), ("useless-cast", "a"))
    with pytest.raises(EditConflict):
        together(one.source, [one, other])


def test_a_wrong_one_says_what_it_is() -> None:
    one, other = made("g(a); g(b);", ("useless-cast", "a"), ("useless-cast", "b"))
    assert str(Wrong((one,), "why")).startswith("why\n---")
    assert str(Wrong((one, other), "why")).count("---") == 2
