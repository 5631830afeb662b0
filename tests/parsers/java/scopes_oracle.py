"""Programs for the test of scopes against javac: each variable of each method is renamed, one at a time.

A renamed local leaves the class bytes as they are, and nearly every name here is also a field's, so that a reference which is
missed, or taken for one, gives other bytes or none.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PROGRAMS", "Program"]


@dataclass(frozen=True)
class Program:
    """A file. `refused` are the variables, by name, of which at least one must not be renamed."""

    name: str
    text: str
    refused: frozenset[str] = frozenset()


_HEAD = """import java.io.*; import java.util.*; import java.util.function.*;
class T { static int x = 100, y = 200, z = 300, i = 7, s = 8, e = 9; static final int K = 5; int[] a = {1}; T next;
      int f;
  static Object o = "o"; static int use(Object... all) { return all.length; } static boolean t() { return x > 1; }
      T() {}
  static class Closer implements Closeable { int x = 3; public void close() {} Closer dup() { return this; } }
"""


def _program(name: str, body: str, refused: str = "", tail: str = "") -> Program:
    return Program(name, _HEAD + body + "\n}\n" + tail, frozenset(refused.split()))


PROGRAMS = (
    _program(
        "locals",
        """
  int before() { int r = x; { r += x; int x = 1; r += x; { int y = x + T.y; r += y; } r += y; } r += x; int x = 2;
      return r + x; }
  int selfInitialiser() { int x = (x = 3) + x; int y = this.f + x, z = y + T.z, w[] = {x, y, z};
      return x + y + z + w.length; }
  int cStyle(int a[], int[] b[], final int... c) { int d[] = a, e = d.length, g[][] = b; d[e - 1] = c[0];
      return g[0][e] + T.e; }
  int qualified(int x) { this.f = x; T.x = x; T x2 = this; x2.f = T.this.f + x;
      return this.next.f + (this).a[x] + x2.a[x]; }
  int calls(int use, int t) { t(); use(use, t); return use(t) + this.calls(use, t); }
  int compound(int x) { x += x; x++; --x; (x)++; x -= (x)--; int y = x = 4; x = y = x; return x << y >>> x; }
  int sync(T x) { synchronized (x) { T y = x; assert y != null : x; return y.f; } }
  int strings(String s) { String x = s + T.s + "x" + 'x' + \"\"\"
      x y s \"\"\"; /* x */ return x.length() + s.length(); // x
  }
  void thrower(RuntimeException e) { if (T.e > 1) throw e; throw new IllegalStateException("e" + e, e); }
  int arrays(int x) { int[][] y = new int[x][], z = {{x}, new int[]{x, T.x}}; return y.length + z[x - x][x - x]; }
  int conditional(boolean x, int y) { return x ? y : !x ? T.y : y > 1 ? -y : ~y; }
  <X extends T> X generic(X x, List<? super X> y) { y.add(x); X z = x; return this.<X>generic(z, y); }
  static { int x = T.x; use(x); } { int x = f; use(x); } int field = x;
  int nonAscii(int \u00e9) { int $x = \u00e9, _x = $x; int \u03b1\u03b2 = _x; return \u00e9 + $x + _x + \u03b1\u03b2;
      }
  Object varied(int var, int record, int yield1) { var x = var; var y = new Object() { int x = 3; };
      return y.x + x + record + yield1; }
""",
    ),
    _program(
        "parentheses",
        """
  int a1(int x, int y) { return (x) - y + (x) + (y) * (x)-1; }
  String a2(int x, T y) { String s = (x) + "s"; s += (y.f) + s; return (x) + (y.next.f) - 1 > 0 ? s : (s) + s; }
  Object a4(int x, int y) { int z = (x)-(y)-x; IntUnaryOperator u = p -> (p) - (x) + -y;
      return new int[]{(z) + +x, u.applyAsInt((z) - -1)}; }
  int a5(int x, int y) { x = (x)-- - (y)++; int z = (int) -x; long w = (long) (x) - y;
      return (int) ((Integer) x - w) + (/* c */ x /* d */) + y; }
  Object a6(int x, int y) { return new Object() { int f(int p) { return (p) - (y) + (x); } int x = 4; }; }
  boolean a7(int x, int y) { return (x) - y < (y) + x && !((x) + y == (x) - (y)) || (Object) (x) == (Object) (y); }
  int a8(int x) { return (x)
     - /* ) */ 1; }
""",
    ),
    _program(
        "loops",
        """
  int c1() { for (int x = 0, y = x; x < y + T.z; x++, y--) { int z = x; if (z > y) continue; use(x, y, z); }
      return x + y; }
  int c2(List<int[]> i) { int n = 0; for (int[] x : i) for (int z : x) { n += z + x[0]; }
      for (int i2 : new int[]{T.i}) n += i2; return n + i.size() + x; }
  int c3(int[] e) { int n = 0; for (final int y[] : new int[][]{e}) n += y[0]; do { int x = n; n = x + 1; }
      while (n < x); return n + y; }
  int c4() { int n = 0; for (int x = x2(); ; x = x + 1) { if (x > 3) break; n += x; } while (n < x) { int x = n;
      n = x + 1; } return n + x; }
  int x2() { x: for (int x = 0; ; x++) { y: do { int y = x; if (y > 2) break x; if (y > 1) continue x; break y; }
      while (t()); } return x; }
  int c5(int x) { x: { if (x > 1) break x; x = 2; } e: for (int e : new int[]{x}) { if (e > 0) continue e; use(e); }
      return x; }
  int c6() { int r = 0; for (int x : a) r += x; for (int a : this.a) r += a; for (int y : new int[]{y, T.y}) r += y;
      return r + a[0]; }
  void c7() { for (Iterator<Object> i = new ArrayList<Object>().iterator(); i.hasNext(); ) { Object o = i.next();
      use(o); } use(i, o); }
""",
    ),
    _program(
        "switches",
        """
  enum C { RED, x; }
  int d1(int k) { switch (k) { case 1: int x = 1; k += x; break; case 2: x = 2; k += x; default: x = 3; { int y = x;
      k += y; } } return k + x + y; }
  int d2(String k) { return switch (k) { case "x" -> { int x = k.length(); yield x; } case "y" -> k.length() + x;
      default -> { yield (x) + y; } }; }
  int d3(int k, C c) { final int P = 1, Q = 2; switch (k) { case P: return P; case (Q): return Q;
      case P + Q + K: return 3; }
     switch (c) { case RED: return P; case x: return x; } return Q; }
  int d4(C c) { int y = switch (c) { case RED -> { int x = 1; yield x; } case x -> x; }; return y; }
  int d5(int k) { switch (k + x) { case 0: { int x = k; use(x); } case 1: use(x); int x = 5, y; y = x; use(x, y); }
      switch (x) { default: int x; } return x; }
  int d6(int x) { return switch (x) { case 1, 2 -> x; default -> throw new IllegalArgumentException("" + x); }
      + switch (x) { default: yield x; }; }
""",
    ),
    _program(
        "enum labels",
        """
  enum C { RED, x } C c;
  int h1(int k) { final int P = 1; switch (k) { case P: return P; } return P; }
  int h2(C c) { final int RED = 1; switch (c) { case RED: return RED; default: return T.K; } }
  int h3(C c) { int x = 3; switch (this.c) { case x: return x; default: return x; } }
""",
        "RED x",
    ),
    _program(
        "try",
        """
  int e1() { try { int x = T.x; use(x); } catch (IllegalStateException | Error e) { int x = 2; use(e, x); }
      catch (RuntimeException x) { use(x, e); throw x; }
     finally { int y = x; use(y, e); } return x; }
  int e2() throws IOException { try (Closer x = new Closer(); Closer y = x.dup(); var z = y) { use(x, y, z);
      return x.x; } catch (Error y) { use(x, y); } finally { use(x, y, z); } return y; }
  int e3(Closer x) throws IOException { final Closer y = x; try (x; y; Closer z = y) { use(x.x, y, z); }
      return x.x + z; }
  int e4() { try { throw new Error(); } catch (final Error e) { Runnable r = () -> use(e); r.run(); throw e; }
      finally { for (int e = 0; e < 1; e++) use(e); } }
""",
    ),
    _program(
        "lambdas",
        """
  IntUnaryOperator g1(int y) { IntUnaryOperator z = x -> x + y + T.x; return (x) -> { int q = x * z.applyAsInt(y);
      return q - x; }; }
  BiFunction<Integer, T, Integer> g2() { BiFunction<Integer, T, Integer> r = (x, y) -> x + y.f;
      use((BiFunction<Integer, T, Integer>) (Integer x, final T y) -> { y.f = x; return x; }); return r; }
  int g3() { Function<Integer, Function<Integer, Integer>> r = x -> y -> x + y + z;
      Supplier<IntSupplier> q = () -> () -> x; return r.apply(x).apply(y) + q.get().getAsInt(); }
  Runnable g4(List<T> x, String y) { Supplier<Integer> a = x::size, b = y::length, c = this.next::hashCode;
      Function<Integer, int[]> d = int[]::new; Supplier<T> e = T::new; Function<T, T> id = T::id;
      use(a, b, c, d, e, id); return x::clear; }
  T id() { return this; } Function<T, Integer> g5 = x -> { int y = x.f; Runnable r = new Runnable() { int q = y;
      public void run() { int z = x.f + y + q; use(z); } }; return y; };
  Comparator<int[]> g7(int... i) { return (var x, var y) -> { int[] z = x; Runnable r = () -> {
      for (int q : z) use(q, y, i); }; return z.length - y.length; }; }
  Object g8(int x) { Object o = (Runnable) () -> use(x); return (Function<Object, Object>) o2 -> o2 == o ? x : T.o; }
""",
    ),
    _program(
        "classes",
        """
  static class Base { int y = 2; static final int q = 3; int get() { return y; } Base(int n) {} Base() {} }
  interface Const { int z = 9; } class Inner { int x = f; Inner(int i) {} }
  int k1(int x) { class L { int m(int x) { return x; } int n() { return x; } class D { int x = 3, w = x; int g() {
      return x + this.x + D.this.x; } } } return new L().m(x) + new L().n(); }
  int k2(int x, int f) { return new Base(x) { int f = 2; int get() { return x + f + this.f + y + q; } }.get() + f; }
  int k3(int x) { Object r = new Object() { int x = 5; int w = x; { int x = 6; use(x); } Object in() {
      return new Object() { int g() { return x; } }; } }; return use(r) + x; }
  int k4(int p) { record R(int x, int... y) { static int p = 4; R { int w = x; use(w, p); } int g(int z) {
      return x + y[0] + z + p + this.x; } } return new R(p, p).x(); }
  int k5(int p) { enum E { A(1) { int g(int x) { return x + w; } }, B(2); final int w; E(int w) { this.w = w; }
      int g(int x) { int q = w + x; return q; } } return E.A.g(p) + E.valueOf("B").w; }
  int k6(int p) { interface I { int p = 5; default int g(int x) { int y = x + p; return y; } static int h(int p) {
      return p; } } return new I() {}.g(p) + I.h(p) + I.p; }
  int k7(Inner x) { T y = this; Inner z = y.new Inner(T.x) { int g = x + f; };
      return y.next.new Inner(y.f).x + z.x + x.x; }
  T(int x) { this(x, () -> x); f = x; } T(int x, IntSupplier y) { super(); this.f = x + y.getAsInt(); }
  int k8(@Deprecated int x, @SuppressWarnings("x") final int y) { @SuppressWarnings(W) String x2 = W;
      final String W = "w"; @SuppressWarnings({W, T.W}) int q = x + y; return q + x2.length() + W.length(); }
      static final String W = "W";
  int k9(T this, int x) { return this.f + x; } class In { In(T T.this, int x) { f = x; } int g(In this, int f) {
      return f + T.this.f; } }
  int k10(int x) { int r = x; for (int y = 0; y < 2; y++) { int z = y; r += new Object() { int g() { int w = z;
      return w + x + new Object() { int h() { return z + x; } }.h(); } }.g(); } return r + z; }
  static int k11(int x) { class A { int a1 = x; } class B extends A { int g() { return x + a1; } }
      return new B().g(); }
  int k12(int w, int v) { Base b = new Base() { int g(int x) { return w + x + v; } }; return b.get() + w + v; }
  int k13(int w) { Const c = new Const() { int g() { return w + z; } }; Comparator<T> d = new Comparator<T>() {
      public int compare(T x, T y) { return x.f - y.f + w; } }; return d.compare(this, next) + use(c); }
""",
        "x",
    ),
    _program(
        "inherited",
        """
  static class Base { int y = 2, hidden; } static class Sub extends Base { int w; } interface Const { int z = 9; }
      interface Sub2 extends Const {}
  int m1(int y) { return new Base() { int g() { return y; } }.g() + y; }
  int m2(int y) { class L extends Sub { int g() { return y; } } return new L().g() + y; }
  int m3(int z) { return new Sub2() { int g() { return z; } }.g() + z; }
  int m4(int x) { class A { int x = 4; } class B extends A { int g() { return x; } class D { int h() { return x; } }
      } return new B().g() + x; }
  int m5(int modCount) { return new ArrayList<T>() { int g() { return modCount; } }.g() + modCount; }
  int m6(int lock) { return new Writer() { public void write(char[] c, int o, int l) { use(lock); }
      public void flush() {} public void close() {} }.hashCode() + lock; }
  int m7(int n) { return new Base() { int g() { int y = 1; class In extends Sub { int h() { return n; } }
      return n + y + new In().h(); } }.g() + n; }
""",
        "y z x modCount lock n",
    ),
    _program(
        "patterns",
        """
  int p1(Object x) { if (x instanceof String s && s.length() > 1) return s.length();
      else if (x instanceof final T y) return y.f + s; return s + y; }
  int p2(Object x) { if (!(x instanceof String s)) { return s; } return s.length(); }
  int p3(Object x) { if (!(x instanceof String s)) { use(s); } use(s); return s; }
  int p4(Object x) { return x instanceof String s ? s.length() : s; } int p4b(Object x) {
      return !(x instanceof String s) ? s : s.length(); }
  boolean p5(Object x) { return !(x instanceof String s) || s.isEmpty() || s.length() > T.s; }
  boolean p6(Object x) { boolean b = x instanceof String s && s.isEmpty();
      return b && s > 1 && !(x instanceof T s && s.f > 1); }
  int p7(Object x) { while (!(x instanceof String s)) { x = "" + s; } return s.length(); }
  int p8(Object x) { while (x instanceof String s && s.length() > 2) { x = s.substring(1); } return s; }
  int p9(Object x) { do { x = "" + s; } while (!(x instanceof String s)); return s.length(); }
  int p10(Object x) { for (; x instanceof String s && s.length() > 2; x = s.substring(1)) { use(s); } return s; }
  int p11(Object x) { for (int i = s; !(x instanceof String s); i += s) { x = "" + s; } return s.length(); }
  int p12(Object x) { if (x instanceof String s) { use(s); } else { return s; } return s.length(); }
  int p13(Object x) { if (x instanceof String s) return s.length(); else use(s); return s; }
  int p14(Object x) { if (!(x instanceof String s)) throw new Error("" + s); else use(s); return s.length(); }
  int p15(Object x) { if (!(x instanceof String s)) { if (t()) return s; else throw new Error(); } {
      int q = s.length(); return q; } }
  int p16(Object x, Object y) { if (!(x instanceof String s && y instanceof T t1)) return s;
      return s.length() + t1.f; }
  int p17(Object x, Object y) { if (!(x instanceof String s) || !(y instanceof String e)) return s + e;
      return s.length() + e.length(); }
  int p18(Object x) { Runnable r = () -> { if (!(x instanceof String s)) return; use(s); };
      Predicate<Object> q = o -> o instanceof String s && s.isEmpty(); return s; }
  int p19(Object x) { switch (s) { case 1: if (!(x instanceof String s)) break; use(s); case 2: use(s); } return s; }
  int p20(Object x) { if (t()) if (!(x instanceof String s)) return s; return s; }
  int p21(Object x) { if (!(x instanceof String s)) { for (;;) { if (t()) continue; x = s; } } return s.length(); }
  int p22(Object x) { return use(x instanceof String s && !s.isEmpty(), s, x instanceof T s ? s.f : s); }
  boolean p23(Object x) {
      return (x instanceof String s) && ((s.isEmpty())) && !(!(x instanceof T e) || e.f == 2) && e.f < s.length(); }
  int p24(Object x) { if ((!(x instanceof String s))) { synchronized (this) { return s; } } return new Object() {
      int g() { return s.length(); } }.g(); }
  int p25(Object x) { assert x instanceof String s && s.isEmpty() : s; return s; }
  boolean p26(Object x) { return x instanceof String s == t() && s > 1; }
  int p27(Object x) { class L { L(Object q) { if (!(q instanceof T y)) return; f = y.f; } }
      if (!(x instanceof T e)) { do { return e; } while (true); } return e.f + new L(x).hashCode(); }
  int p28(Object x) { while (true) { if (!(x instanceof String s)) { x = "" + s; continue; } return s.length(); } }
  int p29(Object x) { for (int q : a) { if (!(x instanceof String s)) continue; q += s.length(); use(q); } return s; }
  int p30(Object x) { return switch (s) { case 1 -> { if (!(x instanceof String s)) yield s; yield s.length(); }
      default -> x instanceof String s ? s.length() : s; }; }
  int p31(Object x) { { if (!(x instanceof String s)) return s; use(s); } return s; }
  int p32(Object x) { if (x instanceof String s) { return s.length(); } else if (x instanceof T s) { return s.f; }
      else { return s; } }
  int p33(Object x) { return use(t() && x instanceof String s && s.isEmpty() ? s.length() : s, s); }
""",
    ),
)
