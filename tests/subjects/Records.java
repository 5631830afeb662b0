import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Records: the names of components are part of the program's meaning, those of other parameters are not. */
public class Records {
    record Range(int low, int high) {
        static int made;

        Range {
            /*! variable-renaming: +swap */
            int swap = low;
            if (low > high) {
                low = high;
                high = swap;
            }
            made++;
        }

        Range(int width) {
            this(0, width);
        }

        /*! variable-renaming: +other */
        Range with(Range other) {
            /*! variable-renaming: +start */
            int start = Math.min(low, other.low), end = Math.max(high(), other.high());
            return new Range(start, end);
        }

        int width() {
            /*! variable-renaming: +low */
            int low = this.low;
            return high - low;
        }
    }

    record Pair<A, B>(A first, B second) {
        /*! variable-renaming: -first -second */
        Pair(A first, B second) {
            this.first = Objects.requireNonNull(first);
            this.second = second;
        }

        /*! variable-renaming: +a */
        static <A> Pair<A, A> twice(A a) {
            return new Pair<>(a, a);
        }

        /*! variable-renaming: +newSecond */
        <C> Pair<A, C> second(C newSecond) {
            return new Pair<A, C>(first, newSecond);
        }
    }

    record Words(String... words) {
        Words {
            /*! variable-renaming: +copy */
            String[] copy = words.clone();
            words = copy;
        }

        int letters() {
            int sum = 0;
            /*! variable-renaming: +word */
            for (String word : words) {
                sum += word.length();
            }
            return sum;
        }
    }

    /** A parameter that could get the name of a component that the constructor assigns only implicitly. */
    record Node(String name, Node node) {
        Node {
            /*! variable-renaming: +n */
            Node n = node;
            /*! variable-renaming: +s */
            String s = n == null ? "root" : n.name() + "/";
            name = s + name;
        }
    }

    static List<String> local(int bound) {
        /*! variable-renaming: -x -y */
        record Point(int x, int y) {
            Point {
                if (x < 0) {
                    x = -x;
                }
            }

            int dot(Point x) {
                return this.x * x.x + y * x.y;
            }
        }
        /*! variable-renaming: +x */
        int x = 7;
        List<String> found = new ArrayList<>();
        for (int i = 0; i < bound; i++) {
            Point point = new Point(-i, x);
            found.add(point + "." + point.dot(point) + "." + x);
            x += point.y() - i;
        }
        return found;
    }

    static void check(Object expected, Object actual) {
        System.out.println(actual);
        if (!expected.equals(actual)) {
            throw new AssertionError(expected + " is not " + actual);
        }
    }

    public static void main(String[] args) {
        Range range = new Range(5, 2);
        check("Range[low=2, high=5]", range.toString());
        check(10, new Range(10).with(range).width());
        check(3, Range.made);
        check("Pair[first=a, second=4]", Pair.twice("a").second(4).toString());
        check(5, new Words("ab", "cde").letters());
        check("root/a", new Node("/a", null).name());
        check("root/a/b", new Node("b", new Node("/a", null)).name());
        check("[Point[x=0, y=7].49.7, Point[x=1, y=14].197.14, Point[x=2, y=27].733.27]", local(3).toString());
    }
}
