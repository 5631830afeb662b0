"""A second variable: which uses it takes over, with which type, what is refused, and what undo puts back."""

from __future__ import annotations

import re

import pytest

import equimorph as em
from mutators.java.new_variable import NewVariable
from mutators.model import MutationError
from mutators.naming import SCHEMES
from parsers.oracles.jdk import Jdk


def judged(text: str, name: str = "x") -> list[str | None]:
    source = em.parse(text)
    return [r for s, r in NewVariable().judged(source) if source.slice(s.start, s.end) == name]


def aliased(text: str, name: str = "x", number: int = 0) -> em.Mutant:
    """The mutant for a variable of that name, the first or a later one; the second variable is called `var0`."""
    source, mutator = em.parse(text), NewVariable(["generic"])
    sites = [s for s in mutator.sites(source) if source.slice(s.start, s.end) == name]
    return mutator.apply(source, sites[number])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Behind the declaration, as long as nothing writes it later.
        ("int f() { int x = g(); return x + x; }", "int f() { int x = g(); int y = x; return y + y; }"),
        ("int f() { g(1); int x = 1; h(); return x; }", "int f() { g(1); int x = 1; int y = x; h(); return y; }"),
        (
            "int f() { int x = 1, k = x; return x; }",
            "int f() { int x = 1, k = x; int y = x; return y; }",
        ),
        ("int f() { int k = 1, x = k; return x; }", "int f() { int k = 1, x = k; int y = x; return y; }"),
        ("int f() { Foo x = g(); x.n = x.m; }", "int f() { Foo x = g(); Foo y = x; y.n = y.m; }"),
        (
            "int f() { int x = 1; { class L { int x; int g() { return x; } } } return x; }",
            "int f() { int x = 1; int y = x; { class L { int x; int g() { return x; } } } return y; }",
        ),
        (
            "int f() { Foo x = g(); x.x(x::x); x: for (;;) break x; }",
            "int f() { Foo x = g(); Foo y = x; y.x(y::x); x: for (;;) break x; }",
        ),
        # Or all that is behind it moves, the writes too.
        ("int f() { int x = 1; x++; return x; }", "int f() { int x = 1; int y = x; y++; return y; }"),
        ("int f() { int x = 1; x += x; g(x = 2); }", "int f() { int x = 1; int y = x; y += y; g(y = 2); }"),
        # Set by a later statement.
        ("int f() { int x; g(); x = 1; return x; }", "int f() { int x; g(); x = 1; int y = x; return y; }"),
        (
            "int f() { int x; if (a) { x = 1; } else throw e; h(x); }",
            "int f() { int x; if (a) { x = 1; } else throw e; int y = x; h(y); }",
        ),
        (
            "int f() { int x; try { x = g(); } catch (E e) { return 1; } return x; }",
            "int f() { int x; try { x = g(); } catch (E e) { return 1; } int y = x; return y; }",
        ),
        (
            "int f() { int x; x = 1; x = 2; h(x); return x; }",
            "int f() { int x; x = 1; x = 2; int y = x; h(y); return y; }",
        ),
        (
            "int f() { int x; { x = 1; h(x); } return x; }",
            "int f() { int x; { x = 1; h(x); } int y = x; return y; }",
        ),
        # Parameters and what is declared in headers.
        ("int f(int x) { return x; }", "int f(int x) { int y = x; return y; }"),
        ("int f(int x) { x = 2; return x; }", "int f(int x) { int y = x; y = 2; return y; }"),
        ("int f(final Foo... x) { return x[0]; }", "int f(final Foo... x) { Foo[] y = x; return y[0]; }"),
        ("int f(@A Foo x[]) { return x[0]; }", "int f(@A Foo x[]) { Foo[] y = x; return y[0]; }"),
        ("void f() { for (Foo x : xs) { g(x); } }", "void f() { for (Foo x : xs) { Foo y = x; g(y); } }"),
        ("void f() { for (Foo x : xs) { x = g(x); } }", "void f() { for (Foo x : xs) { Foo y = x; y = g(y); } }"),
        (
            "void f() { for (int x = 0; x < 9; x++) { g(x); } }",
            "void f() { for (int x = 0; x < 9; x++) { int y = x; g(y); } }",
        ),
        (
            "void f() { try (Foo x = g()) { x.n(); } }",
            "void f() { try (Foo x = g()) { Foo y = x; y.n(); } }",
        ),
        (
            "void f() { try { } catch (final E x) { g(x); } }",
            "void f() { try { } catch (final E x) { E y = x; g(y); } }",
        ),
        (
            "void f() { try { } catch (E x) { g(x); throw ((x)); } }",
            "void f() { try { } catch (E x) { E y = x; g(y); throw ((x)); } }",
        ),
        (
            "void f() { try { } catch (E x) { throw h(x); } }",
            "void f() { try { } catch (E x) { E y = x; throw h(y); } }",
        ),
        (
            "void f() { run((Foo x, int k) -> { g(x); }); }",
            "void f() { run((Foo x, int k) -> { Foo y = x; g(y); }); }",
        ),
        ("class A { A(int x) { this(x, 1); g(x); } }", "class A { A(int x) { this(x, 1); int y = x; g(y); } }"),
        ("class A { A(int x) { super(); x = 2; g(x); } }", "class A { A(int x) { super(); int y = x; y = 2; g(y); } }"),
        # Pattern variables.
        (
            "void f() { if (o instanceof Foo x) { g(x); } }",
            "void f() { if (o instanceof Foo x) { Foo y = x; g(y); } }",
        ),
        (
            "void f() { if (o instanceof Foo x && x.n) { g(x); } else { h(); } }",
            "void f() { if (o instanceof Foo x && x.n) { Foo y = x; g(y); } else { h(); } }",
        ),
        (
            "void f() { while (o instanceof Foo x) { g(x); } }",
            "void f() { while (o instanceof Foo x) { Foo y = x; g(y); } }",
        ),
        # The type.
        ("void f() { var x = 1; g(x); }", "void f() { var x = 1; var y = x; g(y); }"),
        ("void f() { final var x = g(); h(x); }", "void f() { final var x = g(); var y = x; h(y); }"),
        ("void f() { final var x = 1; h(x); }", "void f() { final var x = 1; final var y = x; h(y); }"),
        ("void f() { final int x = 1 + 2; h(x); }", "void f() { final int x = 1 + 2; final int y = x; h(y); }"),
        ("void f() { final int x = g(); h(x); }", "void f() { final int x = g(); int y = x; h(y); }"),
        ("void f() { int x = 1; h(x); }", "void f() { int x = 1; int y = x; h(y); }"),
        (
            "void f() { final @A Map<K,? extends V> x = g(); h(x); }",
            "void f() { final @A Map<K,? extends V> x = g(); Map<K, ? extends V> y = x; h(y); }",
        ),
        # What stays.
        (
            "void f() { final int x = 1; switch (k) { case x: h(x); } }",
            "void f() { final int x = 1; final int y = x; switch (k) { case x: h(y); } }",
        ),
        (
            "void f() { final int x = 1; @A(x) int k = x; }",
            "void f() { final int x = 1; final int y = x; @A(x) int k = y; }",
        ),
        (
            "void f() { int x = 1; h(x); run(new B() { int g() { return x; } }); }",
            "void f() { int x = 1; int y = x; h(y); run(new B() { int g() { return x; } }); }",
        ),
        # Switch groups.
        (
            "void f() { switch (k) { case 1: int x = 1; x++; h(x); default: h(1); } }",
            "void f() { switch (k) { case 1: int x = 1; int y = x; y++; h(y); default: h(1); } }",
        ),
    ],
)  # fmt: skip
def test_uses_move(before: str, after: str) -> None:
    assert aliased(before).text == re.sub(r"\by\b", "var0", after)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("void f(int x) { }", "no later use can move"),
        ("void f(int x) { run(new B() { int g() { return x; } }); }", "no later use can move"),
        ("class A { A(int x) { this(x, 1); } }", "no later use can move"),
        ("void f() { int x = 1, k = x; }", "no later use can move"),
        ("void f() { try { } catch (E x) { throw x; } }", "no later use can move"),
        ("void f() { for (int x = 0; x < 9; x++) g(x); }", "no block of its own"),
        ("void f() { run((int x) -> g(x)); }", "no block of its own"),
        ("void f() { if (!(o instanceof Foo x)) { return; } g(x); }", "no block of its own"),
        ("void f() { boolean b = o instanceof Foo x && g(x); }", "no block of its own"),
        ("void f() { if (h(p -> o instanceof Foo x)) { g(); } }", "no block of its own"),
        ("void f() { if (o instanceof Foo x) g(x); }", "no block of its own"),
        ("void f() { if (o instanceof Foo x || b) { g(x); } }", "may or may not be in scope"),
        ("void f() { do { g(); } while (!(o instanceof Foo x)); }", "no block of its own"),
        ("void f() { int k = o instanceof Foo x ? 1 : 2; if (k > 1) { g(); } }", "no block of its own"),
        ("void f() { if (a) g(o instanceof Foo x && x.n); }", "no block of its own"),
        ("void f() { while (a) b = o instanceof Foo x && x.n; }", "no block of its own"),
        ("void f() { int x; }", "where it has its last value"),
        ("void f() { int x; while (b) { x = 1; } }", "where it has its last value"),
        ("void f() { int x; if (b) x = 1; else return; x = 2; }", "no later use can move"),
        ("void f() { for (int x = 0; x < 9; ) { x++; } }", "written later"),
        ("void f() { try { } catch (E x) { x = g(x); run(new B() { int g() { return x; } }); } }", "written later"),
        ("void f() { run(x -> { g(x); }); }", "cannot be written"),
        ("void f() { run((var x) -> { g(x); }); }", "cannot be written"),
        ("void f() { try { } catch (A | B x) { g(x); } }", "cannot be written"),
        ("void f(Foo x) { class Foo { } g(x); }", "cannot be written"),
        ("void f() { switch (k) { case 1: int x = 1; break; default: x = 2; h(x); } }", "outside of the block, and written"),
        ("void f() { switch (k) { case 1: final int x = 1; h(x); default: h(x); } }", "later groups of the switch"),
        ("int x = g(); h(x);", "parameters of the method"),
        ("R { int x = g(); h(x); }", "parameters of the compact constructor"),
        ("void f() { x: while (!(o instanceof Foo x)) { break; } g(x); }", "pattern variable"),
        ("void f(E k) { if (o instanceof Foo x) { switch (k) { case x: g(x); } } }", "enum constant"),
    ],
)  # fmt: skip
def test_refusals(text: str, reason: str) -> None:
    found = judged(text)
    assert found
    assert all(r is not None and reason in r for r in found), found


