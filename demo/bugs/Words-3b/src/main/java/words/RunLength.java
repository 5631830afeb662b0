package words;

/** Run-length coding: {@code aaabcc} is {@code 3a1b2c}. */
public class RunLength {
    private RunLength() {}

    public static String encode(String text) {
        StringBuilder code = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char first = text.charAt(at);
            int end = at + 1;
            while (end <= text.length() && text.charAt(end) == first) {
                end++;
            }
            int run = end - at;
            code.append(run).append(first);
            at = end;
        }
        return code.toString();
    }

    public static String decode(String code) {
        StringBuilder text = new StringBuilder();
        int count = 0;
        for (int i = 0; i < code.length(); i++) {
            char each = code.charAt(i);
            if (Character.isDigit(each)) {
                count = count * 10 + (each - '0');
                continue;
            }
            for (; count > 0; count--) {
                text.append(each);
            }
        }
        return text.toString();
    }
}
