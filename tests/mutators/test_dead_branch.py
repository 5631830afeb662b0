"""Statements in a branch that is always taken: places, completion, scopes, class bytes, and what undo takes out again."""

from __future__ import annotations

from functools import cache

import pytest

import equimorph as em
from mutators.java.dead_branch import DeadBranch
from parsers.oracles.jdk import Jdk, compare

ENDS = "it cannot complete normally, but would"
DECLARES = "it is a declaration, whose scope would end"
PATTERN = "it may introduce a pattern variable for what follows"
PLACE = "it is not directly in a block"


def judged(text: str) -> dict[str, str | None]:
    source = em.parse(text)
    return {source.slice(s.start, s.end): reason for s, reason in DeadBranch().judged(source)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f() { g(); ; { } }", {"g();": None, ";": None, "{ }": None}),
        ("void f() { }", {}),
        ("void f() { if (a) g(); else h(); }", {"if (a) g(); else h();": None, "g();": PLACE, "h();": PLACE}),
        ("void f() { if (a) { g(); } }", {"if (a) { g(); }": None, "g();": None}),
        ("void f() { for (;;) g(); }", {"for (;;) g();": None, "g();": PLACE}),
        ("void f() { a: for (;;) { continue a; } }",
         {"a: for (;;) { continue a; }": None, "for (;;) { continue a; }": "a label stands before it", "continue a;": None}),
        ("void f() { a: { } }", {"a: { }": None}),
        ("class A { A() { super(); g(); } }", {"super();": "a call of another constructor must come first", "g();": None}),
        ("void f() { int a = 1; final var b = 2; class L { } record R() { } enum E { } interface I { } }",
         {"int a = 1;": DECLARES, "final var b = 2;": DECLARES, "class L { }": DECLARES, "record R() { }": DECLARES,
          "enum E { }": DECLARES, "interface I { }": DECLARES}),
        ("void f() { switch (a) { case 1: int b; b = 1; case 2: { h(); } } }",
         {"switch (a) { case 1: int b; b = 1; case 2: { h(); } }": None, "int b;": DECLARES, "b = 1;": None, "{ h(); }": None,
          "h();": None}),
        ("int f() { return switch (a) { case 1 -> { g(); yield 1; } default -> 2; }; }",
         {"return switch (a) { case 1 -> { g(); yield 1; } default -> 2; };": ENDS, "2;": PLACE, "g();": None, "yield 1;": ENDS}),
        ("void f() { switch (a) { case 1 -> g(); default -> { h(); } } }",
         {"switch (a) { case 1 -> g(); default -> { h(); } }": None, "g();": PLACE, "h();": None}),
        ("g(); return;", {"g();": None, "return;": ENDS}),
        ("g(); int k = 1;", {"g();": None, "int k = 1;": DECLARES}),
        ("R { g(); }", {"g();": None}),
    ],
)  # fmt: skip
def test_places(text: str, expected: dict[str, str | None]) -> None:
    assert judged(text) == expected


