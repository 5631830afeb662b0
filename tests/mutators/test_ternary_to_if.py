"""Choices between two values: what is written, what is refused, what a patch leaves of it, and that programs do the same."""

from __future__ import annotations

import re
from itertools import product

import pytest

import equimorph as em
from mutators.java.ternary_to_if import TernaryToIf
from mutators.model import Refused, UndoConflict, apply_edits, invert_edits
from parsers.java.syntax.tokens import tokenize
from parsers.oracles.jdk import Compilation, Jdk
from parsers.source import SourceFile

FRAME = "String f(boolean p, int i, int j, String s, Object o, int[] a, Pos pos, Integer w) {{ {} }}"
HEAD, TAIL = FRAME.format("@").split("@")
UNLIKE = "it is not certain that a value alone is converted as in the conditional expression"
DEPENDS = "what the target is may depend on the condition and the values"
BOUND = "the condition declares a variable of a name in the target"
LAMBDA = "the type of the result is not in the text"


def judged(text: str, frame: str = FRAME) -> list[str | None]:
    return [reason for _, reason in TernaryToIf().judged(em.parse(frame.format(text)))]


def made(text: str) -> list[str]:
    source = em.parse(FRAME.format(text))
    mutants = list(TernaryToIf().mutants(source))
    assert all(em.invert(mutant.text, mutant.mutation) == source.text for mutant in mutants)
    return [mutant.text.removeprefix(HEAD).removesuffix(TAIL) for mutant in mutants]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("i=p?1:2;", "if (p) i = 1; else i = 2;"),
        ("i=(p)?1:2;", "if (p) i = 1; else i = 2;"),
        ("return(p)?s:k();", "if (p) return s; else return k();"),
        ("return(p?s:k());", "if (p) return s; else return k();"),
        ("return ((p ? s : (k())));", "if (p) return s; else return (k());"),
        ("return p ? s : o == null ? k() : null;", "if (p) return s; else return o == null ? k() : null;"),
        ("i = p ? j = 1 : (j = 2);", "if (p) i = j = 1; else i = (j = 2);"),
        ("int[] v = p ? a : new int[0];", "int[] v; if (p) v = a; else v = new int[0];"),
        ("int v[] = p ? a : k();", "int v[]; if (p) v = a; else v = k();"),
        ("final int v = p ? 1 : j;", "final int v; if (p) v = 1; else v = j;"),
        ("this.s = p ? s : new Pos();", "if (p) this.s = s; else this.s = new Pos();"),
        ("a[0] = p ? i : j;", "if (p) a[0] = i; else a[0] = j;"),
        ("while (p) i = p ? 1 : 2;", "while (p) { if (p) i = 1; else i = 2; }"),
        ("if (p) return p ? s : k(); else k();", "if (p) { if (p) return s; else return k(); } else k();"),
        ("if (p) k(); else i = p ? 1 : 2;", "if (p) k(); else { if (p) i = 1; else i = 2; }"),
        ("l: i = p ? 1 : 2;", "l: { if (p) i = 1; else i = 2; }"),
        ("switch (j) { case 1: i = p ? 1 : 2; }", "switch (j) { case 1: if (p) i = 1; else i = 2; }"),
        ("run(() -> { i = p ? 1 : 2; });", "run(() -> { if (p) i = 1; else i = 2; });"),
        ("return o instanceof String t ? t : s;", "if (o instanceof String t) return t; else return s;"),
        (
            "return p ? /*1*/ s /*2*/ : /*3*/ k() /*4*/ ; /*5*/",
            "if (p) return /*1*/s; else return /*2*//*3*/k();/*4*/ /*5*/",
        ),
        (
            "return p // one\n ? s // two\n : k(); // three\n",
            "if (p) return // one\ns; else return // two\nk(); // three\n",
        ),
        (
            "\r\n\tint v = p ? 1 : 2; // why\r\n",
            "\r\n\tint v;\r\n\tif (p) v = 1; else v = 2; // why\r\n",
        ),
        ("if (p) i = 1; else i = 2;", "i = p ? 1 : 2;"),
        ("if(p)i=1;else{i=2;}", "i = p ? 1 : 2;"),
        ("if (p) { { return s; } } else return k();", "return p ? s : k();"),
        ("if (p ? p : p) return s; else return k();", "return (p ? p : p) ? s : k();"),
        ("if (p = i > 2) return s; else return k();", "return (p = i > 2) ? s : k();"),
        ("if (p) return s; else return s = k();", "return p ? s : (s = k());"),
        ("if (p) i = i++; else i = -j;", "i = p ? i++ : -j;"),
        ("if (o instanceof String t) return t; else return s;", "return o instanceof String t ? t : s;"),
        ("if (k()) k(); else if (p) i = 1; else i = 2;", "if (k()) k(); else i = p ? 1 : 2;"),
        ("if (p) { i = 1; /*1*/ } else /*2*/ { i = 2; /*3*/ }", "i = p ? 1 : /*1*//*2*/2;/*3*/"),
        ("if (p) a [0] = i; else a[ 0 ] = j;", "a [0] = p ? i : j;"),
    ],
)
def test_rewriting(before: str, after: str) -> None:
    assert made(before)[0] == after


