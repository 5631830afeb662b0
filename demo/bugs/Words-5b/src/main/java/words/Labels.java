package words;

import java.util.ArrayList;
import java.util.List;

/** Labels for the columns of a table, counted from 1. */
public class Labels {
    private final String before;
    private final List<String> names = new ArrayList<>();

    public Labels(String before, String... names) {
        this.before = before;
        for (String name : names) {
            this.names.add(name);
        }
    }

    /** Returns the label of a column; columns without a name have their number. */
    public String of(int column) {
        if (column < 1) {
            throw new IllegalArgumentException("column " + column);
        }
        boolean named = column <= names.size();
        if (named) {
            return before + names.get(column);
        }
        return before + column;
    }

    /** Returns the labels of some columns, separated by commas. */
    public String row(int columns) {
        StringBuilder row = new StringBuilder();
        for (int column = 1; column <= columns; column++) {
            row.append(column > 1 ? ", " : "").append(of(column));
        }
        return row.toString();
    }
}