@pytest.mark.parametrize(
    ("text", "statement", "reason"),
    [
        # What cannot complete normally would be able to
        ("int f() { return 1; }", "return 1;", ENDS),
        ("int f() { throw e; }", "throw e;", ENDS),
        ("int f() { while (true) { g(); } }", "while (true) { g(); }", ENDS),
        ("int f() { while (DEBUG) { g(); } }", "while (DEBUG) { g(); }", ENDS),
        ("int f() { { return 1; } }", "{ return 1; }", ENDS),
        ("int f() { { return 1; } }", "return 1;", ENDS),
        ("int f() { if (a) { return 1; } else { return 2; } }", "return 1;", ENDS),
        ("int f() { if (a) { return 1; } return 2; }", "return 1;", None),
        ("int f() { if (a) { return 1; } return 2; }", "return 2;", ENDS),
        ("int f() { while (a) { return 1; } return 2; }", "return 1;", None),
        ("int f() { while (true) { return 1; } }", "return 1;", ENDS),
        ("int f() { do { return 1; } while (a); }", "return 1;", ENDS),
        ("int f() { try { return 1; } finally { g(); } }", "return 1;", ENDS),
        ("int f() { try { return 1; } finally { g(); } }", "g();", None),
        ("int f() { try { g(); } catch (E e) { return 1; } return 2; }", "return 1;", None),
        ("int f() { synchronized (this) { return 1; } }", "return 1;", ENDS),
        ("int f() { switch (a) { case 1: return 1; default: return 2; } }", "return 1;", ENDS),
        ("int f() { switch (a) { case 1: return 1; default: break; } return 2; }", "return 1;", None),
        ("int f() { l: { if (a) break l; return 1; } return 2; }", "return 1;", None),
        ("void f() { return; }", "return;", None),
        # No group may run into a pattern (JLS 21, 14.11.1)
        ("void f() { switch (o) { case A a: { g(); break; } case B b: h(); } }", "break;", ENDS),
        ("void f() { switch (o) { case A a: if (p) { return; } else { break; } case B b: h(); } }", "return;", ENDS),
        ("void f() { switch (o) { case A a: if (p) { return; } break; case B b: h(); } }", "return;", None),
        ("void f() { switch (o) { case A a: synchronized (o) { break; } case 1: case B b: h(); } }", "break;", ENDS),
        ("void f() { switch (o) { case A a: try { break; } finally { g(); } case R(var x): h(); } }", "break;", ENDS),
        ("void f() { switch (o) { case A a: { switch (n) { case 1: { return; } } break; } case B b: h(); } }", "return;", None),
        ("void f() { switch (o) { case A a: { break; } case null, default: h(); } }", "break;", None),
        ("void f() { switch (o) { case A a: h(); break; case B b: { break; } } }", "break;", None),
        ("void f() { throw e; }", "throw e;", None),
        ("class A { A() { throw e; } }", "throw e;", None),
        ("class A { { if (a) { throw e; } } }", "throw e;", None),
        ("class A { static { for (;;) { break; } } }", "break;", None),
        ("void f() { for (;;) { g(); } }", "for (;;) { g(); }", None),
        ("void f() { new A() { int g() { return 1; } }; }", "return 1;", ENDS),
        ("int f() { class L { void g() { return; } } return 1; }", "return;", None),
        ("void f() { class L { L() { return; } { throw e; } } }", "throw e;", None),
        ("class A { { while (DEBUG) { g(); } } }", "while (DEBUG) { g(); }", None),
        ("void f() { int a = switch (b) { case 1 -> { yield 1; } default -> 2; }; }", "yield 1;", ENDS),
        ("void f() { int a = switch (b) { case 1: yield 1; default: g(); yield 2; }; }", "yield 1;", ENDS),
        # A lambda would be of another kind
        ("void f() { h(() -> { throw e; }); }", "throw e;", ENDS),
        ("void f() { h(() -> { return 1; }); }", "return 1;", ENDS),
        ("void f() { h(() -> { while (true) { } }); }", "while (true) { }", ENDS),
        ("void f() { h(() -> { if (a) { throw e; } g(); }); }", "throw e;", None),
        ("void f() { h(() -> { g(); }); }", "g();", None),
        # Patterns
        ("void f() { if (!(o instanceof A a)) return; g(); }", "if (!(o instanceof A a)) return;", PATTERN),
        ("void f() { if (!(o instanceof A a)) { return; } }", "if (!(o instanceof A a)) { return; }", PATTERN),
        ("void f() { while (!(o instanceof A a)) { o = g(); } }", "while (!(o instanceof A a)) { o = g(); }", PATTERN),
        ("void f() { l: if (!(o instanceof A a)) return; g(a); }", "l: if (!(o instanceof A a)) return;", PATTERN),
        (
            "void f() { while (!(o instanceof A a)) { if (c) break out; } g(a); }",
            "while (!(o instanceof A a)) { if (c) break out; }",
            PATTERN,
        ),
        ("void f() { if (o instanceof A a) return; g(); }", "if (o instanceof A a) return;", None),
        ("void f() { if (o instanceof A a) { g(a); } }", "if (o instanceof A a) { g(a); }", None),
        # Whether an `if` introduces a variable rests on how its branch ends
        ("void f() { if (!(o instanceof A a)) { return; } g(a); }", "return;", ENDS),
        ("void f() { if (!(o instanceof A a)) { { return; } } g(a); }", "{ return; }", ENDS),
        ("void f() { if (!(o instanceof A a)) { if (b) { return; } throw e; } g(a); }", "return;", None),
        ("void f() { if (o instanceof A a) { return; } g(); }", "return;", None),
        ("void f() { g(o instanceof A a && a.b); }", "g(o instanceof A a && a.b);", None),
    ],
)  # fmt: skip
def test_completion_and_scopes(text: str, statement: str, reason: str | None) -> None:
    assert judged(text)[statement] == reason


