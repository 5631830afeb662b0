import java.util.ArrayList;
import java.util.List;

/** Java 21: record patterns (JLS 21, 14.30) and patterns in switch, in rules and in groups of statements (14.11.1). */
public class RecordPatterns {
    sealed interface Shape permits Circle, Box, Pair {}

    record Circle(int radius) implements Shape {}

    record Box(int width, int height) implements Shape {}

    record Pair<A, B>(A left, B right) implements Shape {}

    enum Colour { RED, GREEN, BLUE }

    static final List<String> LOG = new ArrayList<>();

    static int log(String text, int value) {
        LOG.add(text);
        return value;
    }

    static int area(Shape shape) {
        int result = 0;
        switch (shape) {
            case Circle(int radius): {
                int squared = radius * radius;
                result = squared * 3 + 1;
                break;
            }
            case Box(int width, int height) when width == height: {
                if (width > 3) {
                    result = width * height;
                    break;
                } else {
                    result = 2 * width;
                }
                log("square", result);
                break;
            }
            case Box(var width, var height): {
                try {
                    result = log("box", width) * height;
                    break;
                } finally {
                    LOG.add("done");
                }
            }
            case Pair(Integer a, Integer b): {
                synchronized (LOG) {
                    result = a - b;
                    break;
                }
            }
            case Pair<?, ?> pair: {
                for (int i = 0; i < 3; i++) {
                    result += i * 2;
                }
                result = pair.left() == null ? -1 : result;
                break;
            }
        }
        return result + 1;
    }

    static String rules(Object o) {
        return switch (o) {
            case null -> "nothing";
            case String s when s.length() > 3 -> s.trim() + s.length();
            case String s -> s + "?";
            case Pair(String left, Pair(Integer n, var rest)) -> left + (n + 1) + rest;
            case Pair(var left, var right) -> left + ":" + right;
            case Integer i when i > 10 && i < 20 -> {
                int twice = i * 2;
                int more = twice + 1;
                yield "teen " + (twice > more ? twice : more);
            }
            case Integer i -> {
                String text = "number ";
                text += i;
                yield text;
            }
            case int[] a -> "array of " + a.length;
            default -> o.getClass().getSimpleName();
        };
    }

    static int colours(Object o) {
        switch (o) {
            case Colour.RED:
                return 1;
            case Colour c when c == Colour.GREEN:
                LOG.add(c.name());
                return 2;
            case Colour c:
                return 3 + c.ordinal();
            case null, default:
                return 0;
        }
    }

    static int grouped(Object o) {
        int n = 1;
        switch (o) {
            case Integer i:
                n = i;
                if (n > 2) {
                    n -= 1;
                    break;
                }
                n += 5;
                break;
            case String s:
                while (true) {
                    n = n + s.length();
                    if (n > 6) {
                        break;
                    }
                }
                break;
            default:
                n = -n;
        }
        return n * 2;
    }

    static String conditions(Object o, Object p) {
        if (!(o instanceof Box(int w, int h)) || w < 1) {
            return "no box";
        }
        int sum = w + h;
        if (p instanceof Pair(Box(int w2, int h2), String s) && w2 > w && !s.isEmpty()) {
            sum = sum + w2 * h2;
            return s + sum;
        } else if (p instanceof Pair<?, ?>(Integer a, Integer b)) {
            return a < b ? "less " + sum : "more " + sum;
        } else {
            return w == h ? "square" : "box " + sum;
        }
    }

    static int loops(Object o) {
        int rounds = 0;
        Object at = o;
        while (at instanceof Pair(Integer n, Object next)) {
            rounds += n;
            at = next;
        }
        for (Object other = o; other instanceof Pair(var n, Object next) && n != null; other = next) {
            rounds = rounds + 10;
        }
        while (!(at instanceof String text)) {
            at = "" + at;
            rounds++;
        }
        return rounds + text.length();
    }

    static int ends(Object o) {
        while (!(o instanceof String s)) {
            o = "" + o;
        }
        String t = s + 1;
        for (char c : t.toCharArray()) {
            if (c == '1') {
                return s.length();
            }
        }
        return 1 + s.length() * 2;
    }

    static <T extends Comparable<T>> T greater(Pair<T, T> pair) {
        if (pair instanceof Pair<T, T>(var a, var b)) {
            T first = a;
            T result = first.compareTo(b) > 0 ? a : b;
            return result;
        }
        throw new IllegalStateException();
    }

    public static void main(String[] args) {
        Object[] values = {
            null, "word", "ab", 3, 12, 40, new int[2], 2L, new Circle(2), new Box(2, 2), new Box(4, 4), new Box(2, 5),
            new Pair<>(5, 3), new Pair<>("x", "y"), new Pair<>("x", new Pair<>(1, 2)), Colour.RED, Colour.GREEN, Colour.BLUE,
            new Pair<>(1, new Pair<>(2, 7)), new Pair<>(new Box(3, 3), "s")
        };
        for (Object value : values) {
            System.out.println(rules(value) + " " + colours(value));
            if (value != null && !(value instanceof int[])) {
                System.out.println(grouped(value) + " " + loops(value) + " " + ends(value));
            }
            if (value instanceof Shape shape) {
                System.out.println(area(shape));
            }
            for (Object other : values) {
                System.out.println(conditions(value, other));
            }
        }
        System.out.println(greater(new Pair<>("a", "b")) + greater(new Pair<>(2, 1)));
        System.out.println(LOG);
    }
}
