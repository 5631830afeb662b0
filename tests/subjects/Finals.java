// Final fields that are not set yet when a method reads them (JLS 17.5): another thread is in the constructor, `this` leaks in
// the same thread, deserialisation sets them. Locks and latches order everything, so that there is no data race (JLS 17.4.5).

import java.io.*;
import java.util.*;
import java.util.concurrent.CountDownLatch;

public class Finals {
    /** An object whose maker stops in the constructor until somebody lets it go on. */
    static final class Slow {
        static volatile Slow known;
        static CountDownLatch seen, go;
        static Thread maker;
        final int x;
        final String s;
        final int[] a;
        final int seven = 7;
        int plain = 5;

        Slow() throws InterruptedException {
            known = this;
            seen.countDown();
            go.await();
            x = plain;
            s = "s" + x;
            a = new int[] {x, x + 1};
        }

        static Slow begin() throws InterruptedException {
            seen = new CountDownLatch(1);
            go = new CountDownLatch(1);
            maker = new Thread(() -> { try { new Slow(); } catch (InterruptedException e) { throw new Error(e); } });
            maker.start();
            seen.await();
            return known;
        }

        static int end(int value) throws InterruptedException {
            go.countDown();
            maker.join();
            return value;
        }

        static String end(String value) throws InterruptedException { end(0); return value; }

        /*! reorder-condition: -{x == end(5)} */
        boolean bare() throws InterruptedException { return x == end(5); }

        /*! reorder-condition: -{this.x == end(5)} */
        boolean own() throws InterruptedException { return this.x == end(5); }

        /*! reorder-condition: -{other.x == end(5)} */
        static boolean of(Slow other) throws InterruptedException { return other.x == end(5); }

        /*! reorder-condition: -{end(5) != x} */
        boolean after() throws InterruptedException { return end(5) != x; }

        /*! reorder-condition: -{x + 1 > end(5)} */
        boolean sum() throws InterruptedException { return x + 1 > end(5); }

        /*! reorder-condition: -{s == end("s5").intern()} */
        boolean text() throws InterruptedException { return s == end("s5").intern(); }

        /*! reorder-condition: -{(s == null) == end(5) > 0} */
        boolean nested() throws InterruptedException { return (s == null) == end(5) > 0; }

        /*! reorder-condition: -{(p ? x : 5) == end(5)} */
        boolean chosen(boolean p) throws InterruptedException { return (p ? x : 5) == end(5); }

        /*! reorder-condition: -{"v" + x == end("v5")} */
        boolean concat() throws InterruptedException { return "v" + x == end("v5"); }

        /*! reorder-condition: +{seven == end(7)} */
        boolean constant() throws InterruptedException { return seven == end(7); }

        /*! reorder-condition: +{x < y} */
        boolean beside(int y) throws InterruptedException { return x < y; }

        /*! reorder-condition: +{x == plain} */
        boolean plain() { return x == plain; }

        boolean both() throws InterruptedException {
            boolean before = plain(), r = beside(5);
            end(1);
            return before ^ plain() ^ r;
        }

        // An index and an array that are read twice in a row, before the call.
        int stored() throws InterruptedException {
            int[] sums = new int[6];
            sums[x] += end(3);
            sums[x] -= 1;
            return Arrays.hashCode(sums);
        }

        // The update of a loop goes before a continue.
        int loop() throws InterruptedException {
            int n = 0;
            for (int i = 0; i < 10; i += x + 1) {
                n += i;
                if (i < 2) {
                    end(1);
                    continue;
                }
                n += 100;
            }
            return n;
        }
    }

    /** The same in one thread: its constructor gives it away before it is set. */
    static class Early {
        static final List<String> LOG = new ArrayList<>();
        final int n;

        Early(int n) {
            LOG.add("before " + small(n));
            this.n = n;
            LOG.add("after " + small(n));
        }

        int count() { return LOG.size(); }

        /*! reorder-condition: -{n == count()}, +{n < limit} */
        String small(int limit) { return (n == count()) + " " + (n < limit); }
    }

    /** Deserialisation sets final fields (JLS 17.5.3). */
    static final class Stored implements Serializable {
        private static final long serialVersionUID = 1;
        final int size;
        final String name;
        transient String seen;

        Stored(int size) { this.size = size; name = "n" + size; }

        private int fill(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            return size;
        }