@pytest.mark.parametrize(
    "text",
    [
        "i += p ? 1 : 2;",
        "k(p ? 1 : 2);",
        "i = 1 + (p ? 1 : 2);",
        "int v = p ? 1 : 2, u;",
        "for (i = p ? 1 : 2; p; i = p ? 1 : 2) k();",
        "for (int v = p ? 1 : 2; p; ) k();",
        "switch (j) { case 1 -> i = p ? 1 : 2; }",
        "run(() -> i = p ? 1 : 2);",
        "if (p) i = 1; else j = 2;",
        "if (p) i = 1; else a[i] = 1;",
        "if (p) i = 1; else i += 2;",
        "if (p) i = 1; else return s;",
        "if (p) i = 1;",
        "if (p) { i = 1; k(); } else i = 2;",
        "if (p) { } else i = 2;",
        "if (p) ; else i = 2;",
        "if (p) l: i = 1; else i = 2;",
        "if (p) { int v = 1; } else { int v = 2; }",
        "if (p) this.i = 1; else i = 2;",
        "if (p) throw k(); else return s;",
    ],
)
def test_no_candidates(text: str) -> None:
    assert judged(text) == []


def test_results_of_void_are_no_candidates() -> None:
    assert judged("if (p) return; else return;", "void f(boolean p) {{ {} }}") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("o = p ? 1 : 2L;", UNLIKE),
        ("o = p ? k() : 2;", UNLIKE),
        ("o = p ? w : 2;", UNLIKE),
        ("w = p ? w : 2;", UNLIKE),
        ("w = p ? w : k();", UNLIKE),
        ("o = p ? 'a' : 2;", UNLIKE),
        ("unknown = p ? 1 : 2;", UNLIKE),
        ("double v = p ? k() : 1;", UNLIKE),
        ("double v = p ? 1f : i;", UNLIKE),
        ("int v = p ? null : 1;", UNLIKE),
        ("int v = p ? (i > 2 ? null : 1) : 1;", UNLIKE),
        ("int v = p ? switch (i) { default -> 1; } : 1;", UNLIKE),
        ("String v = p ? switch (i) { default -> null; } : null;", UNLIKE),
        ("byte v = true ? 1 : 300;", UNLIKE),
        ("byte v = K ? 1 : 300;", UNLIKE),
        ("Byte v = true ? 1 : 300;", UNLIKE),
        ("Character v = K ? 'a' : 98;", UNLIKE),
        ("byte v; if (p) v = 1; else v = 2;", UNLIKE),
        ("char v; if (p) v = 'a'; else v = 2;", UNLIKE),
        ("char v; if (p) v = 'a'; else v = k();", UNLIKE),
        ("Byte v; if (p) v = 1; else v = 2;", UNLIKE),
        ("Long v; if (p) v = null; else v = k();", UNLIKE),
        ("if (p) o = 1; else o = 2L;", UNLIKE),
        ("if (p) w = w; else w = 2;", UNLIKE),
        ("a[i++] = p ? 1 : 2;", DEPENDS),
        ("a[i] = p ? i = 1 : 2;", DEPENDS),
        ("a[i] = i++ > 2 ? 1 : 2;", DEPENDS),
        ("a[i] = (a = k()) == null ? 1 : 2;", DEPENDS),
        ("a[w] = p ? 1 : 2;", DEPENDS),
        ("a[k()] = p ? 1 : 2;", DEPENDS),
        ("field[0] = p ? 1 : 2;", DEPENDS),
        ("this.field[0] = p ? 1 : 2;", DEPENDS),
        ("pos.s = (pos = k()) == null ? s : new Pos();", DEPENDS),
        ("k().s = p ? s : new Pos();", DEPENDS),
        ("if (i++ > 2) a[i] = 1; else a[i] = 2;", DEPENDS),
        ("pos.s = p ? s : new Pos();", None),
        ("a[i] = k() ? j = 1 : 2;", None),
        ("field = o instanceof A field ? field.s : s;", BOUND),
        ("if (o instanceof A field) field = s; else field = new A();", BOUND),
        ("a[i] = o instanceof int[] a ? 1 : 2;", BOUND),
        ("run(() -> { return p ? 1 : 2; });", LAMBDA),
        ("run(() -> { if (p) return s; else return s; });", LAMBDA),
        ("var v = p ? s : s;", "its type is inferred"),
        ('final String v = K ? s : "a";', None),
        ("final int v = K ? 1 : 2;", "it may be a constant variable"),
        ("final @A String v = p ? s : null;", "an annotation may hold for all of the declaration"),
        ("new A() { Object g() { return p ? 1 : 2L; } };", UNLIKE),
        ("new A() { String g() { return p ? s : k(); } };", None),
    ],
)
def test_refusals(text: str, reason: str | None) -> None:
    assert judged(text) == [reason]


