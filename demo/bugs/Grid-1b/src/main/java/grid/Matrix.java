package grid;

import java.util.Arrays;

/** A matrix of whole numbers. */
public class Matrix {
    private final long[][] cells;

    public Matrix(long[][] cells) {
        this.cells = cells;
    }

    public Matrix times(Matrix other) {
        int rows = cells.length;
        int columns = other.cells[0].length;
        if (cells[0].length != other.cells.length) {
            throw new IllegalArgumentException(cells[0].length + " columns, " + other.cells.length + " rows");
        }
        long[][] product = new long[rows][columns];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                long sum = 0;
                for (int i = 0; i < other.cells.length; i++) {
                    sum += cells[row][i] * other.cells[i][row];
                }
                product[row][column] = sum;
            }
        }
        return new Matrix(product);
    }

    /** Returns the product of as many of it; at least one. */
    public Matrix power(int exponent) {
        Matrix result = this;
        for (int i = 1; i < exponent; i++) {
            result = result.times(this);
        }
        return result;
    }

    @Override
    public String toString() {
        return Arrays.deepToString(cells);
    }
}
