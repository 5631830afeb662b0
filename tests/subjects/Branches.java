import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** Branches of if and ?: in each other's place: the negated condition, what belongs to which else, types. */
public class Branches {
    static final boolean ON = true, OFF = false;
    static String log = "";
    static Integer i = 7;
    String s = "field";
    boolean flag;

    static boolean note(String what, boolean value) { log += what; return value; }
    @SuppressWarnings("unchecked") static <T> T wild(Object o) { return (T) o; }
    static String kind(Object... v) { String r = ""; for (Object o : v) r += (o == null ? "null" : o.getClass().getSimpleName()) + o; return r; }
    static String of(int v) { return "int"; }
    static String of(long v) { return "long"; }
    static String of(char v) { return "char"; }
    static String of(byte v) { return "byte"; }
    static String of(double v) { return "double"; }
    static String of(Integer v) { return "Integer"; }
    static String of(Object v) { return "Object"; }

    // hazard: an else belongs to the nearest if
    static String dangling(boolean a, boolean b, boolean c) {
        String r = "";
        /*! permute-exchange: +{if (a) r += 1; else if (b) r += 2;} -{if (b) r += 2;} */
        if (a) r += 1; else if (b) r += 2;
        if (a) { if (b) r += 3; } else r += 4;
        /*! permute-exchange: +{if (b) r += 5; else r += 6;} -{if (a) if (b) r += 5; else r += 6;} */
        if (a) if (b) r += 5; else r += 6;
        if (a) if (b) r += 7; else r += 8; else if (c) r += 9; else r += "x";
        if (a) r += "y"; else for (int k = 0; k < 2; k++) if (b) r += k;
        if (a) r += "y"; else while (c) if (b) { r += "w"; break; } else { c = false; }
        if (a) r += "z"; else l: if (c) r += "l"; else break l;
        if (a) l: for (;;) if (b) break l; else { b = !b; continue l; } else r += "?";
        if (a) do if (c) r += "d"; while (r == null); else if (b) r += "e";
        return r;
    }

    // hazard: else-if chains: every link is an if of its own
    static String chain(int k) {
        /*! permute-exchange: +{if (k == 0) ...} */
        if (k == 0) { return "zero"; }
        /*! permute-exchange: +{if (k < 0) ...} */
        else if (k < 0) return "negative";
        /*! permute-exchange: +{if (k % 2 != 0) ...} */
        else if (k % 2 != 0) { log += k; } else if (k > 10) ; else { return "even"; }
        if (k > 20) { } else if (k == 3) log += "three"; else log += "none";
        if (k > 20) log += "!"; else ;
        if(k>7)return"big";else return"small"+k;
    }

    // hazard: the negation of a condition that is not a name
    static String conditions1(int a, long b, char c, boolean p, boolean q, Object o) {
        String r = "";
        if (a == b) r += "a"; else r += "b"; if ((a != c)) r += "c"; else r += "d"; if (a < b) r += "e"; else r += "f";
        if (a >= c) r += "g"; else r += "h"; if (p && q) r += "i"; else r += "j"; if (p || q && !p) r += "k"; else r += "l";
        return r;
    }

    static String conditions2(int a, long b, char c, boolean p, boolean q, Object o) {
        String r = "";
        if (!p) r += "m"; else r += "n"; if (!(p && q)) r += "o"; else r += "p"; if (!!p) r += "q"; else r += "r"; if (!(p) == q) r += "s"; else r += "t";
        if (p = q) r += "u"; else r += "v"; if (p == q == (a < 3)) r += "w"; else r += "x"; if (p ^ q) r += "y"; else r += "z";
        return r;
    }

    static String conditions3(int a, long b, char c, boolean p, boolean q, Object o) {
        String r = "";
        if (p & !q | p) r += "A"; else r += "B"; if (o instanceof String) r += "C"; else r += "D"; if (p ? q : !q) r += "E"; else r += "F";
        if ((boolean) (Object) p) r += "G"; else r += "H"; if (((p))) r += "I"; else r += "J"; if (p |= a > 2) r += "K"; else r += "L";
        return r;
    }

