import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** A second name for a variable: locals and parameters, read, written, captured, constant; CR LF. */
public class Aliases {
    static int calls;
    int count = 5;

    static String kind(char v) { return "char " + v; }
    static String kind(int v) { return "int " + v; }
    static String kind(long v) { return "long " + v; }
    static String kind(Object[] v) { return "array " + v.length; }
    static String kind(Object v) { return "Object " + v; }
    static String kind(Integer v) { return "Integer " + v; }

    /*! new-variable: +first +rest */
    static String read(long first, Object... rest) {
        /*! new-variable: +words -spare */
        String words[] = {"a", "b"}, spare[] = words, last = "";
        /*! new-variable: +box */
        Integer box = 1000;
        /*! new-variable: +grid -one */
        int[][] grid = {{1, 2}, {3}}; int one = grid[1][0];
        words[1] = "c"; // the array is one and the same
        grid[0][1]++;
        /*! new-variable: +same */
        Integer same = box;
        boolean alike = box == same;
        return kind(first) + kind(rest) + rest.length + Arrays.toString(words) + grid[0][1] + alike + words.length;
    }

    /*! new-variable: +n */
    static int written(int n, int[] data) {
        /*! new-variable: +sum */
        int sum = 0; /* a comment
            that goes on */ sum += data[0];
        /*! new-variable: +at */
        int at = n++; // the old value /* and no comment in the comment
        while (n < 9) {
            n += 2;
            sum -= at;
        }
        /*! new-variable: +twice -once */
        int once = (once = 4) + 1, twice = once++ + once;
        twice *= 2;
        do at--; while (at > 0);
        return sum * 1000 + n + at + twice;
    }

    static String blank(boolean way) {
        /*! new-variable: +a */
        int a;
        /*! new-variable: +b */
        final String b;
        if (way) a = 1; else a = 2;
        if (way) {
            b = "x";
        } else {
            b = "y";
        }
        /*! new-variable: +c +d */
        int c, d = 7;
        /*! new-variable: -line */
        String line;
        int n = 0;
        while ((line = n++ < 2 ? "l" + n : null) != null) {
            d += line.length();
        }
        c = d;
        return a + b + c + d;
    }

    static String captured(int base, String text) {
        /*! new-variable: +start */
        int start = base * 2;
        /*! new-variable: +list */
        final List<Integer> list = new ArrayList<>();
        IntSupplier plus = () -> start + list.size();
        /*! new-variable: +by */
        int by = 4;
        class Adder {
            final int own = by;
            int add(int start) {
                list.add(start + by);
                return own + by;
            }
        }
        /*! new-variable: +adder */
        var adder = new Adder();
        adder.add(6);
        /*! new-variable: +cell */
        int[] cell = {0};
        Runnable bump = () -> cell[0] += adder.own;
        bump.run();
        bump.run();
        /*! new-variable: +anonymous */
        var anonymous = new Object() { int hidden = 3; };
        anonymous.hidden++;
        return plus.getAsInt() + text + list + cell[0] + anonymous.hidden;
    }

    static String constants(boolean flag, int k) {
        /*! new-variable: +x */
        final int x = 98;
        /*! new-variable: +c */
        final char c = 'c';
        /*! new-variable: +h */
        final String h = "h";
        /*! new-variable: +on */
        final boolean on = !false;
        /*! new-variable: +v */
        final var v = 'v';
        /*! new-variable: +loose */
        final int loose = k + 60;
        /*! new-variable: +plain */
        int plain = 98;
        /*! new-variable: +boxed */
        final Integer boxed = 98;
        byte narrow = c;
        String out = "" + (flag ? 'a' : x);
        out += kind(!flag ? 'a' : x) + kind(flag ? 'a' : loose) + kind(flag ? 'a' : plain) + kind(boxed);
        out += (h + "e" == "he") + " " + narrow;
        byte small = v;
        Supplier<Byte> late = () -> { byte b = x; return b; };
        while (on) {
            switch (k++) {
                case x: return out + late.get() + small;
                case c: return out + "c";
                case v: return out + "v" + loose;
                default: continue;
            }
        }
    }

    /*! new-variable: -unused +depth */
    static int recursive(int depth, int unused) {
        if (depth == 0) return 1;
        /*! new-variable: +below -never */
        int below = recursive(depth - 1, 0); int never = 0;
        return below * depth;
    }

    /*! new-variable: +state */
    static int finals(int state, List<Object> log) {
        try {
            /*! new-variable: +part */
            int part = 12 / state;
            state += part;
            return state;
        } catch (ArithmeticException e) {
            state = -1;
        } finally {
            log.add(state);
            state = 77;
        }
        return state;
    }

    static String labels(int count) {
        /*! new-variable: +out */
        StringBuilder out = new StringBuilder();
        /*! new-variable: +i */
        int i = 0;
        i:
        while (i < 4) {
            /*! new-variable: +j */
            int j = i++;
            for (;; j++) {
                if (j > 3) break;
                if (j == 2) continue i;
                out.append(i).append(j).append(' ');
            }
        }
        return out.append(new Aliases().count).append(count).append(count()).toString();
    }

    static int count() { return 6; }

    static String groups(int k) {
        String out = "";
        switch (k) {
            case 0:
                int t = 3;
                out += t;
            case 1:
                t = k;
                out += t * 2;
                break;
            case 2:
                /*! new-variable: +u -w */
                int u = k * 5, w;
                out += u;
                u++;
                out += u;
                break;
            default:
                w = 8;
                out += w;
        }
        switch (k) {
            case 2 -> {
                /*! new-variable: +t */
                int t = 4;
                out += t++;
                out += t;
            }
            default -> out += "-";
        }
        return out;
    }

    static String oneLine(String text) { String out = text + "1"; out += 2; return out; }

    static String hides(String size, int mine) {
        Object list = new ArrayList<>(List.of("s")) {
            /*! new-variable: +size */
            @Override public boolean add(String size) {
                return super.add(size + modCount);
            }
            @Override public String toString() {
                add("t");
                return super.toString() + size() + mine;
            }
        };
        return list + size;
    }

    static void check(String expected, String actual) {
        System.out.println(actual);
        if (!expected.equals(actual)) throw new AssertionError("not " + expected);
    }

    public static void main(String[] args) {
        check("long 3array 22[a, c]3true2", read(3, "p", 4));
        check("11032", "" + written(3, new int[] {20}));
        check("1x11112y1111", blank(true) + blank(false));
        check("7t[10]84", captured(3, "t"));
        check(
            "achar bint 97int 97Integer 98true 9998118bchar aint 159int 98Integer 98true 99c",
            constants(true, 90) + constants(false, 99));
        check("120", "" + recursive(5, 0));
        List<Object> log = new ArrayList<>();
        check("7 77[7, -1]", finals(3, log) + " " + finals(0, log) + log);
        check("10 11 21 43 596", labels(9));
        check("30- 2- 101145 8-", groups(0) + " " + groups(1) + " " + groups(2) + " " + groups(3));
        Function<String, String> f = Aliases::oneLine;
        check("f12[s, t0]22z", f.apply("f") + hides("z", 2));
    }
}
