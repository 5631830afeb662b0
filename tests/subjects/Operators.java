import java.util.function.Consumer;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Operators in places that decide whether another operator compiles: constants, definite assignment, patterns, tokens that would join. */
@Operators.Sizes(value = 3 + 4, all = {1 << 2, -Operators.N}, on = 1 < 2, c = 'a' + 1)
public class Operators {
    @interface Sizes { int value() default 2 * 3; int[] all() default {}; boolean on() default !false; char c() default 'x' - 1; }
    interface Limits { int LOW = 3 - 1, HIGH = LOW * 100; boolean ON = LOW < HIGH; char LETTER = 'a' + LOW; }
    static final int N = 200, SMALL = 100 + 20, ZERO = N - 200;
    static final boolean DEBUG = !true, OPEN = SMALL > ZERO && !DEBUG;
    static final char LETTER = 'y';
    static final int OPAQUE = "abc".length() + N;
    static String log = "";
    final int own = 3 + 4;
    int early = late = 5, late = early + 1, self = (this.self = 1) + 2;
    int n = 4; String s = "field", t = "t";
    { soon = 5; this.soon = this.soon + 1; }
    int soon; static { first = 7; } static int first;

    static boolean yes(int k) { log += k; return k > 0; }
    static int num(int k) { return k + 1; }
    @SuppressWarnings("unchecked") static <T> T wild(Object o) { return (T) o; }

    // hazard: constants stay constants: narrowing, case labels, initialisers, return, boxes, switch, ?:
    static String narrowing(int k, boolean p, Byte box) {
        /*! operator-mutation: -{3 + 4} -SMALL -{SMALL + 7} -{'a' + 1} -LETTER -{LETTER - 'a'} */
        byte b = 3 + 4, c = SMALL, d = SMALL + 7; char e = 'a' + 1, f = LETTER; byte g = LETTER - 'a', h = LETTER; final int local = 5 * 3; final char sign = '-' + 2;
        /*! operator-mutation: -{N - 100} -local -{local + 100} -{-128} -{~local} -{1 << 6} */
        byte[] bs = {N - 100, local, local + 100, -128, ~local, 1 << 6, SMALL, (byte) (N + k)}; char[] cs = {sign, N, 'a' + local, LETTER};
        b = local + 1; b += local; f = N; f += 1; c = -SMALL; bs[0] = SMALL - 1; Byte w = local + 1; Character v = N, u = LETTER + 1; Short s = -local; box = SMALL;
        byte q = p ? SMALL : b, r = true ? -local : 2, z = switch (k) { case local -> SMALL; case N + 1 -> 3 * 4; default -> { yield N - 100; } };
        Object o = p ? 'a' : SMALL, x = p ? b : N, y = true ? LETTER : k; Supplier<Byte> sup = () -> SMALL; b ^= b + k;
        return b + c + d + "" + e + f + g + h + bs[4] + cs[1] + w + v + u + s + q + r + z + o + x + y + sup.get() + tiny() + box + low(Limits.LETTER) + new Operators().own;
    }

    static byte tiny() { return SMALL - 3; }
    static char low(char c) { if (c > LETTER) return N; return Limits.LOW + 'a'; }

    // hazard: case labels: duplicates, types of the selector
    static String labels(int k, byte b, char c, Integer box, String s) {
        final int one = 1; final String x = "a" + one; String r = "";
        /*! operator-mutation: -{one + 1} -{one - 1} -{-one} -{1 << 2} -{Limits.HIGH / N} +{k * 2} */
        switch (k * 2) { case one: r += 1; case one + 1: r += 2; case one - 1: case -one: r += 3; break; case 1 << 2: r += 4; default: r += Limits.HIGH / N; }
        /*! operator-mutation: +{-b} -{-200} -{-130} */
        switch (-b) { case 200: r += 'a'; case -200: r += 'b'; case 3: r += 'd'; } switch (~b) { case -130: break; default: r += 'c'; } switch (+c) { case 70000, 'b': r += 'e'; }
        switch (c) { case 'a' + 1: r += 'f'; break; case LETTER - 1: case 'a': r += 'g'; } switch (c - 'a') { case 'b' - 'a' -> r += 'h'; case SMALL, -SMALL -> r += 'i'; default -> num(k); }
        switch (b) { case SMALL: r += 'j'; case -SMALL: case -128: case 127: r += 'k'; } switch (box) { case one + one -> k++; case Integer.MAX_VALUE - 1 -> --k; default -> k += one; }
        switch (s) { case x: r += 'l'; case "a" + (one + 1): r += 'm'; case "b" + -one: r += 'n'; case "" + LETTER + one: } int y = switch (k + b) { case 5: int z; z = 1; yield -z; case 6: z = 2; yield +z; default: yield -(k); };
        return r + k + y + switch (b - k) { case -1, 0 -> -k; case 1 -> { int z = k - 1; yield-z; } default -> ~k; };
    }

