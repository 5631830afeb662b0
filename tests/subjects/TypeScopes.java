// The type of a field is written where its class is declared; at another place its names may mean nothing, or another type
// (JLS 6.3, 6.4.1, 8.5). Where that compiles, a hidden field or another overload shows which type was meant.

import java.util.*;

class R { int v = 100; static String who = "top"; }

class K { int v = 200; }

class EnumDesc { int v = 300; }

public class TypeScopes {
    static class N { int v = 400; }

    static String over(R r) { return "R"; }
    static String over(Inner.R r) { return "Inner.R"; }
    static String over(Base.R r) { return "Base.R"; }
    static String over(Rec.R r) { return "Rec.R"; }
    static String over(Const.R r) { return "Const.R"; }

    /** A member type of another class, with a type of the same name outside. */
    static class Inner {
        static class R extends TypeScopes.Super { int v = 3; }
        R[] all = {new R(), new R()};
        R[][] table = {{new R()}, {}};
        List<R> list = List.of(new R(), new R());
        Map<String, R> map = new TreeMap<>(Map.of("a", new R()));
        static final R[] FIXED = {new R()};
        Inner inner;
        R one = new R();

        /*! loop-exchange: +{for (R r : all) ...} */
        int own() { int t = 0; for (R r : all) t += r.v; return t; }

        /*! loop-exchange: +{for (R r : other.all) ...} */
        int others(Inner other) { int t = 0; for (R r : other.all) t += r.v; return t; }

        int deeper() {
            return new Object() {
                /*! loop-exchange: +{for (R r : all) ...} */
                int sum() { int t = 0; for (R r : all) t += r.v; return t; }
            }.sum();
        }

        /*! useless-cast: +{one} */
        int cast() { return one.v; }
    }

    static class Super extends R { int v = 50; }

    /*! loop-exchange: -{for (var r : in.all) ...} */
    static String array(Inner in) { String t = ""; for (var r : in.all) t += r.v + over(r); return t; }

    /*! loop-exchange: -{for (Inner.R r : in.all) ...} */
    static String named(Inner in) { String t = ""; for (Inner.R r : in.all) t += r.v; return t; }

    /*! loop-exchange: -{for (var r : Inner.FIXED) ...} */
    static String fixed() { String t = ""; for (var r : Inner.FIXED) t += r.v + over(r); return t; }

    /*! loop-exchange: -{for (var row : in.table) ...} +{for (var r : row) ...} */
    static String table(Inner in) { String t = ""; for (var row : in.table) for (var r : row) t += r.v + over(r); return t; }

    /*! loop-exchange: -{for (var r : in.table[0]) ...} */
    static String row(Inner in) { String t = ""; for (var r : in.table[0]) t += r.v + over(r); return t; }

    static String far(Inner in) {
        String t = "";
        in.inner = in;
        /*! loop-exchange: -{for (var r : in.inner.inner.all) ...} */
        for (var r : in.inner.inner.all) t += r.v + over(r);
        /*! loop-exchange: -{for (var r : (in.inner).all) ...} */
        for (var r : (in.inner).all) t += r.v + over(r);
        return t;
    }

    static String collections(Inner in) {
        String t = "";
        /*! loop-exchange: -{for (var r : in.list) ...} */
        for (var r : in.list) t += r.v + over(r);
        /*! loop-exchange: +{for (Inner.R r : in.list) ...} */
        for (Inner.R r : in.list) t += r.v + over(r);
        /*! loop-exchange: -{for (var e : in.map.entrySet()) ...} */
        for (var e : in.map.entrySet()) t += e.getKey() + e.getValue().v + over(e.getValue());
        /*! loop-exchange: -{for (Map.Entry<String, Inner.R> e : in.map.entrySet()) ...} */
        for (Map.Entry<String, Inner.R> e : in.map.entrySet()) t += e.getValue().v;
        /*! loop-exchange: +{for (String k : in.map.keySet()) ...} */
        for (String k : in.map.keySet()) t += k;
        return t;
    }

    /** A member type that the other class inherits. */
    static class Base { static class R { int v = 7; } }
    static class Heir extends Base { R[] all = {new R()}; Base.R[] clear = {new Base.R()}; }

    /*! loop-exchange: -{for (var r : h.all) ...} */
    static String inherited(Heir h) { String t = ""; for (var r : h.all) t += r.v + over(r); return t; }

    /** The other way round: the loop's class inherits it, the field's class does not. */
    static class Plain { Plain[] kids = {}; N[] ns = {new N()}; K[] ks = {new K()}; }
    static class Hider { static class N { int v = 8; } static class K { int v = 9; } }
    static class Loops extends Hider {
        /*! loop-exchange: -{for (var n : p.ns) ...} */
        int ns(Plain p) { int t = 0; for (var n : p.ns) t += n.v; return t; }
        /*! loop-exchange: +{for (Plain kid : p.kids) ...} */
        int kids(Plain p) { int t = 1; for (Plain kid : p.kids) t += kid.ns.length; return t; }
        int anonymous(Plain p) {
            return new Hider() {
                /*! loop-exchange: -{for (var k : p.ks) ...} */
                int sum() { int t = 0; for (var k : p.ks) t += k.v; return t; }
            }.sum();
        }
    }

    /*! loop-exchange: +{for (var n : p.ns) ...} +{for (var k : p.ks) ...} */
    static int clear(Plain p) { int t = 0; for (var n : p.ns) t += n.v; for (var k : p.ks) t += k.v; return t; }

    /** Type variables: of the field's class, of a class around the loop, of the loop's method. */
    static class Box<R> { List<R> list; R[] all; static int made; Box(List<R> list, R[] all) { this.list = list; this.all = all; } }

