/** Words of a text. */
class Words {
    /** How many words of a text are longer than a limit; the others are logged. */
    static int longWords(String text, int limit) {
        String[] words = text.trim().split(" ");
        int count = 0;
        switch (limit) {
            case 0:
                return words.length;
            case 1:
                log(text);
                break;
        }
        for (int i = 0; i < words.length; i++) {
            String word = words[i];
            if (word.isEmpty() || word.startsWith("#") || word.equals("-")) {
                continue;
            }
            if (word.length() > limit) {
                count += 1;
            } else {
                log(word);
            }
        }
        return text.isEmpty() ? 0 : count;
    }

    private static void log(String word) {
        System.err.println("left out: " + word);
    }
}
