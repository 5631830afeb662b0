import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Operators whose operands' types decide which others compile: boxes, strings, narrow types, inferred types, hidden names, overloads. */
public class OperatorsTypes {
    enum Unit {
        ONE(1 + 2, -1), TWO(base() - 1, ~4) { @Override int size() { return -base() + by; } }; final int by; final long far; boolean big;
        Unit(int by, long far) { this.by = by; this.far = by > 2 ? far : -far; if (!(by < 3)) big = true; big |= by == far; } static int base() { return 7; } int size() { return by - 1; }
    }
    record Range(int low, int high) implements Comparable<Range> {
        Range { if (low > high) { int t = low; low = high; high = t; } low -= 1; high = -high; high = -high; }
        Range(int high) { this(-high, high + 1); } int length() { return high - low; } public int compareTo(Range r) { return length() < r.length() ? -1 : length() == r.length() ? 0 : +1; }
    }
    static class Named { String n = "N", length = "L"; double ratio = 2; boolean flag; Object any = 'o'; String size() { return "z"; } double total() { return 1.5; } boolean check() { return flag; } }
    static class Box<T> { T v; Box(T v) { this.v = v; } T get() { return v; } <U> U as() { return wild(v); } }
    static class Num<N extends Number, I extends Integer> { N n; I i; int sum() { return n.intValue() + i - -i; } boolean same(N o) { return n == o || n.equals(o) && i == 3; } boolean less(int k) { return i < k & i != k; } }
    static int calls; static long total = 5; static Object held = "h"; static Integer boxed = 127;
    int n = 3, length = 4, size = 6; byte flag = 1; int ratio = 7, any = 8;

    @SuppressWarnings("unchecked") static <T> T wild(Object o) { return (T) o; }
    static <T> T same(T t) { return t; }
    static String of(int x) { return "int"; }
    static String of(long x) { return "long"; }
    static String of(char x) { return "char"; }
    static String of(Object x) { return "Object"; }
    static void of(Boolean x) { calls++; }
    static boolean of(boolean x) { return x; }
    static String twin(String s) { return s + 1; }
    static int twin(int i) { return i + 1; }
    static double twin(Object o) { return 2; }
    static int next() { return ++calls; }
    int size() { return size; }
    int total() { return 3; }
    int check() { return 1; }

    // hazard: + of strings, characters, boxes, null, unknown types
    static String strings(String s, char c, Object o, int a, int b, Integer i, char[] cs, CharSequence q, StringBuilder sb) {
        /*! operator-mutation: -{"" + a + b} +{a + b} +{a * b} -{s + c} -{c + s} +{c + a} -{i + s} -{o + s} -{s += a} */
        String r = "" + a + b; r += a + b + ""; r += a * b; r = r + (s + c) + (c + s) + (c + a) + (i + s) + (o + s); s += a;
        /*! operator-mutation: -{s += c} -{s += o} +{c + 1} -{s + null} +{i + 1} -{(s) + 1} -{(Object) s + "x"} */
        s += c; s += o; r += (c + 1) + (s + null) + (i + 1) + ((s) + 1) + ((Object) s + "x") + s.length() + s.length() * 2 + cs.length + -cs.length; s += null; s += "x"; s += s = "y"; o = o + s; q += "b"; held += "i"; held = held + "k";
        r += "" + (a > b ? s : a) + 1 + (a > b ? a : b) + 1 + (c + c) + c + (a + (b + s)) + q + 1 + sb.append(c + 1).append((char) (c + 1)).append(-c).append(a - b) + s.charAt(0) + (s.charAt(0) + 1) + twin(s) + (twin(s) + twin(a)) + (twin(a) - twin(b)) + (twin(o) + twin(i)) + s.concat("" + -a) + String.valueOf(a - b) + String.format("%d%s", -a, a + b);
        Comparable<String> k = "k"; k += "l"; s = "t"; o = "u"; o += "v"; q = null; o = 5; o = a; o = s = "w"; Object[] os = {s, a - b, -c}; os[0] = "x"; os[0] += "y"; os[1] = 3; String[] ss = {s}; ss[0] = s; ss[0] += a; cs[0] = 'z'; cs[0] += 1; return r + s + o + k + Arrays.toString(os) + ss[0] + cs[0] + q;
    }

