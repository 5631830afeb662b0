import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Truth values written otherwise: literals, De Morgan, double negation. */
@Conditions.Flags(on = true, all = {true, !false}, value = 1 > 0 && true)
public class Conditions {
    @interface Flags { boolean on() default false; boolean[] all() default {}; boolean value() default true && !false; }
    enum Mode { TRUE, FALSE }

    static final boolean ON = true, OFF = !true, BOTH = ON && !OFF;
    static String log = "";
    static Boolean box = true, none;
    static volatile boolean live = true;
    final boolean set = !false;
    Integer n = 3;

    static boolean yes(String s) { log += s; return true; }
    static boolean no(String s) { log += s; return false; }
    @SuppressWarnings("unchecked") static <T> T wild(Object o) { return (T) o; }
    static <T> T same(T t) { return t; }
    static String of(boolean b) { return "b"; }
    static String of(Boolean b) { return "B"; }
    static String of(Object o) { return "O"; }
    static String all(Object... os) { return os.length + "" + os[0]; }

    // hazard: constants stay constants: endless loops, unreachable code, narrowing, case labels
    static int constants(int k) {
        /*! condition-exchange: +true +!false +{!true} */
        final boolean go = true, on = !false, off = !true;
        int r; byte b = true ? 7 : 1000; final int c = go && on ? 3 : 4;
        /*! condition-exchange: +true */
        while (true) { r = 4; break; }
        /*! condition-exchange: +{!false} */
        for (; !false; ) { r++; if (r > k) break; }
        do { r++; if (r > k + 4) break; } while (go && !off);
        if (off) { int never; r += 100; } else if (OFF || !on) r += 200; switch (r) { case c: r++; case go || off ? 11 : 12: r += 2; default: }
        int v; if (true || k > 9) v = 1; r += go & !off ? b : 0; int w; if (ON && on) { w = 2; } else w = 3; char ch = BOTH ^ false ? 'a' : 98;
        /*! condition-exchange: -false */
        switch (r) { case false ? 1 : 2: r++; default: }
        while (go) { if (r++ > 20 || !on) return r + v + ch + w; }
    }

    // hazard: no value behind endless loops; nothing behind while (false)
    static int endless(int k) {
        do { if (k > 5) break; k++; } while (true | false); for (int a = 0; !false; a++) { if (a > k) break; }
        while (true && true) { if (k++ > 10 && k > 3) return k; }
    }

    // hazard: literals as values: overloads, boxes, annotations, generics, strings
    @SuppressWarnings(value = "unused") @Flags(on = true, value = false)
    static String literals(@Flags(false) boolean p) {
        /*! condition-exchange: +true +false +{p == true} -{of(true)} */
        String r = of(true) + of((Object) false) + of((Boolean) true) + (p == true) + (p != false) + true + 't' + false;
        /*! condition-exchange: -true */
        @Flags(on = true, all = {true, true})
        Boolean t = true; Object o = false; List<Boolean> l = new ArrayList<>(List.of(true, !true)); boolean[] a = {true, !false}, e[] = {{false}};
        l.add(false); l.set(0, !l.get(1)); a[0] ^= true; r += l + "" + a[0] + e[0][0] + t + o + Boolean.valueOf(true) + Optional.of(false).get() + of(p ? true : null);
        Function<String, Boolean> f = s -> true; Supplier<Boolean> s = () -> { return !false; }; r += f.apply("") + "" + s.get() + all(true, false) + all(!true) + same(true) + of(same(true));
        Map<Boolean, String> m = Map.of(true, "yes", false, "no"); return r + m.get(true) + m.get(!p) + (Object) true + (true ? of(false) : "") + (!true == p);
    }

    // hazard: short circuit, order and number of evaluations
    static String shorts() {
        log = "";
        /*! condition-exchange: +{no("a") && yes("b")} +{yes("c") || no("d")} +{no("e") && yes("f") || yes("g")} +{no("e") && yes("f")} */
        boolean a = no("a") && yes("b"), b = yes("c") || no("d"), c = no("e") && yes("f") || yes("g");
        /*! condition-exchange: +{!(no("h") || yes("i"))} +{!(yes("j") && no("k"))} -{no("l") | yes("m")} */
        boolean d = !(no("h") || yes("i")), e = !(yes("j") && no("k")), f = no("l") | yes("m") & no("n") ^ yes("o");
        boolean g = no("p") || no("q") || yes("r") || yes("s"), h = yes("t") && (no("u") || yes("v")) && !(yes("w") && !no("x")), i = !(!yes("y") || !(no("z") && yes("A")));
        boolean j = a || b && c || !d && !(e || f), k = !(a && b || c), l = (a && b) == (c || d), m = a == b && c != d, n = !(a == b || c), o = !!(a && b), p = !!!(c || d);
        return log + a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
    }