def test_layouts() -> None:
    for text, after in (
        ("void f() {\r\n\tg();\r\n}", "void f() {\r\n\tif (true) { g(); }\r\n}"),
        ("void f() { /* a */ g() /* b */; // c\n}", "void f() { /* a */ if (true) { g() /* b */; } // c\n}"),
        ("void f(){g();}", "void f(){if (true) { g(); }}"),
        ("void f(){while(a){\n}}", "void f(){if (true) { while(a){\n} }}"),
    ):
        [mutant] = em.mutate(text, ["dead-branch"])
        assert mutant.text == after
        assert em.invert(mutant.text, mutant.mutation) == text


PROGRAM = """
    import java.util.*;
    import java.util.concurrent.*;
    import java.util.function.*;
    public class A {
        final int n; static int runs; static final int K; int field;
        static { int k = 1; if (k > 0) { runs = k; } K = k; }
        { runs += 2; if (runs < 0) { throw new Error(); } }
        A(int k) { super(); while (k > 9) { k--; if (k == 11) { break; } } if (k < 0) { n = 0; return; } n = k; } A() { this(1); }
        static int of(Supplier<Integer> s) { return s.get(); }
        static int of(Runnable r) { r.run(); return 0; }
        static int call(Callable<Integer> c) { return 1; }
        static int call(Runnable r) { return 2; }
        void nothing() { return; }
        static int first(int[] all) { for (int one : all) { if (one > 0) { return one; } else { continue; } } throw new Error(); }
        static String kind(Object o) {
            if (!(o instanceof String s)) { if (o instanceof Integer i && i > 3) { return "big" + i; } return "other"; }
            return s.isEmpty() ? "empty" : s;
        }
        int f(Object o, int k) throws Exception {
            final int j; int late; final int either;
            if (k > 0) { j = 1; } else { j = 2; }
            either = j > 1 ? 3 : 4;
            Runnable r = () -> { }, q = () -> { runs += j; runs += either; };
            Supplier<Integer> s = () -> { if (j > 5) { return 6; } throw new IllegalStateException(); };
            out: while (true) { if (k++ > 9) { break out; } if (k == 5) { continue out; } }
            switch (k) { case 1: int a = 1; case 2: a = 2; return a; default: }
            if (!(o instanceof String t) || t.isEmpty()) { return 3; }
            k = switch (k) { case 1 -> { runs++; yield 1; } default -> { do { k--; } while (k > 3); yield t.length(); } };
            try { late = 1; r.run(); q.run(); s.get(); } catch (IllegalStateException | Error e) { late = 2; runs++; } finally { ; }
            try (AutoCloseable c = () -> { runs++; }) { late++; }
            for (;;) { if (k > 0) { break; } k++; }
            class L { int z = j; { int w = z; z = w + 1; } int m(int v) { return j + v; } }
            synchronized (this) { field = 7; }
            assert k > 0 : "k";
            { int inner = 3; runs += inner; }
            new Object() { { runs += j; } void m() { runs++; } }.m();
            return of(() -> { runs++; return j; }) + of(() -> { runs++; }) + of(() -> { while (true) { return 5; } })
                + new L().m(late) + call(() -> { throw new Error(); }) + call(() -> { runs++; throw new Error(); }) * 10;
        }
        public static void main(String[] a) throws Exception {
            System.out.println(new A().f("four", 4) + " " + runs + kind("x") + kind(5) + kind(2) + first(new int[] {0, 3}));
            new A(12).nothing();
            System.out.println(new A(-3).n);
        }
    }
"""


