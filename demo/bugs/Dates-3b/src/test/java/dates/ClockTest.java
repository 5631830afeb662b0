package dates;

/** Tests without a framework: each public method that begins with "test" is one. */
public class ClockTest {
    private static void refused(String text) {
        try {
            Clock.parse(text);
        } catch (IllegalArgumentException error) {
            return;
        }
        throw new AssertionError("was read: " + text);
    }

    public void testTimes() {
        same(425, Clock.parse("7:05"));
        same(1439, Clock.parse("23:59"));
    }

    public void testTooManyMinutes() {
        refused("7:60");
    }

    public void testTooManyHours() {
        refused("24:00");
        refused("-1:00");
    }

    public void testNoTimes() {
        refused("noon");
        refused("x:10");
    }

    public void testLater() {
        same(10, Clock.later(1430, 20));
        same(1430, Clock.later(10, -20));
    }

    public void testShown() {
        same("7:05", Clock.shown(425));
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
