package dates;

/** Tests without a framework: each public method that begins with "test" is one. */
public class BookingsTest {
    private Bookings bookings;

    public void setUp() {
        bookings = new Bookings();
        bookings.book(new Span(10, 14));
        bookings.book(new Span(3, 5));
        bookings.book(new Span(5, 8));
    }

    public void testOrder() {
        same("[3-5, 5-8, 10-14]", bookings.toString());
    }

    public void testTaken() {
        same(false, bookings.book(new Span(7, 9)));
        same(true, bookings.book(new Span(8, 10)));
    }

    public void testFreeAtOnce() {
        same(0, bookings.firstFree(0, 3));
    }

    public void testFreeAtTheEnd() {
        same(14, bookings.firstFree(4, 6));
    }

    public void testGapIsTooShort() {
        same(14, bookings.firstFree(3, 3));
        same(14, bookings.firstFree(1, 4));
    }

    public void testGapFits() {
        same(8, bookings.firstFree(4, 2));
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
