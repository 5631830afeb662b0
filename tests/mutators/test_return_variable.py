"""Names for returned values: what is written, what is refused, what a patch leaves of it, and that programs do the same."""

from __future__ import annotations

import re

import pytest

import equimorph as em
from mutators.java.return_variable import ReturnVariable
from mutators.model import Refused, UndoConflict, invert_edits
from parsers.java.syntax.tokens import tokenize
from parsers.oracles.jdk import Jdk
from parsers.source import SourceFile

FRAME = "long f(int n, Object o) {{ {} }}"
HEAD, TAIL = FRAME.format("@").split("@")
NAME = re.compile(r"\b(result|value|ret|res|answer|output|returned)\b")
LAMBDA = "the type of the result is not in the text"
ANOTHER = "the variable does not certainly have the type of the result"
USED = "the variable has another use"


def judged(text: str, frame: str = FRAME) -> list[str | None]:
    return [reason for _, reason in ReturnVariable().judged(em.parse(frame.format(text)))]


def made(text: str) -> list[str]:
    """The mutants, with `R` for the new name."""
    source = em.parse(FRAME.format(text))
    mutants = list(ReturnVariable().mutants(source))
    assert all(em.invert(mutant.text, mutant.mutation) == source.text for mutant in mutants)
    return [NAME.sub("R", m.text).removeprefix(HEAD).removesuffix(TAIL) for m in mutants]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return n;", "long R = n; return R;"),
        ("return(n);", "long R = (n); return R;"),
        ('return"x".length();', 'long R = "x".length(); return R;'),
        ("return -n;", "long R = -n; return R;"),
        ("g();return n;", "g();long R = n; return R;"),
        ("if(n>0)return n;else g();", "if(n>0){ long R = n; return R; }else g();"),
        ("if (n > 0) g(); else return n;", "if (n > 0) g(); else { long R = n; return R; }"),
        ("while (n > 0) return n;", "while (n > 0) { long R = n; return R; }"),
        ("l: return n;", "l: { long R = n; return R; }"),
        ("switch (n) { case 1: return n; }", "switch (n) { case 1: long R = n; return R; }"),
        ("switch (n) { case 1 -> { return n; } }", "switch (n) { case 1 -> { long R = n; return R; } }"),
        ("return /*1*/ n /*2*/ ; /*3*/", "long R = /*1*/n /*2*/ ; return R; /*3*/"),
        (
            "\r\n\treturn g(n,\r\n\t\tn); // why\r\n",
            "\r\n\tlong R = g(n,\r\n\t\tn); // why\r\n\treturn R;\r\n",
        ),
        ("return switch (n) { default -> 1; };", "long R = switch (n) { default -> 1; }; return R;"),
        ("return o instanceof A a ? a.b : 1;", "long R = o instanceof A a ? a.b : 1; return R;"),
        ("long k = n; return k;", "return n;"),
        ("long k=n;return k;", "return n;"),
        ("final long k = (n); return (k);", None),
        ("final long k = (n); return k;", "return (n);"),
        ("long k /*1*/ = /*2*/ n /*3*/ ; /*4*/ return k; /*5*/", "return /*1*//*2*/n /*3*/ ;/*4*/ /*5*/"),
        ("\n  long k = n; // one\n  return k; // two\n", "\n  return n;// one\n // two\n"),
        ("if (n > 0) { long k = n; return k; }", "if (n > 0) { return n; }"),
    ],
)
def test_rewriting(before: str, after: str | None) -> None:
    assert made(before)[0] == (after if after is not None else "final long k = (n); long R = (k); return R;")


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("run(() -> { return n; });", [LAMBDA]),
        ("run(() -> { long k = n; return k; });", [LAMBDA, LAMBDA]),
        ("int k = n; return k;", [ANOTHER, None]),
        ("Long k = n; return k;", [ANOTHER, None]),
        ("var k = n; return k;", [ANOTHER, None]),
        ("long[] k = n; return k;", [ANOTHER, None]),
        ("long k[] = n; return k;", [ANOTHER, None]),
        ("long k = (k = n) + 1; return k;", [USED, None]),
        ("switch (n) { case 1: long k = n; return k; default: k = 2; }", [USED, None]),
        ("@A long k = n; return k;", ["an annotation may hold for all of the declaration", None]),
        ("long k = n; g(); return k;", [None]),
        ("long k = n; return k + 1;", [None]),
        ("long k = n, j = 2; return k;", [None]),
        ("long k; return k;", [None]),
        ("long k = n; return j;", [None]),
        ("long k = n; return;", []),
        ("long k = n; { return k; }", [None]),
        ("new A() { void g() { return; } };", []),
        ("new A() { String g() { return s; } };", [None]),
        ("new A() { String g() { String s = t; return s; } };", [None, None]),
        ("new A() { String g() { long s = t; return s; } };", [ANOTHER, None]),
    ],
)
def test_refusals(text: str, reasons: list[str | None]) -> None:
    assert judged(text) == reasons


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("Foo f() { class Foo { } return g(); }", ["the type of the result cannot be written there"]),
        (
            "Foo f() { class Foo { } Foo k = g(); return k; }",
            [ANOTHER, "the type of the result cannot be written there"],
        ),
        ("int[] f() { int[] k = {1}; return k; }", ["the array needs its type", None]),
        ("int f()[] { int[] k = g(); return k; }", [None, None]),
        ("int[] f() { int k[] = g(); return k; }", [None, None]),
        ("List<String> f() { List< String > k = g(); return k; }", [None, None]),
        ("List<String> f() { List<Object> k = g(); return k; }", [ANOTHER, None]),
        ("@A String f() { String k = g(); return k; }", [None, None]),
        ("<T> T f(T t) { return t; }", [None]),
        ("return n;", ["the parameters of the method around the statements are not in the text"]),
        ("class A<T> { Object f() { return new Object() { <T> T g() { return null; } }; } }", None),
    ],
)
def test_types(text: str, reasons: list[str | None] | None) -> None:
    found = [reason for _, reason in ReturnVariable().judged(em.parse(text))]
    assert found == (
        reasons if reasons is not None else [None, "the type of the result cannot be written there"]
    )


