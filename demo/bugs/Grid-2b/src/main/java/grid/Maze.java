package grid;

import java.util.ArrayDeque;
import java.util.Queue;

/** A maze: # is a wall. */
public class Maze {
    private static final int[][] STEPS = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

    private final String[] rows;

    public Maze(String... rows) {
        this.rows = rows;
    }

    private boolean isFree(int row, int column) {
        return row >= 0 && row < rows.length && column >= 0 && column < rows[row].length()
                && rows[row].charAt(column) != '#';
    }

    /** Returns how many steps it is from the first corner to the last; -1 if there is no way. */
    public int steps() {
        int height = rows.length;
        int width = rows[0].length();
        int[][] far = new int[height][width];
        Queue<int[]> next = new ArrayDeque<>();
        far[0][0] = 1;
        next.add(new int[] {0, 0});
        while (!next.isEmpty()) {
            int[] place = next.remove();
            for (int[] step : STEPS) {
                int row = place[0] + step[0];
                int column = place[1] + step[1];
                if (isFree(row, column) && far[row][column] != 0) {
                    far[row][column] = far[place[0]][place[1]] + 1;
                    next.add(new int[] {row, column});
                }
            }
        }
        return far[height - 1][width - 1] - 1;
    }
}