def test_beside_a_pattern_variable() -> None:
    lost = "javac may lose a pattern variable where a case group declares a variable"
    assert judged(
        "if (o instanceof A x) switch (i) { case 1: i = p ? 1 : 2; if (p) j = 1; else j = 2; }"
    ) == [lost, lost]


def test_statements_alone() -> None:
    assert judged("return p ? s : k();", "{}") == [LAMBDA]
    assert judged("String s = p ? k() : null;", "{}") == [None]


@pytest.mark.parametrize(
    ("file", "reasons"),
    [
        ("class A<T> { T f(boolean p, T t) { return p ? t : null; } }", [None]),
        ("class A<T extends Integer> { T f(boolean p, T t) { return p ? t : k(); } }", [UNLIKE]),
        ("class A<T extends Number & Comparable<T>> { T f(boolean p, T t) { return p ? t : k(); } }", [None]),
        ("class A { Foo f(boolean p) { return p ? k() : l(); } }", [None]),
        ("class A { Foo.Bar[] f(boolean p) { return p ? k() : l(); } }", [None]),
        ("class A { Object f(boolean p) { return p ? k() : l(); } }", [UNLIKE]),
        ("class A { java.lang.Number f(boolean p) { return p ? k() : l(); } }", [UNLIKE]),
        ("class A { Integer f(boolean p) { return p ? k() : l(); } }", [UNLIKE]),
        ("class A { int n; void f(boolean p) { n = p ? k() : l(); this.n = p ? k() : 2; } }", [None, None]),
        ("class A { Object f(boolean p)[] { return p ? k() : l(); } }", [None]),
    ],
)
def test_types_in_files(file: str, reasons: list[str | None]) -> None:
    assert [reason for _, reason in TernaryToIf().judged(em.parse(file))] == reasons


def test_a_type_that_a_member_alone_does_not_show() -> None:
    frame = "T f(boolean p, T t) {{ {} }}"
    assert judged("return p ? t : k();", frame) == [UNLIKE]
    assert judged("return p ? k() : l();", "List<T> f(boolean p) {{ {} }}") == [None]


def test_sites_made_up_are_refused() -> None:
    source = em.parse(FRAME.format("i = p ? 1 : 2;"))
    start = source.text.index("i = p")
    for form in ("to-ternary", "if", None):
        params = {"form": form} if form else {}
        with pytest.raises(Refused, match="nothing that ternary-to-if could change stands there"):
            TernaryToIf().apply(source, em.Site.of("ternary-to-if", start, start + 14, **params))


