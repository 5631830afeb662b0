"""Pairs of methods that do the same in other words: each must be proved, by their graphs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parsers.oracles.jdk import Jdk
from parsers.oracles.prover import Prover

_HEAD = """import java.util.*; import java.util.function.*;
class A { int x, y; static int z; int[] arr; boolean on; A p; String s; List<String> l;
enum E { P, Q { } } E e; void f() { } int g(int a) { return a; }
"""

_PAIRS = [
    (
        "inverted branch",
        "int m(int a) { if (a > 0) { x = 1; } else { y = 2; } return x; }",
        "int m(int a) { if (!(a > 0)) { y = 2; } else { x = 1; } return x; }",
    ),
    (
        "mirrored comparison",
        "boolean m(int a, long b, double c) { return a < y & b >= z & c > a; }",
        "boolean m(int a, long b, double c) { return y > a & z <= b & a < c; }",
    ),
    ("negation as a value", "boolean m(boolean a) { return a; }", "boolean m(boolean a) { return !!a; }"),
    (
        "De Morgan",
        "boolean m(int a, int b) { return a > 0 && b > 0; }",
        "boolean m(int a, int b) { return !(!(a > 0) || !(b > 0)); }",
    ),
    (
        "for as while",
        "int m(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; s += i; } return s; }",
        "int m(int n) { int s = 0; int i = 0; while (i < n) { if (i == 3) { i += 1; continue; } s = s + i; ++i; } return s; }",
    ),
    (
        "rotated loop",
        "void m(int n) { while (n > 0) { f(); n--; } }",
        "void m(int n) { if (n > 0) do { f(); n--; } while (n > 0); }",
    ),
    (
        "for-each over an array",
        "int m() { int t = 0; for (int v : arr) t += v; return t; }",
        "int m() { int t = 0; int[] a = arr; for (int i = 0; i < a.length; i++) { int v = a[i]; t += v; } return t; }",
    ),
    (
        "for-each by its iterator",
        "void m() { for (String t : l) g(t.length()); }",
        "void m() { Iterator<String> i = l.iterator(); while (i.hasNext()) { String t = i.next(); g(t.length()); } }",
    ),
    (
        "labelled continue",
        "void m(int n) { o: for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) { if (j == x) continue o; f(); } g(i); } }",
        "void m(int n) { int i = 0; o: while (i < n) { int j = 0;"
        " while (j < i) { if (x == j) { i++; continue o; } f(); j++; } g(i); i++; } }",
    ),
    (
        "compound assignments",
        "void m(byte b, int[] a) { x += 2; x++; b += 3; a[b] -= x; y <<= b; }",
        "void m(byte b, int[] a) { x = x + 2; x += 1; b = (byte) (b + 3); a[b] = a[b] - x; y = y << b; }",
    ),
    (
        "switch as ifs",
        "int m(int k) { switch (k) { case 1: return 5; case 3: f(); break; default: return 9; } return 0; }",
        "int m(int k) { if (k == 1) return 5; else if (k == 3) { f(); } else return 9; return 0; }",
    ),
    (
        "switch on a string",
        'int m(String t) { switch (t) { case "a": return 1; case "Aa": return 2; case "BB": return 4; } return 3; }',
        'int m(String t) { if (t.equals("a")) return 1; else if (t.equals("Aa")) return 2;'
        ' else if (t.equals("BB")) return 4; return 3; }',
    ),
    (
        "caught and thrown again",
        "void m() { f(); }",
        "void m() { try { f(); } catch (RuntimeException r) { throw r; } }",
    ),
    (
        "finally with a return",
        "int m() { try { f(); return x; } finally { y = 1; } }",
        "int m() { int u = 0; try { f(); int r = x; return r; } finally { y = 1; } }",
    ),
    (
        "synchronized",
        "int m(Object o) { synchronized (o) { return g(1); } }",
        "int m(Object o) { int i = 1; synchronized (o) { return g(i); } }",
    ),
    (
        "lambdas that change places",
        "Runnable m(boolean b, int k) { if (b) return () -> g(k); else return () -> f(); }",
        "Runnable m(boolean b, int k) { if (!b) return () -> f(); else return () -> g(k); }",
    ),
    (
        "anonymous classes that change places",
        "Object m(boolean b, int k) { if (b) return new Object() { int q = k; }; else return new Object() { String t = s; }; }",
        "Object m(boolean b, int k) { if (!b) return new Object() { String t = s; }; else return new Object() { int q = k; }; }",
    ),
    (
        "a private method of another name",
        "private int a(int i) { return i + x; } int m() { return a(1) + a(2); }",
        "private int b(int i) { return i + x; } int m() { return b(1) + b(2); }",
    ),
    (
        "a string in two steps",
        'String m(int a, char c) { return "a" + a + c + "b" + s; }',
        'String m(int a, char c) { String t = "a" + a; return t + c + "b" + s; }',
    ),
    (
        "an argument before the object",
        'void m(int a) { throw new IllegalStateException("no " + a); }',
        'void m(int a) { String t = "no " + a; throw new IllegalStateException(t); }',
    ),
    (
        "a constant of an enum on the left",
        "boolean m() { return e == E.P || e == E.Q; }",
        "boolean m() { return E.P == e || E.Q == e; }",
    ),
    (
        "two null checks",
        "boolean m(String a, String b) { return a.length() == b.length(); }",
        "boolean m(String a, String b) { return b.length() == a.length(); }",
    ),
    (
        "equals from the other side",
        'boolean m(String a) { if (a == null) return false; return a.equals("x"); }',
        'boolean m(String a) { if (a == null) return false; return "x".equals(a); }',
    ),
    (
        "independent statements",
        "void m(int a) { int b = a * 2; int c = x + a; g(b); g(c); }",
        "void m(int a) { int c = x + a; int b = a * 2; g(b); g(c); }",
    ),
    (
        "a choice as a statement",
        "int m(boolean b) { int r = b ? x : y; return g(r); }",
        "int m(boolean b) { int r; if (b) r = x; else r = y; return g(r); }",
    ),
    (
        "a condition with a name",
        "void m(int a, int b) { if (a > 0 && b < x && on) f(); }",
        "void m(int a, int b) { boolean t = a > 0 && b < x; if (t && on) f(); }",
    ),
    ("constant conditions", "void m() { while (true) { f(); } }", "void m() { while (!false) { f(); } }"),
    (
        "wide values",
        "double m(long a, double b) { x = (int) a; return a * b; }",
        "double m(long a, double b) { long c = a; double d = b; x = (int) c; return c * d; }",
    ),
    (
        "nested ternaries",
        "int m(int a) { return a < 0 ? -1 : a > 0 ? 1 : 0; }",
        "int m(int a) { if (a < 0) return -1; if (0 < a) return 1; return 0; }",
    ),
]


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    with Prover() as found:
        yield found


@pytest.mark.parametrize(("before", "after"), [pair[1:] for pair in _PAIRS], ids=[pair[0] for pair in _PAIRS])
def test_what_does_the_same_is_proved(jdk: Jdk, prover: Prover, before: str, after: str) -> None:
    one, other = (jdk.compile({"A.java": f"{_HEAD}{text} }}"}, bytes_=True) for text in (before, after))
    assert (one.ok, other.ok) == (True, True), (*one.diagnostics, *other.diagnostics)
    for proof in (prover.prove(one, other), prover.prove(other, one)):
        assert proof.verdict == "proved", proof.obstacles


def test_a_private_method_of_the_mutant_may_have_one_more_parameter(jdk: Jdk, prover: Prover) -> None:
    texts = (
        "private int a(List<E> i) { return i.size(); } int m() { return a(null); }",
        "private int a(List<E> i, int n) { return i.size(); } int m() { return a(null, 0); }",
    )
    one, other = (jdk.compile({"A.java": f"{_HEAD}{text} }}"}, bytes_=True) for text in texts)
    assert (prover.prove(one, other).verdict, prover.prove(other, one).verdict) == ("proved", "unproved")


def test_constants_are_folded_as_the_jvm_does(jdk: Jdk, prover: Prover) -> None:
    # A variable keeps javac from folding.
    before = "int m() { int a = 7, b = 12; return (a - b) * (a << b) + (a % 5); }"
    after = "int m() { int a = 7; return -5 * 28672 + (a % 5); }"
    wrong = "int m() { int a = 7; return 5 * 28672 + (a % 5); }"
    one, other, third = (
        jdk.compile({"A.java": f"{_HEAD}{text} }}"}, bytes_=True) for text in (before, after, wrong)
    )
    assert (prover.prove(one, other).verdict, prover.prove(one, third).verdict) == ("proved", "unproved")
