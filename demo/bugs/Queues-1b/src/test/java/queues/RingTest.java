package queues;

/** Tests without a framework: each public method that begins with "test" is one. */
public class RingTest {
    private final Ring<String> ring = new Ring<>(2);

    public void testInOrder() {
        ring.offer("a");
        ring.offer("b");
        same("a", ring.poll());
        same("b", ring.poll());
    }

    public void testFull() {
        ring.offer("a");
        ring.offer("b");
        same(false, ring.offer("c"));
        same(2, ring.size());
    }

    public void testAround() {
        for (int i = 0; i < 5; i++) {
            ring.offer("x" + i);
            ring.offer("y" + i);
            same("x" + i, ring.poll());
            same("y" + i, ring.poll());
        }
    }

    public void testHalfAround() {
        ring.offer("a");
        ring.poll();
        ring.offer("b");
        ring.offer("c");
        same("b", ring.poll());
        same("c", ring.poll());
    }

    public void testEmpty() {
        try {
            ring.poll();
        } catch (java.util.NoSuchElementException error) {
            same("empty", error.getMessage());
            return;
        }
        throw new AssertionError("an element of nothing");
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
