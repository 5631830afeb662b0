/** How many words of a text are longer than a limit; the others are logged. */
static int longWords(String text, int limit) {
    String[] words = text.trim().split(" ");
    int count = 0;
    for (int i = 0; i < words.length; i++) {
        String word = words[i];
        if (word.isEmpty() || word.startsWith("#")) {
            continue;
        }
        if (word.length() > limit) {
            count += 1;
        } else {
            log(word);
        }
    }
    return count;
}
