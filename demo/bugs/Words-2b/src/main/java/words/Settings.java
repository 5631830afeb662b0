package words;

import java.util.Map;
import java.util.TreeMap;

/** Settings in lines such as {@code width = 80}; what follows # is a comment. */
public class Settings {
    private final Map<String, String> values = new TreeMap<>();

    /** Reads lines; the last value of a name counts. */
    public int read(String text) {
        int count = 0;
        for (String line : text.split("\n")) {
            int comment = line.indexOf('#');
            String rest = comment < 0 ? line : line.substring(0, comment);
            int at = rest.indexOf('=');
            if (at < 0) {
                if (!rest.trim().isEmpty()) {
                    throw new IllegalArgumentException("no value: " + rest.trim());
                }
                continue;
            }
            String name = rest.substring(0, at).trim();
            String value = rest.substring(at).trim();
            values.put(name, value);
            count++;
        }
        return count;
    }

    /** Returns a number, or a default where there is none. */
    public int number(String name, int otherwise) {
        String value = values.get(name);
        return value == null ? otherwise : Integer.parseInt(value);
    }

    public String text(String name) {
        return values.get(name);
    }
}
