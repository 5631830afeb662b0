package queues;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Keeps the values that were asked for last. */
public class Cache<K, V> {
    private final Map<K, V> values = new HashMap<>();
    private final Deque<K> recent = new ArrayDeque<>();
    private final int limit;
    private int misses;

    public Cache(int limit) {
        this.limit = limit;
    }

    public V get(K key, Function<K, V> make) {
        V value = values.get(key);
        boolean known = value != null;
        if (known) {
            recent.remove(key);
        } else {
            misses++;
            value = make.apply(key);
            values.put(key, value);
        }
        recent.addFirst(key);
        while (recent.size() >= limit) {
            K oldest = recent.removeLast();
            values.remove(oldest);
        }
        return value;
    }

    public int misses() {
        return misses;
    }

    public int size() {
        return values.size();
    }
}