    // hazard: negated operands: NaN, boxes, null, precedence
    static String operands(int i, long l, double x, float y, Integer a, Integer b, char c, Object o, String s) {
        String r = "";
        /*! condition-exchange: +{i < l && x < y} +{x >= i || c > i} +{!(x <= y || y != y)} +{i == l && a != b} */
        r += (i < l && x < y) + " " + (x >= i || c > i) + !(x <= y || y != y) + (i == l && a != b);
        r += (o instanceof String && s.isEmpty()) + "" + (!(o instanceof String) || s == o) + (i > 1 && (i = 4) > 3) + (i++ < 6 || --i > 4) + ((x > y) && !(x == y)) + i;
        r += ((i & 1) == 0 && (i ^ 3) != 0) + "" + (i > 2 ? x > 1 : y > 1 || s == null) + (i > 1 == x > 1 && x > 1 != y > 1) + (s != null && s.length() > 1 && s.charAt(1) != 'b');
        boolean p, q; r += (p = i > 3 && l > 2) + "" + ((p = false) || (q = true) && !p) + (p || i > 4 ? 1 : 2) + (x != x || y == y && !(x < y)); p |= i > 2 && l > 3; p = q = i > 1 || p; r += p & q;
        try { r += a > i && b < i; r += a == i || b >= l; r += none || i > 3; } catch (NullPointerException e) { r += "npe"; }
        try { r += box && none; } catch (NullPointerException e) { r += "NPE"; } try { Boolean z = i > 0 && none; r += z; } catch (NullPointerException e) { r += "Npe"; }
        return r + (box && i > 0) + (none == null || none) + (i > 0 && (boolean) (Object) box) + (box || none) + (i > 0 && !box);
    }

    // hazard: pattern variables are matched where both negations say so; fields of the same name
    String patterns(Object o, Object p) {
        String r = "";
        if (o instanceof String s && s.length() > 1) r += s; if (!(o instanceof String s) || s.isEmpty()) r += "none" + n; else r += s.length();
        /*! condition-exchange: +{!(p instanceof Integer n && n > 2)} */
        if (!(p instanceof Integer n && n > 2)) return r + n;
        if (!(o instanceof String t && p instanceof Integer m)) { return r + n; } r += t + m + n;
        boolean b = o instanceof String u && u.length() > n || !(p instanceof Integer v) || v > n; while (!(o instanceof Integer w && w > 0)) { o = 5; }
        return r + b + w + (!(o instanceof String x) || x.length() > 1 && !x.isEmpty()) + (o instanceof Integer y && !(y > 9 || y < 2) ? y : n);
    }

    // hazard: definite assignment when true and when false
    static int assigned(boolean c, int k) {
        int v, w, x, z; final boolean f; boolean g;
        if (c && (v = k) > 3) k += v; if (!c || (w = k + 1) < 0) w = 5; if (!(c && (x = k) > 2)) x = 1;
        while (!((z = k--) < 2 || !c)) k--; f = c || k > 0; if ((g = c) && !f) k += 1; boolean h; if (true && (h = c)) k += h ? 1 : 2; int u; if (false && k > 0) k += u; if (k > 99 && false) { k = u; }
        boolean i; if (k > 1 && (i = f) || (i = g)) k += i ? 10 : 20; for (int q; (q = k) > 5 && (q -= 2) > 3; k = q) w += q;
        return k + w + x + z + (f ? 1 : 0);
    }