    static String conditions4(int a, long b, char c, boolean p, boolean q, Object o) {
        String r = "";
        if (switch (a) { case 1 -> true; default -> false; }) r += "M"; else r += "N"; if (p != q == p) r += "O"; else r += "P";
        if (!p == q) r += "Q"; else r += "R"; if (!(a < b)) r += "S"; else r += "T"; if (!(o instanceof Integer n && n > 3)) r += "U"; else r += n;
        return r;
    }

    static String conditions5(int a, long b, char c, boolean p, boolean q, Object o) {
        String r = "";
        if (new boolean[] {p, q}[a & 1]) r += "V"; else r += "W"; if (!p && q) r += "X"; else r += "Y"; if (((BooleanSupplier) () -> q).getAsBoolean()) r += "Z"; else r += 0;
        return r;
    }

    // hazard: not (x < y) is not x >= y with NaN; boxes compare by identity, and unbox with NullPointerException
    static String numbers(double x, float y, Integer a, Integer b, long c) {
        String r = "";
        /*! permute-exchange: +{if (x < y) r += 1; else r += 2;} +{if (x >= c) r += 3; else r += 4;} +{if (x != x) r += 5; else r += 6;} */
        if (x < y) r += 1; else r += 2; if (x >= c) r += 3; else r += 4; if (x != x) r += 5; else r += 6;
        if (!(x > y)) r += 7; else r += 8; if (a == b) r += "same"; else r += "other"; if (x == a) r += "="; else r += "#";
        r += x <= y ? "le" : "gt"; r += a + x > c ? "+" : "-";
        try { if (a <= b) r += "<="; else r += ">"; r += a < c ? "lt" : "ge"; } catch (NullPointerException e) { r += "npe"; }
        return r;
    }

    // hazard: a generic call's type comes from its place
    static String inferred(List<Boolean> list, Map<String, Boolean> map, Boolean box) {
        String r = "";
        /*! permute-exchange: -{if (wild(true)) r += 1; else r += 2;} -{if ((wild(box))) r += 3; else r += 4;} */
        if (wild(true)) r += 1; else r += 2; if ((wild(box))) r += 3; else r += 4;
        /*! permute-exchange: -{wild(box) ? 5 : 6} -{if (box ? wild(true) : wild(false)) r += 7; else r += 8;} */
        r += wild(box) ? 5 : 6; if (box ? wild(true) : wild(false)) r += 7; else r += 8;
        if (Branches.<Boolean>wild(true)) r += 9; else r += 0; if (list.get(0)) r += "a"; else r += "b"; if (map.get("k")) r += "c"; else r += "d";
        if (box) r += "e"; else r += "f"; if (Collections.max(list)) r += "g"; else r += "h"; if (!(Boolean) wild(box)) r += "i"; else r += "j";
        if (((Supplier<Boolean>) () -> false).get()) r += "k"; else r += "l"; if (note("n", box)) r += "m"; else r += "n";
        return r;
    }

    // hazard: pattern variables: in one branch only, in the other one, behind the statement; fields of the same name
    String patterns(Object o, Object p) {
        String r = "";
        if (o instanceof String s) { r += s.length(); } else { r += s; }
        if (!(o instanceof String s)) r += s; else r += s.length();
        /*! permute-exchange: +{o instanceof Integer i && i > 3 ? i + 1 : i - 1} */
        r += o instanceof Integer i && i > 3 ? i + 1 : i - 1; r += !(o instanceof Integer i) ? i : i * 10;
        if (!(o instanceof String s) || s.isEmpty()) { r += "no" + s; } else if (p instanceof Integer i && s.length() > i) r += s + i; else r += s + i;
        if (!(p instanceof Integer i)) { return r + i; } else { r += i; }
        r += i + 100;
        if (o instanceof String s) { r += s; } else { throw new IllegalStateException(r + s); }
        return r + s + i;
    }