    // hazard: endless and never-entered loops, code behind them; literals out of range without their sign
    static int endless(int k) {
        final int a = 1, b = 2; final boolean on = a < b, off = a > b; int r;
        /*! operator-mutation: -{a < b} -{!off} -on +{k > 3} +{r++} */
        while (a < b) { r = k; break; } for (; !off; ) { if (k > 3) break; r++; k++; } do { k++; if (k > 8) break; } while (a != b); for (; SMALL > ZERO; k++) if (k > 9 && on) break;
        if (DEBUG) { int never = k / ZERO; r -= never; } if (!OPEN) r = 0; else if (a == b - 1) r += 1 / (k - 3); while (OPEN & on) { if (k++ > 20 || off) break; } int v; if (a < b || k > 3) v = 1; if (on && a < b) v += 1;
        int w; if (on) w = 2; else w = 3; int big = -2147483648 + k, neg = - 2147483648, div = k - -2147483648; long huge = k * -9223372036854775808L - (-9223372036854775808L), mask = -0x80000000 & ~0; boolean x = k / 3 * 2 > -2147483648 ^ OPAQUE < N;
        for (int q = 0; ; q += 2) { if (q - k > 3) return r + k + v + w + big + neg + div + (int) huge + (int) mask + (x ? a : b) + -1 + Integer.MIN_VALUE; }
    }

    static int behind(int k) { final boolean go = SMALL != N; while (go) { if (k++ * 2 > 30) return -k; } }
    static int around(int k) { do { if (++k % 7 == 0) return k - 1; } while (Limits.LOW < Limits.HIGH); }

    // hazard: definite assignment when true, when false, and of the operands of & | ^
    static int assigned(boolean p, boolean q, int k) {
        int a, b, c, d, e, f, g, h, i, j;
        /*! operator-mutation: -{p && (a = k) > 3 && a > 4} +{(a = k) > 3} +{a > 4} */
        if (p && (a = k) > 3 && a > 4) k += a; if (!q || (b = k) < 5) b = 2; if (!(p && (c = k) > 2)) c = 3; if (p & (d = k) > 1 | q) k++;
        k += b + c + d; if (p ^ (e = k) > 40) k -= 1; k -= e; boolean x = q | (f = k) > 5; k += f; while (!((g = k--) < 12 || !q)) k--; k += g; if (q ? (h = k) > 3 : false) k += h;
        if ((i = k) > 3 && i < 90 || i > 95) k += i; for (; (j = k) > 60 & !(j < 70); k = j) j -= 3; boolean y = !p || (a = k) > 3; if (y && (a = 4) > k) { k -= a; } final int w; if (p || (w = k) > 3) k++; else k += w;
        final boolean z; z = !q; boolean u = !(q && (z || k > 3)); int l; boolean v = (l = 3) > k && l > 2 & z; int m; l = (p ? m = 1 : (m = 2)) + m; int o; int[] cells = {1, 2, 3}; if (cells[o = 1] > 1 && o > 0 || p == (o == 2)) k += o;
        return k + l + m + (x ? 1 : 2) + (u != v ? 3 : 4);
    }

    // hazard: = to += of what has no value yet, of finals, of fields before their declaration
    static int fresh(int k, boolean p) {
        int a; a = k; final int b; b = k + 1; int c; if (p) c = 1; else c = 2; int d; while ((d = num(k)) < 9) { k += d; } int e, f = (e = k) + e; final int g; if (k > 3) { g = k; } else g = -k; Runnable run = () -> log += b + g; run.run();
        /*! operator-mutation: +{k / (k - 9)} +{k - 9} +{k += i} +{i < 3} +{z + 1} -{a = b} -{f = e = a} */
        a = b; c = d; f = e = a; int h; try { h = k / (k - 9); } catch (ArithmeticException x) { h = -1; } int i; for (i = 0; i < 3; i++) k += i; for (int j; (j = k) > 90; ) k -= j; class Point { final int x; int y; Point(int z) { x = z; this.y = -x; y = z + 1; } }
        switch (k) { case 1: int m; m = 1; break; default: m = 2; k += m; } int o; o = o = 3; k = k - o; int q = (q = 2) + 1; int u; u = p ? 1 : 2; Runnable cap = () -> log += u; cap.run(); int w = 4; w = 5; w -= k = w; return a + c + f + h + i + k + q + w + new Point(k).y + e;
    }

