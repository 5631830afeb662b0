package dates;

/** A span of days, the last one not included. */
public final class Span {
    final int start;
    final int end;

    public Span(int start, int end) {
        if (end < start) {
            throw new IllegalArgumentException(start + " to " + end);
        }
        this.start = start;
        this.end = end;
    }

    @Override
    public String toString() {
        return start + "-" + end;
    }
}
