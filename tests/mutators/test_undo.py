"""Undo on patches of the mutant: what comes back, and what is a conflict."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import equimorph as em
from mutators.model import Edit, invert_edits
from mutators.undo.alignment import Alignment
from mutators.undo.transport import transport
from parsers.java.syntax.tokens import tokenize
from parsers.source import SourceFile
from tests.strategies.text import texts


def moved(old: str, new: str, base: str, patched: str) -> str:
    """The patched text after an edit that was meant for the base."""
    edit = Edit(len(base[: base.index(old)].encode()), old, new)
    return transport([edit], base.encode(), SourceFile.from_text(patched)).decode()


BASE = "int f(int a, int b) { int é = 1; if (b > a) { g(é); } return a; }"


@pytest.mark.parametrize(
    ("patched", "expected"),
    [
        (BASE, BASE.replace("b > a", "a < b")),
        (BASE.replace("g(é)", "h(é, 2)"), BASE.replace("b > a", "a < b").replace("g(é)", "h(é, 2)")),
        (BASE.replace("int é = 1; ", ""), BASE.replace("b > a", "a < b").replace("int é = 1; ", "")),
        (BASE.replace("(b > a)", "( b  >  a )"), BASE.replace("(b > a)", "( a < b )")),
        (
            BASE.replace("{ int", "{ long 漢 = 2; int"),
            BASE.replace("b > a", "a < b").replace("{ int", "{ long 漢 = 2; int"),
        ),
        (
            BASE.replace("{ g(é); }", "{ /* b > a */ }"),
            BASE.replace("b > a", "a < b").replace("{ g(é); }", "{ /* b > a */ }"),
        ),
        (
            BASE + " }",
            BASE.replace("b > a", "a < b") + " }",
        ),  # does not parse, but the neighbours are the same
    ],
)
def test_an_edit_moves_with_its_tokens(patched: str, expected: str) -> None:
    assert moved("b > a", "a < b", BASE, patched) == expected


@pytest.mark.parametrize(
    "patched",
    [
        BASE.replace("b > a", "b >= a"),
        BASE.replace("b > a", "b > c"),
        BASE.replace("b > a", "b + 1 > a"),
        BASE.replace("b > a", "b > a + 1"),  # the tokens stand, but are another expression
        BASE.replace("b > a", "c && b > a.x"),
        BASE.replace("if (b > a) { g(é); }", ""),
        BASE.replace("g(é);", "x = b > a;"),  # twice now: which one is it
        BASE.replace("if (b > a) { g(é); } ", "").replace("int é", "boolean x = b > a; int é"),
        BASE.replace("(b > a)", "(b > a +)"),  # does not parse, and the neighbour is another
        "",
        "not java at all",
    ],
)
def test_anything_else_is_a_conflict(patched: str) -> None:
    with pytest.raises(em.UndoConflict) as raised:
        moved("b > a", "a < b", BASE, patched)
    start, end = raised.value.region
    assert 0 <= start <= end <= max(len(BASE.encode()), len(patched.encode()))
    assert raised.value.reason


@pytest.mark.parametrize(
    ("before", "behind", "gone", "certain"),
    [
        ("", "b c", "b", False),  # it may be either `b`
        ("", "b c", "c", True),
        ("a", "c", "a", False),
        ("d", "c", "d", True),
        ("", "x b c", "b", True),
        ("", "x b x c", "x b", False),  # of `b x b x` half is gone
        ("b a b", "c", "a b", False),
    ],
)
def test_of_equal_tokens_side_by_side_nobody_knows_which_is_gone(
    before: str, behind: str, gone: str, certain: bool
) -> None:
    """In a text that does not parse; `a b` was mutated."""

    def statements(*parts: str) -> str:
        return "".join(f"{name}; " for part in parts for name in part.split())

    base = statements(before, "a b", behind)
    edit = Edit(len(statements(before)), statements("a b"), "new; ")
    kept = [part.replace(gone, "", 1) for part in (before, behind)]
    patched = SourceFile.from_text(statements(kept[0], "a b", kept[1]) + "f(")
    if certain:
        undone = transport([edit], base.encode(), patched).decode()
        assert undone == statements(kept[0]) + "new; " + statements(kept[1]) + "f("
    else:
        with pytest.raises(em.UndoConflict, match=r"may have deleted|changed the mutated text"):
            transport([edit], base.encode(), patched)


def test_a_gap_before_the_mutated_text_may_be_in_it() -> None:
    base = "z; x; a; a; b; c; d; e;"
    edit = Edit(base.index("a; b"), "a; b;", "new;")
    with pytest.raises(em.UndoConflict, match="may have deleted"):
        transport([edit], base.encode(), SourceFile.from_text("k; x; a; b; c; d; e; f("))
    undone = transport([edit], base.encode(), SourceFile.from_text("k; a; a; b; c; d; e; f("))
    assert undone == b"k; a; new; c; d; e; f("


def test_a_deleted_text_comes_back_where_its_neighbours_are() -> None:
    base, patched = "void m() { a(); c(); }", "void m() { x(); a(); c(); y(); }"
    edit = Edit(base.index("c()"), "", "b(); ")
    assert (
        transport([edit], base.encode(), SourceFile.from_text(patched))
        == b"void m() { x(); a(); b(); c(); y(); }"
    )
    with pytest.raises(em.UndoConflict):
        transport([edit], base.encode(), SourceFile.from_text("void m() { a(); z(); c(); }"))


def test_blanks_that_the_mutation_brought_go_with_it() -> None:
    source = em.parse("void f(int a, int b) { if (a > b) a++; else--b; g(); }")
    mutant = next(m for m in em.mutate(source, ["expression-exchange"]) if "else b -= 1" in m.text)
    assert em.undo(mutant.text.replace("g()", "h()"), mutant) == source.text.replace("g()", "h()")


def test_a_deleted_text_comes_back_in_its_place_among_comments() -> None:
    text = "boolean f(boolean a, boolean b) {\n    return !a || // left\n        !/* right */b;\n}\n"
    [mutant] = [
        m for m in em.mutate(em.parse(text), mutators=["condition-exchange"]) if "!(a && //" in m.text
    ]
    patched, expected = (each.replace("}", ") }") for each in (mutant.text, text))
    undone = em.undo(patched, mutant)
    assert not undone.parses
    assert undone == expected


@given(texts(), texts(), texts(), texts())
def test_alignment_is_of_equal_tokens_in_order(a: str, b: str, c: str, d: str) -> None:
    one, other = (a + " x " + b + c).encode(), (a + " x " + d + c).encode()
    alignment = Alignment(one, SourceFile(other))
    pairs = [(i, alignment.to(i)) for i in range(len(alignment.base))]
    found = [(i, j) for i, j in pairs if j is not None]
    assert all(alignment.base[i].text == alignment.theirs[j].text for i, j in found)
    assert [j for _, j in found] == sorted({j for _, j in found})
    assert alignment.to(len(pairs)) is None
    if one == other:
        assert found == [(i, i) for i in range(len(pairs))]


@given(
    st.lists(
        st.sampled_from(
            ["a", " ", "\n", "/*", "*/", "//", '"', "'", "\\", '"""', "1", ".", "é", ">", ">>", "+", "++"]
        )
    )
)
def test_tokens_cover_all_but_blanks_and_comments(pieces: list[str]) -> None:
    data = "".join(pieces).encode()
    tokens, at = tokenize(data), 0
    for token in tokens:
        assert data[token.start : token.end] == token.text != b""
        assert token.start >= at
        gap = data[at : token.start]
        assert not gap.strip() or b"/" in gap
        at = token.end
    assert not data[at:].strip() or b"/" in data[at:]