    // hazard: definite assignment when true and when false, blank finals, constant conditions
    static String assigned(boolean c, int k) {
        int v, w, x, z; final int f, g; String r = "";
        if (c && (v = k) > 3) r += v; else r += "-"; if (!c || (w = k) < 0) w = 1; else r += w;
        if (c) f = 1; else { f = 2; } if (!(k > 3)) { g = 5; x = 3; } else { x = 2; g = 1; } if (ON) z = 4; else r += "never";
        if (false) { r += z; } else r += "live"; if (!ON) return "dead"; else r += z; int u; r += (c ? (u = 1) : (u = 2)) + u;
        while (true) if (k++ > 5) break; else continue; int y = true ? 1 : 0; byte b = OFF ? 1000 : 7; final int t = ON ? 98 : k;
        switch (k) { case OFF ? 6 : 7: r += "seven"; case ON ? 1 : 2: r += "one"; default: }
        return r + v(k) + w + f + g + x + y + b + t + k;
    }

    static String v(int k) { if (k > 4) return "v"; else { return "V"; } }

    static void nothing(boolean c) { if (c) return; else log += "N"; if (!c) { log += "M"; return; } else throw new IllegalStateException(); }

    // hazard: the type of ?: comes from both branches
    static String types(boolean c, byte b, char h, Integer box, Object o, Integer none) {
        String r = of(c ? b : 'x') + of(c ? 1 : 'x') + of(c ? b : 1) + of(c ? box : 1) + of(c ? box : 2L) + of(c ? 'a' : h) + of(c ? b : h) + of(c ? null : 1);
        r += kind(c ? 1 : 2.0, c ? 1 : "s", c ? 'a' : 65, c ? (Object) 1 : 2.0, c ? box : 'b', c ? null : 5, c ? o : box);
        try { int n = c ? none : 0; r += n; } catch (NullPointerException e) { r += "npe"; }
        Integer boxed = c ? none : Integer.valueOf(4); r += boxed; List<? extends Number> l = c ? List.of(1) : new ArrayList<>();
        Function<Integer, Integer> f = c ? x -> x + 1 : c ? x -> -x : Math::abs; r += f.apply(3) + "" + l; Supplier<String> t = c ? () -> "p" : null == o ? null : () -> "q";
        return r + (t == null ? "none" : t.get()) + (c ? 'y' : 98) + (char) (c ? 97 : h) + (c ? "a" : "b").length() + (c ? new int[] {1} : new int[2]).length;
    }

    // hazard: ?: within ?:, assignments and lambdas as branches, tokens that would join
    static String nested(boolean a, boolean b, int k) {
        int v = 0;
        /*! permute-exchange: +{a ? 1 : b ? 2 : 3} +{b ? 2 : 3} +{a ? b ? 4 : 5 : 6} +{(a ? b : !b) ? 7 : 8} */
        String r = "" + (a ? 1 : b ? 2 : 3) + (a ? b ? 4 : 5 : 6) + ((a ? b : !b) ? 7 : 8);
        r += a ? v = 1 : b ? v = 2 : k; r += a ? v += 2 : (v = 5); r += v; r+=a?-k:+k; r+=k>2?k-- - -k:-k; r += (a ? "x" : "y") + (b ? k : v);
        Supplier<Supplier<String>> s = () -> a ? () -> b ? "l" : "m" : () -> "n"; k = a ? k : -k; boolean p = a ? b : k > 0, q = a == b ? a : b;
        return r + s.get().get() + (p ? q : !q) + (note("c", a) ? note("d", b) : note("e", !b)) + (a ? (b ? 1 : 2) : (3)) + switch (k) { case 1 -> a ? 1 : 2; default -> b ? 3 : 4; };
    }

    // hazard: class bodies of both branches are numbered in the order of the text
    static String numbered(boolean c) {
        Object o;
        /*! permute-exchange: -{if (c) o = new Object() { }; else o = new Object() { };} -{if (c) { o = new Object() { }; } else { o = new ArrayList<Integer>() { }; }} */
        if (c) o = new Object() { }; else o = new Object() { }; if (c) { o = new Object() { }; } else { o = new ArrayList<Integer>() { }; }
        String r = o.getClass().getName();
        if (c) { class Own { } o = new Own(); } else { class Own { int k; } o = new Own(); }
        r += o.getClass().getName() + (c ? new Object() { } : new Branches() { }).getClass().getName();
        if (c) o = new Object() { }; else o = "s";
        return r + o.getClass().getName();
    }

