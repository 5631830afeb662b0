import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Types as they are written and as they are hidden: generics, annotations, `var`, local classes, inherited members. */
public class CastsTypes {
    @Target(ElementType.TYPE_USE)
    @interface Use { String value() default ""; }

    @Target({ElementType.PARAMETER, ElementType.LOCAL_VARIABLE, ElementType.TYPE_USE})
    @interface Both { }

    @Target({ElementType.LOCAL_VARIABLE, ElementType.METHOD})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Tag { String name(); Level level() default Level.LOW; int size() default 1; }

    enum Level {
        LOW, HIGH { @Override int weight() { return base * 2; } };
        static final int base = 21;
        int weight() {
            /*! useless-cast: +base */
            return base;
        }
    }

    static class Entry {
        final String text;
        Entry(String text) { this.text = text; }
        @Override public String toString() { return "own " + text; }
    }

    static String kind(Object o) { return "o" + o; }
    static String kind(CharSequence o) { return "c" + o; }
    static String kind(String o) { return "s" + o; }
    static String kind(Comparable<?> o) { return "k" + o; }
    static String kind(int o) { return "i" + o; }
    static String kind(Entry o) { return "e" + o; }

    static String annotated(
            final @Both CharSequence text, @Use("a) b >>") Object other, String @Use [] @Use [] rows) {
        @Both final Map.@Use Entry<@Use String, List<@Use Integer>> pair = Map.entry("k", List.of(1));
        @SuppressWarnings("rawtypes") List raw = new ArrayList();
        /*! useless-cast: +text +other */
        String out = kind(text) + kind(other);
        /*! useless-cast: +rows */
        out += rows[0][0] + rows.length;
        /*! useless-cast: +pair */
        out += pair.getValue().get(0);
        /*! useless-cast: +raw */
        return out + raw.size();
    }

    static <T extends Comparable<T>, K> String generic(
            List<? extends Map<K, ? super Set<List<T>>>> lists,
            Map<String,Map<String,List<? >>> deep, T one, T... rest) {
        T best = one;
        for (T t : rest) {
            /*! useless-cast: +t +best */
            if (t.compareTo(best) > 0) best = t;
        }
        List<?>[] wild = {lists};
        /*! useless-cast: +lists */
        String out = kind(lists.get(0).size());
        /*! useless-cast: +deep */
        out += deep.get("a").get("b").size();
        /*! useless-cast: +rest */
        out += rest.length;
        /*! useless-cast: +wild */
        out += wild[0].size();
        /*! useless-cast: +best */
        return out + kind(best);
    }

    static class Box<T> {
        T value;
        class Part<S> {
            S other;
            <X> Part<X> with(X x) {
                Part<X> made = new Part<>();
                /*! useless-cast: +made +x */
                made.other = x;
                /*! useless-cast: +made */
                return made;
            }
        }
        class Hider<T> {
            /*! useless-cast: -value */
            String both(T mine) { return kind(value) + "/"
                /*! useless-cast: +mine */
                + kind(mine); }
        }
        String read() {
            /*! useless-cast: +value */
            return kind(value);
        }
    }

    static String inner(Box<String> box, int n) {
        CastsTypes.Box<String>.Part<Integer> part = box.new Part<Integer>();
        /*! useless-cast: +box */
        Box<String>.Part<List<String>> two = box.new Part<List<String>>();
        /*! useless-cast: +part +n */
        part.other = n;
        /*! useless-cast: +two */
        two.other = List.of("t");
        java.util.List<java.lang.String> java = new ArrayList<>(two.other);
        /*! useless-cast: +java */
        String String = java.get(0);
        /*! useless-cast: +String */
        return box.new Hider<Integer>().both(4) + kind(String) + part.other + part.with("w").other;
    }

    static String inferred(List<? extends Number> numbers, boolean flag) {
        /*! useless-cast: -word */
        var word = "word";
        var both = flag ? 1 : "one";
        var odd = new Object() { int count = 40; };
        final var key = 'k';
        BiFunction<Integer, String, Object> f = (var a, var b) -> {
            return a + b;
        };
        /*! useless-cast: -odd */
        odd.count += 2;
        /*! useless-cast: -both */
        String out = kind(both) + both.getClass().getSimpleName();
        switch (numbers.size()) {
            case key: out += "key";
            default: out += "none";
        }
        for (var number : numbers) out += number.intValue();
        return out + word + f.apply(1, "x") + odd.count + key;
    }

