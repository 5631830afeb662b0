package queues;

/** Tests without a framework: each public method that begins with "test" is one. */
public class CacheTest {
    private final Cache<String, Integer> cache = new Cache<>(2);

    public void testKnownIsNotMadeAgain() {
        cache.get("a", String::length);
        cache.get("a", String::length);
        cache.get("a", String::length);
        same(1, cache.misses());
    }

    public void testLimit() {
        cache.get("a", String::length);
        cache.get("bb", String::length);
        cache.get("ccc", String::length);
        same(2, cache.size());
    }

    public void testOldestGoes() {
        cache.get("a", String::length);
        cache.get("b", String::length);
        cache.get("a", String::length);
        cache.get("c", String::length);
        cache.get("a", String::length);
        same(3, cache.misses());
    }

    public void testValue() {
        same(3, cache.get("ccc", String::length).intValue());
        same(3, cache.get("ccc", key -> 9).intValue());
    }

    public void testNothing() {
        same(0, cache.size());
        same(0, cache.misses());
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
