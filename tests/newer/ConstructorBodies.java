import module java.base;

/// Java 25: statements before `super(...)` and `this(...)` (JLS 25, 8.8.7), an import of a module, a comment in Markdown.
public class ConstructorBodies {
    static final List<String> LOG = new ArrayList<>();

    static int check(int n) {
        LOG.add("check " + n);
        if (n < 0) {
            throw new IllegalArgumentException("negative");
        }
        return n;
    }

    static class Base {
        final int size;

        Base(int size) {
            this.size = size;
            LOG.add(describe());
        }

        String describe() {
            return "base " + size;
        }
    }

    static class Early extends Base {
        final int limit;
        private String name = "none";

        Early(int n) {
            int twice = n * 2;
            if (twice > 10) {
                twice = 10;
            }
            limit = twice + 1;
            super(check(twice));
            int after = limit - twice;
            name = after > 0 ? "early" : "late";
        }

        Early(String text, int n) {
            int length = text.length();
            length += n;
            this(length < 4 ? length : 4);
            for (int i = 0; i < n; i++) {
                name = name + i;
            }
        }

        @Override
        String describe() {
            int shown = limit;
            return "early " + shown + " " + name;
        }
    }

    record Range(int low, int high) {
        Range {
            if (low > high) {
                int swapped = low;
                low = high;
                high = swapped;
            }
        }

        Range(String text) {
            String[] parts = text.split("-");
            int first = Integer.parseInt(parts[0]);
            this(first, Integer.parseInt(parts[1]));
        }

        /// The number of values.
        int length() {
            int difference = high - low;
            return difference + 1;
        }
    }

    enum Level {
        LOW(1), HIGH(3);

        final int weight;

        Level(int n) {
            int more = n + n;
            this.weight = more > 4 ? more : n;
        }
    }

    class Inner {
        final int value;

        Inner(int n) {
            int next = n + 1;
            value = next;
            super();
        }
    }

    public static void main(String[] args) {
        for (int n : new int[] {1, 7, -2}) {
            try {
                Early early = new Early(n);
                System.out.println(early.describe() + " " + early.size);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(new Early("abc", 2).describe() + new Early("a", 1).size);
        System.out.println(new Range(5, 2) + " " + new Range("3-9").length());
        System.out.println(Level.LOW.weight + Level.HIGH.weight + new ConstructorBodies().new Inner(3).value);
        System.out.println(LOG);
    }
}
