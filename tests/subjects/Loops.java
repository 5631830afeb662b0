import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** for and while in each other's place: where the update goes, what is in scope, what completes. */
public class Loops {
    static final boolean ON = !false;
    static final Object LOCK = new Object();
    static int i = 40, step = 1, at;
    static Integer t = 900;
    static String log = "";
    final int blank;
    int k = 3;

    static { for (int a = 0; a < 2; a++) { if (a == 0) continue; log += "static" + a; } }

    // hazard: a blank final field is assigned once, in a loop of the constructor
    Loops(int n) {
        /*! loop-exchange: +{for (;; n += 2) ...} */
        for (;; n += 2) { if (n > 6) { blank = n; break; } }
    }

    static int tick(int by) { log += "t" + by; return by; }

    // hazard: every continue runs the update; a brace-less one has no room for it
    static String continues(int n) {
        String r = "";
        /*! loop-exchange: +{for (int i = 0; i < n; i++) ...} */
        for (int i = 0; i < n; i++) {
            if (i == 1) continue;
            if (i == 3) { r += "three"; continue; } else if (i == 4) continue; else r += i;
            r += ",";
        }
        for (int a = 0; a < n; a += 2) { r += a; if (a > 2) continue; else continue; }
        /*! loop-exchange: +{for (int a = 0; a < n; a++) if (a % 2 == 0) continue; else r += a;} */
        for (int a = 0; a < n; a++) if (a % 2 == 0) continue; else r += a;
        /*! loop-exchange: +{while (n-- > 0) if (n == 2) continue; else r += n;} */
        while (n-- > 0) if (n == 2) continue; else r += n;
        return r;
    }

    static class Closed implements AutoCloseable {
        @Override public void close() { log += "close" + at; }
    }

    // hazard: finally blocks and close() run before the update
    static String finals(int n) {
        String r = "";
        /*! loop-exchange: -{for (int a = 0; a < n; a++) ...} */
        for (int a = 0; a < n; a++) {
            try { if (a == 1) continue; r += a; } finally { r += "f" + a; }
        }
        /*! loop-exchange: -{for (at = 0; at < n; at++) ...} */
        for (at = 0; at < n; at++) {
            try (Closed c = new Closed()) { if (at == 1) continue; r += at; }
        }
        for (int a = 0; a < n; a++) {
            try { r += 6 / a; } finally { r += "g"; if (a < n) continue; }
        }
        return r;
    }

    // hazard: a handler around a continue catches what the update throws; so does the one in the header's place
    static String caught() {
        String r = "";
        try {
            for (int a = 3; a > 0; a -= 4 / (a - 1)) {
                try { r += a; if (a == 1) continue; r += 5 / (a - 3); } catch (ArithmeticException e) { r += "in"; }
            }
        } catch (ArithmeticException e) {
            r += "out";
        }
        return r;
    }

    static int held() { log += Thread.holdsLock(LOCK); return 1; }

    // hazard: the update runs without the lock
    static int locked(int n) {
        for (; n > 0; n -= held()) { synchronized (LOCK) { if (n == 2) continue; held(); } }
        return n;
    }

    // hazard: continue in a switch is the loop's, break is not
    static String switches(int n) {
        String r = "";
        /*! loop-exchange: +{for (int a = 0; a < n; a++) ...} */
        for (int a = 0; a < n; a++) {
            switch (a) {
                case 0: r += "zero"; continue;
                case 1: if (n > 2) continue;
                case 2: r += "two"; break;
                default: r += "d";
            }
            switch (a) { case 3 -> { continue; } case 4 -> r += "four"; default -> { } }
            r += a + switch (a) { case 2: { for (int b = 1;; b++) { if (b < 3) continue; yield b; } } default: yield 0; };
        }
        return r;
    }

