"""Undo of reorder-condition where the patch changed the comparison: swapped back, left as it is, or a conflict."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.java.reorder_condition import ReorderCondition

HEAD = "boolean f(int a, int b, int c, boolean p, Integer n, double d, int[] all, String s) { return "
TAIL = "; }"


def undone(original: str, patched: str, nth: int = 0, purity: str = "proven") -> str:
    """Undo the nth mutant of a condition, of which a patch made another one."""
    mutant = list(ReorderCondition(purity).mutants(em.parse(HEAD + original + TAIL)))[nth]
    assert mutant.text != HEAD + patched + TAIL
    return str(em.undo(HEAD + patched + TAIL, mutant)).removeprefix(HEAD).removesuffix(TAIL)


@pytest.mark.parametrize(
    ("original", "patched", "expected"),
    [
        ("a + 7 < b", "b > a + 1", "a + 1 < b"),
        ("a + 7 < b", "b > a + 1 + c", "a + 1 + c < b"),
        ("a + 7 < b", "b > s.length()", "s.length() < b"),
        ("a + 7 < b", "2 * b > a + 7", "a + 7 < 2 * b"),
        ("a + 7 < b", "2 * b > a + 1", "a + 1 < 2 * b"),
        ("a + 7 < b", "b >= a + 7", "a + 7 <= b"),
        ("a + 7 < b", "b >= a + 1", "a + 1 <= b"),
        ("a + 7 < b", "2 * b >= a + 7", "a + 7 <= 2 * b"),
        ("a + 7 < b", "b < a + 7", "a + 7 > b"),
        ("a + 7 < b", "b != a + 7", "a + 7 != b"),
        ("a + 7 < b", "b > a + 1 && p", "a + 1 < b && p"),
        ("a + 7 < b", "b > a + 1 && c < 5", "a + 1 < b && c < 5"),
        ("a + 7 < b", "!(b > a + 1)", "!(a + 1 < b)"),
        ("a + 7 < b", "b > a + 1 == p", "a + 1 < b == p"),
        ("a + 7 < b", "p == b > a + 1", "p == a + 1 < b"),
        ("a + 7 < b", "b > a << 1", "a << 1 < b"),
        ("a + 7 < b", "b > (p ? a : c)", "(p ? a : c) < b"),
        ("a < b", "b > (c = 1)", "(c = 1) < b"),
        ("d < 1", "2 > d + c", "d + c < 2"),
        ("n == a", "a + 1 == n", "n == a + 1"),
        ("a /* x */ < b", "b /* x */ > /* y */ a + 1", "a + 1 /* x */ < /* y */ b"),
        ("a == b == p", "p == (a == 3)", "a == 3 == p"),
        ("a == b == p", "!p == (a == b)", "a == b == !p"),
        ("a == b == p", "p != (a == b)", "a == b != p"),
        ("a == b == p", "p == (a < b)", "(a < b) == p"),
        ("p == (a != b)", "(a != c) == p", "p == (a != c)"),
        ("a < b & a < c", "b > a + 1 & a < c", "a + 1 < b & a < c"),
    ],
)
def test_a_comparison_that_is_still_swapped_is_swapped_back(
    original: str, patched: str, expected: str
) -> None:
    made = undone(original, patched)
    assert made == expected
    again = [m.text for m in ReorderCondition().mutants(em.parse(HEAD + made + TAIL))]
    words = [[t.text for t in em.SourceFile(text.encode()).tokens()] for text in again]
    assert [t.text for t in em.SourceFile((HEAD + patched + TAIL).encode()).tokens()] in words


@pytest.mark.parametrize(
    ("original", "patched"),
    [
        ("a + 7 < b", "a + 7 < b"),
        ("a + 7 < b", "a + 1 < b"),
        ("a + 7 < b", "a + 7 < c"),
        ("a + 7 < b", "a + 7 <= b"),
        ("a == 0", "a == 1"),
        ("a == b == p", "a == 3 == p"),
        ("a + 7 < b", "p"),
        ("a + 7 < b", "s.isEmpty() || p"),
    ],
)
def test_a_text_with_nothing_of_the_mutation_stays(original: str, patched: str) -> None:
    assert undone(original, patched) == patched


@pytest.mark.parametrize(
    ("original", "patched"),
    [
        ("a + 7 < b", "a + 7 > b"),  # swapped anew, or both operands changed
        ("a + 7 < b", "c > s.length()"),  # no operand is left
        ("a + 7 < b", "c >= a + 1"),
        ("a + 7 < b", "b - a > 7 + 1"),  # a word of the right operand is in the left one
        ("a < b", "b > b"),  # one operand is where the mutant has it, one where the original has it
        ("a < b", "b > a + 1 || b > a + 2"),
        ("a < b", "b > a || b > a"),
        ("a < b", "b > a + 1 || a + 2 < b"),
        ("a < b & b > c", "b > c + 1"),  # one of the two is gone
        ("a < b | a < b", "b > a + 1 | a < b | b > a"),
        ("a < b", "b > b++ + a"),
        ("a < b", "b > (b = 3)"),
        ("a < b", "g(b) > g(a)"),
        ("n < a", "a++ > n"),  # unboxing may throw before the effect
        ("all[0] < b", "all[1] > all[0]"),
        ("g() < b", "n > g()"),
        ("a == b", "a == a"),
        ("a < b", "b - a"),  # no comparison any more, but still its operands in the mutant's order
        ("a + 7 < b", "(b | a + 7) < c"),
    ],
)
def test_what_is_not_certain_or_not_sound_is_a_conflict(original: str, patched: str) -> None:
    with pytest.raises(em.UndoConflict):
        undone(original, patched)


def test_a_comparison_that_swallowed_its_neighbour_is_a_conflict() -> None:
    with pytest.raises(em.UndoConflict, match="surrounds"):
        undone("c == 1 & a < b", "c == 1 + b > a", nth=1)


def test_of_two_comparisons_with_a_common_operand_the_right_one_is_swapped_back() -> None:
    source = em.parse("int f(int a, int b, int c) { if (b < a) g(); if (a > c) g(); return 0; }")
    mutant = next(m for m in em.mutate(source, ["reorder-condition"]) if "a > b" in m.text)
    patched = mutant.text.replace("a > b", "a > 3")
    assert em.undo(patched, mutant) == mutant.text.replace("a > b", "3 < a")
    patched = mutant.text.replace("a > c", "a > 3")
    assert em.undo(patched, mutant) == patched.replace("a > b", "b < a")
    # The first may be gone and the second changed, or the other way round.
    one = mutant.text.replace("if (a > b) g(); if (a > c)", "if (a > d)")
    with pytest.raises(em.UndoConflict):
        em.undo(one, mutant)


def test_a_moved_comparison_is_swapped_back_unless_it_is_copied() -> None:
    source = em.parse("int f(int a, int b) { if (a < b) g(a); h(b); k(1, 2, 3); k(3, 4, 5); return 0; }")
    [mutant] = em.mutate(source, ["reorder-condition"])
    statement = "if (b > a) g(a); "
    moved = mutant.text.replace(statement, "").replace("return", statement + "return")
    assert em.undo(moved, mutant) == moved.replace("b > a", "a < b")
    with pytest.raises(em.UndoConflict):
        em.undo(moved.replace("h(b)", statement + "h(b)"), mutant)


def test_a_dropped_comparison_leaves_nothing_to_undo() -> None:
    source = em.parse("int f(int a, int b) { if (a < b) return g(a); return 0; }")
    [mutant] = em.mutate(source, ["reorder-condition"])
    patched = mutant.text.replace("if (b > a) return g(a); ", "")
    assert em.undo(patched, mutant) == patched
    # What the patch writes elsewhere is its own.
    whole = em.parse("class A { int a, b; int f() { int x = 1; if (x < 2) return 1; return 0; } }")
    [mutant] = em.mutate(whole, ["reorder-condition"])
    moved = mutant.text.replace("if (2 > x) return 1; ", "").replace("int f", "boolean p = 2 > 1; int f")
    assert em.undo(moved, mutant) == moved


def test_a_dropped_operator_leaves_its_operands() -> None:
    source = em.parse("int f(int a, int b) { if (a < b) return g(a); return 0; }")
    [mutant] = em.mutate(source, ["reorder-condition"])
    patched = mutant.text.replace("b > a", "h(a)")
    assert em.undo(patched, mutant) == patched


def test_a_patch_that_does_not_parse_keeps_its_conflict() -> None:
    for patched in ("b > a + 1 +", "b > ", "b > (a + 1"):
        with pytest.raises(em.UndoConflict, match="changed the mutated text"):
            undone("a + 7 < b", patched)


def test_the_purity_of_the_record_counts() -> None:
    assert undone("s.length() == g.getId()", "g.getId() == s.length() + 1", purity="conventional") == (
        "s.length() + 1 == g.getId()"
    )
