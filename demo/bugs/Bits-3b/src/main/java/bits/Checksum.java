package bits;

/** Check digits of numbers of articles: digits count once and three times in turn. */
public class Checksum {
    private Checksum() {}

    private static int digit(String number, int at) {
        char each = number.charAt(at);
        if (each < '0' || each > '9') {
            throw new IllegalArgumentException("no digit: " + each);
        }
        return each - '0';
    }

    /** Returns the digit that is to follow. */
    public static int of(String number) {
        int sum = 0;
        int factor = 3;
        for (int at = number.length() - 1; at >= 0; at--) {
            int value = digit(number, at);
            sum += value * factor;
            factor = 3 - factor;
        }
        int rest = sum % 10;
        return rest == 0 ? 0 : 10 - rest;
    }

    public static boolean isValid(String whole) {
        int length = whole.length();
        if (length < 2) {
            return false;
        }
        return of(whole.substring(0, length - 1)) == digit(whole, length - 1);
    }
}
