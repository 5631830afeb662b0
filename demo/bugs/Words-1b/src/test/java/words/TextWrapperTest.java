package words;

/** Tests without a framework: each public method that begins with "test" is one. */
public class TextWrapperTest {
    public void testWordsThatJustFit() {
        same("[the quick, brown fox]", new TextWrapper(9).wrap("the quick brown fox").toString());
    }

    public void testBlankCountsForTheWidth() {
        same("[abc, def]", new TextWrapper(6).wrap("abc def").toString());
    }

    public void testNoLineIsTooLong() {
        String text = "it was a bright cold day in april and the clocks were striking";
        for (int width = 8; width < 20; width++) {
            for (String line : new TextWrapper(width).wrap(text)) {
                if (line.length() > width) {
                    throw new AssertionError("too long for " + width + ": <" + line + ">");
                }
            }
        }
    }

    public void testLongWordHasItsOwnLine() {
        same("[a, extraordinary, b]", new TextWrapper(4).wrap("a extraordinary b").toString());
    }

    public void testSeveralBlanksAreOne() {
        same("[a b]", new TextWrapper(10).wrap("  a   b ").toString());
    }

    public void testNothing() {
        same("[]", new TextWrapper(3).wrap("").toString());
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