    static int generic(Box<Inner.R> b) {
        int t = 0;
        /*! loop-exchange: -{for (var r : b.all) ...} */
        for (var r : b.all) t += r.v;
        /*! loop-exchange: -{for (var r : b.list) ...} */
        for (var r : b.list) t += r.v;
        return t;
    }

    static class Wide<N, K> {
        /*! loop-exchange: -{for (var n : p.ns) ...} */
        int ns(Plain p) { int t = 0; for (var n : p.ns) t += n.v; return t; }
    }

    /*! loop-exchange: -{for (var k : l.ks) ...} */
    static <K extends Number> int methods(Later l, K k0) { int t = 0; for (var k : l.ks) t += k.v; return t; }

    /** Behind the method above, whose type variable has the name of the class. */
    static class Later { K[] ks = {new K()}; }

    /** An inner class of a generic class: its type depends on that of the class around it. */
    static class Outer<T> {
        class In { T v; In(T v) { this.v = v; } }
        In[] ins;
        @SuppressWarnings("unchecked") Outer(T v) { ins = (In[]) java.lang.reflect.Array.newInstance(In.class, 1); ins[0] = new In(v); }

        /*! loop-exchange: +{for (In in : ins) ...} */
        String own() { String t = ""; for (In in : ins) t += in.v; return t; }

        class Sub extends Outer<String> {
            Sub() { super("sub"); }
            /*! loop-exchange: -{for (var in : Outer.this.ins) ...} */
            String outer() { String t = ""; for (var in : Outer.this.ins) t += in.v; return t; }
            /*! loop-exchange: -{for (var in : ins) ...} */
            int length() { int t = 0; for (var in : ins) t += in.v.length(); return t; }
        }
    }

    /*! loop-exchange: -{for (var in : o.ins) ...} */
    static int inner(Outer<String> o) { int t = 0; for (var in : o.ins) t += in.v.length(); return t; }

    /** Local classes: in the loop's method, and around the class of the loop's method. */
    static int local(Plain p) {
        class N { int v = 11; }
        int t = new N().v;
        /*! loop-exchange: -{for (var n : p.ns) ...} */
        for (var n : p.ns) t += n.v;
        return t;
    }

    static final java.util.function.ToIntFunction<Plain> AROUND = p -> {
        class N { int v = 12; }
        class Sum {
            /*! loop-exchange: -{for (var n : p.ns) ...} */
            int ns() { int t = new N().v; for (var n : p.ns) t += n.v; return t; }
            N[] mine = {new N()};
            /*! loop-exchange: +{for (N n : mine) ...} */
            int own() { int t = 0; for (N n : mine) t += n.v; return t; }
        }
        return new Sum().ns() + new Sum().own();
    };

    /** Members of records and interfaces. */
    record Rec(R[] all, int n) { static class R { int v = 13; } }

    /*! loop-exchange: -{for (var r : c.all) ...} */
    static String record(Rec c) { String t = ""; for (var r : c.all) t += r.v + over(r); return t; }

    interface Const { class R { int v = 14; } R[] ALL = {new R()}; }

    /*! loop-exchange: -{for (var r : Const.ALL) ...} */
    static String constants() { String t = ""; for (var r : Const.ALL) t += r.v + over(r); return t; }

    /** Every enum inherits a type from java.lang.Enum. */
    static class Descs { EnumDesc[] all = {new EnumDesc()}; }
    enum Kind {
        ONE, TWO { int more(Descs d) { int t = 0; for (var e : d.all) t += e.v; return t; } };
        static final EnumDesc<?> NONE = null;
        /*! loop-exchange: -{for (var e : d.all) ...} */
        int more(Descs d) { int t = 1; for (var e : d.all) t += e.v; return t; }
    }

    /** The name of an enum, within it, is that of a type it inherits. */
    interface Named { class Shade { } }
    enum Shade implements Named {
        DARK, LIGHT;
        /*! useless-cast: -{DARK} */
        Object dark() { return DARK; }
    }
    enum Tone {
        DEEP;
        /*! useless-cast: +{DEEP} */
        Object deep() { return DEEP; }
    }

    /** The class of a variable is hidden where a second one is declared. */
    static String aliases(N n, Inner.R[] rs) {
        return new Hider() {
            String go(TypeScopes.N m) { String t = "" + n.v; t += m.v; return t; }
        }.go(n) + rs.length;
    }

    static int hidden(N n) {
        int t = n.v;
        class L extends Hider { int twice() { return n.v * 2 + new N().v; } }
        return t + new L().twice() + n.v;
    }

    public static void main(String[] args) {
        Inner in = new Inner();
        System.out.println(in.own() + in.others(in) + in.deeper() + in.cast());
        System.out.println(array(in) + named(in) + fixed() + table(in) + row(in) + far(in) + collections(in));
        System.out.println(inherited(new Heir()));
        Plain p = new Plain();
        System.out.println(new Loops().ns(p) + " " + new Loops().kids(p) + " " + new Loops().anonymous(p) + " " + clear(p));
        System.out.println(generic(new Box<>(List.of(new Inner.R()), new Inner.R[] {new Inner.R()})) + new Wide<R, R>().ns(p));
        System.out.println(methods(new Later(), 1) + " " + new Outer<>(1).own() + inner(new Outer<>("abc")));
        Outer<Integer>.Sub sub = new Outer<>(5).new Sub();
        System.out.println(sub.outer() + sub.length());
        System.out.println(local(p) + " " + AROUND.applyAsInt(p) + record(new Rec(new Rec.R[] {new Rec.R()}, 1)) + constants());
        System.out.println(Kind.ONE.more(new Descs()) + Kind.TWO.more(new Descs()) + " " + Shade.DARK.dark() + Tone.DEEP.deep());
        System.out.println(aliases(new N(), in.all) + hidden(new N()));
    }
}
