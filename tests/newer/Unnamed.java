import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Java 22: unnamed variables and patterns (JLS 22, 6.1, 14.4.2, 14.30.1). */
public class Unnamed {
    record Point(int x, int y) {}

    record Line(Point from, Point to) {}

    static final List<String> LOG = new ArrayList<>();

    static int next(int n) {
        LOG.add("next " + n);
        return n + 1;
    }

    static int declared(int n) {
        int _ = next(n);
        int kept = next(n + 1);
        var _ = next(kept);
        String _ = "a" + n;
        return kept * 2;
    }

    static int loops(List<String> words, int n) {
        int count = 0;
        for (var _ : words) {
            count++;
        }
        for (String _ : words) {
            count = count + n;
        }
        for (int i = 0, _ = next(n); i < 3; i++) {
            count += i;
        }
        return count;
    }

    static int caught(String text, int n) {
        try {
            int value = Integer.parseInt(text);
            return value < n ? value : n;
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    static int resources(int n) {
        int result = n;
        try (AutoCloseable _ = () -> LOG.add("closed")) {
            result += 2;
        } catch (Exception _) {
            result = 0;
        }
        return result;
    }

    static int lambdas(int n) {
        BiFunction<Integer, Integer, Integer> first = (a, _) -> a + n;
        BiFunction<Integer, Integer, Integer> none = (_, _) -> n * 2;
        Function<String, Integer> length = (String _) -> {
            int twice = n + n;
            return twice;
        };
        return first.apply(1, 2) + none.apply(3, 4) + length.apply("x");
    }

    static String patterns(Object o) {
        if (o instanceof Line(Point(int x, _), _) && x > 1) {
            return "line from " + x;
        }
        if (o instanceof Point(_, var y)) {
            int doubled = y + y;
            return doubled > 4 ? "high" : "low";
        }
        return switch (o) {
            case Line(_, Point(int x, int y)) when x == y -> "diagonal " + (x + y);
            case Line(Point _, Point(_, int y)) -> {
                int less = y - 1;
                yield "line to " + less;
            }
            case Object _ -> "other";
        };
    }

    static String several(Object o) {
        return switch (o) {
            case String _, Integer _ -> "plain";
            default -> "other";
        };
    }

    static int groups(Object o) {
        int n = 0;
        switch (o) {
            case String _:
                n += 1;
                break;
            case Line(_, _):
                n = 2;
                if (n == 2) {
                    n = n + 1;
                    break;
                }
            default:
                n = n - 7;
                break;
        }
        return n;
    }

    public static void main(String[] args) {
        System.out.println(declared(3) + " " + loops(List.of("a", "b"), 4) + " " + resources(2) + " " + lambdas(5));
        System.out.println(caught("7", 9) + " " + caught("70", 9) + " " + caught("x", 9));
        Point a = new Point(1, 2);
        Point b = new Point(3, 3);
        for (Object o : new Object[] {a, b, new Line(a, b), new Line(b, a), new Line(a, a), "s", 1, 2L}) {
            System.out.println(patterns(o) + several(o));
            try {
                System.out.println(groups(o));
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        System.out.println(LOG);
    }
}
