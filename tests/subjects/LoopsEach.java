import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Enhanced for over all kinds of arrays and Iterables, and do-while. */
public class LoopsEach<E extends Comparable<E>> {
    static int[] field = {1, 2};
    static String log = "";
    static int n = 3;
    List<E> own = new ArrayList<>();
    E[] cells;

    static int[] make(int by) { log += "m" + by; return new int[] {by, by + 1}; }

    // hazard: each round has a variable of its own, which may be captured
    static String captured(int[] xs, List<String> ys) {
        List<Supplier<String>> all = new ArrayList<>();
        /*! loop-exchange: +{for (int x : xs) all.add(() -> "" + x);} */
        for (int x : xs) all.add(() -> "" + x);
        /*! loop-exchange: +{for (final String y : ys) ...} */
        for (final String y : ys) { all.add(() -> y); all.add(new Supplier<>() { public String get() { return y + y; } }); }
        String r = "";
        /*! loop-exchange: +{for (Supplier<String> s : all) r += s.get();} */
        for (Supplier<String> s : all) r += s.get();
        return r;
    }

    // hazard: the header is evaluated once, before anything is iterated, whatever the body assigns
    static String once(int[] xs, List<Integer> ys, int[][] grid) {
        String r = "";
        /*! loop-exchange: +{for (int x : xs) ...} */
        for (int x : xs) { xs = new int[0]; r += x; }
        /*! loop-exchange: +{for (int y : ys) ...} */
        for (int y : ys) { ys = null; r += y; }
        for (int z : make(7)) { r += z; make(9); }
        for (int f : field) { r += f; field = new int[] {5, f, 6}; field[1]++; }
        int at = 0;
        for (int c : grid[at++]) { r += c + at; grid[0] = null; }
        for (int c : ys == null ? grid[1] : field) { grid[1][0] = 80; grid[1][1] = 90; r += c; }
        for (int c : xs = new int[] {3, 4}) r += c + xs.length;
        return r + log;
    }

    // hazard: conversions from the element to the variable
    static String converted(int[] xs, char[] cs, List<Integer> ys, Integer[] boxes, byte[] bs) {
        String r = "";
        /*! loop-exchange: +{for (long x : xs) r += x / 2 + " ";} */
        for (long x : xs) r += x / 2 + " ";
        /*! loop-exchange: +{for (int c : cs) r += c + " ";} */
        for (int c : cs) r += c + " ";
        /*! loop-exchange: +{for (double d : ys) r += d + " ";} */
        for (double d : ys) r += d + " ";
        /*! loop-exchange: +{for (Object o : ys) r += o;} */
        for (Object o : ys) r += o;
        /*! loop-exchange: +{for (Object o : xs) r += o.getClass().getSimpleName();} */
        for (Object o : xs) r += o.getClass().getSimpleName();
        /*! loop-exchange: +{for (float b : boxes) r += b;} */
        for (float b : boxes) r += b;
        /*! loop-exchange: +{for (short b : bs) r += b++ + b;} */
        for (short b : bs) r += b++ + b;
        /*! loop-exchange: +{for (Number m : ys) r += m.intValue();} */
        for (Number m : ys) r += m.intValue();
        return r;
    }

    // hazard: null iterables, null elements unboxed in the header
    static String nulls(int[] xs, List<Integer> ys) {
        String r = "";
        try { for (Integer y : ys) r += y; for (int y : ys) r += y + ";"; } catch (NullPointerException e) { r += "npe"; }
        try { for (int x : xs) r += x; } catch (NullPointerException e) { r += "NPE"; }
        try { ys = null; for (Integer y : ys) r += y; } catch (NullPointerException e) { r += "Npe"; }
        return r;
    }

    // hazard: var, annotations, arrays of arrays, dims behind names, generic arrays
    static String shapes(int[][] grid, int flat[], Map<String, List<int[]>> map, String... rest) {
        String r = "";
        /*! loop-exchange: +{for (int[] row : grid) for (int c : row) r += c;} +{for (int c : row) r += c;} */
        for (int[] row : grid) for (int c : row) r += c;
        for (var row : grid) { for (var c : row) { r += c; } }
        for (int row[] : grid) r += row.length;
        /*! loop-exchange: +{for (int c : flat) r += c;} +{for (String s : rest) r += s;} */
        for (int c : flat) r += c; for (String s : rest) r += s;
        int[] even[] = {{2}, {4, 6}}, odd = {1};
        for (int[] e : even) r += e.length; for (int c : odd) r += c;
        for (@SuppressWarnings("unused") int c : flat) r += "c";
        for (final @Deprecated String s : rest) r += s;
        for (Map.Entry<String, List<int[]>> e : map.entrySet()) for (int[] a : e.getValue()) r += e.getKey() + a[0];
        for (var e : map.values()) for (var a : e) r += a.length;
        @SuppressWarnings("unchecked") List<String>[] lists = new List[] {List.of("l"), List.of()};
        for (List<String> l : lists) for (String s : l) r += s;
        for (char c : "chars".toCharArray()) r += (int) c;
        for (int c : new int[] {7, 8}) r += c;
        for (int c : flat.clone()) r += c;
        return r;
    }

