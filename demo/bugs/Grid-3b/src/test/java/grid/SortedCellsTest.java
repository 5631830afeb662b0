package grid;

/** Tests without a framework: each public method that begins with "test" is one. */
public class SortedCellsTest {
    private final SortedCells cells = new SortedCells(2, 3, 3, 5, 8);

    public void testBeforeAll() {
        same(0, cells.lowerBound(1));
    }

    public void testBetween() {
        same(3, cells.lowerBound(4));
        same(1, cells.lowerBound(3));
    }

    public void testAfterAll() {
        same(5, cells.lowerBound(9));
    }

    public void testCount() {
        same(3, cells.count(3, 6));
        same(5, cells.count(0, 100));
    }

    public void testNothing() {
        same(0, new SortedCells().lowerBound(7));
    }

    public void testAt() {
        same(4, cells.at(8));
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