def test_fields_components_and_receivers_are_no_candidates() -> None:
    text = "class A { int x; void f(A this) { class L { int x; } record R(int x) { } g(x); } }"
    assert judged(text) == []


def test_names_come_from_the_schemes() -> None:
    source = em.parse("int f(SimpleName countTotal, int var0) { return countTotal.x + var0; }")
    assert len(list(NewVariable().sites(source))) == 2
    assert len(list(NewVariable(SCHEMES).sites(source))) == 2 * len(SCHEMES)
    names = {
        re.findall(r"SimpleName (\w+) =", m.text)[0]
        for seed in range(60)
        for m in NewVariable().mutants(source, seed, limit=1)
    }
    assert {"s", "sn", "simpleName", "var1"} < names
    with pytest.raises(MutationError, match="no naming scheme 'nope'"):
        NewVariable(["nope"])


def test_new_names_are_fresh() -> None:
    text = "class A { static class B { int var0; } int f(int x) { new B() { int g() { return var2; } }; var1(); return x; } }"
    assert "int var3 = x;" in aliased(text).text


def test_a_site_made_up_is_refused() -> None:
    source = em.parse("class A { int x; int f(int n) { return n; } }")
    for word in ("x", "n; }", "return"):
        at = source.text.index(word)
        with pytest.raises(
            em.Refused, match=r"nothing that new-variable could change stands there|not in a method"
        ):
            NewVariable().apply(source, em.Site.of("new-variable", at, at + 1, scheme="any"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int f() {\n\tint x = g(); // c\n\treturn x;\n}\n", "int f() {\n\tint x = g(); // c\n\tint y = x;\n\treturn y;\n}\n"),
        ("int f() {\r\n  int x = g();\r\n  return x;\r\n}", "int f() {\r\n  int x = g();\r\n  int y = x;\r\n  return y;\r\n}"),
        ("int f(Foo x) {\nx.go(x);\n}", "int f(Foo x) {\nFoo y = x;\ny.go(y);\n}"),  # one edit, as both begin there
        ("int f(Foo x) {x.go(x);}", "int f(Foo x) {Foo y = x; y.go(y);}"),
        ("int f() { Foo x = g();x.go(); }", "int f() { Foo x = g(); Foo y = x;y.go(); }"),
        (
            "int f() {\n  int x;\n  if (a)\n    x = 1;\n  else\n    x = 2;\n  return x;\n}",
            "int f() {\n  int x;\n  if (a)\n    x = 1;\n  else\n    x = 2;\n  int y = x;\n  return y;\n}",
        ),
    ],
)  # fmt: skip
def test_layout(before: str, after: str) -> None:
    made = aliased(before)
    assert made.text == re.sub(r"\by\b", "var0", after)
    assert em.invert(made.text, made.mutation) == before
    assert em.undo(made.text, made) == before
    patched = made.text.replace("f(", "h(")
    assert em.undo(patched, made) == before.replace("f(", "h(")


def test_mutants_compile(jdk: Jdk) -> None:
    text = """
        import java.util.*; import java.util.function.*;
        class A {
            static int f(final int n, String[] ss, Object o) throws Exception {
                final int one = 1; final byte b = one; int sum = n; int k;
                if (n > 0) k = one; else k = 2;
                switch (n) { case one: sum += one; break; case 7: int late; late = 3; sum += late; break; default: }
                for (String s : ss) { Supplier<Integer> len = () -> s.length(); sum += len.get(); }
                for (int i = 0; i < n; i++) { final int j = i; Runnable r = () -> System.out.println(j + k); r.run(); }
                if (o instanceof String t && n > 1) { sum += t.length(); }
                try (java.io.StringReader r = new java.io.StringReader("x")) { sum += r.read(); }
                catch (java.io.IOException e) { System.out.println(e); throw e; }
                var all = new ArrayList<Map<String, int[]>>(); all.add(null); sum += all.size();
                BiFunction<Integer, Integer, Integer> add = (Integer p, Integer q) -> { return p + q; };
                return add.apply(sum, (int) b);
            }
        }
    """
    mutants = list(NewVariable(["generic"]).mutants(em.parse(text)))
    assert len(mutants) == 19  # not in a case group beside a pattern variable
    for mutant in mutants:
        compiled = jdk.compile({"A.java": mutant.text})
        assert compiled.ok, (mutant.diff(), compiled.diagnostics)


# Undo

MUTATED = "int f(int n) { int x = g(n); int var0 = x; h(var0); if (var0 > n) { n = var0; } return var0 + n; }"
TEXT = "int f(int n) { int x = g(n); h(x); if (x > n) { n = x; } return x + n; }"


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        ("h(var0)", "h(var0 + 1, var0)", "h(x + 1, x)"),  # uses of the patch
        ("h(var0)", "h(var0, x)", "h(x, x)"),  # and of both
        ("h(var0)", "run(() -> k(var0))", "run(() -> k(x))"),
        ("h(var0); ", "", ""),
        ("return var0 + n", "return n - var0", "return n - x"),
        ("h(var0)", "h(this.var0, var0.var0, var0())", "h(this.var0, x.var0, var0())"),
        ("h(var0);", "var0: while (var0 > 0) break var0;", "var0: while (x > 0) break var0;"),
        ("int var0 = x; h(var0);", "h(x);\n  int  var0=x ; k(var0);", "h(x);\n  k(x);"),  # moved
        ("int var0 = x; ", "int var0 = x; k(x); ", "k(x); "),
        ("h(var0)", "h((int) var0)", "h((int) x)"),
        ("h(var0);", "h(var0", "h(x"),  # does not parse
        ("(var0 > n)", "(var0 > n", "(x > n"),
        ("int var0 = x; ", "int var0 = x; int var0 = x; ", ""),  # a copy, which no compiler takes
    ],
)  # fmt: skip
def test_the_first_variable_comes_back(old: str, new: str, undone: str) -> None:
    mutant = aliased(TEXT)
    assert mutant.text == MUTATED
    assert MUTATED.count(old) == 1
    marked = mutant.text.replace(old, "\0")
    expected = marked.replace("int var0 = x; ", "").replace("var0", "x").replace("\0", undone)
    assert em.undo(mutant.text.replace(old, new), mutant) == expected


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("h(var0);", "var0++;  k(x);", "may differ"),  # the second is written, the first read
        ("h(var0);", "x = 2;", "may differ"),  # the first is written
        ("h(var0);", "for (;;) { x--; break; }", "may differ"),
        ("int var0 = x;", "int var0 = x + 1;", "changed the inserted"),
        ("int var0 = x;", "int var0;", "changed the inserted"),
        ("int var0 = x;", "int var0 = n;", "changed the inserted"),
        ("int var0 = x;", "long var0 = x;", "changed the inserted"),
        ("int var0 = x;", "final int var0 = x;", "part of something else"),
        ("int var0 = x; h(var0);", "for (int var0 = x; n > 0; ) h(var0);", "part of something else"),
        ("int var0 = x; ", "", "its declaration is gone"),
        ("h(var0);", "h(var0); class L extends M { int k() { return var0; } }", "not certain what"),
        ("h(var0);", "for (int x : xs) h(var0);", "something else"),
        ("h(var0);", "run(x -> x + var0);", "something else"),
        ("int x = g(n);", "long x = g(n);", "another type"),
        ("int x = g(n);", "var x = g(n);", "another type"),
        ("int x = g(n); ", "", "means something else now"),
        ("int x = g(n);", "int z = g(n);", "means something else now"),
        ("h(var0); if", "h(var0); x++; if", "may differ"),
        ("h(var0);", "h(var0 + x;", "what its 'x' means"),  # does not parse
        ("h(var0);", "h(var0 + var0;", "what its 'var0' means"),
        ("h(var0);", "int var0 = x; h(;", "what its|copied"),
        ("return var0 + n; }", "return n; } int k(int x) { int var0 = x; return var0; }", "moved the new variable"),
    ],
)  # fmt: skip
def test_what_the_patch_made_differ_is_a_conflict(old: str, new: str, reason: str) -> None:
    mutant = aliased(TEXT)
    assert mutant.text.count(old) == 1
    with pytest.raises(em.UndoConflict, match=reason) as raised:
        em.undo(mutant.text.replace(old, new), mutant)
    start, end = raised.value.region
    assert 0 <= start < end


