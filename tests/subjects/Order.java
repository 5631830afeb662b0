import java.util.ArrayList;
import java.util.List;

/** The order in which operands are evaluated: what a reader of the program can see of it. */
public class Order {
    static final StringBuilder LOG = new StringBuilder();
    static final int LIMIT = 3;
    static volatile int first;
    static volatile int second;
    int field = 1;
    Integer boxed;

    static int log(int n) {
        LOG.append(n);
        return n;
    }

    static boolean calls(int a, int b) {
        /*! reorder-condition: -{log(a) < log(b)} */
        return log(a) < log(b);
    }

    static boolean oneCall(int a, int b) {
        /*! reorder-condition: +{log(a) <= b} +{LIMIT > log(b)} */
        return log(a) <= b || LIMIT > log(b);
    }

    static boolean writes(int i, int[] a) {
        /*! reorder-condition: -{i++ < i} -{(i = 2) == i} -{a[i]++ > a[0]} */
        return i++ < i && (i = 2) == i || a[i]++ > a[0];
    }

    static boolean ownWrite(int i, int j) {
        /*! reorder-condition: +{i++ < j} -{j == (j += i)} */
        return i++ < j | j == (j += i);
    }

    static boolean unboxing(Integer a, int[] b, int i) {
        /*! reorder-condition: -{a < b[i]} -{b[i] >= a} */
        return a < b[i] || b[i] >= a;
    }

    static boolean boxedOnly(Integer a, Integer b, int c) {
        /*! reorder-condition: +{a < b} +{a == b} +{a != c} */
        return a < b || a == b || a != c;
    }

    static boolean indices(int[] a, int[] b, int i) {
        /*! reorder-condition: +{a[i] == i} -{a[i] > b[i]} */
        return a[i] == i || a[i] > b[i];
    }

    static boolean zero(int a, int b, String s) {
        /*! reorder-condition: -{a / b < s.length()} -{s.length() > a % b} +{a / 2 >= s.length()} */
        return a / b < s.length() || s.length() > a % b || a / 2 >= s.length();
    }

    static String nan(double x, double y, float f) {
        /*! reorder-condition: +{x < y} +{y >= x} +{f != x} +{x == y} */
        return "" + (x < y) + (y >= x) + (f != x) + (x == y);
    }

    static boolean left(int a, int b, boolean c, boolean d) {
        /*! reorder-condition: +{a == b} +{a == b == c} +{a == b == c != d} +{a != b} +{c == (a != b)} */
        return a == b == c != d && c == (a != b);
    }

    static boolean mixed(int a, int b, boolean c) {
        /*! reorder-condition: +{a < b} +{a < b == c} +{a + 1 <= b << 2} */
        return a < b == c ^ a + 1 <= b << 2;
    }

    static boolean side(Object o, String[] log) {
        /*! reorder-condition: -{"" + o == log[0]} */
        return "" + o == log[0];
    }

    static class Loud {
        @Override
        public String toString() {
            return "loud" + log(8);
        }
    }

    boolean fields(Order other, int n) {
        /*! reorder-condition: +{this.field < n} -{log(n) == field} +{field == n} */
        return this.field < n && log(n) == field || field == n;
    }

    boolean volatiles() {
        /*! reorder-condition: -{first < second} +{first == 0} +{LIMIT <= second} */
        return first < second || first == 0 || LIMIT <= second;
    }

    static boolean nulls(String s, List<String> list, int[] a) {
        /*! reorder-condition: +{s == null} +{null != list} +{a.length == 0} */
        return s == null ? null != list : a.length == 0;
    }

    static int bounds(List<Integer> list, String text) {
        int sum = 0;
        /*! reorder-condition: +{i < list.size()} */
        for (int i = 0; i < list.size(); i++) {
            sum += list.get(i);
        }
        /*! reorder-condition: +{sum != 3} +{text.length() == 0} */
        while (sum != 3 && text.length() == 0) sum--;
        return sum;
    }

    static String tight(int k, String s) {
        if(k>5)return"x"==s?"same":"other";
        /*! reorder-condition: +{'a'<k} */
        return(!(k>1)||'a'<k)+/* first */""/* second */;
    }

    static boolean comments(int a, int b) {
        return a /* left */ < // middle
            /* right */ b /* end */;
    }

    interface Test {
        Object run();
    }

    static void print(String name, Test test) {
        Object result;
        try {
            result = test.run();
        } catch (RuntimeException e) {
            result = e.getClass().getSimpleName();
        }
        System.out.println(name + " " + result + " " + LOG);
        LOG.setLength(0);
    }

    public static void main(String[] args) {
        int[] one = {1, 2, 3}, none = {};
        print("calls", () -> calls(4, 5));
        print("oneCall", () -> oneCall(5, 2));
        print("writes", () -> writes(1, new int[] {1, 2, 3}));
        print("ownWrite", () -> ownWrite(3, 3));
        print("unboxing", () -> unboxing(null, none, 0));
        print("unboxing", () -> unboxing(5, none, 0));
        print("unboxing", () -> unboxing(null, one, 0));
        print("boxed", () -> boxedOnly(null, 1000, 1));
        print("boxed", () -> boxedOnly(1000, 1000, 1));
        print("indices", () -> indices(one, none, 2));
        print("indices", () -> indices(one, null, 7));
        print("zero", () -> zero(1, 0, null));
        print("zero", () -> zero(7, 2, "abc"));
        print("nan", () -> nan(Double.NaN, 1, Float.NaN) + nan(0.0, -0.0, 1f));
        print("left", () -> left(1, 1, true, false) + " " + left(1, 2, false, true) + left(1, 2, true, false));
        print("mixed", () -> mixed(1, 2, true) + " " + mixed(5, 1, false) + mixed(3, 1, true));
        print("side", () -> side(new Loud(), null));
        print("fields", () -> new Order().fields(null, 2));
        print("volatiles", () -> new Order().volatiles());
        print("nulls", () -> nulls(null, null, null) + " " + nulls("", null, none));
        print("bounds", () -> bounds(new ArrayList<>(List.of(4, 5)), ""));
        print("tight", () -> tight(9, "x") + tight(2, null) + tight(0, ""));
        print("comments", () -> comments(1, 2) + " " + comments(2, 2));
    }
}