def test_beside_a_pattern_variable() -> None:
    lost = "javac may lose a pattern variable where a case group declares a variable"
    text = "if (o instanceof A a) switch (n) { case 1: long k = n; return k; }"
    assert judged(text) == [lost, lost]


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("for (; !(o instanceof A a); ) o = g(); return a.b;", True),
        ("for (; !(o instanceof A a); ) o = g(); if (n > 0) { return a.b; } throw e;", True),
        ("l: for (; !(o instanceof A a); ) o = g(); return a.b;", True),
        ("for (; !(o instanceof A a); ) { return a.b; }", False),
        ("for (; o instanceof A a; ) o = g(); return n;", False),
        ("while (!(o instanceof A a)) o = g(); return a.b;", False),
        ("do o = g(); while (!(o instanceof A a)); return a.b;", False),
    ],
)
def test_behind_a_for_with_a_pattern(text: str, lost: bool) -> None:
    reason = "javac loses a pattern variable of a for statement where a variable is declared behind it"
    assert judged(text) == [reason if lost else None]


def test_names_are_fresh() -> None:
    text = "class A { long result; long f(int value) { class B { int ret; } return result + value + new B().ret; } }"
    source = em.parse(text)
    [site] = ReturnVariable().sites(source)
    names = set()
    for seed in range(60):
        found = re.search(r"long (\w+) = ", ReturnVariable().apply(source, site, seed).text)
        assert found is not None
        names.add(found[1])
    assert names == {"res", "answer", "output", "returned"}


def test_sites_made_up_are_refused() -> None:
    source = em.parse(FRAME.format("return n;"))
    start = source.text.index("return")
    for params in ({"form": "unname"}, {}):
        with pytest.raises(Refused, match="nothing that return-variable could change stands there"):
            ReturnVariable().apply(source, em.Site.of("return-variable", start, start + 9, **params))