    // hazard: !!x only where the place unboxes or the type is primitive; null boxes; targets; statements
    static String doubles(boolean p, Boolean b, List<Boolean> l, int i, Predicate<String> test) {
        String r = "";
        /*! condition-exchange: +p +b */
        if (p) r += 1; while (b) { b = !p; if (i++ > 4) break; }
        /*! condition-exchange: +p -b +{i > 3} +{i < 4} */
        r += of(p) + of(b) + (i > 3) + (i < 4) + p;
        Boolean c = b, d = l.get(0), e = p; boolean f = p, g = b, h[] = {p, b}; Object o = p, q = b; p = f; b = p; h[0] = p; r += (c == b) + "" + (d == e) + o + q + h[1] + g;
        /*! condition-exchange: -{p = false} -{h[0] = p} */
        p = false; h[0] = p; p |= b; p &= f; f ^= (p); g = (p); r += p ? b ? 1 : 2 : f ? 3 : 4; r += p && b || f & g | p ^ b; assert b || p || i > 0 : p; do r += "x"; while (!b && p); for (; p & i < 5; i++) r += p;
        Supplier<Boolean> s = () -> f(i()); BooleanSupplier t = () -> test.test("a"); Consumer<String> u = x -> test.test(x); u.accept("b"); Runnable v = () -> l.isEmpty(); v.run(); Predicate<String> w = x -> x.isEmpty(); test.test("c");
        return r + s.get() + t.getAsBoolean() + w.test("") + same(p) + of(same(b)) + of(wild(b)) + all(p, b) + l.contains(p) + l.remove(p) + String.valueOf(p) + switch (i) { case 1 -> p; default -> b; } + (p == b) + (b != f) + g;
    }

    static int i() { return 3; }
    static boolean f(int k) { return k > 2; }
    static Boolean g(Boolean k) { return k; }

    // hazard: a generic call's type comes from its place: !call() does not compile, or compiles to another
    static String inferred(Boolean b) {
        String r = "";
        /*! condition-exchange: -{wild(b)} */
        if (wild(b)) r += 1; else r += 2; r += wild(b) ? 3 : 4; while (wild(b)) { b = false; } if ((wild(true))) r += 5; boolean p = wild(true); boolean q = (boolean) wild(b); Boolean t = wild(null); if (p == (Boolean) wild(p)) r += 6; if (f((int) wild(4))) r += 7;
        if (b ? wild(b) : wild(true)) r += 8; for (; wild(b); ) r += "never"; if (same(b)) r += 9; if (Conditions.<Boolean>wild(true) && p) r += "a"; if (p && same(p)) r += "b"; if (!same(b)) r += "c"; if (g(b) || g(p)) r += "d"; return r + t + q + (same(p) ? 1 : 2);
    }

    // hazard: names that look like literals, fields, order around volatile reads
    String named(Mode m, String... rest) {
        boolean TRUE = false, truth = Boolean.TRUE, falsehood = live || set; String True = "true";
        String r = switch (m) { case TRUE -> "T" + TRUE; case FALSE -> "F" + !TRUE; }; live = live && !live || rest.length > 1; l: while (!(live && !truth)) { if (live || rest.length == 0) break l; continue; }
        return r + (this.set && Conditions.live) + "true && false" + /* !true */ True + falsehood; // false || true
    }

    // hazard: words that would join, comments, line breaks, brackets that are there already
    static String tight(boolean a, boolean b, int k) {
        if(a)return""+!a;else if(!a&&b)k++;assert!a:a;while(!true||k<3)k++;boolean c=!false,d=a||b;
        /*! condition-exchange: +{!(a || b)} +{(a) && (b)} */
        boolean e = !/* x */(a || b), f = ! ( ! ( a && b ) ), g = (((a) && (b))), h = !((a || b)), m = !a/* y */||// z
            !/* q */b;
        do{k--;}while(k>0&&!a);return(a||b)+""+(k>0&&!b)+c+d+e+f+g+h+m+k+(a ? b || c : c && d ? d : a) + (Object) (a && b) + (boolean) (a || b);
    }

    public static void main(String[] args) {
        System.out.println(constants(5) + " " + endless(3) + " " + literals(true) + " " + literals(false) + "\n" + shorts());
        System.out.println(operands(3, 4, Double.NaN, 1, 1000, 1000, 'c', "o", "ob") + "\n" + operands(0, 0, 2, 1, null, 4, 'c', 1, ""));
        Conditions c = new Conditions();
        System.out.println(c.patterns("str", 3) + c.patterns("", 5) + c.patterns(1, 1) + " " + assigned(true, 7) + " " + assigned(false, 9) + " " + assigned(true, 1));
        System.out.println(doubles(true, true, new ArrayList<>(List.of(true)), 2, String::isEmpty) + " " + doubles(false, false, new ArrayList<>(List.of(false, true)), 3, s -> s.equals("a")));
        System.out.println(inferred(true) + " " + c.named(Mode.TRUE) + c.named(Mode.FALSE, "a", "b") + " " + tight(true, false, 1) + tight(false, true, 1) + tight(false, false, 7));
    }
}
