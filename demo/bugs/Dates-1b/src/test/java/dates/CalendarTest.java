package dates;

/** Tests without a framework: each public method that begins with "test" is one. */
public class CalendarTest {
    public void testLeapYears() {
        same(true, Calendar.isLeap(2024));
        same(true, Calendar.isLeap(2000));
    }

    public void testOtherYears() {
        same(false, Calendar.isLeap(2023));
        same(false, Calendar.isLeap(1900));
    }

    public void testDayOfLeapYear() {
        same(366, Calendar.dayOfYear(2024, 12, 31));
    }

    public void testDayOfOtherYear() {
        same(59, Calendar.dayOfYear(2023, 2, 28));
        same(365, Calendar.dayOfYear(2023, 12, 31));
    }

    public void testLeapDay() {
        same(60, Calendar.dayOfYear(2024, 2, 29));
    }

    public void testNoSuchDay() {
        try {
            Calendar.dayOfYear(2023, 2, 29);
        } catch (IllegalArgumentException error) {
            same("day 29 of 28", error.getMessage());
            return;
        }
        throw new AssertionError("has a day of the year");
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
