package words;

/** Tests without a framework: each public method that begins with "test" is one. */
public class WordIndexTest {
    public void testCaseIsNoMatter() {
        WordIndex index = new WordIndex();
        index.add("The cat\nsaw the dog\nTHE END");
        same("[1, 2, 3]", index.lines("the").toString());
    }

    public void testFirstPlaceIsKept() {
        WordIndex index = new WordIndex();
        index.add("Red\nred\nRed");
        same(1, index.lines("red").get(0).intValue());
        same(3, index.lines("red").get(2).intValue());
    }

    public void testLowerCase() {
        WordIndex index = new WordIndex();
        index.add("one two\ntwo three");
        same("[1, 2]", index.lines("Two").toString());
    }

    public void testUnknown() {
        same("[]", new WordIndex().lines("none").toString());
    }

    public void testSize() {
        WordIndex index = new WordIndex();
        index.add("a b, c! a");
        same(3, index.size());
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
