import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Empty blocks and empty braces that are none; local classes; names and types that something else has already. */
public class PlacesBlocks {
    static final List<Object> LOG = new ArrayList<>();
    static int spare = 1;
    int unusedInt = 50;

    @interface Marks { Class<?>[] value() default {}; }

    /*! unused-variable: -{{ }} */
    interface Empty { }

    /*! unused-variable: +{{ }} */
    static { }

    /*! unused-variable: +{{ }} */
    { }

    /*! unused-variable: +{{ }} */
    PlacesBlocks() { }

    /*! unused-variable: +{{ }} */
    static void nothing(int unusedByte) { }

    static void remark() {
        // only a remark
    }

    record Point(int x, int y) {
        /*! unused-variable: +{{ }} */
        Point { }

        Point(int both) {
            /*! unused-variable: -{this(both, both);} */
            this(both, both);
        }

        int sum() {
            /*! unused-variable: +{return x + y;} */
            return x + y;
        }
    }

    record Range(int low, int high) {
        Range(int low, int high) {
            /*! unused-variable: +{this.low = low;} */
            this.low = low;
            /*! unused-variable: +{this.high = high;} */
            this.high = high;
        }
    }

    enum Kind {
        A {
            @Override String text() {
                /*! unused-variable: +{return "a" + ordinal();} */
                return "a" + ordinal();
            }
        },
        /*! unused-variable: -{{ }} */
        B { };

        String text() {
            /*! unused-variable: +{return "kind";} */
            return "kind";
        }
    }

    interface Named {
        default String name() {
            /*! unused-variable: +{return "<" + plain() + ">";} */
            return "<" + plain() + ">";
        }

        String plain();
    }

    /*! unused-variable: -{{}} */
    @Marks({})
    static String empties(int k) {
        /*! unused-variable: -{{}} */
        int[] none = {};
        /*! unused-variable: -{{}} */
        int[][] rows = {{}, none};
        /*! unused-variable: +{{ }} */
        if (k == 0) { } else k++;
        if (k == 1) k++;
        /*! unused-variable: +{{ }} */
        else { }
        /*! unused-variable: +{{ }} */
        while (k++ < 3) { }
        /*! unused-variable: +{{ }} */
        for (int i = 0; i < k; i++, spare++) { }
        /*! unused-variable: +{{ }} */
        do { } while (k++ < 6);
        /*! unused-variable: +{{ }} */
        synchronized (LOG) { }
        try {
            LOG.add(rows[k].length);
        /*! unused-variable: +{{ }} */
        } catch (ArrayIndexOutOfBoundsException e) { }
        /*! unused-variable: +{{ }} */
        try { LOG.add("t"); } finally {/* none */}
        /*! unused-variable: +{{ }} */
        done: { }
        switch (k) {
            /*! unused-variable: +{{ }} */
            case 1 -> { }
            /*! unused-variable: -{k++;} */
            default -> k++;
        }
        switch (k) {
            /*! unused-variable: +{{ }} */
            case 1: { }
        }
        /*! unused-variable: -{{ }} */
        switch (k) { }
        /*! unused-variable: +{{ }} */
        Runnable r = () -> { };
        r.run();
        /*! unused-variable: +{{}} */
        Consumer<Object> c = (Object o) -> {};
        c.accept(r == null);
        /*! unused-variable: -{{ }} */
        LOG.add(new Object() { }.getClass().isAnonymousClass());
        return k + " " + spare + none.length;
    }

    static String hanging(Iterator<?> all) {
        int n = 0;
        while (all.hasNext()) {
            // the line
            // of the brace
        }
        try {
            n = 10 / n;
        } catch (ArithmeticException e) { // ignored
        } finally { /* nothing
            to do */ }
        for (Object o : LOG) if (o != null) { /*! unused-variable: +{n++;} */
            n++; }
        return "n" + n;
    }

    class Counter {
        int unusedLong = 3;

        String count() {
            /*! unused-variable: +{unusedLong++;} */
            unusedLong++;
            /*! unused-variable: +{return unusedInt + "," + unusedLong;} */
            return unusedInt + "," + unusedLong;
        }
    }

    static String classes(int n) {
        /*! unused-variable: +{class Twice { int get() { return n * 2; } }} +{return n * 2;} */
        class Twice { int get() { return n * 2; } }
        /*! unused-variable: +{record Pair(int a, int b) { }} -{{ }} */
        record Pair(int a, int b) { }
        /*! unused-variable: +{int sum = new Twice().get() + new Pair(n, 3).b();} */
        int sum = new Twice().get() + new Pair(n, 3).b();
        List<Integer> list = new ArrayList<>(List.of(4, 5)) {
            /*! unused-variable: -{int unusedShort = 2;} */
            int unusedShort = 2;

            @Override public boolean add(Integer unusedDouble) {
                /*! unused-variable: +{modCount += unusedShort;} */
                modCount += unusedShort;
                /*! unused-variable: +{return super.add(unusedDouble + modCount);} */
                return super.add(unusedDouble + modCount);
            }
        };
        /*! unused-variable: +{list.add(sum);} */
        list.add(sum);
        /*! unused-variable: +{return list.toString();} */
        return list.toString();
    }

    /** A class of its own hides java.lang.String: the name String means another type in all of this body. */
    static class Hiding {
        static class String {
            final int value = 77;
        }

        static int own() {
            /*! unused-variable: +{String text = new String();} */
            String text = new String();
            /*! unused-variable: +{return text.value;} */
            return text.value;
        }
    }

    static class Heir extends Hiding {
        static <T> int heir(T one) {
            /*! unused-variable: +{return new String().value + one.hashCode();} */
            return new String().value + one.hashCode();
        }
    }

    static <String> java.lang.String variable(String one) {
        /*! unused-variable: +{return "variable" + one;} */
        return "variable" + one;
    }

    static java.lang.String late(int n) {
        LOG.clear();
        class String { }
        /*! unused-variable: +{LOG.add(new String() == null);} */
        LOG.add(new String() == null);
        /*! unused-variable: +{return LOG.toString() + n;} */
        return LOG.toString() + n;
    }

    static String later(int n) {
        /*! unused-variable: +{n++;} */
        n++;
        Runnable first = () -> { int unusedFloat = 1; LOG.add(unusedFloat); };
        { int unusedChar = n; LOG.add(unusedChar); }
        for (int unusedChar : new int[] {8}) LOG.add(unusedChar);
        if ((Object) n instanceof Integer unusedInt) LOG.add(unusedInt);
        java.util.function.IntUnaryOperator f = unused -> unused + 1;
        first.run();
        /*! unused-variable: +{return LOG.toString() + f.applyAsInt(n);} */
        return LOG.toString() + f.applyAsInt(n);
    }

    static void check(String expected, String actual) {
        System.out.println(actual);
        if (!expected.equals(actual)) throw new AssertionError("not " + expected);
    }

    public static void main(String[] args) {
        nothing(1);
        remark();
        check("8 Range[low=1, high=2]a0kind", new Point(4).sum() + " " + new Range(1, 2) + Kind.A.text() + Kind.B.text());
        Named named = () -> "plain";
        check("<plain>50,4", named.name() + new PlacesBlocks().new Counter().count());
        check("8 508 90[t, true, t, true]", empties(0) + empties(1) + LOG);
        check("n4", hanging(Arrays.asList().iterator()));
        check("[4, 5, 11]", classes(3));
        check("155variable2[false]3", Hiding.own() + Heir.heir(1) + variable(2) + late(3));
        check("[false, 6, 8, 6, 1]7", later(5));
    }
}