    // hazard: labels: whose update runs; two labels on one loop; a label named as the variable
    static String labels() {
        String r = "";
        /*! loop-exchange: +{outer: for (int a = 0, c = 9; a < 4; a++, c--) ...} */
        outer: for (int a = 0, c = 9; a < 4; a++, c--) {
            /*! loop-exchange: +{for (int b = 0; b < 4; b++) ...} */
            for (int b = 0; b < 4; b++) {
                if (b == a) continue outer;
                if (b == 1) continue;
                if (a == 3) break outer;
                r += a + "" + b + c + " ";
            }
        }
        one: two: for (int a = 0; a < 5; a++) { if (a == 1) continue two; if (a == 3) break one; r += a; }
        /*! loop-exchange: +{i: for (int i = 0; i < 3; i++) ...} */
        i: for (int i = 0; i < 3; i++) { do { if (i == 1) continue i; r += i; } while (i > 5); }
        /*! loop-exchange: +{w: while (true) ...} */
        w: while (true) { while (r.length() > 3) { r += "!"; if (r.endsWith("!!!")) break w; continue w; } }
        return r;
    }

    // hazard: names of the update mean something else inside the body, or at the continue
    static String hidden(int n) {
        String r = "";
        for (int a = 0; a < n; a += step) { int step = 5; r += a + step; }
        o: for (int a = 0; a < n; a += step) { for (int step = 7; step < 9; step++) { if (a == 1) continue o; r += step; } }
        for (int a = 0; a < n; a += step) { if (a == 0) continue; int step = 6; if (a == 1) continue; r += step; }
        return r + step;
    }

    // hazard: several and odd initialisers and updates, with effects
    static String parts(int n) {
        int x, y;
        /*! loop-exchange: +{for (x = 1, y = tick(2); x < n; x++, tick(x), y += x) ...} */
        for (x = 1, y = tick(2); x < n; x++, tick(x), y += x) { if (x == 2) continue; log += "b"; }
        /*! loop-exchange: +{for (int a = 0, b[] = {3, 4}; a < b.length; ++a) y += b[a];} */
        for (int a = 0, b[] = {3, 4}; a < b.length; ++a) y += b[a];
        /*! loop-exchange: +{for (final int[] a = {0}; a[0] < 3; a[0]++) y += a[0];} */
        for (final int[] a = {0}; a[0] < 3; a[0]++) y += a[0];
        /*! loop-exchange: +{for (var l = new ArrayList<String>(); l.size() < 2; l.add("x")) y += l.size();} */
        for (var l = new ArrayList<String>(); l.size() < 2; l.add("x")) y += l.size();
        for (@SuppressWarnings("unused") int a = 0, b = a, q; b < 3; b++, q = b) { if (b == 1) continue; y++; }
        /*! loop-exchange: +{for (; n > 0; ) n -= 2;} +{for (; ; y++) if (y > 60) break;} */
        for (; n > 0; ) n -= 2; for (; ; y++) if (y > 60) break;
        /*! loop-exchange: +{for (x = 0; x++ < 5; );} +{while (x-- > 3);} */
        for (x = 0; x++ < 5; ); while (x-- > 3);
        return x + " " + y + " " + n;
    }

    // hazard: a hidden field is there again after the loop; siblings and later declarations take the name
    static String scopes(int n) {
        int s = 0;
        /*! loop-exchange: +{for (int i = 0; i < n; i++) s += i;} +{for (int i = 8; i > 6; i--) s += i;} */
        for (int i = 0; i < n; i++) s += i; for (int i = 8; i > 6; i--) s += i;
        s += i;
        /*! loop-exchange: +{for (long step = 2; step < 9; step *= step) s += step;} */
        for (long step = 2; step < 9; step *= step) s += step;
        Supplier<Integer> field = () -> i + step;
        class Own { int i = 3; int sum() { int r = 0; for (int i = 1; i < 4; i++) { r += i * this.i; } return r + i; } }
        String i = "late";
        return s + i + field.get() + new Own().sum();
    }