    // hazard: compound assignments that narrow; = that does not
    static String narrow(byte b, short s, char c, int i, long l, float f, double d, byte[] bs, char[] cs) {
        /*! operator-mutation: +{b += i} +{c += 70000} +{c += -1} +{i += 2.5} +{i -= l} +{f *= d} +{b - i} */
        b = 5; b += i; c += 70000; c += -1; i += 2.5; i -= l; f *= d; b = (byte) (b - i);
        b += 1; s -= b; c = 'x'; c += 1; l += 1; l = i; l = i - 1; d = i; d = f = i; d += l; i *= 1L; i <<= l; l <<= 3; l >>>= i; c <<= 1; c ^= 0x10001; b |= 0x80; s &= l; bs[0] = 7; bs[0] -= i; bs[0] += 300; bs[1] ^= b; cs[0] = 'c'; cs[0] -= 'a'; cs[i & 1] = c;
        b = (byte) -b; b = (byte) ~b; s = (short) +s; c = (char) -c; c = (char) (c - 'a' + i); i = -b; i = ~c; i = +s; l = -i; d = -f; f = -f; f = -l; d = -i; d = - -d; b++; --c; f--; d++; l--; s = b; var x = -b; x = 300; var y = ~c; y = -1; var z = !(b > c); z = false; var w = +s; w = 70000; var v = b; v = 1; i = b = 3; l = i = c;
        int[] a = new int[b & 7]; a = new int[c & 3 | 1]; a[0] = b - c; a[0] = i = -b; a[b & 0] += d; i = a[-(-a.length) - 1]; long[] ls = {i, -i, l, l << i, i << l, b, -b}; float[] fs = {l, -l, i, 1 - f}; int[] is = {b, -b, c, ~c, i << l, a[0]}; double[] ds = {i, f, -l, i / 2};
        return b + " " + s + (int) c + " " + i + " " + l + " " + f + d + bs[0] + bs[1] + (int) cs[0] + (int) cs[1] + x + y + z + w + v + a[0] + Arrays.toString(ls) + Arrays.toString(fs) + Arrays.toString(is) + Arrays.toString(ds) + of(-b) + of(+c) + of(c) + of(~s) + of(c + c) + of(b) + of(-l) + of(i << l) + of(l >> i) + of(c++) + of(i + 1) + of(i * l);
    }