        private String load(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            String found = name;
            return found;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            /*! reorder-condition: -{size == fill(in)} */
            boolean same = size == fill(in);
            /*! reorder-condition: +{size > 4} */
            seen = same + " " + (size > 4);
        }
    }

    static final class Named implements Serializable {
        private static final long serialVersionUID = 1;
        final String name;
        transient boolean differs;

        Named(String name) { this.name = name; }

        private String load(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            return this.name;
        }

        /*! reorder-condition: -{name != load(in)} */
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { differs = name != load(in); }
    }

    /** A record that sets itself is complete when it is known; one with a constructor of its own may not be. */
    record Plain(int x, int y) {
        Plain(int x) { this(x, -x); }

        int next() { return x + y; }

        /*! reorder-condition: +{x == next()} */
        boolean same() { return x == next(); }
    }

    record Leaky(int x) {
        static final List<Leaky> ALL = new ArrayList<>();
        static Boolean first;

        Leaky(int x) {
            ALL.add(this);
            first = zero();
            this.x = x;
        }

        int none() { return ALL.size() - ALL.size(); }

        /*! reorder-condition: -{x == none()} */
        boolean zero() { return x == none(); }
    }

    /** A class variable that its own initialiser has not set yet, seen by recursion: it does not change meanwhile. */
    static class Init {
        static final String FIRST = seen("first");
        static final String LATE = String.valueOf(late());
        static final String LAST = seen("last");

        /*! reorder-condition: +{LATE == zero()} */
        static String seen(String name) { return name + (LATE == zero()) + LAST; }

        static String zero() { return LATE; }

        static int late() { return FIRST.length() + (LAST == null ? 1 : 0); }
    }

    /** A variable that a local class captures is a field of its objects, which deserialisation sets, too; a lambda has none. */
    static Object captured(int x) {
        final int seven = 7;
        class Holder implements Serializable {
            private static final long serialVersionUID = 1;
            transient String seen = "";

            int fill(ObjectInputStream in) throws IOException, ClassNotFoundException { in.defaultReadObject(); return x; }

            private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
                /*! reorder-condition: -{x == fill(in)} */
                boolean same = x == fill(in);
                /*! reorder-condition: +{seven != x} */
                seen = same + " " + (seven != x);
            }

            public String toString() { return seen; }
        }
        class Plain {
            int n() { return x; }
            /*! reorder-condition: +{x == n()} */
            boolean same() { return x == n(); }
        }
        /*! reorder-condition: +{x == p.n()} */
        java.util.function.Predicate<Plain> lambda = p -> x == p.n();
        return new Plain().same() && lambda.test(new Plain()) ? new Holder() : null;
    }

    enum Level {
        LOW(Finals::low), HIGH(() -> Finals.low() == null);

        final boolean early;

        Level(java.util.function.Supplier<?> s) { early = Objects.equals(s.get(), null); }

        static Level top() { return HIGH; }

        /*! reorder-condition: +{top() == HIGH} */
        boolean isTop() { return top() == HIGH; }
    }

    static Level low() { return Level.LOW; }

    /*! reorder-condition: +{low() == Level.LOW} */
    static boolean isLow() { return low() == Level.LOW; }

    static <T extends Serializable> T copy(T from) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(from); }
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
            @Override protected Class<?> resolveClass(ObjectStreamClass d) throws ClassNotFoundException {
                return Class.forName(d.getName(), false, Finals.class.getClassLoader());
            }
        };
        @SuppressWarnings("unchecked") T made = (T) in.readObject();
        return made;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Slow.begin().bare() + " " + Slow.begin().own() + " " + Slow.of(Slow.begin()));
        System.out.println(Slow.begin().after() + " " + Slow.begin().sum() + " " + Slow.begin().text());
        System.out.println(Slow.begin().nested() + " " + Slow.begin().chosen(true) + " " + Slow.begin().concat());
        System.out.println(Slow.begin().constant() + " " + Slow.begin().both());
        System.out.println(Slow.begin().stored() + " " + Slow.begin().loop());
        new Early(1);
        System.out.println(Early.LOG);
        System.out.println(copy(new Stored(5)).seen + " " + copy(new Named("x")).differs);
        System.out.println(copy((Serializable) captured(5)));
        System.out.println(new Plain(3).same() + " " + new Leaky(4).zero() + " " + Leaky.first);
        System.out.println(Init.FIRST + Init.LAST + Init.LATE + Level.HIGH.isTop() + Level.LOW.isTop() + Level.LOW.early + isLow());
    }
}