@pytest.mark.parametrize(
    ("before", "old", "new", "expected"),
    [
        ("return p ? s : k();", "k()", "k(1)", "return p ? s : k(1);"),
        ("return p ? s : k();", "(p)", "(p && i > 2)", "return p && i > 2 ? s : k();"),
        ("return p ? s : k();", "return s", "return s.trim()", "return p ? s.trim() : k();"),
        ("return p ? s : k();", "if (p)", "k(); if (p)", "k(); return p ? s : k();"),
        ("i = p ? 1 : 2;", "= 2", "= 3", "i = p ? 1 : 3;"),
        ("int v = p ? 1 : 2; k(v);", "k(v)", "k(v + 1)", "int v = p ? 1 : 2; k(v + 1);"),
        ("if (p) i = 1; else i = 2;", ": 2", ": 3", "if (p) i = 1; else i = 3;"),
        (
            "if (p) { return s; } else { return k(); }",
            "p ?",
            "!p ?",
            "if (!p) { return s; } else { return k(); }",
        ),
    ],
)
def test_a_patch_is_kept(before: str, old: str, new: str, expected: str) -> None:
    mutant = next(TernaryToIf().mutants(em.parse(FRAME.format(before))))
    assert old in mutant.text
    assert em.undo(mutant.text.replace(old, new, 1), mutant) == FRAME.format(expected)


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        ("return p ? s : k();", "else return k();", ""),
        ("return p ? s : k();", "if (p) return s; else return k();", "return s;"),
        ("return p ? s : k();", "if (p) return s; else return k();", "return k();"),
        ("return p ? s : k();", "if (p) return s; else", ""),
        ("return p ? s : k();", "(p)", "()"),
        ("return p ? s : k();", "return s;", "{ k(); return s; }"),
        ("return p ? s : k();", "return s;", "return s; else if (i > 2) return k(2);"),
        ("i = p ? 1 : 2;", "i = 2", "j = 2"),
        ("i = p ? 1 : 2;", "i = 2", "i += 2"),
        ("int v = p ? 1 : 2; k(v);", "int v;", "var v;"),
        ("int v = p ? 1 : 2; k(v);", "int v;", "int v; k();"),
        ("o = p ? 1 : 2;", "o = 2", "o = 2.5"),
        ("if (p) i = 1; else i = 2;", "p ? 1 : 2", "1"),
        ("if (p) i = 1; else i = 2;", "i = p", "i += p"),
    ],
)
def test_conflicts(before: str, old: str, new: str) -> None:
    mutant = next(TernaryToIf().mutants(em.parse(FRAME.format(before))))
    assert old in mutant.text
    with pytest.raises(UndoConflict):
        em.undo(mutant.text.replace(old, new, 1), mutant)


@pytest.mark.parametrize(
    "before",
    [
        "return p ? s : k();",
        "i = (p && i > 2) ? 1 : 2;",
        "int v = p ? 1 : 2; k(v);",
        "while (p) i = p ? 1 : 2;",
        "if (p) { i = 1; } else i = 2;",
        "if (i > 2) return s; else return k();",
    ],
)
def test_whatever_a_patch_removes_is_undone_or_a_conflict(before: str) -> None:
    """A patch once crashed undo that had taken the condition out of the mutant's if."""
    for mutant in TernaryToIf().mutants(em.parse(FRAME.format(before))):
        tokens = tokenize(mutant.data)
        for first in range(len(tokens)):
            for last in range(first, min(first + 12, len(tokens))):
                left = mutant.data[: tokens[first].start] + mutant.data[tokens[last].end :]
                try:
                    undone = em.undo(left.decode(), mutant)
                except UndoConflict:
                    continue
                if not undone.parses or not SourceFile(left).parses:
                    continue
                inverse = invert_edits(mutant.mutation.edits)
                kept = [t.text for t in (*tokens[:first], *tokens[last + 1 :])
                        if inverse[0].start <= t.start < inverse[-1].end]  # fmt: skip
                if {b"{", b"}", b";"}.issuperset(kept):
                    assert undone == left.decode()  # nothing is left of the mutation but a block
                    continue
                again = TernaryToIf().mutants(SourceFile.from_text(undone))
                assert [t.text for t in tokenize(left)] in [[t.text for t in tokenize(m.data)] for m in again]