# Renaming


def renamed(text: str, name: str, new: str) -> em.Mutant:
    """The mutant in which the variable has this name."""
    from mutators.java.variable_renaming import VariableRenaming
    from mutators.naming import SCHEMES

    source = em.parse(text)
    for mutant in VariableRenaming(SCHEMES).mutants(source):
        if mutant.local.edits[0].old == name and mutant.local.edits[0].new == new:
            return mutant
    raise AssertionError(f"no mutant renames {name} to {new}")


METHOD = "int f(String word, int n) { int k = word.length(); if (n > k) { return n; } return k + n; }"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if (var0", "if (var0 + 1"),  # another reference is in the changed region
        ("return var0; }", "return var0 * var0; }"),  # the patch added references
        ("return k + var0", "int m = var0; return m"),
        ("var0 > k", "k < var0"),  # moved
        ("return var0; }", "return 0; }"),  # one is gone
        ("if (var0 > k) { return var0; } return k + var0;", "return var0;"),
        ("return k", "Runnable r = () -> System.out.println(var0); return k"),
        ("return k", "class X { int var0; int g() { return this.var0; } } return k"),
        ("return k", "x.var0 = 2; var0: for (;;) break var0; return var0() + k"),
    ],
)
def test_renaming_takes_every_reference_back(old: str, new: str) -> None:
    mutant = renamed(METHOD, "n", "var0")
    assert old in mutant.mutant
    patched = mutant.mutant.replace(old, new)
    undone = em.undo(patched, mutant)
    assert undone.parses
    keep = {
        "this.var0": "this.\0",
        "int var0;": "int \0;",
        "x.var0": "x.\0",
        "var0:": "\0:",
        "break var0": "break \0",
        "var0()": "\0()",
    }
    expected = patched
    for name, mask in keep.items():
        expected = expected.replace(name, mask)
    assert undone == expected.replace("var0", "n").replace("\0", "var0")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return k", "int n = 3; return k"),  # the old name is taken now
        ("return k", "for (int n : a) g(n); return k"),
        ("return k", "class X extends Y { int g() { return var0; } } return k"),  # whose var0 is it
        ("return k", "Object o = new Object() { int n; int g() { return var0; } }; return k"),  # captured
        ("return k", "Function<Integer, Integer> g = n -> n; return k"),
        ("int var0)", "int x)"),  # the declaration is gone, references are free
        ("return k", "record R() { int g() { return n; } } return k"),  # a record does not see the variable
        ("return k", "boolean b = word instanceof String n; return k"),  # in scope nowhere, but declared
        ("return k", "enum E { A; int g() { return var0; } } return k"),  # no variable of the member
        ("return k", "return (n + k"),  # does not parse: the old name stands there
    ],
)
def test_renaming_back_is_a_conflict_where_it_would_be_a_guess(old: str, new: str) -> None:
    mutant = renamed(METHOD, "n", "var0")
    assert old in mutant.mutant
    with pytest.raises(em.UndoConflict):
        em.undo(mutant.mutant.replace(old, new), mutant)