    // hazard: boxes: identity, unboxing, incomparable types, narrowing to boxes
    static String boxes(Integer i, Integer j, Long l, Byte b, Short s, Character c, Double d, Boolean p, Boolean q, Number n, int k) {
        String r = "";
        /*! operator-mutation: +{i == j} +{i < l} +{i == k} +{n == i} +{c > b} +{d != k} +{i != null} +{i >= j} */
        r += (i == j) + "" + (i < l) + (i == k) + (n == i) + (c > b) + (d != k) + (i != null) + (i >= j) + (l == k) + (c == k) + (b != c - 'a') + (n != null) + (held == i);
        /*! operator-mutation: +{i += 'a'} +{i += 1} +{l += 1} +{l += k} +{d += 1} +{d -= i} */
        i = j; i += 'a'; i += 1; l += 1; l += k; d += 1; d -= i; b = 5; b++; s = 1; --s; c = 'x'; c++; i = k; i = null; i = 3; l = 4L; l = total; d = 1.0; d = k - .5; n = k; n = -k; n = d; held = -k; held = !p; held = i++; held = (held == i ? k : k - 1);
        /*! operator-mutation: +{p & q} +{p && q} +{p == q} +{p ^ (k > 3)} +{p |= k > 2} */
        r += (p & q) + "" + (p && q) + (p == q) + (p ^ (k > 3)) + (p |= k > 2); p = q; p &= q; p = !q; p = k > 3; p ^= true; boolean t = p, u = p & k > 2, v = p == (k > 1); t = q; t |= p; t &= !q; Boolean w = t && p, x = !p, y = t, z = null; y = null; y = t; Object o = !p, e = -k, g = ~k, h = -i, m = i, f = k; e = k > 2 ? -k : "neg"; h = k > 2 ? i : null;
        try { r += z || p; } catch (NullPointerException ex) { r += "npe"; } try { r += p || z; } catch (NullPointerException ex) { r += "NPE"; } try { z &= p; } catch (NullPointerException ex) { r += "Npe"; }
        List<Integer> is = new ArrayList<>(List.of(4, 5, 6)); is.remove(i - 2); is.remove(-(-k) - 6); is.remove(i); is.add(-k); is.add(i - k); is.set(0, ~k); of(!p); of(p); r += of(!t) + of(i) + of(-i) + of(i + 1) + of(-c) + of(i - l); if (p) r += k; boolean a = !(boolean) (Object) q; Supplier<Integer> s1 = () -> -k, s2 = () -> k; Supplier<Long> s3 = () -> -total; Supplier<Boolean> s4 = () -> !w; Function<Byte, Integer> s5 = B -> -B; boxed++; boxed += k - 1;
        return r + i + j + l + b + s + c + d + p + n + t + u + v + x + y + z + o + e + g + h + m + f + is + a + s1.get() + s2.get() + s3.get() + s4.get() + s5.apply((byte) 3) + boxed + held;
    }

    // hazard: types of lambda parameters, generic results, var: + may be a string's, & may be a boolean's
    static String unknown(List<String> ss, List<Integer> is, Map<String, Boolean> m, List<Double> ds, Object o, int k) {
        /*! operator-mutation: -{a + b} -{x + 1} -{y + 1} -{-z} */
        BinaryOperator<String> cat = (a, b) -> a + b; UnaryOperator<String> app = x -> x + 1; Function<String, Object> obj = (y) -> y + 1; DoubleUnaryOperator neg = z -> -z;
        BinaryOperator<Integer> sub = (a, b) -> a - b; BinaryOperator<Boolean> and = (a, b) -> a & b, or = (a, b) -> a || b; BiFunction<String, String, Boolean> eq = (a, b) -> a == b, ne = (a, b) -> a != b && a == "a"; Predicate<Object> nul = x -> x == null, not = x -> !nul.test(x); IntUnaryOperator inv = x -> ~x, dec = x -> x - 1; Function<Double, Double> half = x -> x / 2; Supplier<Object> any = () -> ss.get(0) + 1;
        String r = ss.get(0) + ss.get(1) + (ss.get(0) == ss.get(1)) + (is.get(0) + is.get(1)) + (is.get(0) == is.get(1)) + -is.get(0) + (is.get(0) < k) + (is.get(0) == k) + -ds.get(0) + (ds.get(0) + k) + (ds.get(0) % 2 == k) + (m.get("a") & m.get("b")) + (m.get("a") ? 1 : 2) + !m.get("a");
        var s = ss.get(0); var i = is.get(0); var d = ds.get(0); var p = m.get("a"); for (var e : m.entrySet()) r += e.getKey() + e.getValue() + (e.getKey() + 1) + (e.getValue() == p) + (e.getValue() ^ p); for (var x : ss) { r += x + 1; x += 2; r += x; } for (var x : is) { r += x + 1; x += 2; r += -x; } for (String x : ss) r += x == s; for (int x : is) r += -x; for (Object x : is) r += x + "" + (x == i);
        /*! operator-mutation: -{s + 1} -{wild(k)} -{j = wild(k)} */
        r += s + 1; int j = wild(k); j = wild(k); r += "" + (i + 1) + (d - 1) + -d + (!p) + (i == j) + (i <= j); if (wild(true)) r += "w"; boolean w = wild(true); w = !(boolean) wild(w); if (j == (int) wild(3) && wild(3) != null) r += "x"; j += (int) wild(4); int[] a = {1, wild(2)}; a[0] = wild(6); r += a[0] - a[1] + "" + (k > 2 ? (int) wild(k) : 1) + same(k) + (same(k) - 1) + -same(k) + !same(w) + (same(s) + 1);
        int c = k > 3 ? wild(5) : 6; c = k > 9 ? 7 : wild(8); c = switch (k) { case 1 -> wild(2); default -> 3; }; Box<Integer> bi = new Box<>(k - 1); Box<String> bs = new Box<>("b"); Box<Boolean> bb = new Box<>(k > 3); var bx = new Box<>(k + .5); bi.v += 1; bi.v++; bs.v += 1; bb.v &= true; bi.v = 4; bs.v = "c"; r += bi.v + 1 + -bi.get() + (bs.v + 1) + (bs.get() + 1) + (bb.v && bb.get()) + !bb.v + (bx.v + 1) + (bi.v == k) + (bs.v == s) + (bi.get() >= bi.v) + bx.get();
        int y = bs.v == null ? -1 : bi.<Integer>as() + 1, t = bi.as(); boolean u = !bb.<Boolean>as(), v = bb.as(); if (bb.as()) u = !v; Num<Double, Integer> n = new Num<>(); n.n = k * .5; n.i = k + 1; return r + cat.apply("a", "b") + app.apply("c") + obj.apply("d") + neg.applyAsDouble(k) + sub.apply(k, j) + and.apply(w, p) + or.apply(w, p) + eq.apply("a", "b") + ne.apply("a", "b") + nul.test(o) + not.test(o) + inv.applyAsInt(k) + dec.applyAsInt(k) + half.apply(3.) + any.get() + c + y + t + u + v + n.sum() + n.same(2.) + n.less(4);
    }

