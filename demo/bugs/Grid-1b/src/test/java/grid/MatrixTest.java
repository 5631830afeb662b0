package grid;

/** Tests without a framework: each public method that begins with "test" is one. */
public class MatrixTest {
    private static Matrix of(long[]... rows) {
        return new Matrix(rows);
    }

    public void testSquare() {
        Matrix left = of(new long[] {1, 2}, new long[] {3, 4});
        Matrix right = of(new long[] {5, 6}, new long[] {7, 8});
        same("[[19, 22], [43, 50]]", left.times(right).toString());
    }

    public void testColumnTimesRow() {
        Matrix column = of(new long[] {1}, new long[] {2}, new long[] {3});
        Matrix row = of(new long[] {4, 5});
        same("[[4, 5], [8, 10], [12, 15]]", column.times(row).toString());
    }

    public void testRowTimesColumn() {
        Matrix column = of(new long[] {1}, new long[] {2}, new long[] {3});
        same("[[14]]", of(new long[] {1, 2, 3}).times(column).toString());
    }

    public void testPower() {
        same("[[8, 5], [5, 3]]", of(new long[] {1, 1}, new long[] {1, 0}).power(5).toString());
    }

    public void testFirstPower() {
        same("[[2]]", of(new long[] {2}).power(1).toString());
    }

    public void testDoNotFit() {
        try {
            of(new long[] {1, 2}).times(of(new long[] {1, 2}));
        } catch (IllegalArgumentException error) {
            same("2 columns, 1 rows", error.getMessage());
            return;
        }
        throw new AssertionError("have a product");
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected:<" + expected + "> but was:<" + actual + ">");
        }
    }
}