    // hazard: brace-less places, dangling else
    static int braceless(boolean c, int n) {
        int s = 0;
        if (c)
            /*! loop-exchange: +{for (int a = 0; a < n; a++) ...} */
            for (int a = 0; a < n; a++)
                s += a;
        else
            /*! loop-exchange: +{while (n-- > 0) ...} */
            while (n-- > 0) s -= n;
        /*! loop-exchange: +{for (; n > 0; n--) if (n == 2) s += 100; else s += 1;} */
        if (c) for (; n > 0; n--) if (n == 2) s += 100; else s += 1; else s++;
        if (c) for (; n < 4; n++) if (n == 2) continue; else if (n == 3) s += 7; else continue;
        if (c) for (int a = 0; a < 2; a++) for (int b = 0; b < 2; b++) if (b == 0) s += 3; else s += 2; else s = -s;
        do for (int a = 0; a < 2; a++) s++; while (s < 0);
        return s;
    }

    // hazard: endless loops: no return behind them, no statement either
    static int endless(int n, int way) {
        if (way == 0) for (;;) { if (n > 10) return n; n *= 3; }
        /*! loop-exchange: +{for (int a = 0; ; a++) ...} */
        if (way == 1) for (int a = 0; ; a++) { if (a == 1) continue; if (a * a > n) return a; }
        /*! loop-exchange: +{for (; ON; n++) ...} */
        if (way == 2) for (; ON; n++) { if (n > 15) return n; }
        /*! loop-exchange: +{for (; ON; m++) ...} */
        IntSupplier late = () -> { int m = 0; for (; ON; m++) { if (m > 5) return m; } };
        /*! loop-exchange: +{while (!false) ...} */
        while (!false) { if (n++ > 8) return n + late.getAsInt(); }
    }

    // hazard: the body never completes normally: what is put behind it is unreachable
    static String once(int[] xs, int n) {
        String r = "";
        for (int a = 0; a < n; a++) { r += a; break; }
        for (int a = 0; a < n; a++) { if (n > 2) { r += "x"; break; } else { r += "y"; break; } }
        for (int a = 0; a < n; a++) { if (a < 1) continue; for (;; a++) { if (a > 1) break; } r += a; break; }
        for (int a = 0; a < n; a++) try { throw new IllegalStateException(r + a); } catch (IllegalStateException e) { r += "c"; }
        for (int a = 0; a < n; a++) { synchronized (LOCK) { switch (a) { case 0: r += "s"; default: r += "."; break; } } }
        for (int a = 0; a < xs.length; a++) { return r + xs[a]; }
        for (int a = 0; a < 3; a++) throw new IllegalArgumentException(r);
        return "-";
    }

    // hazard: definite assignment behind and inside, blank finals
    static String assigned(int n) {
        int v; final int w; int x; boolean b; String r = "";
        /*! loop-exchange: +{for (int a = 0; ; a++) ...} */
        for (int a = 0; ; a++) { if (a * a > n) { v = a; break; } }
        /*! loop-exchange: +{while (true) ...} */
        while (true) { if (n++ > 3) { w = n; break; } }
        /*! loop-exchange: +{while ((x = n--) > 3);} */
        while ((x = n--) > 3);
        /*! loop-exchange: +{for (int y; (y = n++) < 6; ) r += y;} */
        for (int y; (y = n++) < 6; ) r += y;
        /*! loop-exchange: +{for (; n > 0 && (b = n > 2); n--) r += b;} */
        for (; n > 0 && (b = n > 2); n--) r += b;
        for (;; n++) { final int z; if (n < 5) z = n; else { z = 1; if (n > 6) break; } r += z; }
        return r + v + w + x + n;
    }

    // hazard: captured variables: of the header, of the body; loops and continues of lambdas and classes are their own
    static String captured(int n) {
        List<IntSupplier> all = new ArrayList<>();
        /*! loop-exchange: +{for (int a = n, b = 0; b < 2; b++) ...} */
        for (int a = n, b = 0; b < 2; b++) { int c = b; all.add(() -> a * 10 + c); }
        /*! loop-exchange: +{for (int a = 0; a < 3; a++) ...} */
        for (int a = 0; a < 3; a++) {
            final int c = a;
            all.add(() -> { int s = 0; for (int q = 0; q < 4; q++) { if (q == c) continue; s += q; } return s; });
            all.add(new IntSupplier() { int a = 5; public int getAsInt() { while (a < 8) { a++; if (a == 7) continue; } return a + c; } });
        }
        String r = "";
        for (int q = 0; q < all.size(); q++) r += all.get(q).getAsInt() + " ";
        return r;
    }