def test_the_class_bytes_stay_the_same(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    before = jdk.compile({"A.java": PROGRAM}, bytes_=True)
    assert before.ok, before.diagnostics
    mutants = list(DeadBranch().mutants(source))
    assert len(mutants) > 60
    for mutant in mutants:
        after = jdk.compile({"A.java": mutant.text}, bytes_=True)
        assert after.ok, (mutant.diff(), after.diagnostics)
        assert compare(before, after), mutant.diff()


@pytest.mark.parametrize("share", [0.5, 1])
def test_many_at_once(jdk: Jdk, share: float) -> None:
    stacked = em.stack(PROGRAM, ["dead-branch"], share=share)
    assert len(stacked.mutants) > 30
    before, after = (jdk.compile({"A.java": text}, bytes_=True) for text in (PROGRAM, stacked.text))
    assert after.ok, after.diagnostics
    assert compare(before, after)


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("int f() { return 1; }", "return 1;"),
        ("int f(boolean a) { if (a) { return 1; } else { return 2; } }", "return 1;"),
        ("int f(int a) { return switch (a) { case 1 -> { yield 1; } default -> 2; }; }", "yield 1;"),
        ("int f(Object o) { if (!(o instanceof int[] s)) return 1; return s[0]; }", "if (!(o instanceof int[] s)) return 1;"),
        ("java.util.concurrent.Callable<String> c() { return () -> { throw new Error(); }; }", "throw new Error();"),
    ],
)  # fmt: skip
def test_what_is_refused_would_not_compile(jdk: Jdk, text: str, old: str) -> None:
    assert jdk.compile_member(text).ok
    assert judged(text)[old] is not None
    assert not jdk.compile_member(text.replace(old, f"if (true) {{ {old} }}")).ok


# Undo

TEXT = """\
class A {
    int f(int n) {
        g(n);
        if (n > 0) { h(); }
        return n;
    }

    void other() { if (true) { k(); } }
}
"""
WRAPPED = "if (true) { g(n); }"


@cache
def mutant(before: str = "g(n);", text: str = TEXT) -> em.Mutant:
    source, mutator = em.parse(text), DeadBranch()
    [site] = [site for site in mutator.sites(source) if source.slice(site.start, site.end) == before]
    return mutator.apply(source, site)


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        ("h();", "h(1);", TEXT.replace("h();", "h(1);")),
        (WRAPPED, "if (true) { g(n + 1); }", TEXT.replace("g(n)", "g(n + 1)")),
        (WRAPPED, "if (true) { g(n); h(); }", TEXT.replace("g(n);", "g(n); h();")),
        (WRAPPED, "if (true) { if (n > 1) { g(n); } }", TEXT.replace("g(n);", "if (n > 1) { g(n); }")),
        (WRAPPED, "if (true) { }", TEXT.replace("g(n);", "")),
        (WRAPPED, "if (true) { g(n); /* mine */ } // too", TEXT.replace("g(n);", "g(n); /* mine */ // too")),
        (WRAPPED, "if (n > 3) { " + WRAPPED + " }", TEXT.replace("g(n);", "if (n > 3) { g(n); }")),
        (WRAPPED, "if (true) { { int k = n; g(k); } }", TEXT.replace("g(n);", "{ int k = n; g(k); }")),
        ("h();", "h(;", TEXT.replace("h();", "h(;")),
        ("{ k(); }", "{ k(2); }", TEXT.replace("k();", "k(2);")),
    ],
)
def test_the_branch_is_taken_away(old: str, new: str, undone: str) -> None:
    text = mutant().text
    assert text.count(old) == 1
    assert em.undo(text.replace(old, new), mutant()) == undone


def test_the_head_moved_without_the_brace() -> None:
    text = """\
static double min(double[] array) {
    check(array);
    double min = array[0];
    for (int i = 1; i < array.length; i++) {
        if (array[i] != array[i]) {
            return 0;
        }
        if (array[i] < min) {
            min = array[i];
        }
    }
    return min;
}
"""
    made = mutant("if (array[i] != array[i]) {\n            return 0;\n        }", text)
    head = "        if (true) { if (array[i] != array[i]) {\n"
    assert head in made.text
    patched = made.text.replace(head, "").replace("    double min", head + "    double min")
    with pytest.raises(em.UndoConflict, match="changed what was put around"):
        em.undo(patched, made)


def test_braces_of_a_text_that_does_not_parse() -> None:
    made = mutant("if (n > 0) { h(); }")
    for old, new in (("h(); } }", "h(); } } } }"), ("h(); } }", "h(); }"), ("g(n);", "g(n); if (n {")):
        with pytest.raises(em.UndoConflict, match="does not parse, and changed braces"):
            em.undo(made.text.replace(old, new), made)
    assert em.undo(made.text.replace("g(n);", "g(n;"), made) == TEXT.replace("g(n);", "g(n;")


