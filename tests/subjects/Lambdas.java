import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Lambdas, exceptions, resources, generic and interface methods; fields that locals hide. */
public class Lambdas {
    static int value = 100;
    final List<String> log = new ArrayList<>();
    int item = 9;

    interface Named {
        /*! variable-renaming: +prefix */
        default String title(String prefix) {
            return prefix + name() + quote(prefix);
        }

        String name();

        private String quote(String text) {
            /*! variable-renaming: +mark */
            char mark = '"';
            return mark + text + mark;
        }

        /*! variable-renaming: +name */
        static Named of(String name) {
            return () -> name;
        }
    }

    class Door implements AutoCloseable {
        final String name;

        Door(String name) {
            this.name = name;
            log.add("open " + name);
        }

        @Override
        public void close() throws IOException {
            log.add("close " + name);
            if (name.isEmpty()) {
                throw new IOException("no name");
            }
        }
    }

    /*! variable-renaming: +items +key */
    static <T, K extends Comparable<? super K>> T best(List<T> items, Function<? super T, ? extends K> key) {
        T best = null;
        /*! variable-renaming: +item */
        for (final T item : items) {
            if (best == null || key.apply(item).compareTo(key.apply(best)) > 0) best = item;
        }
        return best;
    }

    static List<Integer> nested(int base) {
        List<Integer> out = new ArrayList<>();
        /*! variable-renaming: +f +x */
        Function<Integer, UnaryOperator<Integer>> f = x -> y -> x * y + base;
        /*! variable-renaming: +g +a +b */
        BiFunction<Integer, Integer, Integer> g = (a, b) -> { int value = a - b; return value + Lambdas.value; };
        /*! variable-renaming: +h +p */
        BiFunction<Integer, int[], Integer> h = (final Integer p, int... q) -> p + q.length;
        out.add(f.apply(3).apply(4));
        /*! variable-renaming: +x */
        int x = g.apply(out.get(0), value);
        out.add(x);
        out.add(h.apply(x, new int[x % 4]));
        Supplier<Supplier<Integer>> s = () -> () -> x + base;
        out.add(s.get().get());
        return out;
    }

    String resources(String one, String two) {
        /*! variable-renaming: +a +b */
        try (Door a = new Door(one); Door b = new Door(two + a.name)) {
            log.add(a.name + b.name);
            if (two.length() > 2) throw new IllegalArgumentException(two);
        /*! variable-renaming: +e */
        } catch (final IOException | IllegalArgumentException e) {
            /*! variable-renaming: +hidden */
            for (Throwable hidden : e.getSuppressed()) {
                log.add("hidden " + hidden.getMessage());
            }
            log.add("caught " + e.getMessage());
        } finally {
            /*! variable-renaming: +a */
            String a = "finally";
            log.add(a);
        }
        return String.join(";", log);
    }

    String shared(String name) throws IOException {
        Door door = new Door(name);
        try (door; door) {
            int item = this.item + 1;
            this.item = item;
            log.add("in " + item + this.item);
        }
        return log.get(log.size() - 1) + item;
    }

    /*! variable-renaming: +parts */
    static int varargs(Object... parts) {
        int sum = 0;
        for (Object part : parts) sum += part instanceof Object[] array ? array.length : 1;
        return sum * 10 + parts.length;
    }

    static int rethrow(int n) {
        try {
            if (n == 0) throw new IOException("zero");
            return 10 / (n - 1);
        } catch (ArithmeticException e) {
            try {
                throw new IllegalStateException(e);
            /*! variable-renaming: +inner */
            } catch (IllegalStateException inner) {
                return inner.getCause() == e ? -1 : -2;
            }
        } catch (Exception e) {
            return -3 - value + e.getMessage().length();
        }
    }

    static void check(Object expected, Object actual) {
        System.out.println(actual);
        if (!expected.equals(actual)) {
            throw new AssertionError(expected + " is not " + actual);
        }
    }

    public static void main(String[] args) throws Exception {
        check("ppn\"p\"".substring(1), Named.of("n").title("p"));
        check("ccc", best(List.of("a", "ccc", "bb"), String::length));
        check("c", best(List.of("a", "c", "b"), text -> text));
        check("[17, 17, 18, 22]", nested(5).toString());
        check("open a;open ba;aba;close ba;close a;finally", new Lambdas().resources("a", "b"));
        check(
            "open ;open xyz;xyz;close xyz;close ;hidden no name;caught xyz;finally",
            new Lambdas().resources("", "xyz"));
        check("close d10", new Lambdas().shared("d"));
        check("[33, 11, 22]", List.of(varargs(1, 2, 3), varargs((Object) new Object[1]), varargs(1, "")).toString());
        check("[-99, -1, 10]", List.of(rethrow(0), rethrow(1), rethrow(2)).toString());
        List<String> sorted = new ArrayList<>(List.of("bb", "a"));
        sorted.sort(Comparator.comparing((String line) -> line.length()).thenComparing(line -> line));
        check("[a, bb]", sorted.toString());
    }
}
