package queues;

import java.util.NoSuchElementException;

/** A queue of at most some elements. */
public class Ring<T> {
    private final Object[] slots;
    private int head;
    private int size;

    public Ring(int most) {
        slots = new Object[most];
    }

    public boolean offer(T element) {
        if (size == slots.length) {
            return false;
        }
        int place = head + size % slots.length;
        slots[place] = element;
        size++;
        return true;
    }

    @SuppressWarnings("unchecked")
    public T poll() {
        if (size == 0) {
            throw new NoSuchElementException("empty");
        }
        Object first = slots[head];
        slots[head] = null;
        int next = head + 1;
        head = next == slots.length ? 0 : next;
        size--;
        return (T) first;
    }

    public int size() {
        return size;
    }
}