MAIN = """import java.util.*;
import java.util.function.*;
class Main {
    static final StringBuilder out = new StringBuilder();
    static int count = 0, state = 0;
    static boolean t(String s, boolean b) { out.append(s).append(' '); state++; return b; }
    static <T> T say(T v) { out.append(v).append(' '); count++; return v; }
    int x; String name; int[] all = {1, 2, 3}; static class Pos { int at; Pos next; } static final boolean ON = true;
    final int fixed; Main(boolean p) { fixed = t("c", p) ? 1 : 2; if (p) this.x = say(4); else this.x = 5; }
    int simple(boolean p) { int a = t("p", p) ? say(1) : say(2); x = p ? a : a + 1; this.x = !p ? x++ : --x; return a + x; }
    String nested(int n) { return n > 2 ? n > 3 ? say("big") : say("three") : n < 0 ? say("neg") : null; }
    int targets(int i, int[] a, Pos p) { a[i] = t("a", i > 0) ? say(7) : say(8); p.at = a[i] > 7 ? i : i + 1; int[] b = null;
        try { b[i] = t("n", true) ? say(1) : say(2); } catch (NullPointerException e) { out.append("npe "); }
        try { a[9] = t("m", false) ? say(1) : say(2); } catch (ArrayIndexOutOfBoundsException e) { out.append("out "); }
        try { p.next.at = t("q", true) ? say(1) : say(2); } catch (NullPointerException e) { out.append("npe "); }
        Pos q = null; try { q.at = t("r", true) ? say(1) : say(2); } catch (NullPointerException e) { out.append("npe "); }
        return a[i] + p.at; }
    int dangling(boolean p, boolean q) { int r = 0; if (p) r = q ? 1 : 2; else r = 3; if (p) if (q) r += 4; else r += 5;
        while (r < 9) r = q ? r + 3 : r + 4; l: r = p ? r : -r; for (int i = 0; i < 2; i++) r = i > 0 ? r + 1 : r + 2; return r; }
    Object boxes(boolean p, Integer w) { Integer v = p ? w : null; Object o = p ? "s" : 3; Long l = p ? 5L : null; o = p ? o : l;
        long m; m = p ? 3 : count; double d = p ? 1 : 2; float f = p ? 16777217 : 3L; char c = p ? 'a' : 98;
        short s = p ? (byte) 1 : 2;
        try { int u = p ? w : 7; out.append(u); } catch (NullPointerException e) { out.append("unboxed "); }
        Comparable<Integer> k = p ? 4 : 5; Number n = p ? null : 2.5; return v + " " + o + l + m + d + f + c + s + k + n; }
    Object choose(boolean p, Integer w) { if (p) return w; else return null; }
    long wide(boolean p, Integer w) { if (p) return w; else return 'c'; }
    double real(boolean p, int i) { if (p) return i; else return 2.5; }
    char letter(boolean p, char c) { if (p) { return c; } else { return 'z'; } }
    String pattern(Object o) { String r; if (o instanceof String s && s.length() > 1) r = s; else r = say("none");
        name = o instanceof
        Integer i ? "int" + i : name; if (!(o instanceof Integer j)) return r; else return r + j; }
    int lambdas(boolean p) { Supplier<String> s = p ? () -> "a" : () -> say("b"); IntUnaryOperator f = i -> { if (p) return i;
        else
        return -i; }; Runnable r = () -> { x = p ? 5 : 6; }; r.run(); final int k = p ? 1 : 2; Supplier<Integer> g = () -> k + x;
        Function<Object, String> h; if (p) h = Object::toString; else h = o -> "h";
        return s.get().length() + f.applyAsInt(3) + g.get()
        + h.apply(p).length(); }
    int switched(int n, boolean p) { int r = 0; switch (n) { case 0: int a = p ? 4 : 5; r = a; break; case 1: a = p ? 6 : 7;
        r = a + 1;
        default: r = p ? r + 1 : r + 2; } r += switch (n) { case 1 -> { int y = p ? 1 : 2; yield y; } default -> r = p ? 3 : 4; };
        return r; }
    int ended(boolean p) { for (;;) { try { if (t("try", p)) return say(1); else return say(2); } finally { x = p ? 3 : 4; } } }
    int assigned(boolean p) { final int a; if (p) a = 1; else a = 2; int b, c; b = (c = a) > 1 ? c : c + 1; int d = ON ? 1 : 2;
        return a
        + b + c + d; }
    <T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) > 0 ? a : b; }
    static boolean both(boolean p, Boolean q) { boolean r = p ? q : !p; if (q) r &= p; else r = q; if (p) return r;
        else return q; }
    public static void main(String[] args) {
        for (boolean p : new boolean[] {true, false}) { Main m = new Main(p); m.name = "n";
        out.append(m.fixed).append(m.simple(p));
            for (int n = -1; n < 5; n++) out.append(m.nested(n)).append(m.switched(n, p));
        out.append(m.targets(1, m.all, new Pos()));
            for (boolean q : new boolean[] {true, false}) out.append(m.dangling(p, q)).append(both(p, q));
            for (Integer w : new Integer[] {5, 1000, null}) { out.append(m.boxes(p, w)).append(m.choose(p, w)); try { out.append(
                m.wide(p, w)); } catch (NullPointerException e) { out.append("npe"); } }
            for (Object o : new Object[] {"", "ab", 3}) out.append(m.pattern(o)).append(m.name); out.append(m.real(p, 16777217));
            out.append(m.letter(p, 'q')).append(m.lambdas(p)).append(m.ended(p)).append(m.assigned(p)).append(m.larger(3, 4))
                .append(m.x); }
        System.out.println(out.append(count).append(state));
    }
}
"""


