package bits;

/** Tests without a framework: each public method that begins with "test" is one. */
public class RangesTest {
    public void testOne() {
        same(3, new Ranges().add(4, 6).count());
    }

    public void testParsed() {
        Ranges ranges = Ranges.parse("1-3,5,9-10");
        same(3, ranges.size());
        same(6, ranges.count());
    }

    public void testNeighboursAreOne() {
        same(1, Ranges.parse("1-3,4,5-9").size());
    }

    public void testWithin() {
        same(9, Ranges.parse("1-9,2-3").count());
    }

    public void testNone() {
        same(0, new Ranges().count());
        same(0, new Ranges().size());
    }

    public void testNoNumber() {
        try {
            Ranges.parse("x");
        } catch (NumberFormatException error) {
            return;
        }
        throw new AssertionError("was read");
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
