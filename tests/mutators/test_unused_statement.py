"""Assignments that are never reached: variables, forms, places, class bytes, and what undo takes out again."""

from __future__ import annotations

import re
from functools import cache

import pytest

import equimorph as em
from mutators.java.unused_statement import UnusedStatement
from parsers.oracles.jdk import Jdk, compare

DEAD = re.compile(r"if \(false\) \{ (.*?) \}")
NONE = "no variable there may be assigned"


def forms(text: str, before: str = "g();", seeds: range = range(120)) -> set[str]:
    """What is drawn before a statement of a text; nothing if it is refused because there is no variable."""
    source = em.parse(text)
    [(site, reason)] = [
        (site, reason)
        for site, reason in UnusedStatement().judged(source)
        if source.slice(site.start, site.end) == before
    ]
    if reason is not None:
        assert reason == NONE
        return set()
    found = set()
    for seed in seeds:
        [edit] = UnusedStatement().apply(source, site, seed).local.edits
        match = DEAD.fullmatch(edit.new.strip())
        assert match is not None, edit
        found.add(match[1])
    return found


def variables(text: str, before: str = "g();") -> set[str]:
    return {re.match(r"\w+", form)[0] for form in forms(text, before)}  # type: ignore[index]


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("int n", {"n = n;", "n++;", "n--;", "n = 0;"}),
        ("byte n", {"n = n;", "n++;", "n--;", "n = 0;"}),
        ("char n", {"n = n;", "n++;", "n--;", "n = 0;"}),
        ("double n", {"n = n;", "n++;", "n--;", "n = 0;"}),
        ("boolean n", {"n = n;", "n = !n;"}),
        ("String n", {"n = n;", "n = null;"}),
        ("Integer n", {"n = n;", "n = null;"}),
        ("int[] n", {"n = n;", "n = null;"}),
        ("int n[]", {"n = n;", "n = null;"}),
        ("int... n", {"n = n;", "n = null;"}),
        ("T n", {"n = n;", "n = null;"}),
        ("java.util.List<? extends T> n", {"n = n;", "n = null;"}),
        ("@Deprecated Unseen.Inner n", {"n = n;", "n = null;"}),
    ],
)
def test_forms_follow_the_type(declared: str, expected: set[str], jdk: Jdk) -> None:
    text = f"class A<T> {{ void f({declared}) {{ g(); }} void g() {{ }} }}"
    assert forms(text) == expected
    if "Unseen" not in text:
        for form in expected:
            assert jdk.compile({"A.java": text.replace("{ g();", f"{{ if (false) {{ {form} }} g();")}).ok


def test_a_type_that_is_not_known_gets_the_variable_itself() -> None:
    assert forms("void f() { var n = h(); g(); }") == {"n = n;"}
    assert forms("void f() { var n = 1L; g(); }") == {"n = n;", "n++;", "n--;", "n = 0;"}
    assert forms("void f() { h(n -> { g(); }); }") == {"n = n;"}


def test_what_the_member_has_is_not_drawn() -> None:
    text = "void f(int n) { if (false) { n = n; } if(false){n++;} g(); if (false) { n--; n = 0; } }"
    assert forms(text) == {"n--;", "n = 0;"}
    assert forms("void f(boolean b) { if (false) { b = b; } if (false) { b = !b; } g(); }") == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f(int a, final int b) { int c = 1; final int d = 1; g(); int e = 1; }", "a c"),
        ("void f() { { int a = 1; } g(); }", ""),
        # Definite assignment
        ("void f() { int a; g(); a = 1; }", ""),
        ("void f() { int a; a = 1; g(); }", "a"),
        ("void f(boolean p) { int a; if (p) a = 1; g(); }", "p"),
        ("void f(boolean p) { int a; if (p) a = 1; else a = 2; g(); }", "a p"),
        ("void f(int k) { switch (k) { case 1: int a = 1; break; case 2: g(); } }", "k"),
        ("void f(int k) { int a; while (true) { a = k; if (k > 1) break; } g(); }", "a k"),
        # Captured, so that it must stay effectively final
        ("void f(int a) { Runnable r = () -> h(a); g(); }", "r"),
        ("void f(int a) { g(); Runnable r = () -> h(a); }", ""),
        ("void f(int a) { g(); new Object() { int b = a; }; }", ""),
        ("void f(int a) { g(); class L { int b() { return a; } } }", ""),
        ("void f(int a) { g(); class L extends Unseen { int b() { return a; } } }", ""),
        ("void f(int a) { h(new Object(a) { }); g(); }", "a"),
        ("void f(A a) throws Exception { g(); try (a) { h(); } }", ""),
        ("void f(A a) throws Exception { g(); try (A b = a.open()) { h(); } }", "a"),
        ("void f() throws Exception { try (A a = h()) { g(); } }", ""),
        ("void f(Object o, int a) { g(); switch (o) { case String s when s.length() > a -> h(); default -> { } } }", "o"),
        # Of another lambda or class body
        ("void f(int a) { Runnable r = () -> { g(); }; }", ""),
        ("void f(int a) { Runnable r = () -> { int b = 1; g(); }; }", "b"),
        ("void f(int a) { h((b, c) -> { g(); }); }", "b c"),
        ("void f(int a) { h(b -> { h(c -> { g(); }); }); }", "c"),
        ("void f(int a) { h((int b, final int c) -> { g(); }); }", "b"),
        ("void f(int a) { new Object() { int c; void m(int b) { g(); } }; }", "b"),
        ("void f(int a) { record R(int b) { R { g(); } } }", ""),
        ("void f(int a) { class L { int c; L(int b) { super(); g(); } } }", "b"),
        # Kinds
        ("void f() { try { h(); } catch (Exception e) { g(); } }", ""),
        ("void f() { try { h(); } catch (A | B e) { g(); } }", ""),
        ("void f(Object o) { if (o instanceof String s) { g(); } }", "o"),
        ("void f(int[] a) { for (int b : a) { g(); } }", "a b"),
        ("void f(int[] a) { for (final int b : a) { g(); } }", "a"),
        ("void f() { for (int i = 0, j = 0; i < 9; i++) { g(); } }", "i j"),
        ("class A { int a; static int b; void f() { g(); } }", ""),
        ("class A { int a; A(int b) { this.a = b; g(); } }", "b"),
        ("class A { static { int a = 1; g(); } }", "a"),
        ("record R(int a) { R { int b = 1; g(); } }", "b"),
        ("record R(int a) { R(int a) { this.a = a; g(); } }", "a"),
        ("int a = 1; g();", "a"),
        ("R { int a = 1; g(); }", "a"),
    ],
)  # fmt: skip
def test_variables(text: str, expected: str) -> None:
    assert variables(text) == set(expected.split())


