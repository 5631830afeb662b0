package bits;

/** Tests without a framework: each public method that begins with "test" is one. */
public class ChecksumTest {
    public void testTwoDigits() {
        same(7, Checksum.of("43"));
    }

    public void testNumber() {
        same(3, Checksum.of("629104150021"));
    }

    public void testOneDigit() {
        same(7, Checksum.of("1"));
    }

    public void testRestOfNothing() {
        same(0, Checksum.of("0"));
    }

    public void testValid() {
        same(true, Checksum.isValid("17"));
        same(true, Checksum.isValid("6291041500213"));
        same(false, Checksum.isValid("6291041500214"));
    }

    public void testNoDigit() {
        try {
            Checksum.of("12x4");
        } catch (IllegalArgumentException error) {
            same("no digit: x", error.getMessage());
            return;
        }
        throw new AssertionError("has a check digit");
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
