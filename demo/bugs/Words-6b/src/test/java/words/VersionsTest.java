package words;

/** Tests without a framework: each public method that begins with "test" is one. */
public class VersionsTest {
    public void testEqual() {
        same(0, Versions.compare("1.2", "1.2.0"));
    }

    public void testNewer() {
        same(1, Integer.signum(Versions.compare("1.10", "1.9")));
    }

    public void testOlder() {
        same(-1, Integer.signum(Versions.compare("1.9", "1.10")));
    }

    public void testLatest() {
        same("2.0.1", Versions.latest("1.9", "2.0.1", "2.0", "1.10"));
    }

    public void testNoVersion() {
        try {
            Versions.compare("new", "1");
        } catch (NumberFormatException error) {
            return;
        }
        throw new AssertionError("was compared");
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
