import java.util.List;

/** Switches on strings, enums and numbers, old and new; labels of statements that are called like variables. */
public class Switches {
    enum Color { RED, GREEN, BLUE }

    static final int LOW = 1;

    static String colors(Color color) {
        /*! variable-renaming: -RED */
        String RED = "local";
        /*! variable-renaming: +GREEN */
        String GREEN = RED + color;
        switch (color) {
            case RED:
                return RED;
            default:
                return GREEN;
        }
    }

    static int numbers(int k) {
        final int LOW = 5;
        /*! variable-renaming: +high */
        final int high = LOW * 2;
        switch (k) {
            case LOW:
                return 1;
            case high:
                return 2;
            case Switches.LOW:
                return 3;
            default:
                return 4;
        }
    }

    static int strings(String key) {
        /*! variable-renaming: +stop */
        final String stop = "stop";
        switch (key) {
            case "go":
                /*! variable-renaming: +n */
                int n = 1;
                n++;
                return n;
            case stop:
                n = 5;
                return n + key.length();
            case "":
            default:
                n = LOW;
        }
        /*! variable-renaming: +n */
        int n = 7;
        return n;
    }

    static String arrows(Color color, int k) {
        return switch (color) {
            /*! variable-renaming: +v */
            case RED -> { String v = "r" + k; yield v; }
            case GREEN, BLUE -> {
                /*! variable-renaming: +v */
                double v = k / 2.0;
                if (v > 2) yield "big" + v;
                yield "small" + v;
            }
        };
    }

    static int yields(int k) {
        /*! variable-renaming: +result */
        int result = switch (k) {
            case 0:
                /*! variable-renaming: +inner */
                int inner = 3;
                yield inner * 2;
            case 1:
                inner = 4;
                yield inner;
            default:
                yield k > 10 ? -k : k;
        };
        return result + LOW;
    }

    static int labels(int outer) {
        int sum = 0;
        /*! variable-renaming: +i */
        i: for (int i = 0; i < outer; i++) {
            /*! variable-renaming: +j */
            for (int j = 0, sum2 = 1; j < 4; j++, sum2 += j) {
                if (j == i) continue i;
                if (sum > 20) break i;
                sum += sum2;
            }
        }
        outer:
        while (true) {
            sum += outer;
            do {
                if (sum > 30) break outer;
            } while (sum < 0);
            sum: {
                if (sum > 3) break sum;
                sum++;
            }
            sum += 3;
        }
        return sum;
    }

    static int sequential() {
        int total = 0;
        /*! variable-renaming: +k */
        for (int k = 0; k < 3; k++) total += k;
        /*! variable-renaming: +k */
        for (int k = 5; k > 3; k--) { total -= k; }
        { int k = 8; total += k; }
        /*! variable-renaming: +k */
        for (int k : new int[] {total, 2}) total += k;
        int k = total;
        return k;
    }

    static void check(Object expected, Object actual) {
        System.out.println(actual);
        if (!expected.equals(actual)) {
            throw new AssertionError(expected + " is not " + actual);
        }
    }

    public static void main(String[] args) {
        check("[local, localBLUE]", List.of(colors(Color.RED), colors(Color.BLUE)).toString());
        check("[3, 1, 2, 4]", List.of(numbers(1), numbers(5), numbers(10), numbers(0)).toString());
        check("[2, 9, 7]", List.of(strings("go"), strings("stop"), strings("x")).toString());
        check("[r1, small1.0, big2.5]", List.of(arrows(Color.RED, 1), arrows(Color.BLUE, 2), arrows(Color.GREEN, 5)).toString());
        check("[7, 5, 3, -10]", List.of(yields(0), yields(1), yields(2), yields(11)).toString());
        check("[31, 36]", List.of(labels(3), labels(4)).toString());
        check(6, sequential());
    }
}
