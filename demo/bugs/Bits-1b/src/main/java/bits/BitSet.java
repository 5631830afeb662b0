package bits;

/** A set of numbers from 0 to below a limit. */
public class BitSet {
    private final long[] words;
    private final int limit;

    public BitSet(int limit) {
        this.limit = limit;
        words = new long[(limit + 63) / 64];
    }

    private void check(int number) {
        if (number < 0 || number >= limit) {
            throw new IndexOutOfBoundsException(number + " of " + limit);
        }
    }

    public boolean add(int number) {
        check(number);
        int word = number / 64;
        long bit = 1 << number % 64;
        boolean isNew = (words[word] & bit) == 0;
        words[word] |= bit;
        return isNew;
    }

    public boolean contains(int number) {
        return number >= 0 && number < limit && (words[number / 64] >>> number % 64 & 1) == 1;
    }

    public int size() {
        int count = 0;
        for (long word : words) {
            for (long rest = word; rest != 0; rest &= rest - 1) {
                count++;
            }
        }
        return count;
    }
}