def test_a_patch_that_does_not_parse_is_undone_and_says_so() -> None:
    mutant = renamed(METHOD, "n", "var0")
    undone = em.undo(mutant.mutant.replace("return k", "return (k"), mutant)
    assert undone == METHOD.replace("return k", "return (k")
    assert not undone.parses
    with pytest.raises(em.UndoConflict, match="does not parse"):
        em.undo(mutant.mutant.replace("return k", "return (var0 + k"), mutant)


def test_a_variable_that_the_patch_removed_altogether_is_nothing_to_undo() -> None:
    mutant = renamed(METHOD, "n", "var0")
    assert em.undo("int f(String word) { return 1; }", mutant) == "int f(String word) { return 1; }"


def test_undo_takes_the_whole_file_or_the_member_or_a_record() -> None:
    text = "class A {\n  int other;\n  " + METHOD + "\n}\n"
    mutant = renamed(text, "n", "var0")
    assert em.undo(mutant.text.replace("other", "changed"), mutant) == text.replace("other", "changed")
    assert em.undo(mutant.mutant.replace("k +", "k -"), mutant) == METHOD.replace("k +", "k -")
    patched = mutant.mutant.replace("k +", "k -")
    assert em.undo(patched, mutant.local, mutant.original) == METHOD.replace("k +", "k -")
    with pytest.raises(em.RecordMismatch):
        em.undo(patched, mutant.local, mutant.original + " ")
    with pytest.raises(TypeError, match="original"):
        em.undo(patched, mutant.local)


def test_a_field_that_a_class_of_the_patch_inherits_is_not_captured() -> None:
    text = "class Base { int n = 99; } class A { " + METHOD + " }"
    mutant = renamed(text, "n", "var0")
    patch = "Base b = new Base() { int h() { return var0; } }; return k"
    with pytest.raises(em.UndoConflict, match="inherit"):
        em.undo(mutant.mutant.replace("return k", patch), mutant)


def test_the_parameter_of_a_record_keeps_the_name_of_the_component() -> None:
    mutant = renamed("class P { int n; P(int n) { this.n = n; } }", "n", "var0")
    patched = "record P(int n) { P(int var0) { this.n = var0; } }"
    with pytest.raises(em.UndoConflict, match="canonical"):
        em.undo(patched, mutant)
    # Here it is rather the component that was the parameter.
    with pytest.raises(em.UndoConflict, match="out of its member"):
        em.undo("record P(int var0) { P(int var0) { this.var0 = var0; } }", mutant)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("boolean f(List<String> list) { int i = 0; return i < list.size(); }", "int i = 0; ", ""),
        ("boolean f(int[] a, int j) { return a[0] < j; }", "int j", "Integer j"),
    ],
)
def test_operands_that_must_keep_their_order_in_the_patched_text_are_a_conflict(
    text: str, old: str, new: str
) -> None:
    [mutant] = em.mutate(text, ["reorder-condition"])
    assert em.undo(mutant.text.replace("f(", "g("), mutant) == text.replace("f(", "g(")
    with pytest.raises(em.UndoConflict, match="in the patched text"):
        em.undo(mutant.text.replace(old, new), mutant)


def test_undo_of_reorder_condition_puts_everything_back() -> None:
    source = em.parse("boolean f(int a, int b, boolean c) { return a == b /* x */ == c; }")
    mutants = list(em.mutate(source, ["reorder-condition"]))
    assert {m.mutant for m in mutants} == {
        "boolean f(int a, int b, boolean c) { return b == a /* x */ == c; }",
        "boolean f(int a, int b, boolean c) { return c /* x */ == (a == b); }",
    }
    for mutant in mutants:
        patched = mutant.mutant.replace("{ ", "{ log(a); ")
        assert em.undo(patched, mutant) == mutant.original.replace("{ ", "{ log(a); ")
        assert em.undo(patched, mutant).parses
        assert invert_edits(invert_edits(mutant.local.edits)) == mutant.local.edits


def test_a_damaged_copy_in_a_text_that_does_not_parse_is_a_conflict() -> None:
    source = em.parse("class A {\n    boolean isType() {\n        return type() != null;\n    }\n}\n")
    (mutant,) = em.mutate(source, ["reorder-condition"])
    line = "        return null != type();\n"
    copied = mutant.mutant.replace(line, line.replace("!=", "") + line)
    for patched in (copied, copied.replace("()", "( ()", 1)):
        with pytest.raises(em.UndoConflict):
            em.undo(patched, mutant)
    with pytest.raises(em.UndoConflict, match="repeats"):
        em.undo(copied.replace("()", "( ()", 1), mutant)