@pytest.mark.parametrize(
    ("before", "old", "new", "expected"),
    [
        ("return n;", "= n;", "= n + 1;", "return n + 1;"),
        ("g(); return n;", "g();", "h();", "h(); return n;"),
        ("if (n > 0) return n; g();", "(n > 0)", "(n > 1)", "if (n > 1) return n; g();"),
        ("return g(n);", "{ long", "{ h(); long", "h(); return g(n);"),
        ("long k = n; return k;", "return n", "return n + 1", "long k = n + 1; return k;"),
        ("long k = n; return k;", "int n", "int n, int m", None),
    ],
)
def test_a_patch_is_kept(before: str, old: str, new: str, expected: str | None) -> None:
    mutant = next(ReturnVariable().mutants(em.parse(FRAME.format(before))))
    assert old in mutant.text
    wanted = FRAME.format(expected or before)
    assert em.undo(mutant.text.replace(old, new, 1), mutant) == (
        wanted if expected else wanted.replace(old, new)
    )


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        ("return n;", "return R;", "return R + 1;"),
        ("return n;", "return R;", "g(R); return R;"),
        ("return n;", "return R;", "return n;"),
        ("return n;", "long R = n;", "int R = n;"),
        ("return n;", "long R = n;", ""),
        ("return n;", "return R;", ""),
        ("return n;", "R = n;", "R = n; g();"),
        ("if (n > 0) return n; g();", "return R; }", "return R; } else h(R);"),
        ("long k = n; return k;", "return n;", "return;"),
        ("long k = n; return k;", "return n;", "throw n;"),
        ("long k = n; return k;", "long f", "int f"),
    ],
)
def test_conflicts(before: str, old: str, new: str) -> None:
    mutant = next(ReturnVariable().mutants(em.parse(FRAME.format(before))))
    found = NAME.search(mutant.text)
    name = found[1] if found is not None else ""
    old, new = (re.sub(r"\bR\b", name, part) for part in (old, new))
    assert old in mutant.text
    with pytest.raises(UndoConflict):
        em.undo(mutant.text.replace(old, new, 1), mutant)


@pytest.mark.parametrize(
    "before",
    [
        "return g(n) + 1;",
        "if (n > 0) return n; g();",
        "long k = n; return k;",
        "final long k = g(n); return k;",
    ],
)
def test_whatever_a_patch_removes_is_undone_or_a_conflict(before: str) -> None:
    for mutant in ReturnVariable().mutants(em.parse(FRAME.format(before)), seed=3):
        tokens = tokenize(mutant.data)
        for first in range(len(tokens)):
            for last in range(first, min(first + 10, len(tokens))):
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
                again = SourceFile.from_text(undone)
                texts = [NAME.sub("R", m.text).encode() for m in ReturnVariable().mutants(again)]
                wanted = NAME.sub("R", left.decode()).encode()
                assert [t.text for t in tokenize(wanted)] in [
                    [t.text for t in tokenize(data)] for data in texts
                ]


