import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Compares values for the tests: their classes call this where their source calls `equals` and the like (`fence.py`).
 *
 * A class of the candidate never says what it is equal to. Collections are compared by their elements; otherwise the value of the two
 * decides that is not of the candidate. Two objects of its classes are equal if they are the same; if their class has its own
 * `equals`, a test cannot compare them.
 */
public final class EquimorphFence {
    private EquimorphFence() {}

    // Of the harness, before any code of the candidate runs; reflection changes no final fields.
    private static final Set<Class<?>> TRUSTED = Set.copyOf(Harness.trusted);
    private static final Set<String> LIBRARIES = Set.copyOf(Harness.libraries);
    private static final ClassLoader LOADER = Harness.loader;
    private static final Set<Class<?>> SIMPLE =
            Set.of(String.class, Integer.class, Long.class, Double.class, Float.class, Boolean.class, Character.class,
                    Short.class, Byte.class);

    /** For `a.equals(b)`. */
    public static boolean equals(Object a, Object b) {
        a.getClass();
        return same(a, b);
    }

    /** For `Objects.equals(a, b)`. */
    public static boolean same(Object a, Object b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null) {
            return false;
        }
        if (a instanceof List<?> x && b instanceof List<?> y) {
            return inOrder(x.iterator(), y.iterator());
        }
        if (a instanceof Set<?> x && b instanceof Set<?> y) {
            return inAnyOrder(x, y);
        }
        if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
            if (Simple.all(x) && Simple.all(y)) {
                return x.equals(y);
            }
            return inAnyOrder(x.entrySet(), y.entrySet());
        }
        if (a instanceof Map.Entry<?, ?> x && b instanceof Map.Entry<?, ?> y) {
            return same(x.getKey(), y.getKey()) && same(x.getValue(), y.getValue());
        }
        if (a instanceof Optional<?> x && b instanceof Optional<?> y) {
            return same(x.orElse(null), y.orElse(null));
        }
        if (isOwn(a) && isOwn(b)) {
            return refusedIfOwn(a) || refusedIfOwn(b);
        }
        return (isOwn(a) || a.equals(b)) && (isOwn(b) || b.equals(a));
    }

    /** For `Arrays.equals(a, b)`. */
    public static boolean same(Object[] a, Object[] b) {
        return a == b || a != null && b != null && same(Arrays.asList(a), Arrays.asList(b));
    }

    /** For `Arrays.deepEquals(a, b)`. */
    public static boolean deep(Object[] a, Object[] b) {
        if (a == null || b == null || a.length != b.length) {
            return a == b;
        }
        for (int i = 0; i < a.length; i++) {
            if (!deep(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    /** For `Objects.deepEquals(a, b)`. */
    public static boolean deep(Object a, Object b) {
        if (a instanceof Object[] x && b instanceof Object[] y) {
            return deep(x, y);
        }
        boolean arrays = a != null && b != null && a.getClass().isArray() && a.getClass() == b.getClass();
        return arrays ? Arrays.deepEquals(new Object[] {a}, new Object[] {b}) : same(a, b);
    }

    /** For `assertEquals(a, b)`. */
    public static void assertEquals(Object a, Object b) {
        if (!same(a, b)) {
            throw new AssertionError("expected: " + nameOf(a) + " but was: " + nameOf(b));
        }
    }

    /** For `a.compareTo(b)`. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    public static int compareTo(Object a, Object b) {
        if (isOwn(a) || isOwn(b)) {
            throw refused(isOwn(a) ? a : b);
        }
        return ((Comparable) a).compareTo(b);
    }

    /** For `collection.contains(value)`. */
    public static boolean contains(Object collection, Object value) {
        Collection<?> values = (Collection<?>) collection;
        if (!isOwn(values) && isSimple(value) && !(values instanceof SortedSet)) {
            return values.contains(value);
        }
        for (Object one : values) {
            if (same(one, value)) {
                return true;
            }
        }
        return false;
    }

    /** For `collection.containsAll(values)`. */
    public static boolean containsAll(Object collection, Object values) {
        for (Object value : (Collection<?>) values) {
            if (!contains(collection, value)) {
                return false;
            }
        }
        return true;
    }

    /** For `map.containsKey(value)`. */
    public static boolean containsKey(Object map, Object value) {
        if (!isOwn(map) && isSimple(value) && !(map instanceof SortedMap)) {
            return ((Map<?, ?>) map).containsKey(value);
        }
        return contains(new ArrayList<>(((Map<?, ?>) map).keySet()), value);
    }

    /** For `map.containsValue(value)`. */
    public static boolean containsValue(Object map, Object value) {
        return contains(new ArrayList<>(((Map<?, ?>) map).values()), value);
    }

    /** For `list.indexOf(value)`. */
    public static int indexOf(Object list, Object value) {
        int at = 0;
        for (Object one : (List<?>) list) {
            if (same(one, value)) {
                return at;
            }
            at++;
        }
        return -1;
    }

    /** For `list.lastIndexOf(value)`. */
    public static int lastIndexOf(Object list, Object value) {
        int at = 0;
        int last = -1;
        for (Object one : (List<?>) list) {
            if (same(one, value)) {
                last = at;
            }
            at++;
        }
        return last;
    }

    /** For `Collections.frequency(values, value)`. */
    public static int frequency(Collection<?> values, Object value) {
        int count = 0;
        for (Object one : values) {
            if (same(one, value)) {
                count++;
            }
        }
        return count;
    }

    /** For `Collections.disjoint(values, others)`. */
    public static boolean disjoint(Collection<?> values, Collection<?> others) {
        for (Object value : values) {
            if (contains(others, value)) {
                return false;
            }
        }
        return true;
    }

    /** For `map.get(key)`. */
    public static Object get(Object map, Object key) {
        return ((Map<?, ?>) map).get(plain(key));
    }

    /** For `map.remove(key)`. */
    public static Object removeKey(Object map, Object key) {
        return ((Map<?, ?>) map).remove(plain(key));
    }

    /** For `collection.add(value)`. */
    @SuppressWarnings("unchecked")
    public static boolean add(Object collection, Object value) {
        return ((Collection<Object>) collection).add(collection instanceof List ? value : plain(value));
    }

    /** For `collection.addAll(values)`. */
    @SuppressWarnings("unchecked")
    public static boolean addAll(Object collection, Object values) {
        return ((Collection<Object>) collection).addAll(
                collection instanceof List ? (Collection<?>) values : allPlain(values));
    }

    /** For `collection.remove(value)`. */
    public static boolean remove(Object collection, Object value) {
        boolean there = !isOwn(collection) || contains(collection, value);
        return ((Collection<?>) collection).remove(plain(value)) && there;
    }

    /** For `collection.removeAll(values)`. */
    public static boolean removeAll(Object collection, Object values) {
        return ((Collection<?>) collection).removeAll(allPlain(values));
    }

    /** For `collection.retainAll(values)`. */
    public static boolean retainAll(Object collection, Object values) {
        return ((Collection<?>) collection).retainAll(allPlain(values));
    }

    private static Object plain(Object value) {
        if (isOwn(value)) {
            refusedIfOwn(value);
        }
        return value;
    }

    private static Collection<?> allPlain(Object values) {
        List<Object> copies = new ArrayList<>();
        for (Object value : (Collection<?>) values) {
            copies.add(plain(value));
        }
        return isOwn(values) ? copies : (Collection<?>) values;
    }

    private static boolean inOrder(Iterator<?> a, Iterator<?> b) {
        while (a.hasNext() && b.hasNext()) {
            if (!same(a.next(), b.next())) {
                return false;
            }
        }
        return !a.hasNext() && !b.hasNext();
    }

    private static boolean inAnyOrder(Collection<?> a, Collection<?> b) {
        List<Object> left = new ArrayList<>(b.size());
        for (Object one : b) {
            left.add(one);
        }
        if (!isOwn(a) && !(a instanceof SortedSet) && Simple.all(left) && Simple.all(a)) {
            return a.size() == left.size() && a.containsAll(left);
        }
        for (Object one : a) {
            int at = indexOf(left, one);
            if (at < 0) {
                return false;
            }
            left.remove(at);
        }
        return left.isEmpty();
    }

    private static final class Simple {
        static boolean all(Map<?, ?> map) {
            return !isOwn(map) && !(map instanceof SortedMap) && all(map.keySet()) && all(map.values());
        }

        static boolean all(Iterable<?> values) {
            for (Object value : values) {
                boolean entry = value instanceof Map.Entry<?, ?>;
                if (entry || !isSimple(value)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static boolean isSimple(Object value) {
        return value == null || SIMPLE.contains(value.getClass());
    }

    private static boolean isOwn(Object value) {
        if (value == null) {
            return false;
        }
        Class<?> kind = value.getClass();
        while (kind.isArray()) {
            kind = kind.getComponentType();
        }
        ClassLoader loader = kind.getClassLoader();
        if (loader == null || loader == EquimorphFence.class.getClassLoader() || TRUSTED.contains(kind)) {
            return false;
        }
        var source = kind.getProtectionDomain().getCodeSource();
        return loader != LOADER || source == null || !LIBRARIES.contains(source.getLocation().toString());
    }

    private static boolean refusedIfOwn(Object value) {
        try {
            if (value.getClass().getMethod("equals", Object.class).getDeclaringClass().getClassLoader() == null) {
                return false;
            }
        } catch (NoSuchMethodException impossible) {
            // refused
        }
        throw refused(value);
    }

    private static AssertionError refused(Object value) {
        return new AssertionError("a test compares objects of the candidate's class " + nameOf(value)
                + ", whose own code would decide; a test has to compare plain values");
    }

    private static String nameOf(Object value) {
        return value == null ? "null" : value.getClass().getName();
    }
}