def test_writes_that_moved_come_back() -> None:
    mutant = aliased("int f(int x) { x++; while (x < 9) { x += 2; } return x; }")
    assert (
        mutant.text == "int f(int x) { int var0 = x; var0++; while (var0 < 9) { var0 += 2; } return var0; }"
    )
    patched = mutant.text.replace("var0 += 2;", "var0 += 3; if (var0 == 7) return -var0;")
    assert em.undo(patched, mutant) == (
        "int f(int x) { x++; while (x < 9) { x += 3; if (x == 7) return -x; } return x; }"
    )
    with pytest.raises(em.UndoConflict, match="may differ"):
        em.undo(mutant.text.replace("return var0", "return x"), mutant)


def test_what_the_patch_dropped_altogether_is_nothing_to_undo() -> None:
    patched = "int f(int n) { return n; }"
    assert em.undo(patched, aliased(TEXT)) == patched
    patched = "int f(int n) { return n"
    assert em.undo(patched, aliased(TEXT)) == patched


def test_a_declaration_in_an_inner_block_may_not_write() -> None:
    mutant = aliased("int f(int x) { g(x); return 0; }")
    patched = "int f(int x) { { int var0 = x; g(var0); } return 0; }"
    assert em.undo(patched, mutant) == "int f(int x) { { g(x); } return 0; }"
    with pytest.raises(em.UndoConflict, match="may differ"):
        em.undo(patched.replace("g(var0)", "g(var0++)"), mutant)


