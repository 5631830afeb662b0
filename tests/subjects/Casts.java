import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Reads of variables of every kind; places where a variable, but no cast, may stand, and the reverse. */
public class Casts {
    static final int MAX = 98;
    static final String HEAD = "he";
    static long total = 7;
    char letter = 'L';
    int[] cells = {1, 2, 3};
    Casts next;

    static String kind(char v) { return "char " + v; }
    static String kind(int v) { return "int " + v; }
    static String kind(long v) { return "long " + v; }
    static String kind(float v) { return "float " + v; }
    static String kind(double v) { return "double " + v; }
    static String kind(boolean v) { return "boolean " + v; }
    static String kind(Integer v) { return "Integer " + v; }
    static String kind(String v) { return "String " + v; }
    static String kind(CharSequence v) { return "chars " + v; }
    static String kind(Object[] v) { return "array " + v.length; }
    static String kind(Object v) { return "Object " + v; }

    static String locals(byte small, short two, float part) {
        char c = 'c';
        Object text = "text";
        Integer box = 5;
        CharSequence chars = "chars";
        /*! useless-cast: +c */
        String out = kind(c) + c + 1 + (c + 1);
        /*! useless-cast: +small +two +part -out */
        out += kind(small) + kind(two) + kind(part);
        /*! useless-cast: +text +box +chars */
        out += kind(text) + kind(box) + kind(chars);
        /*! useless-cast: +out */
        return out;
    }

    /*! useless-cast: -all -head */
    static String dims(String head, Object... all) {
        Object pair[] = all, one = all[0];
        int[] row = {1, 2}, grid[] = {row, row};
        /*! useless-cast: +all +pair +one */
        String out = kind(all) + kind(pair) + kind(one);
        /*! useless-cast: +grid +row */
        row[0] = grid[1].length;
        /*! useless-cast: +row */
        out += row[0] + row.length;
        /*! useless-cast: +grid */
        return out + grid[1][0] + String.format("%s%s", all);
    }

    static String loops(String[] words, List<Long> longs) {
        StringBuilder out = new StringBuilder();
        /*! useless-cast: +i -n +words */
        for (int i = 0, n = words.length; i < 2; i++) {
            /*! useless-cast: +out +words +i */
            out.append(kind(i)).append(words[i]);
        }
        /*! useless-cast: -word +words */
        for (String word : words) {
            /*! useless-cast: +word */
            out.append(kind(word));
        }
        for (double wide : new int[] {3}) {
            /*! useless-cast: +wide */
            out.append(kind(wide / 2));
        }
        for (long l : longs)
            /*! useless-cast: +l */
            out.append(kind(l));
        int k = 0;
        for (;;) {
            /*! useless-cast: -k */
            if (++k == 3) break;
        }
        do {
            k += 2;
        /*! useless-cast: +k */
        } while (k < 8);
        /*! useless-cast: +k */
        return out.append(k).toString();
    }

    static String targets(int x, Casts obj, int[] data) {
        /*! useless-cast: -x */
        x = 4;
        /*! useless-cast: -x */
        x += 1;
        /*! useless-cast: -x */
        (x)++;
        /*! useless-cast: -x */
        --(x);
        /*! useless-cast: -x */
        int y = -x++;
        /*! useless-cast: -x */
        y += (byte) x--;
        /*! useless-cast: -x */
        y += ~(x)++;
        /*! useless-cast: -x +y */
        x -= y;
        int z;
        /*! useless-cast: -z -y +x */
        z = y = x;
        /*! useless-cast: +data +y */
        data[y % 2] += 3;
        /*! useless-cast: +data */
        ++(data)[1];
        /*! useless-cast: +obj -letter */
        obj.letter++;
        /*! useless-cast: +obj -cells */
        obj.cells[1]--;
        /*! useless-cast: +obj -next */
        obj = obj.next = new Casts();
        /*! useless-cast: +z */
        return x + " " + y + " " + z + Arrays.toString(data) + obj.letter;
    }

