import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Compound assignments, increments and what they stand for, of all types and in all places. */
public class Expressions {
    static int count, calls;
    static volatile int shared = 5;
    static String log = "", text;
    static Expressions last;
    byte small = 120;
    int[] cells = {1, 2, 3};
    Expressions next;
    static Integer boxed = 127;
    static Object any = "a";

    static int call(int n) { calls++; log += n; return n; }
    static int[] array() { calls++; return last.cells; }
    static Expressions self() { calls++; return last; }

    // hazard: the hidden cast of every primitive type
    static String casts(byte b, short s, char c, int i, long l, float f, double d) {
        /*! expression-exchange: +{b += 200} +{b *= 2.6} +{b >>>= 1} +{b ^= 0x1ff} */
        b += 200; b *= 2.6; b >>>= 1; b ^= 0x1ff;
        /*! expression-exchange: +{s -= l} +{s <<= 33L} +{s /= 3f} +{s %= 'c'} */
        s -= l; s <<= 33L; s /= 3f; s %= 'c';
        /*! expression-exchange: +{c += 1} +{c *= d} +{c |= 0x10000} +{c >>= l} */
        c += 1; c *= d; c |= 0x10000; c >>= l;
        /*! expression-exchange: +{i += 3.99} +{i -= l} +{i *= f} +{i <<= 35L} +{i >>>= l} +{i &= l} */
        i += 3.99; i -= l; i *= f; i <<= 35L; i >>>= l; i &= l;
        /*! expression-exchange: +{l += f} +{l <<= 65} +{l >>>= i} +{l /= 2.5} +{l += 'a'} */
        l += f; l <<= 65; l >>>= i; l /= 2.5; l += 'a';
        /*! expression-exchange: +{f += d} +{f *= 1e30} +{f -= l} +{d %= f} +{d /= 0} */
        f += d; f *= 1e30; f -= l; d %= f; d /= 0;
        return b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d;
    }

    // hazard: the right side keeps together
    static String precedence(int a, int b, boolean p, boolean q) {
        /*! expression-exchange: +{a -= b - 1} +{a *= b + 1} +{a /= b * 2} +{a <<= b & 3} +{a -= p ? 1 : 2} */
        int r = a; a -= b - 1; a *= b + 1; a /= b * 2; a <<= b & 3; a -= p ? 1 : 2;
        /*! expression-exchange: +{p &= q || !q} +{p |= a > b} +{p ^= q == p} +{q &= p ^ true} */
        p &= q || !q; p |= a > b; p ^= q == p; q &= p ^ true;
        a -= -b; a -= - -b; a += +b; a -= --b; a -= b--; a += ++b; a += (b); a -= (b) - 1; a += ~b; a &= (byte) b;
        a += switch (b) { case 1 -> 5; default -> 6; }; a -= b = 2; a += b += 3; a += a++ + ++a; a += a -= 1;
        return a + " " + b + " " + p + q + r;
    }

    // hazard: strings: + is not associative, the right side has its own type
    static String strings(String s, char c, Object o, int i, char[] cs) {
        /*! expression-exchange: +{s += i + 1} +{s += 'x' + c} +{s += o} +{s += null} +{s += 1.0f} */
        s += i + 1; s += 'x' + c; s += o; s += null; s += 1.0f;
        /*! expression-exchange: -{s = s + i + 1} +{s = s + (i + 1)} -{s = i + s} +{s = s + c} -{s = "" + s + c} */
        s = s + i + 1; s = s + (i + 1); s = i + s; s = s + c; s = "" + s + c;
        s += s += c; s += i == 3 ? "a" : 'b'; s += (s = "t") + s; s += i > 2;
        String n = null; n += n; o = o + s; any += "b" + i; any += s; text += 1;
        CharSequence q = "q"; q += "r"; Comparable<String> k = "k"; k += "l"; Object t = 5; t += "5";
        return s + n + o + any + q + k + t + text;
    }

    // hazard: a = a op X only where a is the left operand of the root
    static String chains(int a, int b, double x, double y, boolean p, boolean q) {
        /*! expression-exchange: -{a = a + b + 1} -{a = b + a} +{a = a + (b + 1)} +{a = a - b * 2} -{a = a - b - 2} */
        a = a + b + 1; a = b + a; a = a + (b + 1); a = a - b * 2; a = a - b - 2;
        /*! expression-exchange: -{x = x + y + 0.1} +{x = x * (y / 3)} -{x = x * y / 3} +{x = x - -y} */
        x = x + y + 0.1; x = x * (y / 3); x = x * y / 3; x = x - -y;
        /*! expression-exchange: -{p = p && q} -{p = p || q} -{p = p == q} +{p = p & q} +{p = p ^ (q | p)} -{p = !p} */
        p = p && q; p = p || q; p = p == q; p = p & q; p = p ^ (q | p); p = !p;
        /*! expression-exchange: -{a = b = a + 1} -{a = (int) x + a} -{a = -a} */
        a = -a; a = (int) x + a; b = b + 3; a = b = a + 1;
        return a + " " + b + " " + x + " " + p;
    }

