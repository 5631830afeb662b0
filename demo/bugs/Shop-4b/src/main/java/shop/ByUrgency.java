package shop;

import java.util.Comparator;

/** The most urgent first, then the larger, then by name; orders without a name come last. */
public class ByUrgency implements Comparator<Order> {
    @Override
    public int compare(Order left, Order right) {
        int result = Integer.compare(right.urgency, left.urgency);
        if (result == 0) {
            result = Integer.compare(right.pieces, left.pieces);
        }
        if (result != 0) {
            return result;
        }
        String first = left.name;
        String second = right.name;
        if (first == null || second == null) {
            return first == second ? 0 : first != null ? 1 : -1;
        }
        return first.compareTo(second);
    }
}