    // hazard: wildcards, raw types, type variables, intersections, collections of many kinds
    static <T extends Number & Comparable<T>, L extends List<T>> String generics(
            List<? extends Number> up, List<? super Integer> down, List<?> any, @SuppressWarnings("rawtypes") List raw, L l, T[] ts) {
        String r = "";
        for (Number x : up) r += x.intValue();
        for (var x : up) r += x.doubleValue();
        for (Object x : down) r += x;
        for (Object x : any) r += x;
        for (var x : any) r += x;
        for (Object x : raw) r += x;
        for (T x : l) r += x.compareTo(x);
        for (T x : ts) r += x.intValue() + x.compareTo(x);
        for (Comparable<T> x : ts) r += x.compareTo(null == ts ? null : ts[0]);
        Collection<Integer> c = new ArrayDeque<>(List.of(5, 6)); Iterable<Integer> it = c; Set<Integer> s = new TreeSet<>(c);
        /*! loop-exchange: +{for (int x : c) r += x;} +{for (int x : s) r += x;} */
        for (int x : c) r += x; for (int x : it) r += x; for (int x : s) r += x;
        for (Number x : (List<? extends Integer>) l.getClass().cast(new ArrayList<>())) r += x;
        for (Object x : Arrays.asList(1, 'c')) r += x;
        for (String x : Collections.<String>emptyList()) r += x;
        return r;
    }

    // hazard: heap pollution: which casts the loop makes, and which it does not
    @SuppressWarnings({"unchecked", "rawtypes"})
    static String polluted() {
        List<Integer> ints = new ArrayList<>(); ((List) ints).add("s");
        String r = "";
        for (Object o : ints) r += o;
        try { for (Integer o : ints) r += "cast"; } catch (ClassCastException e) { r += "cce"; }
        try { for (Number o : ints) r += "num"; } catch (ClassCastException e) { r += "cce"; }
        try { for (var o : ints) r += "var"; } catch (ClassCastException e) { r += "cce"; }
        return r;
    }

    // hazard: fields, inherited fields, this, members of type variables
    String members(LoopsEach<String> other, E first) {
        String r = "";
        own.add(first);
        for (E e : own) r += e;
        for (E e : this.own) r += e.compareTo(first);
        for (String s : other.own) { other.own = List.of(); r += s.length(); }
        for (int f : LoopsEach.field) r += f;
        for (E e : cells) r += e;
        return r;
    }

    static class Bag extends ArrayList<String> implements Iterable<String> {
        int[] elements = {1, 2};
        String all() { String r = ""; for (String s : this) r += s + size(); for (int x : elements) r += x; for (Object o : this) r += o; return r; }
    }

    static class Count implements Iterable<Integer> {
        @Override public java.util.Iterator<Integer> iterator() {
            log += "it";
            return new java.util.Iterator<>() {
                int k;
                @Override public boolean hasNext() { log += "h"; return k < 2; }
                @Override public Integer next() { log += "n"; return k++; }
            };
        }
    }

    // hazard: an Iterable of one's own: how often it is asked
    static String asked() {
        log = "";
        for (int x : new Count()) { if (x == 0) continue; log += x; }
        Iterable<Integer> two = () -> List.of(4).iterator();
        for (int x : two) log += x;
        Count count = new Count();
        for (Integer x : count) { log += x; break; }
        return log;
    }

    // hazard: the list changes while it is iterated
    static String changes(List<Integer> l) {
        String r = "";
        try { for (Integer x : l) { r += x; if (x == 2) l.add(9); } } catch (ConcurrentModificationException e) { r += "cme"; }
        for (Integer x : l) { if (x.equals(2)) { l.remove(x); break; } }
        try { for (Integer x : l) { if (x == 1) l.remove(x); } } catch (ConcurrentModificationException e) { r += "again"; }
        return r + l;
    }

    // hazard: names that a rewrite could invent: i, index, it, iterator, array, java, util, Iterator
    static String names(List<String> iterator, int[] array) {
        String r = "";
        int i = 3, index = 4, it = 5, util = 6, length = 7; List<String> java = iterator; Object Iterator = "I", Object = "o";
        for (String s : iterator) r += s + i + index + it;
        for (String s : java) r += s + util + java + Iterator + Object;
        for (int x : array) { int arr = x, a = i, idx = 2, iter = 1, items = 9; r += x + arr + a + idx + iter + items + length; }
        for (int j : array) for (int k : array) r += j * k;
        for (int array2 : array) { class Iterator { int i = array2; } r += new Iterator().i; }
        return r;
    }

