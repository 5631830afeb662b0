"""Swapping branches: what is written, what is refused, what a patch leaves of it, and that programs do the same."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.java.permute_exchange import PermuteExchange
from mutators.model import Refused, UndoConflict
from parsers.oracles.jdk import Jdk
from parsers.source import SourceFile

FRAME = "Object f(int i, int j, double d, boolean p, Boolean q, String s, Object o) {{ {} }}"
HEAD, TAIL = FRAME.format("@").split("@")


def judged(text: str, frame: str = FRAME) -> list[tuple[str, str | None]]:
    source = em.parse(frame.format(text))
    return [(source.slice(site.start, site.end), reason) for site, reason in PermuteExchange().judged(source)]


def permuted(text: str) -> list[str]:
    source = em.parse(FRAME.format(text))
    made = list(PermuteExchange().mutants(source))
    assert all(em.invert(mutant.text, mutant.mutation) == source.text for mutant in made)
    return [mutant.text.removeprefix(HEAD).removesuffix(TAIL) for mutant in made]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if (p) a(); else b();", ["if (!p) b(); else a();"]),
        ("if (!p) a(); else b();", ["if (p) b(); else a();"]),
        ("if (i >= j) a(); else b();", ["if (i < j) b(); else a();"]),
        ("if (i >= d) a(); else b();", ["if (!(i >= d)) b(); else a();"]),
        ("if(p)a();else{b();}", ["if(!p){b();}else a();"]),
        ("if(p){a();}else return 1;", ["if(!p)return 1;else {a();}"]),
        ("if (p) ; else ;;", []),
        ("if (p) { } else ;", ["if (!p) ; else { }"]),
        (
            "if (p) return 1; else if (q) return 2; else return 3;",
            [
                "if (!p) { if (q) return 2; else return 3; } else return 1;",
                "if (p) return 1; else if (!q) return 3; else return 2;",
            ],
        ),
        ("if (p) if (q) a(); else b();", ["if (p) if (!q) b(); else a();"]),
        (
            "if (p) if (q) a(); else b(); else c();",
            [
                "if (!p) c(); else if (q) a(); else b();",
                "if (p) if (!q) b(); else a(); else c();",
            ],
        ),
        ("if (p) a(); else while (q) b();", ["if (!p) { while (q) b(); } else a();"]),
        ("if (p) a(); else x: if (q) b();", ["if (!p) { x: if (q) b(); } else a();"]),
        ("if (p) a(); else try { b(); } finally { }", ["if (!p) { try { b(); } finally { } } else a();"]),
        ("if (p) throw x; else assert q;", ["if (!p) assert q; else throw x;"]),
        (
            "if /*1*/ (/*2*/ p && q /*3*/) /*4*/ a(); // 5\n /*6*/ else /*7*/ b(); /*8*/",
            ["if /*1*/ (/*2*/ !(p && q) /*3*/) /*4*/ b(); // 5\n /*6*/ else /*7*/ a(); /*8*/"],
        ),
        ("if (p)\r\n  a();\r\nelse\r\n  b();\r\n", ["if (!p)\r\n  b();\r\nelse\r\n  a();\r\n"]),
        ("if (!(o instanceof String t)) return 1; else a(t); return t;", None),
        ("return p ? 1 : 2;", ["return !p ? 2 : 1;"]),
        ("return p?-i:+j;", ["return !p?+j:-i;"]),
        ("return p ? i = 1 : (j = 2);", ["return !p ? (j = 2) : (i = 1);"]),
        (
            "return p ? 1 : q ? 2 : 3;",
            ["return !p ? (q ? 2 : 3) : 1;", "return p ? 1 : !q ? 3 : 2;"],
        ),
        (
            "return p ? q ? 1 : 2 : 3;",
            ["return !p ? 3 : q ? 1 : 2;", "return p ? !q ? 2 : 1 : 3;"],
        ),
        ("return (F) (p ? x -> 1 : y -> 2);", ["return (F) (!p ? (y -> 2) : x -> 1);"]),
        ("return !(p || q) ? 1 : 2;", ["return p || q ? 2 : 1;"]),
        ("return (F) (p ? x -> 1 : A::b);", ["return (F) (!p ? A::b : x -> 1);"]),
        ("return !(p ? q : p) ? 1 : 2;", ["return (p ? q : p) ? 2 : 1;", "return !(!p ? p : q) ? 1 : 2;"]),
        ("return (p) ? 1 : 2;", ["return !(p) ? 2 : 1;"]),
    ],
)
def test_permutes(before: str, after: list[str] | None) -> None:
    if after is None:
        after = ["if (o instanceof String t) a(t); else return 1; return t;"]
    assert permuted(before) == after


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("if (p) a(); else a();", "the branches are equal"),
        ("if (p) { a(1); } else { a( 1 ); /* same */ }", "the branches are equal"),
        ("return k() ? 1 : 2;", "the type of the call may be inferred from its place"),
        ("if (q ? k() : p) a(); else b();", "the type of the call may be inferred from its place"),
        (
            "if (p) { class A { } } else { record B() { } }",
            "both branches declare classes, whose binary names would be exchanged",
        ),
    ],
)
def test_refused(text: str, reason: str) -> None:
    assert judged(text)[0][1] == reason


def test_one_class_keeps_its_number() -> None:
    assert judged("if (p) a(new A() { }); else b();") == [("if (p) a(new A() { }); else b();", None)]


def test_no_candidates() -> None:
    assert judged('if (p) a(); @A(true ? "x" : "y") int k = 1;') == []


def test_sites_made_up_are_refused() -> None:
    source = em.parse(FRAME.format("if (p) a(); return q ? 1 : 2;"))
    start = source.text.index("if")
    for text, form in (("if (p) a();", "if"), ("q ? 1 : 2", "if"), ("q", "ternary")):
        at = source.text.index(text)
        with pytest.raises(Refused, match="nothing that permute-exchange could change stands there"):
            PermuteExchange().apply(source, em.Site.of("permute-exchange", at, at + len(text), form=form))
    assert start > 0
    source = em.parse("@A(true ? 1 : 2) void f() { }")
    at = source.text.index("true")
    with pytest.raises(Refused, match="nothing that permute-exchange could change stands there"):
        PermuteExchange().apply(source, em.Site.of("permute-exchange", at, at + 12, form="ternary"))


def test_methods_that_cannot_be_trusted_are_left_alone() -> None:
    source = em.parse("void f(boolean p) { int a = 1 if (p) g(); else h(); }")
    assert [reason for _, reason in PermuteExchange().judged(source)] == [
        "the grammar finds a syntax error at line 1"
    ]
    start = source.text.index("if")
    site = em.Site.of("permute-exchange", start, source.text.index(" }"), form="if")
    assert PermuteExchange().refuse(source, site) == "nothing that permute-exchange could change stands there"


@pytest.mark.parametrize(
    ("before", "old", "new", "expected"),
    [
        ("if (i < j) a(); else b();", "b();", "b(1);", "if (i < j) a(); else b(1);"),
        ("if (i < j) a(); else b();", "a();", "{ a(); c(); }", "if (i < j) { a(); c(); } else b();"),
        ("if (i < j) a(); else b();", "if", "c(); if", "c(); if (i < j) a(); else b();"),
        ("if (i < j) a(); else b();", "i >= j", "i > j", "if (i <= j) a(); else b();"),
        ("if (i < j) a(); else b();", "i >= j", "i >= j && p", "if (!(i >= j && p)) a(); else b();"),
        ("if(p)a();else{b();}", "b();", "c();", "if(p)a();else{c();}"),
        ("if(p)a();else{b();}", "Object o)", "Object ob)", "if(p)a();else{b();}"),
        ("if (p) a(); else if (q) b();", "(q)", "(!q)", "if (p) a(); else if (!q) b();"),
        ("if (p) a(); else if (q) b();", "b(); }", "b(); c(); }", "if (p) a(); else { if (q) b(); c(); }"),
        ("if (p) a(); else { if (q) b(); }", "(q)", "(!q)", "if (p) a(); else { if (!q) b(); }"),
        ("if (p) a(); else b();", "a();", "{ if (q) a(); }", "if (p) { if (q) a(); } else b();"),
        ("return p ? i = 1 : j;", "i = 1", "i = 2", "return p ? i = 2 : j;"),
        ("return p ? i : q ? 1 : 2;", "1", "7", "return p ? i : q ? 7 : 2;"),
        ("return!p?i:j;", "?j", "?j+1", "return!p?i:j+1;"),
        ("if (i < j) a(); else b();", "else a();", "", None),
        ("if (i < j) a(); else b();", "if (i >= j) b(); else a();", "a(); b();", None),
        ("if (p) a(); else b();", "b(); else a();", "a(); else b();", None),  # swapped back
        ("if (p) a(); else b();", "b();", "a();", None),  # equal branches, which are refused
        ("if (p) a(); else b();", "if (!p)", "if (!p) b(); else a(); if (!p)", None),  # twice
    ],
)
def test_undo_of_a_patch(before: str, old: str, new: str, expected: str | None) -> None:
    source = em.parse(FRAME.format(before))
    mutant = next(iter(PermuteExchange().mutants(source)))
    assert old in mutant.text
    patched = SourceFile.from_text(mutant.text.replace(old, new, 1))
    if expected is None:
        with pytest.raises(UndoConflict):
            PermuteExchange().undo(patched, source.data, mutant.mutation)
    else:
        frame = FRAME.replace(old, new) if old in HEAD else FRAME
        undone = PermuteExchange().undo(patched, source.data, mutant.mutation)
        assert undone == frame.format(expected)
        assert undone.parses


def test_undo_in_a_member_that_tells_less_than_its_file() -> None:
    """The negation then is that of the record: alone, nobody knows that these are integers."""
    (mutant,) = em.mutate(
        "class A { int i, j; void f() { if (i < j) a(); else b(); } }", ["permute-exchange"]
    )
    assert mutant.mutant == "void f() { if (i >= j) b(); else a(); }"
    patched = mutant.mutant.replace("b();", "b(1);")
    assert em.undo(patched, mutant.local, mutant.original) == mutant.original.replace("b();", "b(1);")


PROGRAM = """
import java.util.*; import java.util.function.*;
public class Main {
    static StringBuilder out = new StringBuilder();
    static boolean t(String n, boolean v) { out.append(n); return v; }
    static String a(Object o) { if (!(o instanceof String s)) { return "no"; } else { t(s, true); } return s; }
    static String b(Object o) { if (o instanceof String s && s.length() > 2) return s; else if (o instanceof Integer i && i > 3)
        return "i" + i; else if (!(o instanceof Long l)) return "x"; else return "l" + l; }
    static int c(boolean p) { int x; if (p && (x = 3) > 2) return x; else x = 4; return x; }
    static int d(boolean p, boolean q) { int x; if (p ? (x = 1) > 0 : (x = 2) > 3 & q) return x; else return -x; }
    static int e() { while (true) { if (t("e", true)) return 1; else t("never", true); } }
    static int f(boolean p, boolean q, boolean r) { if (p) if (q) return 1; else return 2; else for (int i = 0; i < 2; i++)
        if (r) return 5; return 3; }
    static int g(double x, double y) { if (x < y) return 1; else if (x >= y) return 2; else return 3; }
    static int h(Boolean p) { if (p) return 1; else return 2; }
    static Object i(boolean p, byte b, char c, Integer w, Object o) { return Arrays.asList(p ? b : 1, p ? c : 98, p ? 'a' : w,
        p ? w : o, p ? 1 : 2.0, p ? null : w, p ? 1 : "s", p ? b : (short) 300).toString() + (p ? c : 1) + (p ? 'x' : 2); }
    static int j(boolean p) { final int K = p ? 1 : 2; final boolean C = true; final int V = C ? 1 : 2;
        switch (K) { case V: return 7; case (C ? 5 : 6): return 9; } return 8; }
    static int k(boolean p) { Supplier<Integer> s = p ? () -> 1 : () -> { if (p) return 2; else return 3; }; return s.get(); }
    static int l(int n) { return switch (n) { case 0 -> n > 1 ? 1 : 2; case 1 -> { if (t("l", false)) yield 3; else yield 4; }
        default -> { int q; if (n == 3) { q = 1; } else q = 2; yield q; } }; }
    static int m(int n) { outer: for (int i = 0; i < n; i++) for (;;) if (i == 2) break outer; else continue outer; return n; }
    public static void main(String[] args) {
        boolean[] both = { true, false };
        for (Object o : new Object[] { null, "", "abc", 2, 7, 3L }) out.append(a(o)).append(b(o));
        for (boolean p : both) { out.append(c(p)).append(h(p)).append(i(p, (byte) 4, 'q', 5, "o")).append(j(p)).append(k(p));
            for (boolean q : both) { out.append(d(p, q)); for (boolean r : both) out.append(f(p, q, r)); } }
        for (double x : new double[] { 1, 2, Double.NaN }) out.append(g(x, 1)).append(g(1, x));
        for (int n = 0; n < 5; n++) out.append(l(n)).append(m(n));
        try { h(null); } catch (NullPointerException e) { out.append("npe"); }
        System.out.println(out.append(e()));
    }
}
"""


def test_programs_do_the_same(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    wanted = jdk.run(jdk.compile({"Main.java": source.data}, bytes_=True), "Main")
    assert wanted.status == "ok"
    made = list(PermuteExchange().mutants(source))
    assert len(made) == 32
    for mutant in made:
        compiled = jdk.compile({"Main.java": mutant.data}, bytes_=True)
        assert compiled.ok, (mutant.diff(), compiled.diagnostics[:2])
        assert jdk.run(compiled, "Main").stdout == wanted.stdout, mutant.diff()
