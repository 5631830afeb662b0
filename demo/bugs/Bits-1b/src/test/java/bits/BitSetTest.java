package bits;

/** Tests without a framework: each public method that begins with "test" is one. */
public class BitSetTest {
    private final BitSet set = new BitSet(130);

    public void testSmall() {
        set.add(3);
        same(true, set.contains(3));
        same(false, set.contains(4));
    }

    public void testLarge() {
        set.add(40);
        same(true, set.contains(40));
        same(false, set.contains(8));
    }

    public void testSize() {
        for (int i = 0; i < 130; i++) {
            same(true, set.add(i));
        }
        same(130, set.size());
    }

    public void testAgain() {
        same(true, set.add(65));
        same(false, set.add(65));
        same(1, set.size());
    }

    public void testOutside() {
        try {
            set.add(130);
        } catch (IndexOutOfBoundsException error) {
            same("130 of 130", error.getMessage());
            return;
        }
        throw new AssertionError("was added");
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