    // hazard: labels, continue, brace-less places, bodies that never complete, switch groups, scopes
    static int flow(int[] xs, List<Integer> ys, boolean c) {
        int s = 0;
        /*! loop-exchange: +{o: for (int x : xs) ...} */
        o: for (int x : xs) { for (Integer y : ys) { if (y == 2) continue o; if (x == 3) break o; s += x * y; } s++; }
        if (c) for (int x : xs) if (x == 2) s += 100; else s++; else for (int y : ys) { if (y == 1) continue; s -= y; }
        switch (xs.length) { case 3: for (int x : xs) s += x; int x = 4; default: for (int y : ys) s += y; x = s; s += x; }
        for (int x : xs) try { if (x == 1) continue; s += x; } finally { s *= 2; }
        final int w; for (int x : xs) { s += x; break; }
        for (Integer n : ys) { s += n; } s += n; int n = 1;
        if (ys.isEmpty()) w = 5; else w = 6;
        for (int y : ys) { return s + y + w + n; }
        for (int x : xs) { throw new IllegalStateException("s" + s); }
        return s;
    }

    // hazard: do-while: continue jumps to the condition, which does not see the body's names
    static String doing(int k, Object o) {
        String r = "";
        /*! loop-exchange: +{do { int n = k * 2; r += n; } while (k-- > 0 && n == 3);} */
        do { int n = k * 2; r += n; } while (k-- > 0 && n == 3);
        do { if (k++ < 0) continue; r += "k" + k; } while (k < 3);
        /*! loop-exchange: +{do r += k; while (--k > 0);} +{do ; while (k++ < 2);} +{do { } while (k-- > 0);} */
        do r += k; while (--k > 0); do ; while (k++ < 2); do { } while (k-- > 0);
        d: do { do { if (k == 1) continue d; r += "i"; k++; if (k == 9) break; } while (k < 4); r += "o"; } while (k++ < 4);
        do { switch (k++) { case 6: continue; case 7: break; default: r += "."; } r += k; } while (k < 9);
        do try { if (k++ == 10) continue; r += "t"; } finally { r += "f"; } while (k < 12);
        do if (k > 12) r += ">"; else r += "<"; while (k++ < 14);
        do { String n = r; r = n + "z"; do { int q = n.length(); r += q > 9; } while (n == null); } while (n-- > 1);
        Object before = o;
        do { o = o + "s"; } while (!(o instanceof String s)); r += s;
        do { r += "p"; o = before; } while (o instanceof String t && t.length() > k++);
        return r;
    }

    // hazard: do-while with constant conditions: once, or for ever
    static int constant(int k) {
        do { k++; } while (false);
        do { if (k > 5) break; k += 2; } while (true);
        do { if (k == 7) break; if (k == 6) { k++; continue; } k--; } while (k < -1);
        do { k += 10; break; } while (k > 0);
        do { if (k > 1) { k++; break; } else break; } while (true);
        do { if (k++ % 2 == 0) continue; k++; } while (!true);
        final int v, w; do { v = k; } while (false);
        do { if (k > 30) { w = 1; break; } k += 5; } while (!false);
        int x; do { x = k; } while (x < 3 && k++ < 2);
        int y; do { if (k > 3) continue; k++; } while ((y = k) < 3);
        if (k % 2 == 9) do { throw new IllegalStateException(); } while (k > 0);
        do { if (k > 50) return k + v + w + x + y; k *= 2; } while (true);
    }

    static String safe(Supplier<String> s) { try { return s.get(); } catch (NullPointerException e) { return "npe"; } catch (RuntimeException e) { return "" + e; } }

    public static void main(String[] args) {
        System.out.println(captured(new int[] {1, 2}, List.of("a", "b")));
        System.out.println(once(new int[] {1, 2}, List.of(3, 4), new int[][] {{5, 6}, {7, 8}}));
        System.out.println(converted(new int[] {5, 6}, new char[] {'a'}, List.of(3, 300), new Integer[] {9}, new byte[] {-1}));
        System.out.println(nulls(null, Arrays.asList(1, null)) + nulls(new int[] {4}, List.of()));
        Map<String, List<int[]>> map = new LinkedHashMap<>(Map.of("k", List.of(new int[] {1, 2})));
        System.out.println(shapes(new int[][] {{1}, {2, 3}}, new int[] {4}, map, "r", "s"));
        System.out.println(generics(List.of(1, 2.5), new ArrayList<Number>(List.of(3)), List.of('q'), List.of("raw"),
                new ArrayList<>(List.of(8)), new Integer[] {4, 5}) + polluted());
        LoopsEach<String> each = new LoopsEach<>(); each.cells = new String[] {"cell"};
        System.out.println(each.members(each, "first") + asked() + " " + changes(new ArrayList<>(List.of(1, 2, 3))));
        Bag bag = new Bag(); bag.add("x"); bag.add("y");
        System.out.println(bag.all() + names(List.of("p", "q"), new int[] {1, 2}));
        int[] xs = {1, 2, 3};
        System.out.println(flow(xs, List.of(1, 2), true) + " " + safe(() -> "" + flow(xs, List.of(), true)) + " " + flow(new int[0], List.of(4, 1), false));
        System.out.println(safe(() -> "" + flow(new int[] {1}, List.of(), false)) + doing(3, 7) + " " + constant(1) + " " + constant(8));
    }
}
