import java.util.ArrayList;
import java.util.List;

/** Strings that are compared: what is certainly an object, and what may be null. */
public class EqualStrings {
    static final String KEY = "key", OTHER = "ot" + "her";
    static String field = "field";
    static int calls;
    final String own = "own";

    static String called(String s) { calls++; return s; }

    /*! string-equality: +{"a".equals("b")} */
    static boolean literals() { return "a".equals("b") || "a".equalsIgnoreCase("A"); }
    // hazard: a constant is no null, a parameter may be
    /*! string-equality: -{s.equals(KEY)} */
    static boolean unknown(String s) { return s.equals(KEY); }
    /*! string-equality: +{KEY.equals("key")} +{KEY.equals(OTHER)} */
    static boolean constants() { return KEY.equals("key") & KEY.equals(OTHER) & OTHER.equalsIgnoreCase("OTHER"); }
    // hazard: a test of null shows it only where it holds, and only until the variable is set
    static String tested(String s, String t) {
        String r = "";
        /*! string-equality: +{s.equals("x")} */
        if (s != null && s.equals("x")) r += "x";
        /*! string-equality: -{s.equals("y")} */
        try { if (s == null || t == null) r += "null"; s = t; if (s.equals("y")) r += "y"; } catch (NullPointerException e) { r += "npe"; }
        if (t != null) { if (t.equals("z")) r += "z"; if ("q".equals(t)) r += "q"; t = null; r += "q".equals(t); }
        return r + (s != null ? s.equals("w") : "w".equals(s)) + (t == null ? "v".equals(t) : t.equals("v"));
    }
    // hazard: a call on it shows that it was no null, if nothing comes between
    static String dereferenced(String s) {
        int n = s.length();
        String r = n + "";
        if (s.equals("long")) r += 1;
        if ("short".equals(s)) r += 2;
        for (int i = 0; i < 2; i++) { if (s.equals("long")) r += i; }
        return r + s.equals(r);
    }
    // hazard: a variable that is set once, to no null
    static String once(int n) {
        String a = "a" + n, b = n > 1 ? "b" : "c", c = a;
        String d = String.valueOf(n), e = new String("e"), f = a.trim(), g = a.concat(b).substring(1);
        return "" + a.equals(b) + b.equals("b") + c.equals(a) + d.equals("2") + e.equals("e") + f.equals(a) + g.equals("2b") + "e".equals(e) + a.toString().equals("a2");
    }
    // hazard: the order in which both sides do something can be seen
    /*! string-equality: -{called("m").equals(called("n"))} */
    static boolean ordered() { return called("m").equals(called("n")) || field.equals(called("field")); }
    // hazard: an equals of other classes is not symmetric
    static boolean others(Object o, List<String> l, StringBuilder b) { return "o".equals(o) | "l".equals(l) | "b".equals(b.toString()) | o.equals("o"); }

    public static void main(String[] args) {
        System.out.println(literals() + " " + unknown("key") + " " + constants() + " " + ordered() + " " + calls);
        for (String s : new String[] {"x", "y", null, "z", "w"}) for (String t : new String[] {"y", null, "q", "z"}) System.out.println(tested(s, t));
        System.out.println(dereferenced("long") + dereferenced("short") + once(2) + once(1));
        System.out.println(others("o", new ArrayList<>(), new StringBuilder("b")) + new EqualStrings().own);
        try { unknown(null); } catch (NullPointerException e) { System.out.println("npe"); }
    }
}
