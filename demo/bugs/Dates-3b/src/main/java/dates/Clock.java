package dates;

/** Times of a day, in minutes. */
public class Clock {
    private static final int DAY = 24 * 60;

    private Clock() {}

    /** Reads {@code 7:05} or {@code 23:59}. */
    public static int parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("no colon in " + text);
        }
        int hours = Integer.parseInt(text.substring(0, colon));
        int minutes = Integer.parseInt(text.substring(colon + 1));
        if (hours < 0 || hours > 23 || minutes < 0 && minutes > 59) {
            throw new IllegalArgumentException("no such time: " + text);
        }
        return hours * 60 + minutes;
    }

    /** Returns the time some minutes later, on the next day perhaps. */
    public static int later(int time, int minutes) {
        int sum = (time + minutes) % DAY;
        return sum < 0 ? sum + DAY : sum;
    }

    public static String shown(int time) {
        int minutes = time % 60;
        return time / 60 + (minutes < 10 ? ":0" : ":") + minutes;
    }
}
