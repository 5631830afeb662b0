package grid;

/** Ascending numbers, in which is searched. */
public class SortedCells {
    private final int[] cells;

    public SortedCells(int... cells) {
        for (int i = 1; i < cells.length; i++) {
            if (cells[i - 1] > cells[i]) {
                throw new IllegalArgumentException("not sorted at " + i);
            }
        }
        this.cells = cells;
    }

    /** Returns the place of the first number that is not less than one. */
    public int lowerBound(int wanted) {
        int low = 0;
        int high = cells.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cells[middle] < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    public int count(int from, int to) {
        return lowerBound(to) - lowerBound(from);
    }

    public int at(int wanted) {
        int place = lowerBound(wanted);
        if (cells[place] != wanted) {
            throw new IllegalStateException("no " + wanted);
        }
        return place;
    }
}