def test_all_of_it_moved() -> None:
    text = "void f(int n) { a(1); b(2); c(3); g(n); d(4); e(5); h(6); }"
    made = mutant("g(n);", text)
    patched = made.text.replace(WRAPPED + " ", "").replace("a(1);", "{ " + WRAPPED + " } a(1);")
    assert em.undo(patched, made) == text.replace("g(n); ", "").replace("a(1);", "{ g(n); } a(1);")


def test_comments_at_the_braces_stay() -> None:
    patched = mutant().text.replace(WRAPPED, "if /* a */ (true) /* b */ { g(n); /* c */ }")
    assert em.undo(patched, mutant()) == TEXT.replace("g(n);", "/* a *//* b */g(n); /* c */")


def test_the_branch_on_lines_of_its_own() -> None:
    patched = mutant().text.replace(WRAPPED, "if (true) {\n            g(n);\n        }")
    undone = em.undo(patched, mutant())
    assert (undone.split(), undone.parses) == (TEXT.split(), True)


def test_a_declaration_may_come_out_where_nothing_follows() -> None:
    text = "void f(int n) { h(); { g(n); } }"
    patched = mutant("g(n);", text).text.replace("{ g(n); }", "{ int k = n; g(k); }")
    assert em.undo(patched, mutant("g(n);", text)) == text.replace("g(n);", "int k = n; g(k);")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (WRAPPED, "if (true) { g(n; }", "the patch"),  # does not parse
        (WRAPPED, "if (true) { int k = n; g(k); }", "declares something in the block"),
        (
            WRAPPED,
            "if (true) { if (!(o instanceof A a)) return 1; g(a); }",
            "declares something in the block",
        ),
        (WRAPPED, "if (true) { return 1; }", "could not be reached"),
        (WRAPPED, "if (n > 1) { g(n); }", "changed or copied"),
        (WRAPPED, "if (true && n > 1) { g(n); }", "changed or copied"),
        (WRAPPED, "if (true) { g(n); } else { h(); }", "changed what was put around"),
        (WRAPPED, "if (true) g(n);", "changed or copied"),
        (WRAPPED, "g(n);", "changed or copied"),
        (WRAPPED, "while (true) { g(n); }", "changed or copied"),
        (WRAPPED, "if (n > 3) " + WRAPPED, "changed what was put around"),
        (WRAPPED, "again: " + WRAPPED, "changed what was put around"),
        (WRAPPED, WRAPPED + " " + WRAPPED, "changed or copied"),
        ("if (n > 0) { h(); }", "if (true) { h(); }", "changed or copied"),
    ],
)
def test_conflicts(old: str, new: str, reason: str) -> None:
    text = mutant().text
    assert text.count(old) == 1
    with pytest.raises(em.UndoConflict, match=reason):
        em.undo(text.replace(old, new), mutant())


MOVED = "javac may declare a pattern variable elsewhere then, so that class bytes would differ"
CHAIN = """int f(Object o) {
    if (o instanceof Integer i) { g(i); } else if (!(o instanceof String s)) { return 0; } else { h(s); }
    return 1;
}"""
"""javac 17 declares s outside of the first `if`, since `return 0;` cannot complete normally."""


def test_a_branch_of_an_else_if_with_a_pattern_keeps_its_completion() -> None:
    found = judged(CHAIN)
    assert (found["return 0;"], found["g(i);"], found["h(s);"]) == (MOVED, None, None)
    assert [reason for place, reason in found.items() if place.startswith("if")] == [MOVED, PLACE]


def test_an_else_if_without_a_pattern_keeps_its_variables() -> None:
    found = judged(
        "int f(Object o) { if (o instanceof A a) { g(a); } else if (o == null) { return 0; } return 1; }"
    )
    assert (found["g(a);"], found["return 0;"]) == (None, None)
    assert [reason for place, reason in found.items() if place.startswith("if")] == [None, PLACE]


def test_a_block_keeps_the_variables_of_an_inner_else_if() -> None:
    text = "int f(Object o) { for (;;) { if (k) { g(); } else if (!(o instanceof A a)) { g(); } h(); } }"
    found = judged(text)
    assert found["h();"] is None
    assert [reason for place, reason in found.items() if place.startswith("if")] == [MOVED, PLACE]
