import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntBinaryOperator;

/** Java 22: an unnamed variable at each place where a variable is declared (JLS 22, 6.1), beside what it reads. */
public class UnnamedPlaces {
    record Point(int x, int y) {}

    static final List<Integer> LOG = new ArrayList<>();

    static int log(int n) {
        LOG.add(n);
        return n;
    }

    List<? extends Number> numbers() {
        return List.of(1, 2.5);
    }

    static int declarations(boolean c, int n) {
        int _ = c ? log(1) : 2;
        int _ = log(n) + 1, _ = c ? 3 : log(4);
        var _ = (log(5));
        int _ = 1 + log(n) * 2;
        int k;
        k = 3;
        int _ = k;
        int j = k;
        int _ = log(j);
        String _ = "a" + log(6);
        boolean _ = log(k) == 1;
        Integer _ = 3;
        long _ = log(7);
        return k + n;
    }

    static int loops(List<String> words, int[] values, UnnamedPlaces places) {
        int n = 0;
        for (var _ : words) {
            n++;
        }
        for (var _ : words.subList(0, 1)) n += 2;
        for (final var _ : values) {
            n = n + 3;
        }
        for (int _ : values) {
            log(n);
        }
        for (Object _ : places.numbers()) {
            n++;
        }
        for (var _ : places.numbers()) {
            n++;
        }
        for (int _ = 0, i = 0; i < 3; i++) {
            n += i;
        }
        for (int i = 0, _ = log(i); i < 3; i++) {
            n += i;
        }
        return n;
    }

    static int handlers(boolean c) throws Exception {
        try (AutoCloseable _ = () -> log(8); var _ = (AutoCloseable) null) {
            return c ? log(9) : 1 / 0;
        } catch (ArithmeticException _) {
            return log(10);
        }
    }

    static int lambdas(boolean c) {
        Runnable first = () -> {
            int _ = log(11);
            int _ = c ? log(12) : 3;
        };
        BiFunction<Integer, Integer, Integer> second = (_, _) -> {
            int _ = log(13);
            return 2;
        };
        IntBinaryOperator third = (int _, int _) -> 3;
        first.run();
        return second.apply(1, 2) + third.applyAsInt(3, 4);
    }

    static int patterns(Object o, boolean c) {
        int n = 0;
        if (o instanceof Point(_, var _)) {
            n += 1;
        }
        if (o instanceof Point(int _, _) && c) {
            n += 2;
        }
        switch (o) {
            case Point(int _, int y) when y > 1: {
                int _ = log(y);
                break;
            }
            case String _: {
                int _ = log(14);
                break;
            }
            default:
        }
        int more = switch (o) {
            case Point(_, _) -> 1;
            case String _ -> {
                int _ = log(n);
                yield 3;
            }
            default -> 0;
        };
        return n * 10 + more;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(declarations(true, 2) + declarations(false, 3));
        System.out.println(loops(List.of("a", "b"), new int[] {1, 2}, new UnnamedPlaces()));
        System.out.println(handlers(true) + handlers(false) + lambdas(true) + lambdas(false));
        for (Object o : new Object[] {new Point(1, 2), new Point(2, 1), "s", 3}) {
            System.out.println(patterns(o, true) + " " + patterns(o, false));
        }
        System.out.println(LOG);
    }
}