    // hazard: pattern variables and the names they hide
    String patterns(Object o, Object q, boolean p) {
        String r = ""; if (o instanceof String s && s.length() > 1) r += s; if (!(o instanceof String s) || s.isEmpty()) r += n; else r += s.length() - 1;
        /*! operator-mutation: -{o instanceof String n && p} */
        if (o instanceof String n && p) r += n + 1; if (!(o instanceof Integer t) | p) r += t; if (!(q instanceof String u && u.length() < 9) ? n > 3 : u.isEmpty()) r += n - 1; boolean b = o instanceof String x & q instanceof String y, c = o instanceof String x ^ q instanceof String x;
        if (!(q instanceof String v) & p) { return r + n; } String v = "v"; if (q instanceof String w && p == b) { return r + t; } String w = "w"; while (!(o instanceof Integer z && z > 2) && n > 0) { o = 3; n--; } for (; !(o instanceof Integer m); ) o = n + 1; r += m - 1;
        return r + b + c + v + w + more(o) + (o instanceof Integer t && !(t < 9 || t > 90) ? t + 1 : n) + (!(o instanceof Integer t) || t * 2 > n) + (!!(o instanceof Integer d) && d > 1);
    }

    String more(Object o) {
        if (!(o instanceof String n)) return "-" + (n + 1) + (n - 1) + -n;
        /*! operator-mutation: -n -{n + 1} +{n == t} */
        String r = n + 1; if (n == t) r += n; while (!(o instanceof Integer s)) { r += s; o = 2; } r += s + 1; if (o instanceof Integer t) { r += t - 1; r += -t; } return r + t;
    }

    // hazard: precedence: the operands stay what they were
    static String shapes(int a, int b, int c, int d, boolean p, boolean q, boolean r, boolean s) {
        /*! operator-mutation: +{a - b + c} +{a - b} +{a + b * c} +{b * c} +{a * b % c} +{a - (b - c)} -{"" + a * b} */
        String t = "" + (a - b + c) + (a + b * c) + a * b % c + (a - (b - c)) + -a * b + -(a + b) * c; t += "" + a * b + a % c + (a + b + "" + c) + (a * b + "") + -a + +b + ~c + - -a + - + -b + -~a + ~ -b;
        t += "" + (a << b + c) + (a + b << c) + (a << b >> c) + (a >>> (b >> c)) + (a & b | c ^ d) + (a | b & ~c) + (a ^ b ^ c) + ((a & 1) == 0) + (a + b & c - d) + (a < b == c < d) + (a < b != (c == d)) + (a == b & c != d);
        t += "" + (p && q || r ^ s) + (p || q && r) + (p & q && r | s) + (p == q & r != s) + (p != (q == r)) + (!p == q) + !(p && q) + (!p ^ !q) + (p == q == r) + (p ? q || r : q && r); t += p && q || r ? a - b : b - a;
        t += (a += b -= c) + (a = b = c) + (d *= a - b) + (a -= p ? b : c) + (c = d + 1) * 2 + (b <<= c & 3) + (a > b ? a : b > c ? b : c); boolean u = p = q ^= r |= s; p &= q || r; q |= a > b; r ^= s == p; return t + u + p + q + r + (a - b - c) + a / b * c + (char) (a - b + 'a') + (byte) -a + (int) -b % c + (long) ~a;
    }

    // hazard: tokens that would join or part, comments
    static String tight(int a, int b, int[] x, boolean p, boolean q, byte y) {
        /*! operator-mutation: +a-b +a-+b +a+-b +a-~b +a+b +-~a +~-a +-+a +a*-b */
        int i=a-b,j=a-+b,k=a+-b,l=a-~b,m=a+b+-~a+~-a+-+a+a*-b+-b+a*b-+-a;
        /*! operator-mutation: +a++ +b-- +a*--b +a+b++ */
        i+=a+++b;i-=a-b--;i+=a*--b;i=a+b++;j=-a--;j-=-b++;j=+a++;k=a-++b;k+=a- -b;k-=a-(-b);k=- --b;l=a-- -b;l+=a++ +b++;l-=x[a++&1]-x[--b&1];l+=-x[0]---x[1];i=-i;j=+j;k=~k;a-=-b;a+=+b;
        i+=a*/*x*/b;j-=a+/*y*/-b;k+=a/**/-/**/b;l-=a%//z
            (b-1|1);m+=a/*v*/-// w
            b;m-=-/*u*/a+- /*s*/-b;if(a<-b|a>-b&i<=-j)m++;p=!q;q=!p&&!/**/q||!(!p);p^=!q;p|=q!=!p;while(a-->b&&a>0)m--;assert!p|p:-a;do-- a;while(a>b);for(;-a>0;)--a;
        byte z=(byte)-y;int w=(int)-a+(int)+b+(w=a)*(int)(-b);Object o=(Object)~a;Integer e=(Integer)a++;int f=(a)-b+(a)+b-(a);f+=(a&b)-f;e=(Integer)b;long g=-(a)-(b)-0x1e+b;g=a>b?-a:-b;double h=1.-a-.5-1e-2*b+0x1p-3;o=(Object)b--;e=(Integer)x[0]--;(a)++;(x[1])--;
        IntUnaryOperator u=v->-v;IntBinaryOperator t=(c,d)->c-d;u=v->v--;if(!p)return-a+""+b;else switch(b){case-1:m++;default:}return(a)+""+-b+i+j+k+l+m+!p+q+z+w+o+e+f+g+h+u.applyAsInt(3)+t.applyAsInt(a,b);
    }

