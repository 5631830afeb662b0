import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Java 21: guards, whose variables are final or effectively final (JLS 21, 14.11.1), and switches that are exhaustive without a default. */
public class Guards {
    sealed interface Tree<T> permits Leaf, Node {}

    record Leaf<T>(T value) implements Tree<T> {}

    record Node<T>(Tree<T> left, Tree<T> right) implements Tree<T> {}

    sealed interface Switch {}

    enum Power implements Switch { ON, OFF }

    record Dimmed(int level) implements Switch {}

    static final List<String> LOG = new ArrayList<>();
    static final boolean ALWAYS = true;
    private int calls;

    boolean ask(int n) {
        calls++;
        LOG.add("ask " + n);
        return n > 2;
    }

    static int depth(Tree<?> tree) {
        int result;
        switch (tree) {
            case Leaf<?> leaf -> result = 1;
            case Node<?>(var left, var right) -> {
                int a = depth(left);
                int b = depth(right);
                result = 1 + (a < b ? b : a);
            }
        }
        return result;
    }

    static <T> T first(Tree<T> tree) {
        return switch (tree) {
            case Leaf<T>(T value) -> value;
            case Node<T>(Leaf<T>(T value), Node<T> right) -> value;
            case Node<T>(Tree<T> left, Tree<T> right) -> {
                T found = first(left);
                yield found;
            }
        };
    }

    String effectivelyFinal(Object o, int limit) {
        int low = limit - 2;
        int high = low + 4;
        int seen = 0;
        String text = "none";
        switch (o) {
            case Integer i when i > low && i < high:
                seen = seen + i;
                text = "within";
                break;
            case Integer i when ask(limit) || i == low:
                seen += 2;
                text = "asked";
                break;
            case String s when s.length() < high && low < s.length():
                seen++;
                break;
            default:
                text = text + "?";
        }
        return text + seen;
    }

    static String constantGuard(Object o) {
        final boolean yes = true;
        return switch (o) {
            case String s when s.isEmpty() -> "empty";
            case Integer i when i < 0 != yes -> "number";
            case Object other when yes && ALWAYS -> "other";
        };
    }

    static String constantInGroup(Object o) {
        final boolean yes = 1 < 2;
        String result;
        switch (o) {
            case Long n when n > 1:
                result = "long";
                break;
            case Object other when yes:
                result = "other";
                break;
        }
        return result;
    }

    static int captured(Object o, int start) {
        int base = start * 2;
        IntSupplier found = switch (o) {
            case Integer i when i > base -> () -> i + base;
            case String s -> {
                int length = s.length();
                yield () -> length - base;
            }
            default -> () -> base;
        };
        int sum = found.getAsInt();
        if (o instanceof Integer i && i > base) {
            Supplier<Integer> twice = () -> i * 2;
            sum += twice.get();
        }
        return sum;
    }

    static String qualified(Switch at) {
        return switch (at) {
            case Power.ON -> "on";
            case Power.OFF -> "off";
            case Dimmed(int level) when level > 5 || level == 3 -> "bright";
            case Dimmed(int level) -> {
                String text = "dim";
                for (int i = 0; i < level; i++) {
                    text += i;
                }
                yield text;
            }
        };
    }

    static int nested(Object o, Object p) {
        int count = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            int round = i;
            switch (o) {
                case Integer n when n == round: {
                    if (p instanceof String s && s.length() == i) {
                        break outer;
                    }
                    count += 10;
                    continue outer;
                }
                case String s: {
                    do {
                        count = count + 1;
                    } while (count < s.length());
                    break;
                }
                default: {
                    count += switch (p) {
                        case Integer n when n > round -> n - i;
                        case null -> 100;
                        default -> {
                            int value = i;
                            value++;
                            yield value;
                        }
                    };
                }
            }
        }
        return count;
    }

    static int resources(Object o) throws Exception {
        AutoCloseable first = () -> LOG.add("first closed");
        int result = 3;
        try (first) {
            if (!(o instanceof Integer n)) {
                return -1;
            }
            result = result - n;
            return result;
        } finally {
            result = 0;
        }
    }

    static boolean returned(Object o) {
        boolean result = o instanceof String s && switch (s) {
            case "a", "b" -> true;
            case String t when t.length() > 3 -> {
                boolean ends = t.endsWith("x");
                yield !ends;
            }
            default -> false;
        };
        return result;
    }

    public static void main(String[] args) throws Exception {
        Tree<String> tree = new Node<>(new Node<>(new Leaf<>("a"), new Leaf<>("b")), new Leaf<>("c"));
        System.out.println(depth(tree) + first(tree) + first(new Leaf<>(3)));
        Guards guards = new Guards();
        Object[] values = {1, 2, 3, 4, 5, 9, -1, "", "a", "abcd", "abcx", 2L, 1L, 'c'};
        for (Object o : values) {
            System.out.println(guards.effectivelyFinal(o, 4) + guards.effectivelyFinal(o, 1) + guards.calls);
            System.out.println(constantGuard(o) + constantInGroup(o) + captured(o, 1) + " " + resources(o) + returned(o));
            for (Object p : values) {
                System.out.println(nested(o, p));
            }
            System.out.println(nested(o, null));
        }
        for (Switch at : List.of(Power.ON, Power.OFF, new Dimmed(3), new Dimmed(4), new Dimmed(7))) {
            System.out.println(qualified(at));
        }
        System.out.println(LOG);
    }
}