    // hazard: a cast that is not of the variable's type
    static String narrowed(byte b, short s, char c, int i, long l) {
        /*! expression-exchange: +{b = (byte) (b + 1)} -{b = (byte) (char) (b + 1)} -{s = (byte) (s + 200)} */
        b = (byte) (b + 1); b = (byte) (char) (b + 1); s = (byte) (s + 200);
        /*! expression-exchange: -{i = (short) (i + 70000)} -{i = (int) l + i} +{i = (int) (i + l)} -{l = (int) (l + i)} */
        i = (short) (i + 70000); i = (int) l + i; i = (int) (i + l); l = (int) (l + i);
        /*! expression-exchange: +{c = (char) (c + i)} -{i = (char) c + i} -{b = (byte) b} -{l = (long) i + l} */
        c = (char) (c + i); i = (char) c + i; b = (byte) b; l = (long) i + l;
        b = (byte) (b * 2.5); i = (int) (i * 2.5); i = (int) i * 2; b = (byte) ((b) + (1));
        return b + " " + s + " " + (int) c + " " + i + " " + l;
    }

    // hazard: boxes: (Byte) (int) does not compile; null; identity
    static String boxes(Integer i, Byte b, Short s, Character c, Long l, Double d, Boolean p, Float f) {
        Integer old = i;
        i += 1; i++; ++i; i -= 2; i = i + 5; l += 1; l += i; l <<= 2; d += i; d *= 2; p |= true; f += 2; f++; d--; l++;
        b++; --b; s++; c++; boxed++; boxed += 1000; p &= old == i; i += 1 - 1;
        String r = "";
        try { Integer z = null; z += call(1); } catch (NullPointerException e) { r += "npe" + log; }
        try { Integer z = null; z++; } catch (NullPointerException e) { r += "NPE"; }
        try { Boolean z = null; z &= call(2) > 0; } catch (NullPointerException e) { r += log; }
        return r + i + b + s + c + l + d + p + f + (old != i) + boxed + (i += 2) + i++;
    }

    // hazard: the left side is evaluated once
    static String effects(int[] a, int i) {
        /*! expression-exchange: -{a[i++] += 2} -{array()[1] *= 3} -{self().small += 5} -{a[call(2)] -= 4} -{self().next.small += 1} */
        a[i++] += 2; array()[1] *= 3; self().small += 5; a[call(2)] -= 4; self().next.small += 1;
        /*! expression-exchange: +{a[i] += 2} +{a[i + 1] -= 9} +{last.small += 5} +{last.next.cells[0] += a[i]} +{shared += 4} */
        a[i] += 2; a[i + 1] -= 9; last.small += 5; last.next.cells[0] += a[i]; shared += 4;
        a[i = 0] += 7; (last = last.next).small += 1; a[(int) a[1] % 3] += i; a[i]++; array()[0]++; a[i++]++; self().small++;
        a[i] += i = 2; a[0] += a[1] += (a = new int[] {50, 60, 70})[0]; i += i++ + (i = 4) + i; last.small += (last = last.next).small;
        return Arrays.toString(a) + Arrays.toString(last.cells) + i + last.small + shared + calls;
    }

    // hazard: which exception comes, and what was done before
    static String thrown(int[] a, int i, Expressions e) {
        String r = ""; log = "";
        try { a[i] += call(1); } catch (RuntimeException x) { r += x.getClass().getSimpleName() + log; }
        try { e.cells[0] -= call(2); } catch (RuntimeException x) { r += x.getClass().getSimpleName() + log; }
        try { i /= call(0); } catch (RuntimeException x) { r += x.getClass().getSimpleName() + log; }
        try { i %= 0; } catch (RuntimeException x) { r += i; }
        try { e.small += 1 / (i - i); } catch (RuntimeException x) { r += x.getClass().getSimpleName(); }
        Object[] os = new String[] {"s"}; String[] ss = {"t"};
        try { ss[0] += call(3); os[0] += "u"; os[1] += "v" + call(4); } catch (RuntimeException x) { r += x.getClass().getSimpleName() + log; }
        return r + ss[0] + os[0];
    }

