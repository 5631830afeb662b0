package words;

/** Tests without a framework: each public method that begins with "test" is one. */
public class LabelsTest {
    private final Labels labels = new Labels("#", "name", "price");

    public void testFirst() {
        same("#name", labels.of(1));
    }

    public void testLast() {
        same("#price", labels.of(2));
    }

    public void testWithoutName() {
        same("#3", labels.of(3));
    }

    public void testRow() {
        same("#name, #price, #3", labels.row(3));
    }

    public void testNoColumn() {
        try {
            labels.of(0);
        } catch (IllegalArgumentException error) {
            same("column 0", error.getMessage());
            return;
        }
        throw new AssertionError("has a label");
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