def test_copies_in_a_text_that_does_not_parse_are_a_conflict() -> None:
    mutant = aliased("void f() { try { } catch (E x) { g(x); throw x; } }")
    assert "{ E var0 = x; g(var0); throw x; }" in mutant.text
    patched = mutant.text.replace("g(var0); throw x;", "if ( { E var0 = x;")
    with pytest.raises(em.UndoConflict, match="copied a declaration"):
        em.undo(patched, mutant)


def test_a_constant_variable_that_is_none_any_more_is_a_conflict() -> None:
    mutant = aliased("byte f() { final int x = 1; byte b = x; return b; }")
    assert "final int x = 1; final int var0 = x; byte b = var0;" in mutant.text
    with pytest.raises(em.UndoConflict, match="is a constant where"):
        em.undo(mutant.text.replace("{ final int x", "{ int x"), mutant)


def test_copies_of_the_declaration_are_dropped_too() -> None:
    text = "int f(int x) { if (x > 0) { g(x); } else { h(x); } return 0; }"
    mutant = aliased(text)
    patched = (
        mutant.text.replace("int var0 = x; ", "")
        .replace("{ g(", "{ int var0 = x; g(")
        .replace("{ h(", "{ int var0 = x; h(")
        .replace("(var0 > 0)", "(x > 0)")
    )
    assert em.undo(patched, mutant) == text


