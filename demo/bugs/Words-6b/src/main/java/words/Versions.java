package words;

/** Compares versions such as {@code 1.10.2}. */
public class Versions {
    private Versions() {}

    private static int part(String[] parts, int at) {
        return at < parts.length ? Integer.parseInt(parts[at]) : 0;
    }

    /** Returns a number below, equal to or above 0; missing parts count as 0. */
    public static int compare(String left, String right) {
        String[] first = left.split("\\.");
        String[] second = right.split(".");
        int length = Math.max(first.length, second.length);
        for (int at = 0; at < length; at++) {
            int difference = part(first, at) - part(second, at);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    public static String latest(String... versions) {
        String best = versions[0];
        for (String version : versions) {
            if (compare(version, best) > 0) {
                best = version;
            }
        }
        return best;
    }
}