    // hazard: order of effects, branches that hold declarations, jumps, other statements
    static String effects(int k, List<String> l) {
        String r = ""; log = "";
        if (note("a", k > 1) && note("b", k > 2)) note("c", true); else note("d", false); int n = k > 1 ? k++ : --k;
        lab: if (k > 2) { int k2 = k; if (k2 > 3) break lab; else r += "in"; r += k2; } else { String k2 = "s"; r += k2; break lab; }
        for (int q = 0; q < 4; q++) if (q == 1) continue; else if (q == 3) break; else r += q;
        if (k++ > 2) try { r += l.get(k); } catch (RuntimeException e) { r += "caught"; } finally { r += "f"; } else synchronized (l) { r += "sync"; }
        if (k > 0) switch (k) { case 3: r += 3; break; default: r += "d"; } else switch (k) { default -> r += "e"; }
        if (l == null) assert k < 100 : "a"; else k += 5; if (k > 0) new ArrayList<>(Arrays.asList(k)).add(k); else l.clear(); if (k == n) { { r += "deep"; } } else { ; }
        if (k > 3) { r += "same"; } else { r += "same"; } if (k > 3) r += 1; else { r += 1; }
        int y = switch (k) { case 1: yield 1; default: if (k > 3) yield 4; else { yield 5; } };
        return r + log + n + y;
    }

    // hazard: comments and blanks
    static int odd(int a, int b) {
        if /* x */ (a > b) // greater
            /* one */ a++; // two
        // three
        else /* four */
            // five
            b++; /* six */
        if(a>b){a--;}else{b--;}if(a>b)a--;else--b;if(a>b)++a;else{b=a;}
        if (a > 1) { // tail
            a = 5; } // seven
        /* eight */ else /* nine */ if (b > 1) /* ten */ { b = 6; /* eleven */ } // twelve
        return a /* p */ > /* q */ b /* r */ ? /* s */ a /* t */ : /* u */ b /* v */;
    }

    static String safe(Supplier<String> s) { try { return s.get(); } catch (NullPointerException e) { return "npe"; } catch (RuntimeException e) { return "" + e; } }

    public static void main(String[] args) {
        for (int k = 0; k < 8; k++) System.out.print(dangling((k & 1) > 0, (k & 2) > 0, (k & 4) > 0) + " ");
        for (int k : new int[] {0, -1, 3, 12, 6, 21, 5}) System.out.print(chain(k) + " ");
        for (int k = 0; k < 4; k++) {
            Object o = k > 2 ? "o" : (Object) 5; boolean p = k > 1, q = k % 2 == 0;
            System.out.println(conditions1(k, 2, (char) 1, p, q, o) + conditions2(k, 2, (char) 1, p, q, o) + conditions3(k, 2, (char) 1, p, q, o) + conditions4(k, 2, (char) 1, p, q, o) + conditions5(k, 2, (char) 1, p, q, o));
        }
        System.out.println(numbers(Double.NaN, 1, 1000, null, 2) + safe(() -> numbers(2, Float.NaN, null, 5, 1)) + numbers(3, 2, 1, 1, 3));
        System.out.println(inferred(List.of(true), Map.of("k", false), true) + inferred(List.of(false), Map.of("k", true), false));
        Branches b = new Branches();
        System.out.println(b.patterns("str", 2) + " " + b.patterns("", "p") + " " + safe(() -> b.patterns(5, 6)) + b.patterns(2, b.s));
        System.out.println(assigned(true, 5) + assigned(false, 2) + safe(() -> { nothing(false); return "-"; }) + safe(() -> { nothing(true); return "+"; }));
        System.out.println(types(true, (byte) 1, 'h', 3, "o", null) + "\n" + types(false, (byte) 1, 'h', 3, null, null));
        for (int k = 0; k < 4; k++) System.out.print(nested(k > 1, k % 2 == 0, k) + " ");
        System.out.println(numbered(true) + " " + numbered(false) + " " + odd(1, 2) + odd(2, 1) + odd(0, 0));
        System.out.println(effects(0, new ArrayList<>()) + safe(() -> effects(0, null)) + effects(3, null) + " " + effects(2, new ArrayList<>()) + " " + effects(4, List.of()) + log);
    }
}
