package words;

/** Tests without a framework: each public method that begins with "test" is one. */
public class RunLengthTest {
    public void testEncode() {
        same("3a1b2c", RunLength.encode("aaabcc"));
    }

    public void testEncodeOne() {
        same("1x", RunLength.encode("x"));
    }

    public void testEncodeNothing() {
        same("", RunLength.encode(""));
    }

    public void testDecode() {
        same("aaabcc", RunLength.decode("3a1b2c"));
    }

    public void testDecodeLongRun() {
        same(12, RunLength.decode("12z").length());
    }

    public void testThereAndBack() {
        String text = "mississippi";
        same(text, RunLength.decode(RunLength.encode(text)));
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