    // hazard: names that are hidden by others of other types: locals, members of supertypes, local classes
    String hidden(Object o) {
        String r = "" + (n + 1) + -n + (length - 1) + -length + (size() + 1) + -size() + (flag & 1) + ~flag + -ratio + (check() & 1) + -total(); UnaryOperator<String> u = n -> n + 1; Function<Double, Double> f = ratio -> -ratio; Predicate<Boolean> g = flag -> !flag & flag;
        class Sub extends Named { String all() { return n + 1 + length + 2 + (size() + 1) + -ratio + (ratio - 1) + (flag & true) + (check() & flag) + -total() + !flag + (any + "x") + (any == "o") + (n == length) + (OperatorsTypes.this.n + 1) + -OperatorsTypes.this.size(); } }
        Named m = new Named() { @Override String size() { n += 1; flag = !flag; ratio = -ratio; total = -total; return n + length + (size == 6) + -size + (any = n + 1); } }; List<Integer> list = new ArrayList<>(List.of(1)) { @Override public int size() { return super.size() + modCount + -1; } };
        { String n = "local", size = n + 1; r += n + 1 + size + (n == size) + (this.n + 1) + -this.n; for (String length : new String[] {n}) r += length + 1; double ratio = 2.5; r += -ratio; ratio = -ratio; ratio %= 2; boolean flag = ratio > 1; flag = !flag; flag &= !flag; r += flag; }
        class Short { String v = "v"; String plus(Short i) { return i.v + 1 + v + (i == this) + (this != i); } } Short i = new Short(), j = i; r += (i == j) + "" + (i != j) + i.plus(j); class StringBuilder { int w = 5; int size() { return w - 1; } } StringBuilder w = new StringBuilder(); r += w.w + 1 + "" + -w.size() + (w.w - 2) + (w == null);
        return r + u.apply("a") + f.apply(1.5) + g.test(true) + new Sub().all() + m.size() + list.size() + (o instanceof Double n && n > 1 ? -n : n - 1) + m.n + m.flag + (m.length + 1) + -m.ratio + (m.any == o) + (m.check() ^ m.flag) + -m.total();
    }

