package shop;

/** Tests without a framework: each public method that begins with "test" is one. */
public class ByUrgencyTest {
    private static String sorted(Order... orders) {
        java.util.List<Order> list = new java.util.ArrayList<>(java.util.Arrays.asList(orders));
        list.sort(new ByUrgency());
        return list.toString();
    }

    public void testUrgentFirst() {
        same("[b, a]", sorted(new Order("a", 1, 9), new Order("b", 2, 1)));
    }

    public void testLargerFirst() {
        same("[b, a]", sorted(new Order("a", 1, 1), new Order("b", 1, 9)));
    }

    public void testByName() {
        same("[a, b, c]", sorted(new Order("c", 1, 1), new Order("a", 1, 1), new Order("b", 1, 1)));
    }

    public void testNamelessLast() {
        same("[a, null]", sorted(new Order(null, 1, 1), new Order("a", 1, 1)));
    }

    public void testNamelessAmongOthers() {
        same("[z, a, b, null]", sorted(new Order("b", 1, 1), new Order(null, 1, 1), new Order("z", 2, 1), new Order("a", 1, 1)));
    }

    public void testNamelessAreEqual() {
        same(0, new ByUrgency().compare(new Order(null, 1, 1), new Order(null, 1, 1)));
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