PROGRAM = """import java.util.*;
import java.util.function.*;
class Main<E extends Comparable<E>> {
    static final StringBuilder out = new StringBuilder();
    static <T> T say(T v) { out.append(v).append(' '); return v; }
    static byte narrow() { return 1; }
    static char letter() { return 66; }
    static Byte boxed() { return 'a' - 'b' + 3; }
    static long wide(Integer w) { return w; }
    static double real(int i) { return i; }
    static Object any(boolean p) { return p ? 1 : 2.0; }
    static Integer none() { Integer k = null; return k; }
    static int unboxed() { try { return none(); } catch (NullPointerException e) { return say(7); } finally { say("finally"); } }
    static int before() { int n = 1; try { return n; } finally { n = 2; say(n); } }
    static int replaced() { try { return say(1); } finally { return say(2); } }
    static int[] arrays()[] { int[][] k = new int[][] {{1}, {2, 3}}; return k; }
    static int[] dims() { int k[] = {4, 5}; int[] j = k; return j; }
    static <T> List<T> listed(T t) { return new ArrayList<>(Arrays.asList(t, t)); }
    static <T extends Number & Comparable<T>> T larger(T a, T b) { if (a.compareTo(b) > 0) return a; else return b; }
    static Class<? extends Number> kind(Number n) { return n.getClass(); }
    static Map<String, ? super Integer> map() { Map<String, ? super Integer> m = new HashMap<>(); return m; }
    static Supplier<String> lazy(String s) { return () -> { String t = s + s; return t; }; }
    static IntFunction<int[]> made() { return int[]::new; }
    static Comparator<String> order() { return Comparator.comparing(String::length).thenComparing(x -> x); }
    E first(List<? extends E> all) { for (E e : all) if (e != null) return e; return null; }
    Iterator<E> one(E e) { return new Iterator<E>() { boolean more = true; public boolean hasNext() { return more; }
        public E next() { more = false; return e; } }; }
    static Object hidden() { class String { public java.lang.String toString() { return "local"; } } return new String(); }
    static String pattern(Object o) { if (!(o instanceof String s)) return "no"; String t = s + 1; return t; }
    static int switched(int n) { switch (n) { case 1: int a = 3; return a; case 2: a = 4; return a + 1; default: { int b = n;
        return b; } } }
    static int chosen(int n) { return switch (n) { case 1 -> { int y = 5; yield y; } default -> n > 2 ? n : -n; }; }
    static synchronized int looped(int n) { while (true) { do if (n > 5) return n; while (n++ < 3); synchronized (out) {
        n += 2; } } }
    static boolean bool(Boolean b) { return b & say(true); }
    static int thrower(int n) { try { return 1 / n; } catch (ArithmeticException e) { return -1; } }
    static StringBuilder self(StringBuilder result) { StringBuilder value = result.append("r"); return value; }
    int field = 9; int result() { int field = this.field; return field; } static int later(int n) {
        return n == 0 ? 0 : later(n - 1); }
    static strictfp float sum(float a, int b) { float c = a + b; return c; }
    record Pair(int a, int b) { int sum() { int s = a + b; return s; } public int a() { return a + 1; } }
    enum Color { RED { int code() { return 1; } }, BLUE; int code() { int c = 2; return c; } }
    interface Shape { default int size() { int n = 3; return n; } static int none() { return 0; } }
    public static void main(String[] args) {
        Main<String> m = new Main<>();
        out.append(narrow()).append(letter()).append(boxed()).append(wide(5)).append(real(3)).append(any(true)).append(none());
        out.append(unboxed()).append(before()).append(replaced()).append(arrays()[1][1]).append(dims()[1]).append(listed("l"));
        out.append(larger(3, 4)).append(larger(5, 4)).append(kind(2.5)).append(map()).append(lazy("z").get())
            .append(made().apply(3).length);
        out.append(order().compare("a", "bb")).append(m.first(Arrays.asList(null, "f"))).append(m.one("i").next())
            .append(hidden());
        out.append(pattern("p")).append(pattern(3)).append(looped(0)).append(bool(true)).append(thrower(0)).append(thrower(1));
        for (int n = 0; n < 4; n++) out.append(switched(n)).append(chosen(n)).append(later(n));
        out.append(self(new StringBuilder("q"))).append(m.result()).append(sum(16777216f, 1)).append(new Pair(1, 2).sum());
        out.append(new Pair(1, 2).a()).append(Color.RED.code()).append(Color.BLUE.code()).append(new Shape() { }.size());
        try { wide(null); } catch (NullPointerException e) { out.append("npe"); }
        System.out.println(out.append(Shape.none()));
    }
}
"""


def test_programs_do_the_same(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    before = jdk.compile({"Main.java": source.data}, bytes_=True)
    assert before.ok, before.diagnostics[:2]
    wanted = jdk.run(before, "Main")
    assert wanted.status == "ok", wanted.stderr
    mutants = list(ReturnVariable().mutants(source))
    assert {mutant.mutation.site.param("form") for mutant in mutants} == {"name", "unname"}
    assert len(mutants) > 60
    for mutant in mutants:
        after = jdk.compile({"Main.java": mutant.data}, bytes_=True)
        assert after.ok, (mutant.diff(), after.diagnostics[:2])
        assert jdk.run(after, "Main").stdout == wanted.stdout, mutant.diff()