    // hazard: references compared; enums, arrays, classes; results of operators as arguments, selectors, resources
    static String references(Unit a, Unit b, int[] x, int[] y, String s, Object o, Class<?> c, Range q) throws Exception {
        /*! operator-mutation: +{a == b} +{x != y} +{s == "s"} +{o == s} +{c == int.class} +{a.by < b.by} +{a.far == b.by} */
        String r = "" + (a == b) + (x != y) + (s == "s") + (o == s) + (c == int.class) + (a.by < b.by) + (a.far == b.by) + (a == Unit.ONE) + (a.ordinal() > b.ordinal()) + (a.compareTo(b) > 0) + (x.length == y.length) + (x[0] != y[0]) + (a == b == (x == y)) + (a.size() - b.size()) + -a.by + (a.far << 2) + !a.big + (o != null && o == x | a != null);
        switch (a) { case ONE -> r += a.by - 1; default -> next(); } switch (s + 1) { case "s" + 1: r += "t"; default: r += s == null ? -1 : +1; } class Res implements AutoCloseable { int k; Res(int k) { this.k = k; } Res() { this(-next() + 3); } public void close() { total += -k; } }
        try (Res z = new Res(x[0] - 1); Res w = new Res()) { total -= z.k; r += z.k - w.k; } synchronized (o == null ? s : o) { r += q.length() - q.low(); } r += new Range(3).high + q.compareTo(new Range(-q.low, x.length)) + (q == new Range(1) ? 1 : 0) + "" + (q.equals(q) & q.hashCode() != 0) + -q.high() + (q.low - q.high) + new Range(5, -2);
        Runnable run = () -> next(); run.run(); Supplier<Integer> sup = OperatorsTypes::next; for (next(); calls < 12; next()) calls += calls & 1; int i = 0; x[i++] += x[i++] - i; x[i = 0] = y[i]--; x[++i & 1] *= -next(); long l = x[0]; l += x[i] == y[i] ? sup.get() : -l; if (!(c != null)) throw new IllegalStateException("x" + -i); return r + i + l + x[0] + x[1] + y[0] + calls + total + (Object) (i - 1) + (double) x[0] / 2 + (char) ('a' + i) + Math.max(-i, i - 1) + (l > i ? l : i) + Integer.valueOf(-i) + (-i + "").length() + -s.length() + (-i >> 1) + (-i >>> 28) + (l >> i) + (i << l);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(strings("s", 'c', "o", 5, 7, 1000, new char[] {'x'}, "q", new StringBuilder()));
        System.out.println(narrow((byte) 100, (short) 300, 'x', 7, 9L, 1.5f, 2.25, new byte[] {1, 2}, new char[] {'a', 'b'}) + "\n" + narrow((byte) -1, (short) -9, '\0', -7, -9L, -.5f, 3, new byte[2], new char[2]));
        System.out.println(boxes(1000, 1000, 5L, (byte) 4, (short) 3, 'c', 2.5, true, true, 7, 6) + "\n" + boxes(5, 5, 5L, (byte) 98, (short) 1, 'b', 6., false, true, null, 6));
        Map<String, Boolean> m = new LinkedHashMap<>(); m.put("a", true); m.put("b", false); System.out.println(unknown(List.of("a", "b"), List.of(3, 4), m, List.of(2.5, 4.), 'o', 4));
        System.out.println(new OperatorsTypes().hidden(2.5) + "\n" + references(Unit.ONE, Unit.TWO, new int[] {4, 5}, new int[] {4, 6, 7}, "s", "s", int.class, new Range(4, 2)) + new Range(3).compareTo(new Range(0, 9)) + Unit.TWO.size());
    }
}
