import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Private methods, which are renamed or get a parameter, with all their uses: by name, by receiver, by reference. */
public class Privates {
    static StringBuilder log = new StringBuilder();
    private int state = 3;
    // hazard: a use outside of every method
    final int start = initial() + this.initial();
    static final int SHARED = shared(2);
    final Supplier<String> later = this::describe;

    private int initial() { return 7; }
    private static int shared(int n) { log.append("shared").append(n); return n * n; }
    private String describe() { return "privates" + state; }

    /*! method-renaming: +{plain} */
    private int plain(int a) { return a + state; }
    int callsPlain() { return plain(1) + this.plain(2) + new Privates().plain(plain(3)); }

    // hazard: an overload with as many arguments answers the calls that are left
    private String over(int n) { return "int"; }
    private String over(long n) { return "long"; }
    private String over(Object o) { return "Object"; }
    String callsOver() { return over(1) + over(1L) + over("s") + over((short) 1); }

    // hazard: an overload with another number of arguments, which keeps its name
    /*! method-renaming: +{apart} */ /*! parameter-adding: -{apart} */
    private String apart(String s) { return "one" + s; }
    private String apart(String s, int n) { return n == 0 ? s : apart(s + n, n - 1) + apart(s); }
    String callsApart() { return apart("a", 2) + apart("b"); }

    // hazard: variable arity takes any number
    /*! parameter-adding: -{many} */
    private static int many(int... n) { return n.length; }
    static int callsMany() { return many() + many(1) + many(1, 2, 3) + many(new int[7]); }

    // hazard: a method reference has the function type of its place
    /*! parameter-adding: -{referred} */
    private int referred(int a) { return a * state; }
    int callsReferred() {
        Function<Integer, Integer> f = this::referred;
        java.util.function.BiFunction<Privates, Integer, Integer> g = Privates::referred;
        return f.apply(2) + g.apply(this, 3) + referred(4);
    }
    private static int twice(int a) { return a + a; }
    static int callsTwice() { return Arrays.asList(1, 2, 3).stream().mapToInt(Privates::twice).sum(); }

    // hazard: a class body that inherits, or declares, a method of the name
    static class Base { int shadowed(int n) { return -n; } int fresh() { return 5; } }
    private int shadowed(int n) { return n + 100; }
    int callsShadowed() {
        Base b = new Base() { int more() { return shadowed(1); } @Override int fresh() { return more() + super.fresh(); } };
        return b.fresh() + shadowed(2) + b.shadowed(3);
    }
    private int outer(int n) { return n + 1000; }
    class Inner {
        private int outer(int n, int m) { return n - m; }
        private int inner() { return Privates.this.outer(1) + outer(5, 2); }
        int both() { return this.inner() + inner() + Privates.this.plain(9); }
    }
    /*! parameter-adding: +{lifted} */
    private int lifted(int n) { return n + state; }
    int callsLifted() {
        IntSupplier s = () -> lifted(1) + Privates.this.lifted(2);
        class Local { int go() { return lifted(3); } }
        return s.getAsInt() + new Local().go() + new Object() { int go() { return lifted(4); } }.go();
    }

    // hazard: recursion, and calls within the arguments of calls
    private long deep(long n) { return n < 2 ? n : deep(n - 1) + deep(n - 2); }
    private static int nested(int a, int b) { return a * 10 + b; }
    static int callsNested() { return nested(nested(1, 2), nested(nested(3, 4), 5)); }

    // hazard: comments, line ends and generics in the lists
    private <T extends Comparable<T>> T most(List<T> all /* not empty */, T none // what else
    ) { T best = none; for (T t : all) if (best == null || t.compareTo(best) > 0) best = t; return best; }
    String callsMost() { return this.<String>most(new ArrayList<>(List.of("a", "c", "b")), null) + most(List.of(2, 1) /* two */ , 0 /* none */); }
    private void nothing(/* takes nothing */) { log.append("nothing"); }
    void callsNothing() { nothing(); this.nothing( ); nothing(/* really */); nothing(
        // nothing at all
        ); }
    private String varied(final int a, String... more) { return a + Arrays.toString(more); }
    String callsVaried() { return varied(1) + varied(2, "x") + varied(3, "y", "z") + varied(4, (String[]) null); }
    private int[] old(int n)[] { return new int[n][n]; }
    int callsOld() { return old(3).length + old(2)[1].length; }
    private int receiver(Privates this, int n) { return n + state; }
    int callsReceiver() { return receiver(11); }

    // hazard: enums, records, interfaces and nested classes have private methods, too
    enum Level {
        LOW { int weight() { return 1; } }, HIGH { int weight() { return 10; } };
        abstract int weight();
        /*! method-renaming: +{scaled} */
        private int scaled(int n) { return weight() * n; }
        static int all(int n) { int sum = 0; for (Level l : values()) sum += l.scaled(n); return sum; }
    }
    record Point(int x, int y) implements Comparable<Point> {
        Point { if (x < 0) throw new IllegalArgumentException(text(x)); }
        private static String text(int x) { return "x" + x; }
        private int sum() { return x + y; }
        public int compareTo(Point other) { return Integer.compare(sum(), other.sum()); }
    }
    interface Shape {
        private int sides() { return 4; }
        private static int area(int a, int b) { return a * b; }
        default int measured() { return sides() + area(2, 3) + Shape.area(4, 5); }
    }
    static class Nested implements Serializable {
        private int secret = 1;
        private int hidden() { return secret++; }
        private static int helped(Nested n) { return n.hidden() + n.hidden(); }
    }
    static int callsNestedClass() { Nested n = new Nested(); return n.hidden() + Nested.helped(n) + n.secret; }
    static class Below extends Privates {
        private int initial() { return 70; }
        int own() { return initial() + ((Privates) this).initial() + ((Privates) this).plain(1); }
    }

    // hazard: names that something outside of the text calls
    private Object readResolve() { return this; }
    private void writeObject(java.io.ObjectOutputStream out) { }
    /*! method-renaming: -{quoted} */
    private int quoted() { return 1; }
    String callsQuoted() throws Exception { return Privates.class.getDeclaredMethod("quoted").getName() + quoted(); }
    @SuppressWarnings("unused") private static int unusedHelper() { return 1; }

    // hazard: an argument whose evaluation shows its order
    private static int ordered(int a, int b, int c) { return a * 100 + b * 10 + c; }
    static int next = 1;
    static int callsOrdered() { return ordered(next++, next++, next++) + ordered(next--, next = 5, next); }
    private IntBinaryOperator operator() { return (a, b) -> ordered(a, b, state); }

    public static void main(String[] args) throws Exception {
        Privates p = new Privates();
        System.out.println(p.start + " " + SHARED + " " + p.later.get() + " " + p.callsPlain() + " " + p.callsOver());
        System.out.println(p.callsApart() + " " + callsMany() + " " + p.callsReferred() + " " + callsTwice() + " " + p.callsShadowed());
        System.out.println(p.new Inner().both() + " " + p.callsLifted() + " " + p.deep(15) + " " + callsNested() + " " + p.callsMost());
        p.callsNothing();
        System.out.println(p.callsVaried() + " " + p.callsOld() + " " + p.callsReceiver() + " " + Level.all(3));
        System.out.println(new Point(1, 2).compareTo(new Point(3, 4)) + " " + new Shape() { }.measured() + " " + callsNestedClass());
        try { new Point(-1, 0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(new Below().own() + " " + p.callsQuoted() + " " + callsOrdered() + " " + p.operator().applyAsInt(1, 2) + " " + log);
    }
}