def test_the_second_variable_of_a_for_header() -> None:
    text = "void f() { for (int x = 0; x < 9; x++) { g(x); h(); } }"
    mutant = aliased(text)
    patched = mutant.text.replace("h();", "h(var0);")
    assert em.undo(patched, mutant) == text.replace("h();", "h(x);")
    for change in ("var0++;", "x++;"):
        with pytest.raises(em.UndoConflict, match="may differ"):
            em.undo(mutant.text.replace("h();", change), mutant)


def test_switch_groups() -> None:
    text = "void f() { switch (k) { case 1: int x = 1; h(x); default: h(2); } }"
    mutant = aliased(text)
    assert em.undo(mutant.text.replace("h(2)", "h(3)"), mutant) == text.replace("h(2)", "h(3)")
    patched = mutant.text.replace("h(2)", "x = 2; h(x)")
    with pytest.raises(em.UndoConflict, match="may differ"):
        em.undo(patched, mutant)


def test_what_stands_in_other_members_stays() -> None:
    text = "class A { int var0, x; int g() { int x = 1; x = var0; return x; } int f(int x) { return x; } }"
    mutant = aliased(text, number=1)
    name = re.findall(r"int (\w+) = x;", mutant.text)[0]
    patched = mutant.text.replace(f"return {name}", f"return -{name}")
    assert em.undo(patched, mutant) == text.replace("return x; } }", "return -x; } }")