def test_places_are_those_of_a_statement() -> None:
    source = em.parse(
        "class A { A(int n) { this(n, 1); again: while (n > 1) n--; switch (n) { case 1: n = 2; } { } } }"
    )
    found = {source.slice(s.start, s.end): reason for s, reason in UnusedStatement().judged(source)}
    assert found == {
        "this(n, 1);": "a call of another constructor must come first",
        "again: while (n > 1) n--;": None,
        "while (n > 1) n--;": "a label stands before it",
        "n--;": "it is not directly in a block",
        "switch (n) { case 1: n = 2; }": None,
        "n = 2;": None,
        "{ }": None,
    }


@pytest.mark.parametrize(
    "text", ["try { g(); } finally { }", "try { } finally { g(); }", "try (A a = h()) { }"]
)
def test_empty_blocks_that_javac_leaves_out(text: str) -> None:
    source = em.parse(f"void f(int n) throws Exception {{ {text} }}")
    reasons = [
        reason for s, reason in UnusedStatement().judged(source) if source.slice(s.start, s.end) == "{ }"
    ]
    assert reasons == [
        "javac leaves out a try or finally whose block is empty, so that class bytes would differ"
    ]


def test_layouts() -> None:
    for text, after in (
        ("void f(int n) {\r\n\tg();\r\n}", "void f(int n) {\r\n\t@\r\n\tg();\r\n}"),
        ("void f(int n) { /* a */ g(); // b\n}", "void f(int n) { /* a */ @ g(); // b\n}"),
        ("void f(int n) {\n  // only\n}", "void f(int n) {\n  // only\n    @\n}"),
        ("void f(int n){g();}", "void f(int n){@ g();}"),
        ("void f(int n) {}", "void f(int n) { @ }"),
        ("void f(int größe) { g(); }", "void f(int größe) { @ g(); }"),
    ):
        [mutant] = em.mutate(text, ["unused-statement"])
        assert DEAD.sub("@", mutant.text) == after
        assert em.invert(mutant.text, mutant.mutation) == text


