import java.util.*;
import java.util.function.*;
/** Switches and if statements that compare one variable, each as the other: what is tested, what ends, what null does. */
public class SwitchChains {
    static final int ONE = 1, TWO = ONE + 1;
    static final String A = "a";
    static StringBuilder out = new StringBuilder();
    static int calls;
    static int t(int v) { calls++; out.append('<').append(v).append('>'); return v; }
    static <T> T id(T v) { calls++; return v; }
    static Integer box(int v) { return v < 0 ? null : v; }
    /*! switch-to-if: +{switch (x)...} */
    static int a(int x) { switch (x) { case ONE: return 10; case TWO: case 5: t(x); break; case -3: throw new
        IllegalStateException("m");
        default: t(99); } return x; }
    /*! switch-to-if: +{switch (t(x))...} */
    static int b(int x) { int r; switch (t(x)) { default: r = 7; break; case 1: r = 1; break; case 2: { r = 2; } } return r; }
    static String c(String s) { String r = "-"; switch (s) { default: r += "d"; break; case A: r += "A"; break; case "b":
        case "c" + 1:
        if (s.length() > 1) break; r += "b"; } return r; }
    static String d(String s) { switch (s) { case "Aa": return "1"; case "BB": return "2"; case "": return "3"; } return "4"; }
    /*! switch-to-if: +{switch (w)...} */
    static int e(Integer w) { switch (w) { case 1: return 1; case 2: return 2; default: return 3; } }
    static int f(Character q) { switch (q) { case 'a' -> { return 1; } case 98, 'c' -> t(q); default -> { if (q > 'x') break;
        t(0); } }
        return 4; }
    static int g(byte b, short h, char c) { int n = 0;
        /*! switch-to-if: +{switch (b)...} */
        switch (b) { case 1: n += 1; break; case -128: n += 2; break; case 'a': n += 4; }
        /*! switch-to-if: -{switch (h++)...} */
        switch (h++) { case 300: n += 8; case 301: }
        switch (c) { case 65535: n += 16; break; case 0: n += 32; break; default: n += h; } return n; }
    static int h(int x) { final int r; switch (x) { case 1: r = 5; break; case 2: r = 6; break; default: r = 7; }
        Supplier<Integer> s = () -> r; return s.get(); }
    static int i(int x) { int n = 0; loop: for (int k = 0; k < 5; k++) { switch ((k + x) % 4) { case 0: continue; case 1: n
        += 10;
        break; case 2: if (n > 10) continue loop; n++; break; case 3: if (x > 2) break loop; n += 100; } n += 1000; } return
        n; }
    /*! switch-to-if: -{switch (x)...} +{switch (x + 1)...} */
    static int j(int x) { out: switch (x) { case 1: switch (x + 1) { case 2: break out; default: t(1); } case 3: try { if
        (t(x) > 2) break;
        t(30); } finally { t(31); } default: } return x; }
    static int j2(int x) { switch (x) { case 3: try { if (t(x) > 2) break; return 8; } finally { t(31); } case 4:
        synchronized (out) {
        if (x > 3) break; } break; default: for (;;) { if (x > 4) break; x++; } } return x; }
    static String k(Object o) { switch (o == null ? 0 : 1) { case 0: class L { } return new L().getClass().getName(); default:
        Object p = new Object() { }; return p.getClass().getName() + new SwitchChains() { }.getClass().getName(); } }
    static int l(int x) { if (x > 1) switch (x) { case 2: t(2); break; case 3: t(3); } else t(-1);
        if (x > 2) for (int k = 0; k < 1; k++) switch (t(x)) { case 3: { t(4); } } else t(-2); return x; }
    /*! switch-to-if: +{if (x == 1)...} */
    static int m(int x) { if (x == 1) return 11; else if (x == TWO || x == 7) { int y = x; t(y); } else if (3 == x) for (;;)
        if (t(x) > 0) break; else t(0); else t(5); return x; }
    static int n(String s) { if (s.equals("a")) return 1; else if (s.equals("b") || s.equals("c")) { s = null; return 2; }
        return 3; }
    static int o(char c) { int r; if (c == 'a') r = 1; else if (c == 98) { r = 2; } else if (c == '\n' || '\u0000' == c) r
        = 3; else r = 4;
        return r; }
    static int p(Object o, int x) { if (x == 1) if (!(o instanceof String s)) return 0; else t(s.length()); else if (x == 2)
        t(o instanceof String s && s.isEmpty() ? 1 : 2); else if (x == 3) { if (!(o instanceof Integer s)) throw new
        RuntimeException("r"); t(s); }
        return o instanceof Integer s ? s : -1; }
    static int q(int x) { int y = switch (x) { case 1 -> { if (x == 1) yield 5; else if (x == 2) yield 6; else yield 7; }
        case 2 -> {
        switch (x) { case 2: if (calls >= 0) { yield 8; } break; default: } yield 9; } default -> { switch (t(x)) { case 3 ->
        t(3); default -> { } }
        yield 10; } }; return y; }
    static int r(int x) { while (true) { if (x == 1) { x = 2; continue; } else if (x == 2) x = 4; else if (x == 3) return 33;
        else return x; t(x); x--; } }
    static int s(int x) { do { switch (x) { case 0: return 5; case 1: x = 0; continue; default: x--; break; } t(x); } while
        (x >= 0); return x; }
    static int u(int x) { int key = 3; cases: for (;;) { switch (t(x)) { case 1: if (key > 2) break cases; break; case 2: if
        (key > 2) { x--; break; }
        return 2; default: x--; } if (x < -3) return x; } return key; }
    static int v(int x, Object o) { if (!(o instanceof String z)) { switch (x) { case 1: return 1; default: return 2; } }
        if (x == 1) return z.length(); else if (x == 2) return 7; else return z.length() + 1; }
    static int w(Object... os) { int n = 0; for (Object o : os) { switch (o instanceof Integer i ? i : 5) { case 5: n += 5;
        break; case 6: n += 60; } } return n; }
    static int x(int[] a, int i) { switch (a[i++]) { case 1: a[i] = 5; break; case 5: i += 10; } return a[i % a.length] + i; }
    /*! switch-to-if: -{if (k == 2)...} */
    static int y(int x) { final int k = 2; int r = 0; if (k == 2) r = 1; else if (k == 3) r = 2; switch (k) { case 2: r +=
        10; break; case 3: r += 20; }
        switch (x) { case k: r += 100; break; case k + 1: r += 200; } return r; }
    static String z(int x) { Function<Integer, String> g = i -> { switch (i) { case 1: return "one"; case 2: { break; }
        default: return "many"; }
        return "two"; }; Supplier<String> h = () -> { switch (x) { case 1: return "x1"; } if (x == 2) return "x2"; else if (x
        == 3) return "x3";
        return "x"; }; return g.apply(x) + h.get(); }
    int field = 2;
    { switch (field) { case 2: field = 3; break; case 3: field = 4; } }
    SwitchChains() { this(1); }
    SwitchChains(int v) { switch (v) { case 1: field += 10; break; default: field += 20; } }
    static { switch (calls) { case 0: t(-7); break; case 1: t(-8); } }
    enum E { X { int f(int x) { switch (x) { case 1: return 1; default: return 2; } } }; abstract int f(int x); }
    record R(int x) { R { switch (x) { case 1: x = 5; break; case 2: x = 6; } } }
    static void run(String name, Supplier<Object> s) { Object r; int before = calls; try { r = s.get(); } catch
        (RuntimeException e) {
        r = e.getClass().getName(); } out.append(name).append('=').append(r).append('#').append(calls - before).append(' '); }
    public static void main(String[] args) {
        for (int n = -4; n < 9; n++) { int x = n; run("a", () -> a(x)); run("b", () -> b(x)); run("e", () -> e(box(x)));
        run("h", () -> h(x));
            run("i", () -> i(x)); run("j", () -> j(x)); run("j2", () -> j2(x)); run("l", () -> l(x)); run("m", () -> m(x));
        run("q", () -> q(x));
            run("r", () -> r(x)); run("s", () -> s(x)); run("u", () -> u(x)); run("y", () -> y(x)); run("z", () -> z(x));
        run("E", () -> E.X.f(x));
            run("R", () -> new R(x)); run("SwitchChains", () -> new SwitchChains(x).field); run("k", () -> k(x > 0 ? x : null));
            for (Object o : new Object[] { null, "", "abc", 3 }) { run("p", () -> p(o, x)); run("v", () -> v(x, o)); }
            run("x", () -> x(new int[] { 1, 5, 7 }, x)); }
        for (String s : new String[] { null, "", "a", "b", "c", "c1", "Aa", "BB", "AaAa", "BBBB" }) { run("c", () -> c(s));
        run("d", () -> d(s));
            run("n", () -> n(s)); }
        for (int c : new int[] { 0, 10, 97, 98, 99, 121, 65535 }) { run("f", () -> f((char) c)); run("o", () -> o((char) c));
            run("g", () -> g((byte) c, (short) (c + 200), (char) c)); run("g", () -> g((byte) (c + 31), (short) 300, (char)
        65535)); }
        run("f", () -> f(null)); run("w", () -> w(1, 6, "x", null)); run("g", () -> g((byte) -128, (short) 301, 'x'));
        System.out.println(out);
    }
}
