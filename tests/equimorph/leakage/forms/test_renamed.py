"""The form `renamed`: what is bound gets a name by its place, what is free stays, and nothing breaks it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import equimorph as em
from equimorph.leakage.forms import form
from equimorph.leakage.forms.renamed import read_renamed, renamed
from parsers.java.syntax.tokens import tokenize
from parsers.source import SourceFile

TESTS = Path(__file__).resolve().parents[3]
SUBJECTS = sorted((TESTS / "subjects").rglob("*.java"))

FORMS = [
    ("int sum(int n) { int k = n; return k + total; }", "int f(int arg_0) { int var_0 = arg_0; return var_0 + total; }"),
    ("int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }",
     "int f(int arg_0) { return arg_0 < 2 ? 1 : arg_0 * f(arg_0 - 1); }"),
    # Another overload is free, and so is the method of another object.
    ("int go(int n) { return go(n, 1) + x.go(n) + this.go(2); }",
     "int f(int arg_0) { return go(arg_0, 1) + x.go(arg_0) + this.f(2); }"),
    ("void go() { super.go(); go(); }", "void f() { super.go(); f(); }"),
    ("void g() { out: for (;;) { in: while (a) { break out; } continue out; } }",
     "void f() { label_0: for (;;) { label_1: while (a) { break label_0; } continue label_0; } }"),
    ("<K, V extends K> V get(Map<K, V> m, K k) { return (V) m.get(k); }",
     "<T_0, T_1 extends T_0> T_1 f(Map<T_0, T_1> arg_0, T_0 arg_1) { return (T_1) arg_0.get(arg_1); }"),
    ("void go(List<T> l) { l.map(x -> x.k + l.k).map((a, b) -> a); }",
     "void f(List<T> arg_0) { arg_0.map(var_0 -> var_0.k + arg_0.k).map((var_1, var_2) -> var_1); }"),
    ("void go(Object o) { if (o instanceof A a && a.ok) use(a); try (R r = r()) { } catch (E e) { throw e; } }",
     "void f(Object arg_0) { if (arg_0 instanceof A var_0 && var_0.ok) use(var_0);"
     " try (R var_1 = r()) { } catch (E var_2) { throw var_2; } }"),
    # The second x is another variable than the first.
    ("void go() { { int x = 1; use(x); } { int x = 2; use(x); } }",
     "void f() { { int var_0 = 1; use(var_0); } { int var_1 = 2; use(var_1); } }"),
    # Names that are free are not taken.
    ("int f(int a) { return arg_0 + a; }", "int f(int arg_1) { return arg_0 + arg_1; }"),
    ("int go(int a) { return f(a); }",
     "int f_0(int arg_0) { return f(arg_0); }"),
    # Fields, those of class bodies included, constructors and types keep their names.
    ("Point(int x) { this.x = x; }", "Point(int arg_0) { this.x = arg_0; }"),
    ("Object go() { return new Object() { int n; int get() { return n; } }; }",
     "Object f() { return new Object() { int n; int get() { return n; } }; }"),
    ("class A { int a; void set(int b) { a = b; } void add(int b) { a += b; } }",
     "class A { int a; void f(int arg_0) { a = arg_0; } void f(int arg_0) { a += arg_0; } }"),
    ("interface A { int get(int a); }", "interface A { int get(int a); }"),
    # Statements alone: names that may be variables are numbered by their first use.
    ("for (int i = 0; i < n; i++) sum += list.get(i) * MAX;",
     "for (int var_0 = 0; var_0 < var_1; var_0++) var_2 += var_3.get(var_0) * MAX;"),
    # What does not parse, likewise.
    ("if (count > limit) {", "if (var_0 > var_1) {"),
    ("} else if (this.size == Math.max(size, new foo(a))) {",
     "} else if (this.size == Math.max(var_0, new foo(var_1))) {"),
    ("return (List<String>) items.get(key", "return (List<String>) var_0.get(var_1"),
    ("final String name = @Foo x::y, z::", "final String var_0 = @Foo x::y, z::"),
    ("", ""),
    ("// nothing", ""),
    ("\N{ZERO WIDTH NO-BREAK SPACE}int a(int b) { return b; }", "int f(int arg_0) { return arg_0; }"),
]  # fmt: skip


def tokens(text: str) -> list[bytes]:
    return [token.text for token in tokenize(text.encode())]


@pytest.mark.parametrize(("text", "expected"), FORMS, ids=[text[:40] for text, _ in FORMS])
def test_each_name_that_is_bound_gets_one_by_its_place(text: str, expected: str) -> None:
    found = form(text, "renamed")
    assert found is not None
    assert tokens(found) == tokens(expected)
    assert form(found, "renamed") == found


def texts_of(path: Path) -> list[bytes]:
    return [member.data for member in SourceFile(path.read_bytes()).methods]


@pytest.mark.parametrize("path", SUBJECTS, ids=[path.stem for path in SUBJECTS])
def test_a_member_has_one_form_alone_and_in_its_file(path: Path) -> None:
    alone = tuple(renamed(data) for data in texts_of(path))
    assert read_renamed(path.read_bytes()).members == alone


@pytest.mark.parametrize("path", SUBJECTS[::3], ids=[path.stem for path in SUBJECTS[::3]])
def test_a_sketch_and_a_renaming_have_the_form_of_their_original(path: Path) -> None:
    one_each = em.Selection(limit_per_mutator=1)
    found = list(em.mutate(em.read(path), ["sketch", "variable-renaming"], seed=5, select=one_each))
    forms = {text: form(text, "renamed") for text in {mutant.original for mutant in found}}
    for mutant in found:
        assert mutant.mutant != mutant.original
        assert form(mutant.mutant, "renamed") == forms[mutant.original], mutant.mutation
    assert found


SHAPE = """int @0(int @1, long @2) {{ int @3 = @1 + {free}; for (int @4 = 0; @4 < @2; @4++) {{ @3 += @4 * @1; }}
 Runnable @5 = () -> {{ int @6 = @4x; use(@6, @1); }}; @7: while (true) {{ if (@3 > {free}) break @7; }} return @0(@3, @2); }}"""


@given(st.randoms(use_true_random=False))
def test_names_put_in_by_plain_text_make_no_difference_but_other_bindings_do(rng: random.Random) -> None:
    """The oracle is a replacement of texts, in a program in which every name is written in one way only."""

    def named(names: list[str]) -> str:
        text = re.sub(r"@4x", "outer", SHAPE.format(free="limit"))
        return re.sub(r"@(\d)", lambda match: names[int(match[1])], text)

    letters = "abcdefgh"
    one = [f"{letter}{rng.randrange(100)}" for letter in letters]
    other = [f"{letter}_{rng.randrange(100)}" for letter in rng.sample(letters, len(letters))]
    assert form(named(one), "renamed") == form(named(other), "renamed")
    swapped = [*other]
    at, to = rng.sample((1, 3), 2)
    text = named([f"@{at}" if name == at else swapped[name] for name in range(8)])
    # One use of a variable becomes a use of another one.
    uses = [match.start() for match in re.finditer(f"@{at}", text)]
    place = rng.choice(uses[1:])
    changed = text[:place] + swapped[to] + text[place + 2 :]
    assert form(changed.replace(f"@{at}", swapped[at]), "renamed") != form(named(other), "renamed")


def test_a_free_name_makes_a_difference() -> None:
    one, other = (form(f"int get(int a) {{ return a + {name}; }}", "renamed") for name in ("size", "length"))
    assert one != other


def test_a_name_of_ours_that_is_free_is_no_bound_one() -> None:
    assert renamed(b"int f(int a) { return g(arg_0, a); }") != renamed(b"int f(int a) { return g(a, a); }")


@given(st.binary(max_size=200))
def test_any_bytes_have_a_form_which_has_itself_as_form(data: bytes) -> None:
    found = renamed(data)
    assert renamed(found) == found


PIECES = ["int a(int b) {", "}", "return b;", '"', "'", '"""', "/*", "*/", "//", "\n", "\r", "\\", "a", "b", "> >", ">", "=", ".",
          "(", ")", "é", "\0", "if (a)", "class A {", "<T>", "case a ->", "1.", "x: "]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_any_pieces_of_java_have_a_form_which_has_itself_as_form(pieces: list[str]) -> None:
    found = renamed(" ".join(pieces).encode())
    assert renamed(found) == found


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe\x00a",
        b"int a() { return \xed\xa0\x80; }",
        b'int a() { String s = "',
        b"{" * 20_000,
        b"int a() { return " + b"(" * 3_000 + b"1" + b")" * 3_000 + b"; }",
        b"int a(int b) { return b" + b" + b" * 3_000 + b"; }",
        b"a\0b\0",
        b"x " * 200_000,
    ],
    ids=["utf-16", "half a character", "open string", "braces", "deep", "long sum", "nul", "one long line"],
)
def test_hostile_texts_have_a_form(data: bytes) -> None:
    assert read_renamed(data).whole


def test_half_a_character_survives_in_a_string() -> None:
    assert form('a + "\ud800"', "renamed") == 'var_0 + "\ud800"'