PROGRAM = """
    import java.util.*;
    import java.util.function.*;
    public class A {
        final int n; static int runs; static final int K; int field;
        static { int k = 1; if (k > 0) { runs = k; } K = k; }
        { int k = 2; runs += k; }
        A(int k) { super(); while (k > 9) { k--; } n = k; } A() { this(1); }
        static int of(Supplier<Integer> s) { return s.get(); }
        static int of(Runnable r) { r.run(); return 0; }
        static <T extends Comparable<T>> T max(List<? extends T> all) {
            T best = null;
            for (var one : all) { if (best == null || one.compareTo(best) > 0) best = one; }
            for (Iterator<? extends T> it = all.iterator(); it.hasNext(); ) { var next = it.next(); best = next; }
            return best;
        }
        int f(Object o, int k, String... more) throws Exception {
            final int j; int late; int loop;
            if (k > 0) { j = 1; } else { j = 2; }
            Runnable r = () -> { }, q = () -> { runs += j; };
            Supplier<Integer> s = () -> { int inner = 3; throw new IllegalStateException("" + inner); };
            BiFunction<Integer, Byte, Integer> two = (x, y) -> { x += y; return x; };
            out: while (true) { if (k++ > 9) break out; loop = k; }
            switch (k) { case 1: int a = 1; case 2: a = 2; return a; default: }
            if (!(o instanceof String t) || t.isEmpty()) return 3;
            k = switch (k) { case 1 -> { yield 1; } default -> { do { k--; } while (k > 3); yield t.length(); } };
            try { late = 1; r.run(); q.run(); s.get(); } catch (IllegalStateException | Error e) { late = 2; runs++; } finally { }
            try (AutoCloseable c = () -> { runs++; }) { late++; }
            for (;;) { if (k > 0) break; k++; }
            byte b = 1; char c = 'c'; float fl = 1; boolean p = false; Byte box = b; int[] array = {1}; long[] multi[] = {};
            class L { int z = j; { int w = z; z = w + 1; } int m(int v) { return j + v; } }
            record P(int u) { P { int v = u; u = v + 1; } P(String w) { this(w.length()); } }
            loop = 1; b += loop; p |= c > fl;
            return of(() -> { return j; }) + of(() -> { runs++; }) + of(() -> { while (true) { return 5; } })
                + new L().m(late) + new P("x").u() + two.apply(1, b) + max(List.of(1, 3, 2)) + more.length + (p ? 1 : 0);
        }
        public static void main(String[] a) throws Exception {
            System.out.println(new A().f("four", 4, "m") + " " + runs);
        }
    }
"""


def test_the_class_bytes_stay_the_same(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    before = jdk.compile({"A.java": PROGRAM}, bytes_=True)
    assert before.ok, before.diagnostics
    mutants = {m.text: m for seed in range(3) for m in UnusedStatement().mutants(source, seed)}
    assert len(mutants) > 100
    for mutant in mutants.values():
        after = jdk.compile({"A.java": mutant.text}, bytes_=True)
        assert after.ok, (mutant.diff(), after.diagnostics)
        assert compare(before, after), mutant.diff()


def test_many_at_once(jdk: Jdk) -> None:
    stacked = em.stack(PROGRAM, ["unused-statement"], share=1)
    assert len(stacked.mutants) > 40
    before, after = (jdk.compile({"A.java": text}, bytes_=True) for text in (PROGRAM, stacked.text))
    assert after.ok, after.diagnostics
    assert compare(before, after)


# Undo

TEXT = """\
class A {
    int f(int n) {
        g(n);
        if (n > 0) { h(); }
        return n;
    }

    int other(int n) { if (false) { n = 0; } return n; }
}
"""
LINE = "        if (false) { n = 0; }\n"
DEAD_ = LINE.strip()


@cache
def mutant(before: str = "g(n);") -> em.Mutant:
    source, mutator = em.parse(TEXT), UnusedStatement()
    [site] = [site for site in mutator.sites(source) if source.slice(site.start, site.end) == before]
    made = (mutator.apply(source, site, seed) for seed in range(100))
    return next(m for m in made if m.local.edits[0].new.strip() == DEAD_)


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        ("g(n);", "g(n + 1);", TEXT.replace("g(n);", "g(n + 1);")),
        (LINE, "", TEXT),
        (LINE + "        g(n);\n", "        g(n);\n" + LINE, TEXT),  # moved
        (LINE, LINE + LINE, TEXT),  # copied
        ("h();", DEAD_ + " h();", TEXT),
        (
            "    }\n\n",
            "        { " + DEAD_ + " }\n    }\n\n",
            TEXT.replace("    }\n\n", "        { }\n    }\n\n"),
        ),
        (LINE, LINE.replace("{ ", "{\n            "), TEXT),
        (LINE, LINE.replace(";", "; /* mine */"), TEXT.replace("g(n);", "/* mine */ g(n);")),
        (LINE + "        g(n);\n", f"        {DEAD_} g(n);\n", TEXT),
        ("g(n);", "g(n", TEXT.replace("g(n);", "g(n")),  # does not parse
        ("int f(int n)", "int f(final long n)", TEXT.replace("int f(int n)", "int f(final long n)")),
    ],
)
def test_the_statement_is_taken_out(old: str, new: str, undone: str) -> None:
    text = mutant().text
    assert text.count(old) == 1
    assert em.undo(text.replace(old, new), mutant()) == undone


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("        if (false) { n = 1; }\n", "changed the inserted statement"),
        ("        if (n < 0) { n = 0; }\n", "changed the inserted statement"),
        ("        if (false) { n = 0; g(n); }\n", "changed the inserted statement"),
        ("        if (false) n = 0;\n", "changed the inserted statement"),
        (f"        {DEAD_} else h();\n", "part of something else"),
        (f"        if (n > 1) {DEAD_}\n", "part of something else"),
        (f"        again: {DEAD_}\n", "part of something else"),
        (f"        if (n > 1) h(); else {DEAD_}\n", "part of something else"),
        (f"        do {DEAD_} while (h(n));\n", "part of something else"),
    ],
)
def test_a_statement_that_is_not_as_it_was_is_a_conflict(new: str, reason: str) -> None:
    with pytest.raises(em.UndoConflict, match=reason):
        em.undo(mutant().text.replace(LINE, new), mutant())
