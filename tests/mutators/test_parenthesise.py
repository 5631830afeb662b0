"""Expressions in parentheses: which get them, what is refused, what undo takes out again, and that class bytes stay."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.java.parenthesise import Parenthesise
from mutators.model import Edit, apply_edits, checked
from parsers.oracles.jdk import Jdk, compare
from parsers.oracles.jdk.results import Compilation

FRAME = "Object f(int i, int j, int[] a, String s, boolean p, E e, Q q) throws Exception {{ {} }}"
HEAD, TAIL = FRAME.format("@").split("@")


def made(text: str) -> list[str]:
    """The mutants of statements, in order of their places."""
    source = em.parse(FRAME.format(text))
    mutants = list(Parenthesise().mutants(source))
    assert all(em.invert(mutant.text, mutant.mutation) == source.text for mutant in mutants)
    return [mutant.text.removeprefix(HEAD).removesuffix(TAIL) for mutant in mutants]


def judged(text: str) -> dict[str, str | None]:
    """Why each candidate of a text is refused, or None, by its text."""
    source = em.parse(text)
    return {source.slice(site.start, site.end): reason for site, reason in Parenthesise().judged(source)}


def pair(text: str, expression: str) -> em.Mutant:
    """The mutant that has parentheses around an expression, the first one of that text."""
    source = em.parse(text)
    for site in Parenthesise().sites(source):
        if source.slice(site.start, site.end) == expression:
            return Parenthesise().apply(source, site)
    raise AssertionError(f"no site {expression}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return i;", ["return (i);"]),
        ("return i+j;", ["return (i+j);", "return (i)+j;", "return i+(j);"]),
        ('return"x";', ['return("x");']),
        ("return - i;", ["return (- i);", "return - (i);"]),
        ("return /*a*/ i /*b*/;", ["return /*a*/ (i) /*b*/;"]),
        ("i = j;", ["i = (j);"]),
        ("i += j;", ["i += (j);"]),
        ("int k = 1, l;", ["int k = (1), l;"]),
        ("i++;", ["(i)++;"]),
        ("--a[0];", ["--(a[0]);", "--(a)[0];", "--a[(0)];"]),
        ("a[i] = 1;", ["(a)[i] = 1;", "a[(i)] = 1;", "a[i] = (1);"]),
        ("q.n = i;", ["(q).n = i;", "q.n = (i);"]),
        ("g(i, s);", ["g((i), s);", "g(i, (s));"]),
        ("s.trim();", ["(s).trim();"]),
        ("s.trim().length();", ["(s.trim()).length();", "(s).trim().length();"]),
        ("new B(i);", ["new B((i));"]),
        ("q.new B();", ["(q).new B();"]),
        ("this.g(this);", ["(this).g(this);", "this.g((this));"]),
        ("return super.n;", ["return (super.n);"]),
        ("super.g(i);", ["super.g((i));"]),
        ("if (p) g();", ["if ((p)) g();"]),
        ("while (p) { }", ["while ((p)) { }"]),
        ("do { } while (p);", ["do { } while ((p));"]),
        ("for (; p; g()) { }", ["for (; (p); g()) { }"]),
        ("for (i = 0; ; i++) { }", ["for (i = (0); ; i++) { }", "for (i = 0; ; (i)++) { }"]),
        ("for (int k : a) { }", ["for (int k : (a)) { }"]),
        ("switch (i) { case 1: }", ["switch ((i)) { case 1: }"]),
        ("synchronized (q) { }", ["synchronized ((q)) { }"]),
        ("throw e;", ["throw (e);"]),
        ("assert p : s;", ["assert (p) : s;", "assert p : (s);"]),
        ("try (R r = q; q) { }", ["try (R r = (q); q) { }"]),
        ("Object o = new int[i][];", ["Object o = (new int[i][]);", "Object o = new int[(i)][];"]),
        ("int[] b = {i};", ["int[] b = {(i)};"]),
        ("Object o = (Object) s;", ["Object o = ((Object) s);", "Object o = (Object) (s);"]),
        ("p = s instanceof T;", ["p = (s instanceof T);", "p = (s) instanceof T;"]),
        ("s = p ? s : null;", ["s = (p ? s : null);", "s = (p) ? s : null;", "s = p ? (s) : null;", "s = p ? s : (null);"]),
        ("F f = s::trim;", ["F f = (s::trim);", "F f = (s)::trim;"]),
        ("F f = x -> x.y;", ["F f = (x -> x.y);", "F f = x -> (x.y);", "F f = x -> (x).y;"]),
        ("F f = () -> g();", ["F f = (() -> g());"]),
        ("F f = () -> { };", ["F f = (() -> { });"]),
        ("F f = B::new;", ["F f = (B::new);"]),
        ("F f = List<A>::new;", ["F f = (List<A>::new);"]),
        ("g(int[].class);", ["g((int[].class));"]),
        ("(i)++;", []),
        ("return (i);", []),
        ("return ((i) + j);", ["return ((i) + (j));"]),
        ("return (i + j) * 2;",
         ["return ((i + j) * 2);", "return ((i) + j) * 2;", "return (i + (j)) * 2;", "return (i + j) * (2);"]),
        ("i = -2147483647;", ["i = (-2147483647);", "i = -(2147483647);"]),
        ("i = -2147483648;", ["i = (-2147483648);"]),
        ("long k = - 9_223_372_036_854_775_808L;", ["long k = (- 9_223_372_036_854_775_808L);"]),
        ("i = -0x80000000;", ["i = (-0x80000000);", "i = -(0x80000000);"]),
        ("i = ~2147483647;", ["i = (~2147483647);", "i = ~(2147483647);"]),
        ("i = switch (j) { case 1 -> i; default -> { yield j; } };",
         ["i = switch ((j)) { case 1 -> i; default -> { yield j; } };",
          "i = switch (j) { case 1 -> (i); default -> { yield j; } };",
          "i = switch (j) { case 1 -> i; default -> { yield (j); } };"]),
        ("switch (j) { case 1 -> g(); default -> { i++; } }",
         ["switch ((j)) { case 1 -> g(); default -> { i++; } }", "switch (j) { case 1 -> g(); default -> { (i)++; } }"]),
    ],
)  # fmt: skip
def test_where_parentheses_are_written(before: str, after: list[str]) -> None:
    found = made(before)
    if "switch (j) { case 1 -> i;" in before:  # a switch as a value is refused or not by its type
        found = [text for text in found if not text.startswith("i = (switch")]
    assert found == after


def test_candidates_are_expressions_alone() -> None:
    assert judged(
        "void f(B b) { b.c = b::g; lab: for (T t : b.<U>h(1)) break lab; Object o = new B.C(); }"
    ).keys() == {
        *("b", "b::g", "b.<U>h(1)", "1", "new B.C()"),
    }


def test_layouts() -> None:
    text = "int f(int a) {\r\n\treturn a // one\r\n\t\t+ /* é */ a;\r\n}"
    assert [m.text for m in Parenthesise().mutants(em.parse(text))] == [
        text.replace("a // one\r\n\t\t+ /* é */ a", "(a // one\r\n\t\t+ /* é */ a)"),
        text.replace("return a", "return (a)"),
        text.replace("*/ a", "*/ (a)"),
    ]
    assert [m.text for m in Parenthesise().mutants(em.parse("int f(){return-1;}"))] == [
        "int f(){return(-1);}",
        "int f(){return-(1);}",
    ]


@pytest.mark.parametrize(
    ("text", "expression", "reason"),
    [
        ("void f() { run(() -> g()); }", "g()", "may have to be a statement"),
        ("void f() { run(() -> i++); }", "i++", "may have to be a statement"),
        ("void f() { run(() -> i = 1); }", "i = 1", "may have to be a statement"),
        ("void f() { run(() -> new B()); }", "new B()", "may have to be a statement"),
        ("void f() { B.g(); }", "B", "name of a type"),
        ("void f() { b.g(); }", "b", "name of a type"),  # a package, or an inherited field
        ("void f() { g(b.c.n); }", "b.c", "name of a type"),
        ("void f() { g(b.c.n); }", "b", "name of a type"),
        ("void f() { run(B::g); }", "B", "name of a type"),
        ("void f(int B) { run(B::new); }", "B", "name of a type"),
        ("void f(int B) { B.super.g(); }", "B", "name of a type"),
        ("void f(int B) { g(B.this.n); }", "B", "name of a type"),
        ("class A { int b; class B extends Unseen { void f() { b.g(); } } }", "b", "name of a type"),
        ("void f(Object o) { if (o instanceof B b || g()) b.g(); }", "b", "name of a type"),
        # Where its scope ends is not known.
        ("void f(Object o) { if (!(o instanceof B b)) l: { if (h()) break l; } else b.g(); }", "b", "name of a type"),
        ("class A { final int x; A() { this.x = 1; } }", "this", "final field"),
        ("class A { int x; void f() { this.x++; } }", "this", "final field"),
        ("int f() { return -2147483648; }", "2147483648", "minus sign"),
        ("long f() { return -9223372036854775808l; }", "9223372036854775808l", "minus sign"),
        ("int f(int non, int sealed) { return non-sealed; }", "non-sealed", "for one word"),
        ("void f() { try { g(); } catch (E | F e) { throw e; } }", "e", "precise types"),
        ("void f() { @A(1 + 2) int k; }", "1", "annotation"),
        ("void f(int k) { switch (k) { case 1 + 2: } }", "1", "case label"),
        ("void f(int k) { switch (k) { case -1 -> g(); } }", "1", "case label"),
        ("int f(int k) { return switch (k) { default -> { yield new int[] {1, 2}.n; } }; }", "new int[] {1, 2}", "takes yield"),
        ("int[] f(int k) { return switch (k) { default -> { yield new int[] {1, 2}; } }; }", "new int[] {1, 2}", "takes yield"),
        ("boolean f(Object o) { return o == null; }", "null", "comparison with null"),
        ("boolean f(Object o) { return o != null; }", "null", "comparison with null"),
        ("void f() { if (\"\" != null) { } }", '""', "a literal compared with null"),
        ("void f() { if (null == \"\") { } }", '""', "a literal compared with null"),
        ("void f() { run(new B()::g); }", "new B()", "checks for null"),
        ("void f() { run(this::g); }", "this", "checks for null"),
        ("void f() { run(A.this::g); }", "A.this", "checks for null"),
        ("void f() { new A().new B(); }", "new A()", "checks for null"),
        ("void f() { this.new B(); }", "this", "checks for null"),
        ("long f(boolean p, int i) { return p ? i : 1; }", "p ? i : 1", "javac widens"),
        ("void f(boolean p, int i) { g(p ? i : 1); }", "p ? i : 1", "javac widens"),
        ("int f(boolean p, short a, byte b) { return p ? a : b; }", "p ? a : b", "javac widens"),
        ("void f(boolean p, short a, byte b) { int i = p ? p ? a : b : a; }", "p ? p ? a : b : a", "javac widens"),
        ("int f(int k, short a) { return switch (k) { default -> a; }; }", "switch (k) { default -> a; }", "javac widens"),
        ("void f(boolean p, int i, long x) { x += p ? i : 1; }", "p ? i : 1", "javac widens"),
        ("void f(boolean p, int i, Long x) { x += p ? i : 1; }", "p ? i : 1", "javac widens"),
        ("void f(boolean p) { g(p ? h() : k()); }", "p ? h() : k()", "javac widens"),
        ("void f(boolean p, Integer n) { long x = p ? n : n; }", "p ? n : n", "javac widens"),
        ("int f(boolean p, int i) { R r = () -> { return p ? i : 1; }; }", "p ? i : 1", "javac widens"),
        ("void f(int i) { run(() -> i + 1); run(() -> i + 1); }", "i + 1", "equal bodies"),
    ],
)  # fmt: skip
def test_refusals(text: str, expression: str, reason: str) -> None:
    found = judged(text)[expression]
    assert found is not None
    assert reason in found


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("class A { B b; void f() { b.g(); } }", "b"),
        ("class A { B b; void f() { this.b.g(); } }", "this.b"),
        ("class A { static B b; void f() { A.b.g(); } }", "A.b"),
        ("void f(B b) { b.c.d.g(); }", "b.c.d"),
        ("void f() { g().n.h(); }", "g().n"),
        ("void f() { A.this.g(); }", "A.this"),
        ("void f(Object o) { if (o instanceof B b) b.g(); }", "b"),
        ("void f(B b) { run(b::g); }", "b"),
        ("void f(B b) { run(b.c::g); }", "b.c"),
        ("class A { int x; int f() { return this.x; } }", "this"),
        ("boolean f(Object o) { return null == o; }", "null"),
        ("boolean f(Object o) { return o.equals(null); }", "null"),
        ("void f(E e) throws E { throw e; }", "e"),
        ("void f() { try { g(); } catch (E e) { throw h(e); } }", "e"),
        ("int f(boolean p, int i) { return p ? i : 1; }", "p ? i : 1"),
        ("int f(boolean p, char c) { return p ? c : c; }", "p ? c : c"),
        ("short f(boolean p, short a, byte b) { return p ? a : b; }", "p ? a : b"),
        ("int f(boolean p, short a) { return p ? p ? a : a : a; }", "p ? p ? a : a : a"),
        ("long f(boolean p, long i) { return p ? i : 1; }", "p ? i : 1"),
        ("String f(boolean p) { return p ? g() : h(); }", "p ? g() : h()"),
        ("void f(boolean p) { boolean b = p ? g() : h(); }", "p ? g() : h()"),
        ("void f(boolean p, String s) { g(p ? s : null); }", "p ? s : null"),
        ("void f(boolean p, int[] a) { g(a[p ? 1 : 2]); }", "p ? 1 : 2"),
        ("void f(boolean p, int i) { i = p ? i : 2; }", "p ? i : 2"),
        ("void f(boolean p, int i) { var k = p ? i : 2; }", "p ? i : 2"),
        ("void f() { run(() -> i + 1); run(() -> i - 1); }", "i + 1"),
        ("int f(int k) { return switch (k) { default -> { yield g(1, 2); } }; }", "g(1, 2)"),
        ("int f(int k) { return switch (k) { default -> { yield k + new int[] {1, 2}.length; } }; }", "new int[] {1, 2}"),
    ],
)  # fmt: skip
def test_what_is_certain_is_not_refused(text: str, expression: str) -> None:
    assert judged(text)[expression] is None


HOSTILE = """
import java.util.*;
import java.util.function.*;
class H {
  int f; final int g; static Integer BOX = 5; byte b; Byte bb = 3; Long L = 4L; int[] arr = {1, 2, 3};
    Integer[] boxes = {1, 2};
  H() { this.g = 4; this.f = this.g + 1; }
  H self() { return this; }
  class In { int v = f++; int z() { return H.this.g + H.this.f++; } In other() { return H.this.new In(); }
    Supplier<H> me() { return H.this::self; } }
  static <T> T id(T t) { return t; }
  static <T> List<T> listOf(T... ts) { return Arrays.asList(ts); }
  static int S; static void over(Runnable r) { S++; } static void over(Callable2<Integer> r) { S += 10; }
  static void prim(IntSupplier s) { S += 1; } static void prim(Supplier<Integer> s) { S += 100; }
  interface Callable2<V> { V call(); }
  enum E { A, B }
  int updates() {
    bb++; --L; H.BOX--; this.bb++; boxes[1]++; self().f++; self().bb--; short s = 1; s++; Character ch = 'x'; ch++;
    Double d = 1.0; d--;
    return f++ + ++b + bb++ + BOX-- + arr[1]++ - boxes[0]-- + s-- + ch++;
  }
  double mixed(int a, long x, byte y, boolean t, Integer n, char q) {
    long r = a; r += t ? a : y; double z = t ? a : x; x = x + (t ? a : y); Object o = t ? a : q;
    Long bx = t ? 1L : 2L; long ll = t ? n : n;
    o = t ? n : "x"; long[] la = {t ? a : y, a}; float fl = t ? 'a' : a; double sw = switch (a) { case 1 -> 2;
    case 3, 4 -> { yield 5; } default -> a; };
    long sx = switch (a) { case 1: yield t ? a : y; default: yield 3; }; boolean bo = (t ? a : y) < x;
    char cq = t ? 'a' : 'b'; String str = "" + (t ? a : y); x = t ? 1 : 2;
    int small = t ? y : 1; int k = a - (t ? 1 : 2); x = a * -(t ? y : q); LongSupplier ls = () -> t ? a : 3;
    return t ? a : y;
  }
  int nulls(Object o, String s) { assert o != null : s + o;
    if (null == o || o instanceof String u && u.length() > 3) return 2; if (!(o instanceof Integer i)) return 0;
    return i; }
  int lambdas() {
    over(() -> 1); over(() -> { S++; }); over(() -> S--); prim(() -> 1); prim(() -> BOX); prim(() -> "a".length());
    Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y; IntFunction<int[]> ia = int[]::new;
    Supplier<Integer> sz = "abc"::length; Supplier<H> me = this::self;
    Comparator<String> cmp = Comparator.comparing(String::length).reversed();
    List<? extends Number> wild = listOf(1, 2.0); Number n0 = id(wild.get(0)); String st = id(S > 1 ? "x" : id("y"));
    Map<String, List<Integer>> m = new HashMap<>(); m.computeIfAbsent("k", k -> new ArrayList<>()).add(1);
    Object oo = (Runnable & java.io.Serializable) () -> S++;
    Runnable pick = S > 1 ? () -> S++ : this::updates; return S > 3 ? add.apply(1).apply(2) : 4;
  }
  String strings(String a, int n, char c, Object o) {
    final String K = "k"; String s = "a" + "b" + n + "c" + 'd' + 1 + a + null + o + K + (n + 1) + c; s += "x" + n + 1;
    switch (s) { case "a" + "b": return "l" + "m"; case K: return s; default: break; } byte bbb = 'a' + 1;
    final int q = 3; byte b2 = q + 4; return n + 1 + "x" + (a == null ? "z" : a + "w");
  }
  int loops(int[] xs, List<Integer> li, E e, String key) {
    int r = 0; while (true) { if (r++ > 3) break; } do { r--; } while (r > 100 || false);
    for (Integer x : li) r -= x; lab: for (int i = 0; i < xs.length; i++) { if (i == 1) continue lab; r += xs[i]; }
    switch (e) { case A: r += 1; case B: r += e.ordinal(); } int v = switch (e) { case A -> 1; case B -> { int w = r;
    yield w + 1; } }; int v2 = switch (key) { case "x": yield 1; default: { yield Math.max(v, v); } };
    r += switch (v) { case 1 -> { yield new int[] {1, 2}.length; } default -> listOf(1, 2).size(); };
    if (false) r = 3; return r;
  }
  int consts() { int a = -2147483648; long b = -9223372036854775808L; char ch = (char) -1; final int k = 5;
    final byte kb = k; return a + k; }
  void tries(boolean p) throws Exception { try (AutoCloseable a = () -> { };
    AutoCloseable b = p ? a : null) { a.close(); } catch (IllegalStateException ex) { throw ex; }
    catch (Exception ex) { if (p) throw ex; throw new RuntimeException(ex); } }
  int das(boolean p, int n) { int x; if (p && (x = n) > 1) return x; final int z; z = n; boolean w;
    while (!(w = p)) { } int u; boolean vv = p ? (u = 1) > 0 : (u = 2) > 0; return z + u + (w ? 1 : 0); }
  Object creates(int n) { int[][] a = new int[n][n + 1]; a[n - 1][0] = a[0][n - 1] = n; int[] q = a[0];
    q[n = 0] += n; H h = this; In in = h.new In(); In in3 = new H().new In(); In in4 = self().new In();
    return (Object) new int[] {4, 5}[1]; }
  int bits(int a, int b, int c, int d) { boolean t = a < b & c > d; boolean v = a < b & c < d >> 1 & a > d;
    f = a = b; a <<= b; return -a - -b + +c - (-d) - ~a + (a = 3) * b++ - --c; }
}
"""


def test_class_bytes_stay_the_same(jdk: Jdk) -> None:
    """Each member gets parentheses around one more expression at a time, so that few compilations are needed."""
    source = em.parse(HOSTILE)
    mutants: dict[int, list[em.Mutant]] = {}
    for mutant in Parenthesise().mutants(source):
        mutants.setdefault(mutant.method.start, []).append(mutant)
    assert sum(map(len, mutants.values())) > 450
    before = jdk.compile({"H.java": HOSTILE})
    assert before.ok, before.diagnostics
    for turn in range(max(map(len, mutants.values()))):
        chosen = [of_one[turn] for of_one in mutants.values() if turn < len(of_one)]
        edits = [Edit(e.start + m.offset, e.old, e.new) for m in chosen for e in m.local.edits]
        found = apply_edits(source.data, checked(edits)).decode()
        assert _same(before, jdk.compile({"H.java": found})), [m.diff() for m in chosen]


def _same(before: Compilation, after: Compilation) -> bool:
    return after.ok and compare(before, after).equal


# Undo

TEXT = "int f(int a, int b) { int c = a + b; if (a > b) { g(c); } return (a - c) * b; }"


@pytest.mark.parametrize(
    ("expression", "old", "new", "undone"),
    [
        ("a + b", "g(c)", "g(c, 1)", "g(c, 1)"),  # elsewhere
        ("a + b", "(a + b)", "(a + b) * 2", None),  # without the pair it would mean something else
        ("a + b", "(a + b)", "(a + b) + 2", "a + b + 2"),
        ("a + b", "(a + b)", "g((a + b), 3)", "g(a + b, 3)"),
        ("a + b", "(a + b)", "(a + b + 1)", "a + b + 1"),
        ("a + b", "(a + b)", "(a - b)", "a - b"),
        ("a + b", "(a + b)", "a + b", "a + b"),  # the patch took it out itself
        ("a + b", "(a + b)", "b", "b"),
        ("a + b", "int c = (a + b);", "int c = h();", "int c = h();"),
        ("a + b", "int c = (a + b); ", "", ""),
        ("a + b", "(a + b)", "(c)", "c"),
        ("a + b", "(a + b)", "b - (c)", None),  # it may be another pair
        ("a + b", "g(c)", "g((a + b))", None),  # a second one
        ("a + b", "(a + b)", "((a + b) - 1)", "(a + b - 1)"),
        ("a", "(a) + b", "(a) * b", "a * b"),
        ("a", "(a) + b", "(a + 1) + b", "a + 1 + b"),
        ("a", "(a) + b", "(a + 1) * b", None),
        ("a", "(a) + b", "a + (b)", None),
        ("a", "(a) + b", "a + b", "a + b"),
        ("a", "(a) + b", "(a) + (b)", "a + (b)"),
        ("a > b", "if ((a > b))", "while ((a > b))", "while (a > b)"),
        ("a > b", "if ((a > b))", "if (a > b)", "if (a > b)"),
        ("a > b", "if ((a > b))", "if ((a > b) && c > 0)", "if (a > b && c > 0)"),
        ("a > b", "if ((a > b))", "if (!(a > b))", None),
        ("c", "g((c))", "g((c) + 1, (c))", None),
        ("c", "g((c))", "g(1 + (c))", "g(1 + c)"),
        # Texts that do not parse.
        ("a + b", "{ g(c); }", "{ g(c);", "{ g(c);"),
        ("a + b", "return", "return (a + b", None),
        ("a + b", "(a + b)", "(a + b", None),
        ("c", "g((c)); }", "g((c)", None),
    ],
)
def test_undo(expression: str, old: str, new: str, undone: str | None) -> None:
    mutant = pair(TEXT, expression)
    assert mutant.text != TEXT
    assert mutant.text.count(old) == 1
    patched = mutant.text.replace(old, new)
    if undone is None:
        with pytest.raises(em.UndoConflict):
            em.undo(patched, mutant)
        return
    expected = mutant.text.replace(old, undone)
    if undone == new and f"({expression})" not in old:
        expected = expected.replace(f"({expression})", expression)
    assert em.undo(patched, mutant) == expected


def test_a_pair_that_may_be_another_one_of_the_original() -> None:
    text = "int f(int a, int b) { return (a + b) * b; }"
    mutant = pair(text, "a")
    assert mutant.text == text.replace("(a", "((a)")
    assert em.undo(mutant.text.replace("* b", "* 2"), mutant) == text.replace("* b", "* 2")
    with pytest.raises(em.UndoConflict):
        em.undo(mutant.text.replace("((a) + b)", "(a + b)"), mutant)
    text = "void f(int a) { g(a); g((a)); }"
    mutant = pair(text, "a")
    assert mutant.text == text.replace("g(a)", "g((a))")
    with pytest.raises(em.UndoConflict):
        em.undo("void f(int a) { g((a)); }", mutant)


def test_a_pair_that_was_moved_out_of_its_member_is_a_conflict() -> None:
    text = "class A { int f(int a) { int c = g(a, 1); return c; } }"
    mutant = pair(text, "a")
    patched = mutant.text.replace(" int c = g((a), 1);", "").replace("A {", "A { int c = g((a), 1);")
    with pytest.raises(em.UndoConflict):
        em.undo(patched, mutant)


def test_undo_in_a_member_alone_and_in_its_file() -> None:
    text = "class A { B b; int f() { return b.n; } int g() { return (1); } }"
    mutant = pair(text, "b")
    assert em.undo(mutant.text.replace("(1)", "(2)"), mutant) == text.replace("(1)", "(2)")
    # The member alone does not show the field; the pair is as it was.
    assert em.undo(mutant.mutant.replace("n;", "n + 1;"), mutant) == "int f() { return b.n + 1; }"


def test_undo_of_tokenised_text() -> None:
    mutant = pair(TEXT, "a + b")
    patched = mutant.text.replace("(a + b)", "( a + b )").replace("g(c)", "g ( c , 1 )")
    assert em.undo(patched, mutant) == patched.replace("( a + b )", " a + b ")


def test_a_statement_in_a_rule_stays_one_where_an_empty_statement_follows_the_switch() -> None:
    source = em.parse(
        "void f(int a) { switch (a) { default -> g(a); }; h(switch (a) { default -> k(a); }); }"
    )
    texts = {source.slice(site.start, site.end) for site in Parenthesise().sites(source)}
    assert "k(a)" in texts
    assert "g(a)" not in texts