def test_undo_of_tokenised_text() -> None:
    mutant = aliased(TEXT)
    patched = "int f ( int n ) { int x = g ( n ) ; int var0 = x ; h ( var0 , 1 ) ; return var0 + n ; }"
    assert em.undo(patched, mutant) == patched.replace("int var0 = x ; ", "").replace("var0", "x")
    patched = patched.replace(" ; return", " return")  # does not parse
    assert em.undo(patched, mutant) == patched.replace("int var0 = x ; ", "").replace("var0", "x")


@pytest.mark.parametrize(
    ("text", "declared", "patches", "reason"),
    [
        # The first variable could not be captured, written, or be what the second was.
        (
            "void f() { int k; if (g()) k = 1; else k = 2; run(() -> h(k)); }",
            "k",
            [("int k;", "int k = 0;")],
            "captured",
        ),
        (
            "void f() { int k; k = 1; run(() -> h(k)); }",
            "k",
            [("k = 1;", "k = 1; if (c) k = 2;")],
            "captured",
        ),
        (
            "void f() { int k; k = 1; h(k); }",
            "k",
            [("k = 1;", "k = 1; k = 2;"), ("h(var0)", "run(() -> h(var0))")],
            "captured",
        ),
        (
            "void f() { int k = 1; h(k); }",
            "k",
            [("int var0", "run(() -> k); int var0"), ("h(var0)", "h(var0++)")],
            "written",
        ),
        ("void f() { final Foo k = g(); h(k); }", "k", [("h(var0)", "h(var0 = null)")], "written"),
        ("void f() { try (R k = g()) { h(k); } }", "k", [("h(var0)", "h(var0 = null)")], "written"),
        (
            "void f() { R k; k = g(); h(k); }",
            "k",
            [("k = g();", "k = g(); k = h();"), ("h(var0)", "try (var0) { }")],
            "captured",
        ),
        (
            "void f() { for (int i = 0; i < 9; i++) { h(i); } }",
            "i",
            [("h(var0)", "run(() -> h(var0))")],
            "captured",
        ),
        ("void f() { int k = g(); h(k); }", "k", [("int k = g()", "final int k = 98")], "constant"),
        ("void f() { final int k = 1; h(k); }", "k", [("final int k", "int k")], "constant"),
        ("void f() { int k = g(); h(k); }", "k", [("int k", "char k")], "another type"),
        (
            "void f() { int k = g(); h(k); }",
            "k",
            [("int var0 = k;", "class L { int var0 = k; }")],
            "is certain|field|uncertain|may",
        ),
        (
            "void f() { int k = g(); h(k); }",
            "k",
            [("h(var0)", "new B() { int z() { return var0; } }")],
            "certain|inherit",
        ),
    ],
)
def test_a_patch_under_which_the_first_cannot_stand_for_the_second(
    text: str, declared: str, patches: list[tuple[str, str]], reason: str
) -> None:
    source = em.parse(text)
    (mutant,) = [
        m
        for m in NewVariable(["generic"]).mutants(source)
        if source.slice(m.mutation.site.start, m.mutation.site.end) == declared
    ]
    patched = mutant.text
    for old, new in patches:
        assert old in patched
        patched = patched.replace(old, new, 1)
    with pytest.raises(em.UndoConflict, match=reason):
        em.undo(patched, mutant)


def test_a_capture_that_the_mutant_had_is_no_conflict() -> None:
    source = em.parse("void f() { int k; if (g()) k = 1; else k = 2; run(() -> h(k)); }")
    (mutant,) = NewVariable(["generic"]).mutants(source)
    undone = em.undo(mutant.text.replace("h(var0)", "h(var0 + 1)"), mutant)
    assert undone == source.text.replace("h(k)", "h(k + 1)")
