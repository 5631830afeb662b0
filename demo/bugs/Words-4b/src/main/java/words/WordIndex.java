package words;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** In which lines a word occurs, whatever its case. */
public class WordIndex {
    private final Map<String, List<Integer>> places = new TreeMap<>();

    /** Adds the words of a text; lines count from 1. */
    public void add(String text) {
        String[] lines = text.split("\n", -1);
        for (int number = 1; number <= lines.length; number++) {
            for (String word : lines[number - 1].split("[^A-Za-z]+")) {
                if (word.isEmpty()) {
                    continue;
                }
                String key = word.toLowerCase(Locale.ROOT);
                List<Integer> found = places.get(word);
                if (found == null) {
                    found = new ArrayList<>();
                    places.put(key, found);
                }
                if (!found.contains(number)) {
                    found.add(number);
                }
            }
        }
    }

    public List<Integer> lines(String word) {
        List<Integer> found = places.get(word.toLowerCase(Locale.ROOT));
        return found == null ? new ArrayList<>() : found;
    }

    public int size() {
        return places.size();
    }
}