    static String hidden(Entry entry, int size) {
        String before = kind(entry);
        Map<String, String> map = new AbstractMap<>() {
            @Override public Set<Map.Entry<String, String>> entrySet() {
                Set<Map.Entry<String, String>> out = new HashSet<>();
                /*! useless-cast: -entry */
                Object any = entry;
                out.add(Map.entry("" + size, kind(any)));
                return out;
            }
        };
        class Names<Entry> {
            String get(Entry mine) {
                /*! useless-cast: -entry */
                String out = kind(mine) + kind(entry);
                /*! useless-cast: +out +size */
                return out + size;
            }
        }
        /*! useless-cast: +before +map +size */
        return before + map + new Names<String>().get("m") + kind(entry) + size;
    }

    static String local(Entry entry, Object any) {
        {
            class Entry { }
            /*! useless-cast: -entry */
            Object same = entry;
            /*! useless-cast: +any */
            any = same instanceof Entry ? any : same;
        }
        record Pair(int left, String right) {
            Pair {
                /*! useless-cast: +left */
                if (left < 0) left = -left;
            }
            String sum() {
                /*! useless-cast: +left +right */
                return left + right;
            }
        }
        Pair pair = new Pair(-3, "r");
        return pair.sum() + kind(any);
    }

    static String inherited(String modCount, int size) {
        List<Integer> list = new AbstractList<>() {
            int size = 2;
            {
                /*! useless-cast: +size */
                size += size;
            }
            @Override public Integer get(int index) {
                /*! useless-cast: -modCount */
                boolean same = "0".equals("" + modCount);
                /*! useless-cast: +index +same */
                return same ? index : -1;
            }
            @Override public int size() {
                return size;
            }
        };
        /*! useless-cast: +list */
        return list + modCount + size;
    }

    @Tag(name = "n", size = 4)
    static String tagged(int size) throws Exception {
        final String name = "nn";
        /*! useless-cast: -name -level -HIGH +size +size */
        @Tag(level = Level.HIGH, name = "t") int used = size;
        Tag tag = CastsTypes.class.getDeclaredMethod("tagged", int.class).getAnnotation(Tag.class);
        /*! useless-cast: +used +tag -name */
        String out = used + tag.name() + tag.level();
        /*! useless-cast: +out +name */
        return out + name;
    }

    static class Base extends HashMap<String, Integer> {
        final Level level;
        final int sum;
        Base(Level level, int... all) {
            this.level = level;
            /*! useless-cast: +all */
            sum = all.length;
        }
        Base(Level given, List<String> names, int size) {
            /*! useless-cast: +given +names +size */
            this(given, names.size(), size);
            /*! useless-cast: +level -put */
            put(level.name(), sum);
        }
        int rank() {
            /*! useless-cast: +level */
            switch (level) {
                /*! useless-cast: -LOW */
                case LOW: return 0;
                default:
                    /*! useless-cast: +sum */
                    return sum;
            }
        }
        static String text(Entry<String, Integer> entry) {
            /*! useless-cast: +entry */
            return entry.getKey() + entry.getValue();
        }
    }

    static void check(String expected, String actual) {
        System.out.println(actual);
        if (!expected.equals(actual)) throw new AssertionError("not " + expected);
    }

    public static void main(String[] args) throws Exception {
        check("63ctouv110", Level.LOW.weight() + Level.HIGH.weight() + annotated("t", "u", new String[][] {{"v"}}));
        check("i0021kz", generic(List.of(new HashMap<>()), Map.of("a", Map.of("b", List.of())), "x", "z", "y"));
        Box<String> box = new Box<>();
        box.value = "bv";
        check("obvobv/o4st5w", box.read() + inner(box, 5));
        check("k1Integernone12word1x42kkoneStringnoneword1x42k", inferred(List.of(1, 2.5), true) + inferred(List.of(), false));
        check("eown e{6=oown e}omeown e6eown e6", hidden(new Entry("e"), 6));
        check("3roown l", local(new Entry("l"), "any"));
        check("[0, 1, 2, 3]m9", inherited("m", 9));
        check("8nLOWnn", tagged(8));
        Base low = new Base(Level.LOW, List.of("n"), 3), high = new Base(Level.HIGH, List.of(), 1);
        check("02{LOW=2}k1", low.rank() + "" + high.rank() + low + Base.text(Map.entry("k", 1)));
    }
}
