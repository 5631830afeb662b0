package words;

import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines of at most some characters; a longer word has a line of its own. */
public class TextWrapper {
    private final int width;

    public TextWrapper(int width) {
        if (width < 1) {
            throw new IllegalArgumentException("no width: " + width);
        }
        this.width = width;
    }

    /** Returns the lines; words are separated by single blanks. */
    public List<String> wrap(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (word.isEmpty()) {
                continue;
            }
            int needed = line.length() + word.length();
            if (line.length() > 0 && needed > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            if (line.length() > 0) {
                line.append(' ');
            }
            line.append(word);
        }
        if (line.length() > 0) {
            lines.add(line.toString());
        }
        return lines;
    }
}