    static String constants(boolean flag) {
        final int b = 98;
        final boolean on = true;
        final String h = "h";
        int loose = 98;
        /*! useless-cast: +b */
        byte narrow = b;
        /*! useless-cast: +MAX */
        byte field = MAX;
        String out = "" + narrow + field;
        /*! useless-cast: +b +flag */
        out += flag ? 'a' : b;
        /*! useless-cast: +b */
        out += kind(!flag ? 'a' : b);
        /*! useless-cast: +loose */
        out += kind(!flag ? 'a' : loose);
        /*! useless-cast: +MAX */
        out += kind(flag ? MAX : 'z');
        /*! useless-cast: +h */
        out += h + "e" == "he";
        /*! useless-cast: +HEAD */
        out += HEAD == "h" + "e";
        switch (out.length()) {
            case b:
                out += "b";
            default:
                out += "d";
        }
        /*! useless-cast: +on */
        while (on) {
            if (out.length() > 60) return out;
            out += "w";
        }
    }

    static String boxes(Object o, Object p) {
        Integer a = 1000, b = a, c = Integer.valueOf(1000 + 0 * a);
        String out = "";
        /*! useless-cast: +a +b */
        out += a == b;
        /*! useless-cast: +c */
        out += (Object) c == o;
        /*! useless-cast: -n */
        if (o instanceof Integer n && p instanceof Integer m
            /*! useless-cast: +n +m */
            && n == m) {
            /*! useless-cast: +n */
            out += kind(n);
        }
        if (!(o instanceof String s)) return out + "no";
        /*! useless-cast: +s */
        return out + kind(s);
    }

    static String caught(String text, int way) throws IOException {
        StringReader given = new StringReader("xy");
        /*! useless-cast: -given */
        try (given; StringReader in = new StringReader(text)) {
            /*! useless-cast: +in +given */
            int sum = in.read() * 1000 + given.read();
            if (way == 1) throw new IOException("" + sum);
            /*! useless-cast: +way */
            return "" + 10 / way + sum;
        } catch (ArithmeticException | NullPointerException both) {
            /*! useless-cast: -both */
            return "both " + (both.getMessage() != null);
        } catch (final Exception e) {
            /*! useless-cast: +e */
            if (e.getMessage().isEmpty()) {
                /*! useless-cast: -e */
                throw (e);
            }
            /*! useless-cast: -e */
            throw e;
        }
    }

    static int lambdas(int base) {
        /*! useless-cast: +a -b */
        IntBinaryOperator f = (int a, int b) -> a;
        /*! useless-cast: +x */
        Function<Integer, Object> g = (Integer x) -> kind(x);
        String word = "word";
        /*! useless-cast: +word */
        IntSupplier length = word::length;
        /*! useless-cast: +base */
        Supplier<Supplier<Integer>> deep = () -> () -> base + 0;
        int[] box = {base};
        /*! useless-cast: +box */
        Runnable r = () -> box[0]++;
        /*! useless-cast: +r */
        r.run();
        /*! useless-cast: +g +f */
        int sum = g.apply(f.applyAsInt(1, 2)).toString().length() * 100;
        return sum + length.getAsInt() + deep.get().get() + box[0];
    }

    static void check(String expected, String actual) {
        System.out.println(actual);
        if (!expected.equals(actual)) throw new AssertionError("not " + expected);
    }

    public static void main(String[] args) throws IOException {
        check(
            "char cc1100int 1int 2float 1.5Object textInteger 5chars chars", locals((byte) 1, (short) 2, 1.5f));
        check("array 2array 2Object p42p2", dims("h", "p", 2));
        check("int 0vint 1wString vString wdouble 1.5long 99", loops(new String[] {"v", "w"}, List.of(9L)));
        check("11 11 11[10, 24]L", targets(1, new Casts(), new int[] {10, 20}));
        check("9898achar bint 98char btruetruedwwwwwwwwwwwwwwwwwwwwwwwwwwwww", constants(true));
        check("9898bchar aint 97char ztruetruedwwwwwwwwwwwwwwwwwwwwwwwwwwwww", constants(false));
        Integer big = 1000;
        check("truefalseInteger 1000", boxes(big, big).substring(0, 21));
        check("truefalsenotruefalseString x", boxes(1000, new String("x")) + boxes("x", "s"));
        check("297120both true", caught("ab", 5) + caught("ab", 0));
        try {
            caught("z", 1);
        } catch (IOException e) {
            check("122120", e.getMessage());
        }
        check("9117", "" + lambdas(3) + total);
    }
}
