"""What every generated program may use: it is written down whole behind the program, so that a program is one file."""

from __future__ import annotations

from tests.strategies.programs.scope import Field

__all__ = ["INHERITED", "LIBRARY", "MARK"]

MARK = "\n// -- library\n"
"""Between the program and the library."""

INHERITED = (
    Field("depth", "int", static=False, inherited=True),
    Field("name", "String", static=False, inherited=True),
)

LIBRARY = """class Lib {
    public static final StringBuilder OUT = new StringBuilder();
    public static final IntUnaryOperator TWICE = n -> 2 * n;
    public int depth = 7;
    public String name = "lib";

    public static int log(int n) { OUT.append(" i").append(n); return n; }
    public static long log(long n) { OUT.append(" l").append(n); return n; }
    public static double log(double n) { OUT.append(" d").append(n); return n; }
    public static char log(char c) { OUT.append(" c").append((int) c); return c; }
    public static boolean log(boolean b) { OUT.append(b ? " T" : " F"); return b; }
    public static String log(String s) { OUT.append(" s").append(clip(s)); return s; }
    public static Object log(Object o) { OUT.append(" o").append(show(o)); return o; }

    public static String pick(int n) { return "int"; }
    public static String pick(long n) { return "long"; }
    public static String pick(double n) { return "double"; }
    public static String pick(char c) { return "char"; }
    public static String pick(Integer n) { return "Integer"; }
    public static String pick(String s) { return "String"; }
    public static String pick(Object o) { return "Object"; }
    public static String pick(int... n) { return "ints" + n.length; }

    public static int sum(int... numbers) { int all = 0; for (int n : numbers) all += n; return all; }
    public static <T> T same(T x) { return x; }
    public static String clip(String s) { return s != null && s.length() > 30 ? s.substring(0, 30) : s; }
    public static List<Integer> ints(Integer... numbers) { return new ArrayList<>(Arrays.asList(numbers)); }
    public static void risky(int n) throws Checked { if (n % 3 == 0) throw new Checked(n); }

    static String show(Object o) {
        if (o instanceof int[] numbers) return Arrays.toString(numbers);
        if (o instanceof Object[] all) {
            StringBuilder b = new StringBuilder("{");
            for (Object one : all) b.append(show(one)).append(',');
            return b.toString();
        }
        if (o instanceof Throwable t) {
            return t.getClass().getSimpleName() + (t instanceof Oops || t instanceof Checked ? t.getMessage() : "");
        }
        if (o == null || o instanceof Number || o instanceof Boolean || o instanceof Character) return String.valueOf(o);
        if (o instanceof String s) return clip(s);
        if (o instanceof Record || o instanceof Enum<?> || o instanceof List<?>) return clip(o.toString());
        return "?";
    }

    public static void call(String name, Task task) {
        OUT.setLength(0);
        try { task.run(); } catch (Throwable t) { OUT.append(" !").append(show(t)); }
        System.out.println(name + ":" + OUT);
    }

    public static void state(Object... values) { System.out.println("  " + show(values)); }

    public interface Task { void run() throws Throwable; }

    public enum Color {
        RED, GREEN, BLUE;
        public Color next() { return values()[(ordinal() + 1) % 3]; }
    }

    public record Point(int x, int y) { }

    public static class Oops extends RuntimeException {
        public Oops(int code) { super("#" + code); }
    }

    public static class Checked extends Exception {
        public Checked(int code) { super("#" + code); }
    }

    public static abstract class Shape {
        public int size;
        public String name = "shape";
        public Shape(int size) { this.size = size; }
        public abstract int area(int k);
    }

    public static class Res implements AutoCloseable {
        final int code;
        public Res(int code) { this.code = code; if (code % 7 == 5) throw new Oops(code); log(code); }
        @Override public void close() { log("close" + code); if (code % 5 == 3) throw new Oops(-code); }
    }
}
"""
"""Logs are overloaded, so that the static type of what is logged can be seen; whatever is made is short."""
