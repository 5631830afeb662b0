package words;

/** Tests without a framework: each public method that begins with "test" is one. */
public class SettingsTest {
    private Settings settings;

    public void setUp() {
        settings = new Settings();
    }

    public void testNumber() {
        settings.read("width = 80\nheight = 25");
        same(80, settings.number("width", 0));
        same(25, settings.number("height", 0));
    }

    public void testText() {
        settings.read("title = a = b # not c");
        same("a = b", settings.text("title"));
    }

    public void testDefault() {
        settings.read("# nothing here\n\n");
        same(7, settings.number("width", 7));
    }

    public void testCount() {
        same(2, settings.read("a=1\n# none\n\nb=2"));
    }

    public void testNoValue() {
        try {
            settings.read("a=1\nhello");
        } catch (IllegalArgumentException error) {
            same("no value: hello", error.getMessage());
            return;
        }
        throw new AssertionError("was read");
    }

    public void testLastValueCounts() {
        settings.read("a=1\na=2");
        same("2", settings.text("a"));
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
