import java.util.List;

/** Flow scope of pattern variables (JLS 6.3.1, 6.3.2), with a field of the same name where the variable is not in scope. */
public class Patterns {
    static String s = "field";
    static Integer n = -1;

    static String and(Object o) {
        if (o instanceof String s && s.length() > 1 && !s.isEmpty()) {
            return s + "!";
        }
        return s;
    }

    static String or(Object o) {
        if (!(o instanceof String s) || s.isEmpty()) {
            return s;
        }
        return s.trim();
    }

    static String negated(Object o) {
        if (!(o instanceof String s)) {
            return s + "?";
        }
        s = s + s;
        return s;
    }

    static String bothBranches(Object o) {
        if (o instanceof String s) {
            s = s.trim() + s;
        } else {
            throw new IllegalStateException(s);
        }
        return s;
    }

    static String conditional(Object o) {
        return o instanceof Integer n && n > 3 ? "big " + n : o instanceof String s ? s + n : "none " + s + n;
    }

    static int loop(Object o) {
        int rounds = 0;
        while (o instanceof Integer n && n > 0) {
            rounds += n;
            o = n - 1;
        }
        return rounds + n;
    }

    static String whileNot(Object o) {
        while (!(o instanceof String s)) {
            o = s + o;
        }
        return s + "/" + Patterns.s;
    }

    static String forLoop(Object o) {
        StringBuilder out = new StringBuilder();
        for (; o instanceof Integer n && n < 4; o = n + 1) {
            out.append(n);
        }
        return out.append(n).toString();
    }

    static int doLoop(Object o) {
        int count = 0;
        do {
            count += n;
            /*! variable-renaming: +n */
        } while (!(o instanceof Integer n) || n < 0 && count > -3);
        return count + n;
    }

    static String label(Object o) {
        // The rule for a labelled loop is not the same in all editions: whatever the tool decides, it must be right.
        out:
        while (!(o instanceof String s)) {
            for (;;) {
                o = "x" + o;
                continue out;
            }
        }
        return s;
    }

    static String nested(Object one, Object two) {
        if (one instanceof String s) {
            if (!(two instanceof Integer n)) {
                return s + n;
            }
            return s.repeat(n);
        }
        if (two instanceof String s) return s;
        return s + n;
    }

    static boolean inField(Object o) {
        Object test = new Object() {
            final boolean found = o instanceof String s && s.length() == 3;

            @Override
            public boolean equals(Object other) {
                return found == (other instanceof Integer n && n > 1) && s.equals("field");
            }

            @Override
            public int hashCode() {
                return n;
            }
        };
        return test.equals(2) && test.hashCode() == -1;
    }

    /** The same places, with names that mean nothing else: here a tool has no excuse. */
    static class Plain {
        static String conditions(Object o) {
            /*! variable-renaming: +a */
            if (o instanceof String a && a.length() > 1 || o instanceof Integer b && b > 1) return "long";
            /*! variable-renaming: +c */
            boolean small = !(o instanceof Integer c) || c < 0;
            /*! variable-renaming: +d +e */
            return small + (o instanceof String d ? d : !(o instanceof Integer e) ? "-" : "int" + e);
        }

        static String after(Object o) {
            /*! variable-renaming: +text */
            if (!(o instanceof final String text)) {
                /*! variable-renaming: +number */
                if (o instanceof Integer number && number > 0) { number++; return "n" + number; } else return "none";
            }
            return text + text.length();
        }

        static String elseThrows(Object o) {
            /*! variable-renaming: +text */
            if (o instanceof String text) text += "!"; else throw new IllegalStateException();
            return text;
        }

        static String loops(Object o, int k) {
            StringBuilder out = new StringBuilder();
            /*! variable-renaming: +i */
            while (o instanceof Integer i && i > 0) {
                out.append(i);
                o = i > 2 ? i - 1 : "s" + i;
            }
            /*! variable-renaming: +j */
            for (Object p = k; p instanceof Integer j && j < 3; p = j + 1) out.append(j);
            /*! variable-renaming: +t */
            while (!(o instanceof String t)) o = "t" + o;
            out.append(t);
            do {
                o = o + "u";
                /*! variable-renaming: +u */
            } while (!(o instanceof String u && u.length() > 3));
            return out.toString() + o;
        }
    }

    static void check(Object expected, Object actual) {
        System.out.println(actual);
        if (!expected.equals(actual)) {
            throw new AssertionError(expected + " is not " + actual);
        }
    }

    public static void main(String[] args) {
        check("[ab!, field, field]", List.of(and("ab"), and("a"), and(1)).toString());
        check("[a, field, field]", List.of(or(" a "), or(""), or(1)).toString());
        check("[aa, field?]", List.of(negated("a"), negated(1)).toString());
        check("aa ", bothBranches("a "));
        check("[big 4, none field-1, b-1]", List.of(conditional(4), conditional(2), conditional("b")).toString());
        check(5, loop(3));
        check("field1/field", whileNot(1));
        check("123-1", forLoop(1));
        check(4, doLoop(5));
        check("x5", label(5));
        check("[ss, s-1, t, field-1]", List.of(nested("s", 2), nested("s", "t"), nested(1, "t"), nested(1, 2)).toString());
        check(true, inField("abc"));
        check("[long, long, truea, trueint-4, true-, falseint1]", List.of(Plain.conditions("ab"), Plain.conditions(2),
            Plain.conditions("a"), Plain.conditions(-4), Plain.conditions('c'), Plain.conditions(1)).toString());
        check("[ab2, n3, none]", List.of(Plain.after("ab"), Plain.after(2), Plain.after('c')).toString());
        check("s!", Plain.elseThrows("s"));
        check("[432s2s2uu, 12t1.5t1.5u]", List.of(Plain.loops(4, 9), Plain.loops(1.5, 1)).toString());
    }
}
