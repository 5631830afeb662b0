package bits;

import java.util.ArrayList;
import java.util.List;

/** Ranges of numbers, both ends included, such as {@code 1-3,5}. */
public class Ranges {
    private final List<int[]> ranges = new ArrayList<>();

    /** Adds a range that starts behind all others, or in the last one. */
    public Ranges add(int from, int to) {
        int[] last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
        if (from <= last[1] + 1) {
            last[1] = Math.max(last[1], to);
        } else {
            ranges.add(new int[] {from, to});
        }
        return this;
    }

    public static Ranges parse(String text) {
        Ranges result = new Ranges();
        for (String part : text.split(",")) {
            int dash = part.indexOf('-');
            if (dash < 0) {
                int only = Integer.parseInt(part);
                result.add(only, only);
            } else {
                result.add(Integer.parseInt(part.substring(0, dash)), Integer.parseInt(part.substring(dash + 1)));
            }
        }
        return result;
    }

    public int count() {
        int count = 0;
        for (int[] range : ranges) {
            count += range[1] - range[0] + 1;
        }
        return count;
    }

    public int size() {
        return ranges.size();
    }
}