    // hazard: pattern variables of the condition: in body and update, or behind the loop, where a field has the name too
    static String patterns(Object o) {
        String r = "";
        /*! loop-exchange: -{while (!(o instanceof String s)) ...} */
        while (!(o instanceof String s)) { o = "" + o; }
        for (; o instanceof String u && u.length() < 5; o = u + "x") { if (u.length() == 3) continue; r += u; }
        Object p = 1.5;
        for (int a = 0; !(p instanceof Integer t); a++) { p = a; r += a; }
        return r + s + t;
    }

    // hazard: switch groups share one scope
    static String groups(int n) {
        String r = "";
        switch (n) {
            /*! loop-exchange: +{for (int a = 0; a < 2; a++) r += a;} */
            case 0: for (int a = 0; a < 2; a++) r += a;
            case 1: int a = 5; for (int b = a; b < 7; b++) r += b; break;
            /*! loop-exchange: +{for (int b = 0; b < 2; b++) r += b;} */
            default: a = 4; for (int b = 0; b < 2; b++) r += b; int b = 3; r += a + b;
        }
        return r;
    }

    // hazard: comments and blanks anywhere
    String odd(int n) {
        String r = "";
        for(int a=0;a<n;a++)r+=a;while(n>3)n--;
        /*! loop-exchange: +{for (int a = 0; a < n; ...} */
        for (int a = 0; a < n; // the update follows
                a++ // and ends
        ) /* body */ r += a; // done
        for /* a */ ( /* b */ ; /* c */ k /* d */ > 0 /* e */ ; /* f */ k-- /* g */ , n++ /* h */ ) /* i */ { if (k == 1) /* j */ continue /* k */ ; // l
            r += k /* m */ ; } // n
        while // o
            (n > 0) // p
            { r += n; n -= 3; /* q */ }
        return r + this.k;
    }

    // hazard: names that an enhanced for would be rewritten with mean something else
    static class Hiding {
        static class Iterator { static String next = "own"; }
        static class Integer { }
        interface Object { }
        static String java = "field";
        static String run(List<String> l, Map<Integer, String> m) {
            String r = java + Iterator.next;
            for (String s : l) { r += s + java.length(); }
            for (Integer k : m.keySet()) { r += k == null; }
            for (Map.Entry<Integer, String> e : m.entrySet()) r += e.getValue();
            return r;
        }
        static <Iterator extends Comparable<Iterator>> String variable(List<Iterator> l) {
            String r = ""; for (Iterator x : l) r += x.compareTo(x); return r;
        }
    }

    static String safe(Supplier<String> s) { try { return s.get(); } catch (NullPointerException e) { return "npe"; } catch (RuntimeException e) { return "" + e; } }

    public static void main(String[] args) {
        System.out.println(new Loops(1).blank + " " + continues(6) + " " + safe(() -> finals(3)) + " " + safe(Loops::caught));
        System.out.println(locked(3) + " " + switches(6) + " " + labels() + " " + hidden(3) + " " + parts(4));
        System.out.println(scopes(3) + " " + braceless(true, 4) + " " + braceless(false, 4) + " " + endless(2, 0) + endless(7, 1));
        System.out.println(endless(2, 2) + " " + endless(2, 3) + " " + once(new int[] {4}, 3) + safe(() -> once(new int[0], 2)));
        System.out.println(assigned(10) + " " + captured(2) + patterns(12) + " " + groups(0) + groups(1) + groups(2));
        System.out.println(Hiding.run(List.of("x", "y"), Collections.singletonMap(null, "v")) + Hiding.variable(List.of("z")));
        System.out.println(new Loops(9).odd(5) + " " + log + " " + i);
    }
}
