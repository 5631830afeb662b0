package dates;

/** Days of the Gregorian calendar. */
public class Calendar {
    private static final int[] DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private Calendar() {}

    public static boolean isLeap(int year) {
        boolean fourth = year % 4 == 0;
        boolean century = year % 100 == 0;
        return fourth && (!century && year % 400 == 0);
    }

    /** Returns the day of the year; that of January 1st is 1. */
    public static int dayOfYear(int year, int month, int day) {
        if (month < 1 || month > DAYS.length) {
            throw new IllegalArgumentException("month " + month);
        }
        int length = DAYS[month - 1] + (month == 2 && isLeap(year) ? 1 : 0);
        if (day < 1 || day > length) {
            throw new IllegalArgumentException("day " + day + " of " + length);
        }
        int count = day;
        for (int before = 0; before < month - 1; before++) {
            count += DAYS[before];
            if (before == 1 && isLeap(year)) {
                count++;
            }
        }
        return count;
    }
}
