"""Pairs of programs that behave differently: none of them may be proved.

Each pair is a frame and what stands in it before and after. A frame is members of a class, or whole classes. The fields x and
y, p and q, arr, and the statics z and vol of the class stand for what others see; out() prints.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parsers.oracles.jdk import Jdk
from parsers.oracles.prover import Prover

_HEAD = """import java.lang.annotation.*; import java.util.*; import java.util.function.*;
class A { int x, y; static int z; static volatile int vol; int[] arr; boolean on; A p, q;
static void out(Object o) { System.out.println(o); } void f() { x++; } void g() { x += 2; } void h() { x += 3; }
"""

_STALE = """int m(int k) {
    int t; if (k == 0) { f(); t = x; } else if (k == 1) { g(); t = x; } else { t = x; h(); } return %s; }"""
_STALE_LOOP = """int m(int k) { int t = x; while (k > 0) { k--;
    if (k == 5) { f(); t = x; } else if (k > 3) { g(); t = x; } else { t = x; h(); } out(%s); } return k; }"""
_STEPS = (
    "int m() { int c = 0; %s i = 0, j = 0; while (i >= j) { i += 1000000; j -= 1000000; c++; } return c; }"
)
_JUMPS = (
    "int m() { int c = 0; %s i = 1, j = 0; while (i != j) { i += 1 << 30; j += 1 << 28; c++; } return c; }"
)
_LOCAL = """Object m(Object o) { class P { int v() { return %s; } } class Q { int v() { return %s; } }
    %s out(new %s()); out(new %s()); return r; }"""
_LOCAL_LATER = """Object m() { class P { int v() { return %s; } } class Q { int v() { return %s; } }
    Runnable r = () -> { out(new %s()); out(new %s()); }; r.run(); return P.class; }"""
_LOUD = "static { System.out.println(1); }"
_QUIET_CALL = (
    "class A { static int y = B.f(); static class B { " + _LOUD + " static int f() { return 1; } } }"
    " class M { static void m() { %s System.out.println(2); } }"
)
_QUIET_PREFIX = (
    "class A { static int y = AB.f(); } class AB { " + _LOUD + " static int f() { return 1; } }"
    " class M { static void m() { %s System.out.println(2); } }"
)
_QUIET_SIZE = """class B { static int y = 1; static int[] a = new int[-1]; }
    class M { static void m() { %s System.out.println(2); } }"""
_QUIET_BOUNDS = """class B { static int y = 1; static int[] a = new int[1]; static { a[2] = 1; } }
    class M { static void m() { %s System.out.println(2); } }"""
_QUIET_NULL = """class B { static int y = 1; static int[] a; static { y = a.length; } }
    class M { static void m() { %s System.out.println(2); } }"""
_QUIET_LOOP = """class B { static int y = 1; static { if (y > 0) y = 2; else y = 3; while (y != 0) { y++; } }
    } class M { static void m() { %s System.out.println(2); } }"""
_QUIET_CYCLE = """class A { static B b = new B(); static int z = 1; static { System.out.println(0); }
    static class B extends A { static int y = 1; static { y = 2; } } }
    class P { static int m(boolean c) { if (c) return A.z; %s System.out.println(2); return 3; } }"""
_QUIET_COPY = """class A { static java.util.List<Object> l = new java.util.ArrayList<>(new B()); static int y = 2;
    static class B extends java.util.ArrayList<Object> {
    public Object[] toArray() { System.out.println(0); return new Object[0]; } } }
    class M { static void m() { %s System.out.println(2); } }"""
_TAG = "@Retention(RetentionPolicy.RUNTIME) @interface Tag { String value(); } "
_TWO = '%s static final String S = "A$%s";'
_ANON_Q = "Object m() { return new Object() { int q = 1; }; }"
_ANON_R = "Object n() { return new Object() { int r = 1; }; }"
_WAYS = "int m(int k) { int s = 0; l: for (int i = 0; i < k; i++) { for (int j = 0; j < i; j++) { %s s++; } s += 2; } return s; }"
_CASES = "int m(int k) { int s = 0; switch (k) { %s } return s; }"
_RUN = "Runnable m(int a, int b) { return new Runnable() { public void run() { %s } }; }"
_TWO_RUNS = """void m(boolean c) { Runnable r = new Runnable() { public void run() { out(%s); } };
    Runnable s = new Runnable() { public void run() { out(%s); } }; if (c) { r.run(); } else { s.run(); } }"""
_TWO_LAMBDAS = "void m(boolean c) { Runnable r = () -> out(%s), s = () -> out(%s); if (c) { r.run(); } else { s.run(); } }"
_PRIVATES = "private int %s() { return %s; } private int %s() { return %s; } int m() { return %s; }"
_ENUM = (
    "enum E { P, Q } int m(E e) { switch (e) { case %s: return 1; case %s: return 2; default: return 3; } }"
)
_HOOK = "static class S implements java.io.Serializable { private Object %s() { return null; } Object k() { return %s(); } }"
_CAUGHT = """Object m(int d, int e) { Object a = null; try { e = 1 / e; } catch (ArithmeticException i) { a = i; }
    try { d = 1 / d; } catch (ArithmeticException i) { return %s; } return 3; }"""
_DIVIDE = "int m(int d, A o) { int t = 0; try { %s } catch (RuntimeException e) { return t; } return t; }"
_QUIET_OTHER = """class A { static int y = 1; static B b = new B(); static class B { static int n; B() { n++; } } }
    class M { static int m() { %s return A.B.n; } }"""
_QUIET_PARENT = """class A extends P { static int y = 1; static A a = new A(); } class P { static int n; P() { n++; } }
    class M { static int m() { %s return P.n; } }"""
_QUIET_READ = """class A { static int y = B.v(); static class B { static int n; static int v() { return n; } } }
    class M { static int m() { %s A.B.n = 5; return A.y; } }"""
_QUIET_ORDER = """class A { static B b = new B(); static int z = 1; static int f() { return z; }
    static class B extends A { static int y = A.f(); } } class M { static int m() { %s return A.B.y; } }"""
_FIRST_CLASS = "int m() { class P { } Class<?> c = P%s.class; new P(); return c == P%s.class ? %s; }"
_NO_OVERRIDE = """interface I { default void k(int a) { out(1); } } static class B extends A implements I { }
    private void %s { out(2); } void l() { %s; } void m(B b) { b.k(1); }"""
_STALE_TEXT = """void m(int k, String a, String b) { %s if (k == 1) { %s } else if (k == 2) { %s }
    else { while (k > 5) { k--; } %s } %s out(t + 2); }"""
_CAPTURE_CALL = """interface I { default int val$a() { return 1; } default int val$b() { return 2; } }
    I m(int %s) { return new I() { public int val$%s() { return %s; } }; } int l() { return m(7).val$a(); }"""

_PAIRS: list[tuple[str, str, str | tuple[str, ...], str | tuple[str, ...]]] = [
    # What is no Throwable
    (
        "this is no throwable",
        "int m() { %s }",
        "Object o = this; if (o instanceof Throwable) return 1; return 2;",
        "return 1;",
    ),
    (
        "a new object is no throwable",
        "int m() { %s }",
        "Object o = new Object(); return o instanceof Throwable ? 1 : 2;",
        "new Object(); return 1;",
    ),
    # Numbers of two types
    ("int and long loops", _STEPS, "int", "long"),
    ("int and long loops, unequal", _JUMPS, "int", "long"),
    # Reads
    ("stale read behind a join", _STALE, "t", "x"),
    ("stale read in a loop", _STALE_LOOP, "t", "x"),
    ("more reads than none", "int m() { %s }", "return 0;", "int a = x, b = x; return a == b ? 0 : 1;"),
    (
        "more reads in a loop",
        "int m(int n) { int s = 0; while (n-- > 0) { %s } return s; }",
        "int a = x; s += a * a;",
        "s += x * x;",
    ),
    (
        "more reads in a loop's condition",
        "int m(int n) { int s = 0; while (n-- > 0) { %s } return s; }",
        "int a = x; if (a > 0) s += a;",
        "if (x > 0) s += x;",
    ),
    (
        "more reads behind a join",
        "int m(boolean c) { int t = 0; if (c) t = y; %s }",
        "int a = x; return a - a + t;",
        "return x - x + t;",
    ),
    (
        "more reads before a join",
        "int m(boolean c) { int t; if (c) { %s } else t = y; out(t); return t; }",
        "int a = x; t = a - a;",
        "t = x - x;",
    ),
    ("more reads of a volatile", "int m() { %s }", "int a = vol; return a + a;", "return vol + vol;"),
    ("hoisted from a spin loop", "void m() { %s }", "while (!on) { }", "if (!on) while (true) { }"),
    ("hoisted into a variable", "void m() { %s }", "while (!on) { }", "boolean b = on; while (!b) { }"),
    ("read behind an effect", "int m() { %s }", "int a = x; out(1); return a;", "out(1); return x;"),
    ("read before a volatile one", "int m() { %s }", "return vol - x;", "int a = x; return vol - a;"),
    (
        "read before a loop",
        "int m(int n) { %s }",
        "while (n-- > 0) { f(); } return x;",
        "int a = x; while (n-- > 0) { f(); } return a;",
    ),
    ("aliased fields", "int m(A o, A r) { o.x = 1; r.x = 2; %s }", "return o.x;", "return 1;"),
    ("aliased arrays", "int m(int[] a, int[] b) { a[0] = 1; b[0] = 2; %s }", "return a[0];", "return 1;"),
    ("another index", "int m(int i, int j) { arr[i] = 1; arr[j] = 2; %s }", "return arr[i];", "return 1;"),
    ("stores the other way round", "void m(A o, A r) { %s }", "o.x = 1; r.x = 2;", "r.x = 2; o.x = 1;"),
    # Classes that javac names
    (
        "array class of another local class",
        _LOCAL,
        ("1", "2", "Object r = P[].class;", "P", "Q"),
        ("2", "1", "Object r = P[].class;", "Q", "P"),
    ),
    (
        "array of another local class",
        _LOCAL,
        ("1", "2", "Object r = new P[1][];", "P", "Q"),
        ("2", "1", "Object r = new P[1][];", "Q", "P"),
    ),
    (
        "test for arrays of another local class",
        _LOCAL,
        ("1", "2", "Object r = o instanceof P[];", "P", "Q"),
        ("2", "1", "Object r = o instanceof P[];", "Q", "P"),
    ),
    ("class literal of another local class", _LOCAL_LATER, ("1", "2", "P", "Q"), ("2", "1", "Q", "P")),
    (
        "exception class of another name",
        "void m() { %s }",
        "class P extends RuntimeException { } throw new P();",
        "class Q extends RuntimeException { } throw new Q();",
    ),
    (
        "local class of another name",
        "String m() { %s }",
        "class P { } return new P().getClass().getSimpleName();",
        "class Q { } return new Q().getClass().getSimpleName();",
    ),
    (
        "local records swapped",
        "Object m() { record P() { } record Q() { } %s }",
        "return new P();",
        "return new Q();",
    ),
    ("constant that looks like a class", _TWO, (_ANON_Q + _ANON_R, "1"), (_ANON_R + _ANON_Q, "2")),
    (
        "annotation that looks like a class",
        _TAG + '%s @Tag("A$%s") int w;',
        (_ANON_Q + _ANON_R, "1"),
        (_ANON_R + _ANON_Q, "2"),
    ),
    (
        "annotation of a private method",
        _TAG + '@Tag("%s") private void %s() { } void k() { %s(); }',
        ("a", "b", "b"),
        ("c", "d", "d"),
    ),
    ("hook of serialisation renamed", _HOOK, ("readResolve", "readResolve"), ("resolve", "resolve")),
    # Classes that are initialised
    ("initialiser calls a nested class", _QUIET_CALL, "int t = A.y;", ""),
    ("initialiser calls a class of a longer name", _QUIET_PREFIX, "int t = A.y;", ""),
    ("initialiser makes an array of no size", _QUIET_SIZE, "int t = B.y;", ""),
    ("initialiser stores out of bounds", _QUIET_BOUNDS, "int t = B.y;", ""),
    ("initialiser meets null", _QUIET_NULL, "int t = B.y;", ""),
    ("initialiser never ends", _QUIET_LOOP, "int t = B.y;", ""),
    ("initialisers in a circle", _QUIET_CYCLE, "int t = A.B.y;", ""),
    ("initialiser copies a list of its own", _QUIET_COPY, "int t = A.y;", ""),
    (
        "initialiser prints",
        "static class B { static int y = 1; " + _LOUD + " } void m() { %s }",
        "int t = B.y;",
        "",
    ),
    # Comparisons
    ("not less, of doubles", "int m(double a, double b) { return %s ? 1 : 2; }", "!(a < b)", "a >= b"),
    ("not more, of floats", "int m(float a, float b) { return %s ? 1 : 2; }", "!(a > b)", "a <= b"),
    ("equal to itself", "boolean m(double a) { return %s; }", "a == a", "true"),
    ("unequal or less or more", "boolean m(double a, double b) { return %s; }", "a != b", "a < b || a > b"),
    ("zero of another sign", "double m(double a) { return %s; }", "a == 0.0 ? 0.0 : a", "a"),
    ("negated or taken from zero", "double m(double a) { return %s; }", "-a", "0 - a"),
    ("less by a difference", "boolean m(int a, int b) { return %s; }", "a < b", "a - b < 0"),
    ("less or equal", "boolean m(long a, long b) { return %s; }", "a < b", "a <= b"),
    ("one more, of greatest ints", "boolean m(int a) { return %s; }", "a < a + 1", "true"),
    ("strings of one text", "boolean m(String a, String b) { return %s; }", "a.equals(b)", "a == b"),
    ("new string and itself", "boolean m(String a) { String t = a + 1; return %s; }", "t == t", "t == a + 1"),
    ("boxed and equal", "boolean m(Integer a, Integer b) { return %s; }", "a.equals(b)", "a == b"),
    # Numbers
    ("narrowed to a char", "int m(int a) { return %s; }", "(short) a", "(char) a"),
    (
        "compound with a narrower left side",
        "int m(byte b, int k) { %s return b; }",
        "b += k;",
        "b = (byte) (short) (b + (k & 255));",
    ),
    ("shifted without a sign", "int m(int a) { return %s; }", "a >> 1", "a >>> 1"),
    ("shifted too far", "int m(int a) { return %s; }", "a << 32", "0"),
    ("int product as a long", "long m(int a) { return %s; }", "a * 1000", "a * 1000L"),
    (
        "sum of floats in another order",
        "float m(float a, float b, float c) { return %s; }",
        "a + b + c",
        "a + (b + c)",
    ),
    ("remainder or mask", "int m(int a) { return %s; }", "a % 2", "a & 1"),
    ("halved or shifted", "int m(int a) { return %s; }", "a / 2", "a >> 1"),
    ("before or behind the increment", "int m(int i) { return %s; }", "arr[i++] + i", "arr[++i] + i"),
    ("value before the increment", "int m() { return %s; }", "x++", "++x"),
    ("or instead of exclusive or", "boolean m(boolean a, boolean b) { return %s; }", "a ^ b", "a | b"),
    # Texts
    ("char as a number", "String m(char c) { return %s; }", '"a" + c', '"a" + (int) c'),
    ("char plus int", "String m(char c, int i) { return %s; }", '"" + c + i', '"" + (c + i)'),
    ("ints before the text", "String m(int a, int b) { return %s; }", 'a + b + "x"', '"" + a + b + "x"'),
    ("null as a text", "String m(String s) { return %s; }", '"" + s', "s"),
    ("text with the tag of an argument", "String m(String s) { return %s; }", r'"\1" + s', r's + "\1"'),
    (
        "texts with both tags",
        "String m(String s, String t) { return %s; }",
        r'"\1" + s + "\2" + t',
        r'"\2" + s + "\1" + t',
    ),
    (
        "parts of a text swapped",
        "String m(String s, String t) { String u = %s; return u + s; }",
        "s + t",
        "t + s",
    ),
    ("boolean as a number", "String m(boolean b) { return %s; }", '"" + b', '"" + (b ? 1 : 0)'),
    ("float as a double", "String m(float a) { return %s; }", '"" + a', '"" + (double) a'),
    # Ways
    (
        "continue that skips the update",
        "int m(int n) { int s = 0; %s return s; }",
        "for (int i = 0; i < n; i++) { if (i == 3) continue; s++; }",
        "int i = 0; while (i < n) { if (i == 3) continue; s++; i++; }",
    ),
    (
        "off by one",
        "int m(int n) { int s = 0; for (int i = 0; %s; i++) s += i; return s; }",
        "i < n",
        "i <= n",
    ),
    (
        "unequal instead of less",
        "int m(int n) { int s = 0; for (int i = 0; %s; i++) s += i; return s; }",
        "i < n",
        "i != n",
    ),
    (
        "tested first or last",
        "void m(int n) { %s }",
        "while (n > 0) { f(); n--; }",
        "do { f(); n--; } while (n > 0);",
    ),
    ("endless loop added", "void m() { %s }", "", "while (true) { }"),
    ("loop that ends added", "void m(int n) { %s }", "", "while (n > 0) n--;"),
    ("loop that may not end removed", "int m(int n) { %s return 1; }", "while (n != 0) n += 2;", ""),
    (
        "last value of another variable",
        "int m(int n) { int i = 0, b = 0; while (i < n) { b = i; i++; } return %s; }",
        "b",
        "i - 1",
    ),
    ("break of the outer loop", _WAYS, "if (j == 2) break;", "if (j == 2) break l;"),
    ("continue of the outer loop", _WAYS, "if (j == 2) continue;", "if (j == 2) continue l;"),
    (
        "fall through",
        _CASES,
        "case 1: s = 1; case 2: s += 2; break; default: s = 9;",
        "case 1: s = 1; break; case 2: s += 2; break; default: s = 9;",
    ),
    (
        "case of another key",
        _CASES,
        "case 1: s = 1; break; case 2: s = 2;",
        "case 1: s = 1; break; case 3: s = 2;",
    ),
    (
        "case that is the default's",
        _CASES,
        "case 1: case 2: s = 1; break; default: s = 2;",
        "case 1: s = 1; break; case 2: default: s = 2;",
    ),
    (
        "cases of strings swapped",
        "int m(String s) { switch (s) { case %s: return 1; case %s: return 2; default: return 3; } }",
        ('"a"', '"b"'),
        ('"b"', '"a"'),
    ),
    (
        "strings of one hash",
        "int m(String s) { switch (s) { case %s: return 1; case %s: return 2; default: return 3; } }",
        ('"Aa"', '"BB"'),
        ('"BB"', '"Aa"'),
    ),
    ("cases of an enum swapped", _ENUM, ("P", "Q"), ("Q", "P")),
    ("eager or", "boolean m(A o) { return %s; }", "o == null || o.x > 0", "o == null | o.x > 0"),
    (
        "condition with an effect",
        "boolean m(Iterator<String> i) { return %s; }",
        "x > 0 && i.next() == null",
        "i.next() == null && x > 0",
    ),
    # Effects and exceptions
    ("calls swapped", "void m() { %s }", "f(); g();", "g(); f();"),
    ("call twice", "void m() { %s }", "f();", "f(); f();"),
    ("call gone", "void m() { %s }", "f(); g();", "f();"),
    (
        "arguments swapped",
        "int m(int a, int b) { return %s; }",
        "Integer.parseInt(String.valueOf(a), b)",
        "Integer.parseInt(String.valueOf(b), a)",
    ),
    ("division gone", "int m(int a, int b) { %s return 1; }", "int t = a / b;", ""),
    (
        "division before an effect",
        "int m(int a, int b) { %s }",
        "out(1); return a / b;",
        "int t = a / b; out(1); return t;",
    ),
    (
        "null before bounds",
        "int m(int[] a, int i, A o) { %s }",
        "return a[i] + o.x;",
        "int t = o.x; return a[i] + t;",
    ),
    ("null before zero", "int m(int d, A o) { %s }", "return 1 / d + o.x;", "int t = o.x; return 1 / d + t;"),
    ("assigned before the exception", _DIVIDE, "t = 1; t = 7 / d;", "int u = 7 / d; t = 1; t = u;"),
    (
        "read before the loop may throw",
        "int m(A o, int n) { int s = 0; %s return s; }",
        "while (n-- > 0) s += o.x;",
        "int v = o.x; while (n-- > 0) s += v;",
    ),
    ("cast gone", "Object m(Object o) { %s return o; }", "String s = (String) o;", ""),
    ("cast to another class", "Object m(Object o) { return %s; }", "(Integer) o", "(Long) o"),
    (
        "wider handler",
        "void m() { try { f(); } catch (%s e) { g(); } }",
        "IllegalStateException",
        "RuntimeException",
    ),
    (
        "handlers swapped",
        "int m(A o, int d) { try { return o.x / d; } catch (%s e) { return 1; } catch (%s e) { return 2; } }",
        ("NullPointerException", "ArithmeticException"),
        ("ArithmeticException", "NullPointerException"),
    ),
    (
        "handler covers more",
        "void m() { try { %s } catch (RuntimeException e) { g(); } %s }",
        ("f();", "h();"),
        ("f(); h();", ""),
    ),
    (
        "finally that returns",
        "int m() { try { f(); } finally { %s } }",
        "return 1;",
        "if (x > 0) return 1; throw new Error();",
    ),
    ("finally on one way only", "void m() { %s }", "try { f(); } finally { g(); }", "f(); g();"),
    (
        "another exception",
        "void m(A o) { %s }",
        "o.f();",
        "if (o == null) throw new IllegalArgumentException(); o.f();",
    ),
    (
        "rethrown or another",
        "void m() { try { f(); } catch (RuntimeException e) { %s } }",
        "throw e;",
        "throw new RuntimeException(e);",
    ),
    (
        "which of two exceptions",
        _CAUGHT,
        "a",
        "i",
    ),
    ("monitor of another object", "void m() { synchronized (%s) { f(); } }", "p", "q"),
    (
        "monitor held longer",
        "void m() { %s }",
        "synchronized (p) { f(); } g();",
        "synchronized (p) { f(); g(); }",
    ),
    ("no longer synchronized", "%s void m() { f(); }", "synchronized", ""),
    # Objects
    (
        "one object for all turns",
        "void m(List<Object> l, int n) { %s }",
        "while (n-- > 0) { l.add(new int[1]); }",
        "int[] o = new int[1]; while (n-- > 0) { l.add(o); }",
    ),
    (
        "array of the turn before",
        "void m(List<Object> l, int n) { int[] o = new int[1]; do { l.add(o); %s } while (--n > 0); }",
        "o = new int[1];",
        "",
    ),
    (
        "one text for all turns",
        "void m(List<Object> l, int n, String a) { %s }",
        "while (n-- > 0) l.add(a + 1);",
        "String s = a + 1; while (n-- > 0) l.add(s);",
    ),
    (
        "one of two objects",
        "Object m() { Object a = new Object(), b = new Object(); out(a); return %s; }",
        "a",
        "b",
    ),
    (
        "sizes of arrays swapped",
        "Object m() { int[] a = new int[%s], b = new int[%s]; out(b); return a; }",
        ("1", "2"),
        ("2", "1"),
    ),
    # Lambdas, anonymous classes, private methods
    ("captured variables swapped", _RUN, "out(a - b);", "out(b - a);"),
    ("another captured variable", _RUN, "out(a);", "out(b);"),
    ("anonymous classes swapped", _TWO_RUNS, ("1", "2"), ("2", "1")),
    ("lambdas swapped", _TWO_LAMBDAS, ("1", "2"), ("2", "1")),
    (
        "lambda of captured variables",
        "Supplier<Integer> m(int a, int b) { return %s; }",
        "() -> a - b",
        "() -> b - a",
    ),
    (
        "reference that checks its receiver",
        "Supplier<Object> m(A a) { return %s; }",
        "a::toString",
        "() -> a.toString()",
    ),
    (
        "private methods swapped",
        _PRIVATES,
        ("i", "1", "j", "2", "i() - j()"),
        ("i", "2", "j", "1", "i() - j()"),
    ),
    (
        "renamed private methods swapped",
        _PRIVATES,
        ("i", "1", "j", "2", "i() - j()"),
        ("k", "1", "l", "2", "l() - k()"),
    ),
    (
        "another parameter of a private method",
        "private int i(int a%s) { return %s; } int m(int a, int b) { return i(a%s); }",
        ("", "a", ""),
        (", int b", "b", ", b"),
    ),
    (
        "argument with an effect",
        "private int i(int a%s) { return a; } int m(int a) { return i(a%s); }",
        ("", ""),
        (", int b", ", z++"),
    ),
    (
        "another overload",
        "void i(int a) { out(1); } void i(long a) { out(2); } void m(int a) { i(%s); }",
        "a",
        "(long) a",
    ),
    ("super or this", "static class S extends A { void f() { } void m() { %s.f(); } }", "super", "this"),
    # Classes
    ("constant of another value", "static final int K = %s;", "1", "2"),
    ("final field of another value", "final int k = %s;", "1", "2"),
    ("fields initialised in another order", "%s", "int a = z++, b = z++;", "int b = z++, a = z++;"),
    ("no longer volatile", "%s int w;", "volatile", ""),
    ("enum in another order", "enum E { %s }", "P, Q", "Q, P"),
    ("components swapped", "record R(%s) { }", "int a, int b", "int b, int a"),
    ("accessor of its own", "record R(int a) { %s }", "", "public int a() { return 1; }"),
    ("override gone", "static class S extends A { %s }", "void f() { }", ""),
    ("another superclass", "static class S { } static class T extends %s { }", "Object", "S"),
    ("no longer final", "%s static class S { }", "final", ""),
    ("another annotation", _TAG + "@Tag(%s) void m() { }", '"a"', '"b"'),
    ("leaked before or behind the store", "A() { %s }", "out(this); x = 1;", "x = 1; out(this);"),
    # Second review: reads of the heap
    (
        "more reads of one object, fewer of another",
        "int m(boolean c, A o, A r) { int t = 0; if (c) { %s } %s return t; }",
        ("int a = o.x; t = a - a;", "int b = r.x; b = r.x;"),
        ("t = o.x - o.x;", "int b = r.x;"),
    ),
    (
        "more reads of one array, fewer of another",
        "int m(int n, int[] o, int[] r) { int t = 0; while (n-- > 0) { %s } return t; }",
        "int a = o[0]; t += a - a; int b = r[0]; b = r[0];",
        "t += o[0] - o[0]; int b = r[0];",
    ),
    (
        "more reads before an exception that leaves",
        "int m(int d) { %s return r; }",
        "int a = x; int r = 1 / (a - a + d); int b = x;",
        "int r = 1 / (x - x + d);",
    ),
    # Second review: classes that are initialised
    ("initialiser counts in another class", _QUIET_OTHER, "int t = A.y;", ""),
    ("initialiser counts in its superclass", _QUIET_PARENT, "int t = A.y;", ""),
    ("initialiser reads another class", _QUIET_READ, "int t = A.y;", ""),
    ("initialisers in another order", _QUIET_ORDER, "int t = A.z;", ""),
    # Second review: names
    ("class constant before its class is paired", _FIRST_CLASS, ("", "", "1 : 2"), ("", "", "2 : 1")),
    ("array class before its class is paired", _FIRST_CLASS, ("[]", "[]", "1 : 2"), ("[]", "[]", "2 : 1")),
    (
        "private method renamed to a default method's name",
        _NO_OVERRIDE,
        ("i(int a)", "i(2)"),
        ("k(int a)", "k(2)"),
    ),
    (
        "private method with a default method's parameters",
        _NO_OVERRIDE,
        ("k()", "k()"),
        ("k(int a)", "k(2)"),
    ),
    (
        "annotation with a line that looks like a signature",  # proved with JDK 24 and later only
        _TAG + '@Tag("%s") private int i(int a%s) { return a; } int k(int a) { return i(a%s); }',
        (r"\nsignature 1", "", ""),
        (r"\nsignature 2", ", int b", ", 3"),
    ),
    ("method that is called like a captured variable", _CAPTURE_CALL, ("a", "a", "a"), ("b", "b", "b")),
    (
        "annotation that looks like a captured variable",
        _TAG + 'Object m(int %s) { return new Object() { @Tag("val$%s") public int w() { return %s; } }; }',
        ("a", "a", "a"),
        ("b", "b", "b"),
    ),
    # Second review: texts
    (
        "text of a symbol that now stands for another one",
        _STALE_TEXT,
        ("String t;", "t = a + 1;", "t = a + 1;", "t = b;", "out(0);"),
        ("", "", "", "", "String t = a + 1; out(0);"),
    ),
    (
        "text of a boolean, which is no new string",
        'boolean m(boolean b) { String p = "" + b, q = "" + %s; return p == q; }',
        "p",
        "b",
    ),
]


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    with Prover() as found:
        yield found


def _text(frame: str, parts: str | tuple[str, ...]) -> str:
    text = frame % parts
    return text if text.startswith("class ") else _HEAD + text + " }"


@pytest.mark.parametrize(
    ("frame", "before", "after"), [pair[1:] for pair in _PAIRS], ids=[pair[0] for pair in _PAIRS]
)
def test_what_behaves_differently_is_not_proved(
    jdk: Jdk, prover: Prover, frame: str, before: str | tuple[str, ...], after: str | tuple[str, ...]
) -> None:
    original, mutant = (
        jdk.compile({"A.java": _text(frame, parts)}, bytes_=True) for parts in (before, after)
    )
    assert original.ok, original.diagnostics
    assert mutant.ok, mutant.diagnostics
    assert prover.prove(original, mutant).verdict == "unproved"