def test_programs_do_the_same(jdk: Jdk) -> None:
    source = em.parse(MAIN)
    before = jdk.compile({"Main.java": source.data}, bytes_=True)
    assert before.ok, before.diagnostics[:2]
    wanted = jdk.run(before, "Main")
    assert wanted.status == "ok", wanted.stderr
    mutants = list(TernaryToIf().mutants(source))
    assert len(mutants) > 50
    assert {mutant.mutation.site.param("form") for mutant in mutants} == {"to-if", "to-ternary"}
    for mutant in mutants:
        after = jdk.compile({"Main.java": mutant.data}, bytes_=True)
        assert after.ok, (mutant.diff(), after.diagnostics[:2])
        assert jdk.run(after, "Main").stdout == wanted.stdout, mutant.diff()


FIELDS = """import java.util.*;
class Main<U> { static byte B = 3; static char C = 'q'; static int I = 16777217; static long L = 1L << 60 | 1;
        static float F = 1.25f;
static Integer W = 1000, N; static Double D = 0.1; static Boolean Z; static String s = "s"; static Object o = 5;
        static final int K = 98; U u;
static <T> T any(T t) { return t; } static Integer none() { return null; }
"""
RUN = """
public static void main(String[] a) throws Exception {
        for (var f : Arrays.stream(Main.class.getDeclaredMethods()).sorted(Comparator
.comparing(x -> x.getName())).toList()) for (boolean c : new boolean[] {true, false}) if (f.getName().startsWith("f_")) {
        Object r; try {
r = f.invoke(new Main<String>(), c); r = r == null ? r : r.getClass() + " " + r;
        } catch (java.lang.reflect.InvocationTargetException e) {
r = e.getCause().getClass(); } System.out.println(f.getName() + " " + r); } } }
"""
TARGETS = (
    "byte",
    "char",
    "int",
    "long",
    "float",
    "double",
    "boolean",
    "Byte",
    "Character",
    "Integer",
    "Long",
    "Object",
    "Number",
    "Comparable<?>",
    "String",
    "U",
)
OPERANDS = (
    "1",
    "300",
    "'a'",
    "K",
    "B",
    "C",
    "I",
    "L",
    "F",
    "D",
    "W",
    "N",
    "Z",
    "2.5",
    "true",
    "null",
    "s",
    "o",
    "none()",
    "any(I)",
    "any(N)",
    "u",
)
FORMS = ("return c ? {} : {};", "if (c) return {}; else return {};")


def _compiled(jdk: Jdk, rows: dict[str, str]) -> tuple[str, Compilation]:
    """The program of those methods that compile."""
    while True:
        text = FIELDS + "\n".join(rows.values()) + RUN
        found = jdk.compile({"Main.java": text}, bytes_=True)
        if found.ok:
            return text, found
        names, above = list(rows), FIELDS.count("\n")
        for line in {diagnostic.line for diagnostic in found.diagnostics}:
            del rows[names[line - 1 - above]]


@pytest.mark.parametrize("form", FORMS)
def test_all_pairs_of_operands_are_converted_alike(jdk: Jdk, form: str) -> None:
    """Of all methods that compile, those with a mutant, mutated all at once: they compile, and return or throw the same."""
    rows = {}
    for number, (type_, one, other) in enumerate(product(TARGETS, OPERANDS, OPERANDS)):
        name = f"f_{number}"
        rows[name] = f"{type_} {name}(boolean c) {{ {form.format(one, other)} }}"
    text, before = _compiled(jdk, rows)
    source = em.parse(text)
    edits = [edit for mutant in TernaryToIf().mutants(source) for edit in mutant.mutation.edits]
    assert len(edits) > 2000
    data = apply_edits(source.data, sorted(edits)).decode()
    after = jdk.compile({"Main.java": data}, bytes_=True)
    assert after.ok, [(data.splitlines()[d.line - 1], d.message) for d in after.diagnostics[:5]]
    wanted, found = (jdk.run(compiled, "Main") for compiled in (before, after))
    assert wanted.status == found.status == "ok"
    wrong = [
        pair
        for pair in zip(wanted.text.splitlines(), found.text.splitlines(), strict=True)
        if pair[0] != pair[1]
    ]
    assert not wrong, [(pair, rows[re.split(r"\s", pair[0])[0]]) for pair in wrong[:5]]