    // hazard: increments as statements, updates, values; in lambdas that may be either
    static String increments(int i, byte b, char c, long l, double d, float f, short s, int[] a) {
        /*! expression-exchange: +{i++} +{--i} +{b++} +{--b} +{c++} +{l--} +{++d} +{f--} +{s++} +{a[0]++} */
        i++; --i; b++; --b; c++; l--; ++d; f--; s++; a[0]++;
        /*! expression-exchange: -{i++} -{++i} -{b--} -{c++} */
        int v = i++ + ++i - b--; a[c++ % 2] += v;
        /*! expression-exchange: +{i++} +{k += 1} */
        for (int k = 0; k < 3; i++, k += 1) v += k;
        if (i > 0) i--; else i++;
        switch (v) { case 0 -> i++; default -> { --i; } }
        IntUnaryOperator up = x -> x++; IntUnaryOperator more = x -> x += 1; Runnable run = () -> count++; Runnable add = () -> count += 1;
        Supplier<Integer> get = () -> ++count; Supplier<Object> set = () -> any = any + "!";
        run.run(); add.run();
        b = Byte.MAX_VALUE; b++; s = Short.MIN_VALUE; s--; c = 0; c--; i = Integer.MAX_VALUE; i++; l = Long.MIN_VALUE; l--;
        float big = 1e8f; big++; big += 1; double bigger = 1e17; bigger--; v += (1); v -= 1; v += 1L; v += 01; v += 0x1; v += '1' - 48;
        return up.applyAsInt(3) + " " + more.applyAsInt(3) + get.get() + set.get() + i + b + (int) c + l + d + f + s + a[0] + v + big + bigger;
    }

    static String over(int x) { return "int"; }
    static String over(byte x) { return "byte"; }
    static String over(long x) { return "long"; }
    static String over(Object x) { return "Object"; }

    // hazard: an assignment as a value, with its type; conditions; definite assignment
    static String values(byte b, int i, Integer x, long l, boolean p) {
        String r = over(b += 1) + over(i += 2L) + over(l -= i) + over(x += 3) + over(b = (byte) (b - 3)) + over(i = i * 2);
        if (p ^= i > 0) r += p; while ((i -= 7) > 0) r += i;
        int[] a = new int[b &= 3]; r += a.length + (i = i - 2) * 2 + -(i += 5) + (byte) (i += 300) + "" + (p |= true);
        r += p ? i += 1 : (i -= 1); final int w; boolean q = (p &= i > 4) || (i += 3) > 2; w = i *= 2;
        return r + i + w + q + ((i += 2) + (i = i + 3)) + (l = l + 1) + "" + (i = i - 1);
    }

    // hazard: tokens that would join, comments, line breaks
    static String odd(int a, int b, String s) {
        a+=+b;a-=-b;a-=--b;a+=++b;a=a-(-b);a=a+(+b);a=a- -b;a++;--a;s+='c';
        a /* one */ += /* two */ b /* three */; // four
        a = a /* five */ + // six
            b; // seven
        a // eight
            *= b // nine
            + 1; /* ten */
        a /* eleven */ ++ /* twelve */ ; ++ /* thirteen */ a;
        a = /* x */ ( /* y */ a ) /* z */ * 2; a = (a - 3);
        return a + s + b;
    }

    // hazard: targets and operands in parentheses
    static int bracketed(int i, int[] a) {
        (i)++; ++(i); (a[0])--; i = (i) + 4; i = ((i) - 1); a[0] = (a[0]) * (2); i = (int) ((i) + (2L));
        return i + a[0] + a[1];
    }

    // hazard: generic and unknown types, shadowed names, this
    <T extends Integer> String generic(T t, String small) {
        this.small += 1; this.small++; small += this.small; this.small = (byte) (this.small - 2); cells[this.cells[0]] += t; cells[0] += t;
        int own = this.next == null ? 0 : 1; own += t; this.next.next.small -= t; this.next.small <<= t; class Integer { } own += 1;
        return small + this.small + own + Arrays.toString(cells) + next.small;
    }

    public static void main(String[] args) {
        System.out.println(casts((byte) 100, (short) 300, 'x', 7, 9L, 1.5f, 2.25) + " " + casts((byte) -1, (short) -9, '\0', -7, -9L, -.5f, 3));
        System.out.println(precedence(7, 3, true, false) + " " + strings("s", 'c', 'o', 3, null));
        System.out.println(chains(5, 3, .1, .2, true, true) + " " + narrowed((byte) 127, (short) 7, 'a', 70000, 1L << 33));
        System.out.println(boxes(127, (byte) 127, (short) 3, 'c', 5L, 2.5, false, 1f));
        last = new Expressions(); last.next = new Expressions(); last.next.next = last;
        System.out.println(effects(new int[] {1, 2, 3, 4}, 0) + " " + thrown(new int[1], 1, null) + thrown(null, 4, last));
        System.out.println(increments(1, (byte) 2, 'c', 4, 5, 6, (short) 7, new int[] {8, 9}) + " " + values((byte) 1, 20, 3, 4, true));
        System.out.println(odd(5, 3, "s") + " " + bracketed(2, new int[] {3, 4}) + " " + new Expressions() { { next = last; } }.generic(1, "g"));
    }
}
