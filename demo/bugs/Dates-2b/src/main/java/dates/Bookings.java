package dates;

import java.util.ArrayList;
import java.util.List;

/** Bookings of a room, in the order of their days. */
public class Bookings {
    private final List<Span> taken = new ArrayList<>();

    /** Books; answers whether the days were free. */
    public boolean book(Span wanted) {
        int place = 0;
        for (Span span : taken) {
            if (span.start < wanted.end && wanted.start < span.end) {
                return false;
            }
            if (span.start < wanted.start) {
                place++;
            }
        }
        taken.add(place, wanted);
        return true;
    }

    /** Returns the first day from one on from which some days are free. */
    public int firstFree(int from, int days) {
        int day = from;
        for (Span span : taken) {
            int gap = span.start - from;
            if (gap >= days) {
                break;
            }
            if (span.end > day) {
                day = span.end;
            }
        }
        return day;
    }

    @Override
    public String toString() {
        return taken.toString();
    }
}