    // hazard: lambda bodies that are statements or values, and the overloads they choose
    static int take(Predicate<Integer> p) { return p.test(3) ? 1 : 2; }
    static int take(Consumer<Integer> c) { c.accept(3); return 5; }
    static int pick(ToIntFunction<Integer> f) { return f.applyAsInt(4); }
    static int pick(Consumer<Integer> c) { c.accept(3); return 6; }
    static String of(Runnable r) { r.run(); return "R"; }
    static String of(Supplier<Integer> s) { return "S" + s.get(); }
    static String bodies(int[] a, boolean[] f) {
        /*! operator-mutation: -{!yes(x)} -{yes(x)} */
        int r = take(x -> !yes(x));
        /*! operator-mutation: -{-num(x)} -{num(x)} +{-a[0]++} +{a[0]++} */
        r += pick(x -> -num(x)) + pick(x -> -a[0]++); r += take(x -> !f[0] && x > 2) + take(x -> !(f[0] = x > 1)) + pick(x -> -(a[1] += x)) + pick(x -> -x) + pick((Integer x) -> num(x));
        Runnable v = () -> num(3), w = () -> a[0]++, x = () -> f[1] = f[0]; Consumer<Integer> c = k -> num(k), d = k -> a[1] -= k; Supplier<Integer> s = () -> a[0]--, t = () -> a[1] = 3; v.run(); w.run(); x.run(); c.accept(1); d.accept(2);
        return r + of(() -> a[0]++) + of(() -> -num(1)) + of(() -> num(2)) + of(() -> { num(3); }) + of(() -> a[1] += 2) + s.get() + t.get() + a[0] + a[1] + f[1];
    }

    // hazard: loops, updates, labels, indices, statements of calls
    static int loops(int[] a, int n) {
        int r = 0; for (int i = 0, j = a.length; i < j && n > 0; i++, --j, num(i)) r += a[i] - a[j - 1]; int k = a.length; while (k-- > 0) r += a[k] * k; outer: for (int i = 0; i < n; ++i) for (int j = i; ; j += 2) { if (j >= n) continue outer; if (r > 500) break outer; r += i ^ j; }
        for (int v : a) { r += v; v += 1; v = r; r -= v & 1; } num(r); int i = 1; i = i++; i = ++i + i++; a[i -= 2] += a[i] << 1; a[i++ % a.length]++; int[][] m = new int[n][a.length - 1]; m[0][n - 2] = n; r += m[n - 2][a.length - 2] + a[-(-1)] + new int[n + 1].length; do r >>= 1; while (r > 1000); if (r < 0) r = -r; else if (r != 3) --r; return r + i - n;
    }

    public static void main(String[] args) {
        System.out.println(narrowing(3, true, null) + " " + labels(2, (byte) 5, 'b', 3, "a1") + labels(1, (byte) -3, 'x', 2, "b-1") + " " + endless(1) + " " + behind(2) + " " + around(3));
        System.out.println(assigned(true, false, 7) + " " + assigned(false, true, 40) + " " + fresh(4, true) + " " + fresh(9, false) + " " + new Operators().patterns("str", "ing", false) + new Operators().patterns(5, "", true) + new Operators().more("m") + new Operators().late);
        System.out.println(shapes(7, 3, 2, 9, true, false, true, false) + " " + shapes(-5, 4, 3, 1, false, true, true, true) + "\n" + tight(9, 2, new int[] {3, 4}, true, false, (byte) 7) + " " + tight(3, 8, new int[] {5, 6}, false, false, (byte) -1));
        System.out.println(bodies(new int[] {4, 5}, new boolean[] {true, false}) + " " + loops(new int[] {3, 1, 2, 8}, 3) + " " + log + first + new Operators().soon + new Operators().self);
    }
}
