import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** A second name for what headers declare: loops, resources, catch clauses, lambdas, patterns, parameters. */
public class AliasesHeaders {
    final List<String> log = new ArrayList<>();

    class Door implements AutoCloseable {
        final String name;

        /*! new-variable: +name */
        Door(String name) {
            this.name = name;
            log.add("open " + name);
        }

        @Override public void close() {
            log.add("close " + name);
        }
    }

    static String loops(int[] data, List<String> words) {
        String out = "";
        /*! new-variable: +i -n */
        for (int i = 0, n = data.length; i < n; i++) {
            if (data[i] == 2) continue;
            out += data[i] + i;
        }
        /*! new-variable: -i */
        for (int i = 0; i < 9; i++) {
            out += i;
            i += 3;
        }
        /*! new-variable: -i */
        for (int i = 0; i < 9; i++) {
            out += -i++;
        }
        /*! new-variable: -i */
        for (int i = 0; i < 9; i++) {
            out += (long) i++;
        }
        /*! new-variable: -i */
        for (int i = 0; i < 2; i++)
            out += i;
        /*! new-variable: -it */
        for (Iterator<String> it = words.iterator(); it.hasNext(); out += it.next()) { }
        /*! new-variable: +it */
        for (Iterator<String> it = words.iterator(); it.hasNext(); ) {
            out += it.next();
        }
        /*! new-variable: +word */
        for (String word : words) {
            Supplier<String> s = () -> word + "!";
            out += s.get();
        }
        /*! new-variable: +value */
        for (int value : data) {
            value *= 2;
            if (value > 5) break;
            out += value;
        }
        /*! new-variable: -value */
        for (int value : data) out += value;
        /*! new-variable: +wide */
        for (final double wide : data) { out += wide / 2; }
        return out;
    }

    String resources(String one) {
        /*! new-variable: +a +b */
        try (Door a = new Door(one); Door b = new Door(a.name + "b")) {
            Runnable r = () -> log.add(a.name + b.name);
            r.run();
        }
        /*! new-variable: -c */
        try (Door c = new Door("c"); Door d = new Door(c.name)) {
            log.add("empty");
        }
        /*! new-variable: +e */
        Door e = new Door("e");
        try (e) {
            log.add(e.name);
        }
        return String.join(";", log);
    }

    static String caught(int way) throws IOException {
        String out = "";
        try {
            if (way == 0) throw new IOException("zero");
            out += 10 / (way - 1);
            if (way == 3) throw new IllegalStateException("three");
        /*! new-variable: +e */
        } catch (ArithmeticException e) {
            out += e.getMessage() == null;
        /*! new-variable: -e */
        } catch (Exception e) {
            throw e;
        }
        try {
            out += Integer.parseInt("1" + out.length());
        /*! new-variable: -e */
        } catch (NumberFormatException | ArithmeticException e) {
            throw e;
        }
        try {
            throw new IllegalStateException(out);
        /*! new-variable: +ex */
        } catch (IllegalStateException ex) {
            if (way == 2) ex = new IllegalStateException("two" + ex.getMessage());
            return ex.getMessage();
        }
    }

    static int lambdas(int base) {
        /*! new-variable: +a +b */
        IntBinaryOperator f = (int a, final int b) -> {
            a += b;
            return a * base;
        };
        /*! new-variable: -a -b */
        IntBinaryOperator g = (int a, int b) -> a - b;
        /*! new-variable: +h -x */
        Function<Integer, Function<Integer, Integer>> h = x -> y -> x * 10 + y;
        /*! new-variable: +k */
        Function<Integer, Integer> k = (Integer x) -> {
            /*! new-variable: +twice */
            int twice = x * 2;
            return twice + x;
        };
        return f.applyAsInt(1, 2) + g.applyAsInt(9, 4) + h.apply(3).apply(4) + k.apply(5);
    }

    static String patterns(Object o) {
        /*! new-variable: -s */
        if (o instanceof String s && s.length() > 1) return "long";
        /*! new-variable: -n */
        return o instanceof Integer n ? "n" + n : "none";
    }

    static class Base {
        final String text;

        Base(String text) {
            this.text = text;
        }
    }

    static class Heir extends Base {
        final int size;

        /*! new-variable: -head +size */
        Heir(String head, int size) {
            super(head + (size += 2));
            this.size = size * 10;
        }

        /*! new-variable: -all */
        Heir(String... all) {
            this(all[0], all.length);
        }

        class Inner {
            final String both;

            /*! new-variable: +n */
            Inner(int n) {
                n++;
                both = text + n;
            }
        }

        class Sub extends Inner {
            int kept;

            /*! new-variable: -heir +n */
            Sub(Heir heir, int n) {
                heir.super(n);
                kept = n;
            }
        }
    }

    /*! new-variable: -low -high */
    record Range(int low, int high) {
        Range {
            if (low > high) {
                int swap = low;
                low = high;
                high = swap;
            }
        }

        /*! new-variable: -both */
        Range(int both) {
            this(both, both);
        }
    }

    /*! new-variable: -low -text */
    record Label(int low, String text) {
        /*! new-variable: +low +text */
        Label(int low, String text) {
            low++;
            this.low = low;
            this.text = text + low;
        }

        /*! new-variable: +low */
        Label with(int low) {
            return new Label(this.low + low, text);
        }
    }

    interface Named {
        /*! new-variable: -part */
        String name(String part);

        /*! new-variable: +part */
        default String title(String part) {
            return name(part) + part;
        }
    }

    static String inherited(Object lock, String text) throws IOException {
        /*! new-variable: -modCount */
        String modCount = "mine";
        List<String> list = new ArrayList<>() {
            @Override public String toString() {
                add(text);
                return super.toString() + modCount + lock;
            }
        };
        Reader reader = new Reader() {
            int left = 2;
            /*! new-variable: +to +from */
            @Override public int read(char[] to, int from, int count) {
                if (left-- == 0) return -1;
                to[from] = lock == this ? 'y' : 'n';
                return 1;
            }
            @Override public void close() { }
        };
        return "" + list + (char) reader.read() + lock;
    }

    static void check(String expected, String actual) {
        System.out.println(actual);
        if (!expected.equals(actual)) throw new AssertionError("not " + expected);
    }

    public static void main(String[] args) throws IOException {
        check("150480-2-4-6-80246801vwvwv!w!241230.51.01.5", loops(new int[] {1, 2, 3}, List.of("v", "w")));
        check("open a;open ab;aab;close ab;close a;open c;open c;empty;close c;close c;open e;e;close e", new AliasesHeaders().resources("a"));
        check("false15two1012311", caught(1) + caught(2) + caught(4));
        try {
            caught(3);
        } catch (IllegalStateException e) {
            check("three", e.getMessage());
        }
        check("63", "" + lambdas(3));
        check("longnonen5", patterns("ab") + patterns("a") + patterns(5));
        Heir heir = new Heir("p", "q");
        check("p440p458", heir.text + heir.size + heir.new Inner(4).both + heir.new Sub(heir, 8).kept);
        check("Range[low=1, high=3]Range[low=4, high=4]Label[low=8, text=t28]", new Range(3, 1) + "" + new Range(4) + new Label(1, "t").with(5));
        Named named = part -> "<" + part + ">";
        check("<n>n[t]1LyL", named.title("n") + inherited("L", "t"));
    }
}
