from __future__ import annotations

import pytest

from parsers.java import table
from parsers.java.method import Method, methods_of
from parsers.java.types.types import NULL, UNKNOWN, Type, promoted
from parsers.oracles.jdk import Jdk
from parsers.source import SourceFile
from tests.parsers.java.facts_oracle import initialiser, method_of, oracle, output

jdk = pytest.fixture(scope="module")(oracle)

FILE = """
import java.util.*;
public class Main {
    static int count = 1; final String text = "t"; long[] longs[] = {{1}}; Main next;
    volatile Integer box = 3;
    static final int K = 5; byte tiny = 1;
    enum Color { RED, GREEN; int shade = 2; }
    static class Base { int inherited = 1; char own = 'b'; }
    static class Derived extends Base { float own = 1; }
    static class Stranger extends ArrayList<String> { int mine; int probe() { int modCount = 1; return mine;
    } }
    void ctx(int i, long l, char c, byte b, short h, float f, double d, boolean p, Integer w, Character wc,
        Byte wb,
             String s, Object o, int[] a, String[] ss, List<String> list, Color color, Derived derived,
                 int[]... va) throws Exception {
        next = this; int x[][] = {{1}}; var vi = 1L; var vs = "x" + i; final var va0 = a;
        StringBuilder sb = new StringBuilder("x");
        if (o instanceof String str && str.isEmpty()) { return; }
        %s
    }
}
"""

# Written out, and checked against javac's choice of an overload.
EXPRESSIONS = """
    1l -> long; f + l -> float; (Boolean) p & (Boolean) p -> boolean
    1 -> int; 1L -> long; 0x1F -> int; 0b1L -> long; 017 -> int; 1.0 -> double; 1e3f -> float; 1d -> double
    0x1p3 -> double
    0x1p3f -> float; 'c' -> char; "s" -> String; true -> boolean; i -> int; l -> long; c -> char; vi -> long
    vs -> String
    va0 -> int[]; va -> int[][]; va[0] -> int[]; va[0][0] -> int; x -> int[][]; x[0].length -> int
    a.length -> int
    ss[0] -> String; longs -> long[][]; this.longs[0] -> long[]; count -> int; Main.K -> int; text -> String
    next.text -> String
    this.next.next.text -> String; box -> Integer; tiny -> byte; color.shade -> int; derived.own -> float
    derived.inherited -> unknown int; (i) -> int
    i + l -> long; c + 1 -> int; b + b -> int; h * f -> float; d / i -> double; w + w -> int; w + wc -> int
    -b -> int
    +wc -> int; ~c -> int; ~l -> long; i << l -> int; l >>> i -> long; b >> 1 -> int; i % w -> int; -w -> int
    w << 2 -> int
    i < l -> boolean; p && !p -> boolean; p & p -> boolean; i & l -> long; c | b -> int; p ^ p -> boolean
    o == s -> boolean
    o instanceof String -> boolean; i + "x" -> String; "x" + o -> String; s + null -> String; o + s -> String
    c + s -> String
    (byte) i -> byte; (long) w -> long; (String) o -> String; (int[]) (Object) a -> int[]
    (Object) s -> Object; (Integer) 5 -> Integer
    i = 3 -> int; l += i -> long; w += 1 -> Integer; b++ -> byte; --c -> char; wc++ -> Character
    s += 1 -> String; d -= 1 -> double
    p ? i : i -> int; p ? i : l -> long; p ? w : i -> int; p ? w : w -> Integer; p ? s : null -> String
    p ? f : wb -> float
    p ? b : h -> short; p ? c : 1 -> unknown char; p ? b : i -> unknown int; p ? true : p -> boolean
    p ? s : "x" -> String
    new int[3] -> int[]; new int[3][] -> int[][]; new String[]{"x"} -> String[]; new Object() -> Object
    new String("x") -> String
    new StringBuilder().length() -> int; s.length() -> int; s.charAt(0) -> char
    s.trim().isEmpty() -> boolean; "x".indexOf(s) -> int
    list.size() -> int; list.get(0) -> unknown String; w.intValue() -> int; w.hashCode() -> int
    Math.max(i, l) -> long
    Math.abs(b) -> int; Math.abs(f) -> float; Math.max(wc, 1) -> int; Math.max(f, Math.max(i, d)) -> double
    Math.sqrt(4) -> double
    Character.toUpperCase(c) -> char; Character.toUpperCase(i) -> int; Character.isDigit(c) -> boolean
    Character.getNumericValue(c) -> int; Integer.parseInt("1") -> int; Integer.MAX_VALUE -> int
    Long.MIN_VALUE -> long
    Character.MAX_VALUE -> char; Math.PI -> double; java.lang.Math.PI -> double; java.lang.Math.abs(l) -> long
    System.nanoTime() -> long; o.hashCode() -> int; o.toString() -> String; hashCode() -> int
    this.toString() -> String
    color.ordinal() -> int; color.name() -> String; list.hashCode() -> int; list.isEmpty() -> boolean
    sb.toString() -> String
    switch (i) { case 0 -> 1; default -> 2; } -> unknown int; o.equals(s) -> boolean
"""
ROWS = [
    (parts[0].strip(), parts[1].split())
    for line in EXPRESSIONS.replace("case 0 -> 1; default -> 2;", "@").splitlines()
    for row in line.split(";")
    if row.strip()
    for parts in [row.replace("@", "case 0 -> 1; default -> 2;").rpartition("->")[::2]]
]
OVERLOADS = [
    *(
        "int",
        "long",
        "char",
        "byte",
        "short",
        "float",
        "double",
        "boolean",
        "String",
        "Integer",
        "Character",
        "Object",
    ),
    *("int[]", "int[][]", "long[]", "long[][]", "String[]"),
]


def ctx(statements: str) -> Method:
    return method_of(FILE % statements, "ctx")


@pytest.fixture(scope="module")
def found() -> list[Type]:
    method = ctx("\n".join(f"Object r{n} = ({expression});" for n, (expression, _) in enumerate(ROWS)))
    return [method.types.of(initialiser(method, f"r{n}")) for n in range(len(ROWS))]


def test_expressions(found: list[Type]) -> None:
    wrong = [
        (expression, str(type_), expected[0])
        for (expression, expected), type_ in zip(ROWS, found, strict=True)
        if str(type_) != expected[0]
    ]
    assert wrong == []


def test_expressions_as_javac_types_them(jdk: Jdk) -> None:
    shows = "\n".join(f'static String t({name} x) {{ return "{name}"; }}' for name in OVERLOADS)
    statements = "\n".join(f"System.out.println(t({expression}));" for expression, _ in ROWS)
    main = "new Main().ctx(1, 1, 'c', (byte) 1, (short) 1, 1, 1, true, 1, 'c', (byte) 1, "
    main += '"s", "o", new int[] {1}, new String[] {"x"}, new ArrayList<>(List.of("x")), '
    main += "Color.RED, new Derived(), new int[] {1});"
    source = (
        (FILE % statements).rstrip().rstrip("}")
        + shows
        + f"public static void main(String[] g) throws Exception {{ {main} }} }}"
    )
    lines = output(jdk, source)
    assert [(row[0], row[1][-1]) for row in ROWS] == [
        (row[0], line) for row, line in zip(ROWS, lines, strict=True)
    ]


@pytest.mark.parametrize(
    ("body", "name", "expected"),
    [
        ("for (var e : longs) { Object r = e; }", "e", "long[]"),
        ("for (var e : list) { }", "e", "unknown"),
        ("for (final String e[] : new String[1][1]) { }", "e", "String[]"),
        ("java.util.function.Function<String, Integer> fn = q -> 1;", "q", "unknown"),
        ("java.util.function.Function<String, Integer> fn = (String q) -> 1;", "q", "String"),
        ("try { } catch (RuntimeException e) { }", "e", "RuntimeException"),
        ("try { } catch (IllegalStateException | NullPointerException e) { }", "e", "unknown"),
        ("try (var r = new java.io.StringReader(s)) { }", "r", "java.io.StringReader"),
        ("boolean q = o instanceof Integer n;", "n", "Integer"),
        ("Map.Entry<String, int[]>[] es = null;", "es", "Map.Entry[]"),
        ("java.util.List<int[]> es = null;", "es", "List"),
        ("@Deprecated final int @Ann [] q[] = null;", "q", "int[][]"),
        ("var q = list.get(0);", "q", "unknown"),
        ("var q = new ArrayList<String>() { };", "q", "?"),
        ("", "va", "int[][]"),
        ("", "str", "String"),
    ],
)
def test_declarations(body: str, name: str, expected: str) -> None:
    method = ctx(body)
    declaration = next(d for d in method.scopes.declarations if d.name == name)
    assert str(method.types.of_declaration(declaration)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A { int x; void m() { Object r = x; } }", "int"),
        ("class A extends B { void m() { Object r = x; } }", ""),
        ("class O { int x; class A extends B { void m() { Object r = x; } } }", ""),
        ("class O { int x; class A implements Runnable { public void run() { Object r = x; } } }", "int"),
        (
            "import q.Runnable; class O { int x; class A implements Runnable { void m() { var r = x; } } }",
            "",
        ),
        ("class O { int x; class A extends B { void m() { Object r = x; } } class B { long y; } }", "int"),
        ("class O { int x; class A extends B { void m() { Object r = x; } } class B { long x; } }", ""),
        ("class A { int x; void m() { new B() { void n() { Object r = x; } }; } }", ""),
        ("class A { int x; void m() { new Runnable() { public void run() { Object r = x; } }; } }", "int"),
        ("class A { int x; void m() { new B() { long x; void n() { Object r = x; } }; } }", "long"),
        ("class A { int x; void m(long x) { Object r = x; } }", "long"),
        ("class A { int x; void m(long x) { Object r = this.x; } }", "int"),
        ("class A { int x; void m() { new B() { void n() { Object r = this.x; } }; } }", ""),
        ("class A { int x; void m(A a) { Object r = a.x; } }", "int"),
        ("class A extends B { int x; void m(A a) { Object r = a.x; } }", "int"),
        ("class O { class A { int x; } class C extends B { void m(A a) { Object r = a.x; } } }", ""),
        ("class A { String s; void m() { Object r = s; } class String { } }", "String?"),
        ("import q.String; class A { void m(String s) { Object r = s; } }", "String?"),
        ("class A<String> { void m(String s) { Object r = s; } }", "String?"),
        ("class A { int Math; void m() { Object r = Math.abs(1); } }", ""),
        ("class A { void m() { Object r = Math.abs(1); } }", "int"),
        ("import q.Math; class A { void m() { Object r = Math.abs(1); } }", ""),
        ("record A(int x) { void m() { Object r = x; } }", "int"),
        ("interface A { long X = 1; default void m() { Object r = X; } }", "long"),
        ("class A { List<String> s; void m() { Object r = s.size(); } }", ""),
        ("import java.util.*; class A { List<String> s; void m() { Object r = s.size(); } }", "int"),
        (
            "import java.awt.List; import java.util.*; class A { List s; void m() { Object r = s.size(); } }",
            "",
        ),
        ("void m() { Object r = x; }", ""),
        ("void m(List<String> s) { Object r = s.size(); }", "int"),
        (
            "void m(Object o) { if (!(o instanceof A x)) { if (f()) g(); else return; } var r = x; }",
            "",
        ),
        # components and constants of local types hide fields; nor is a variable seen which they do not see
        ("class A { int x; void m() { record R(Integer x) { R { Object r = x; } } } }", "Integer"),
        ("class A { int x; void m() { record R(Integer x) { void n() { Object r = x; } } } }", "Integer"),
        ("class A { int x; void m() { enum E { x; void n() { Object r = x; } } } }", ""),
        ("class A { static int x; void m(long x) { record R() { void n() { Object r = x; } } } }", ""),
        ("class A { static int x; void m(long y) { record R() { void n() { Object r = x; } } } }", "int"),
        # variables around an anonymous class in a field's initialiser
        *(
            (
                f"class A {{ int x; Object f = {around.replace('@', 'new Object() { void m() { var r = x; } }')}; }}",
                "",
            )
            for around in (
                "(Integer x) -> @",
                "x -> @",
                "(x, y) -> @",
                "() -> { Integer x = 1; return @; }",
                "() -> { for (Integer x : y) g(@); }",
                "() -> { try (X x = y) { g(@); } }",
                "() -> { try { } catch (X x) { g(@); } }",
                "y instanceof Integer x ? @ : null",
                "new Object() { void n(Integer... x) { } Object y = new Object() { Object z = @; }; }",
            )
        ),
        ("enum E { P(x -> new Object() { void m() { var r = x; } }); static int x; }", ""),
        ("class A { int x; Object f = y -> new Object() { void m() { var r = x; } }; }", "int"),
        ("class A { int x; Object f = x -> new Object() { long x; void m() { var r = x; } }; }", "long"),
        ("class A { int x; Object f = new B(new Object() { void m() { var r = x; } }) { long x; }; }", "int"),
        ("class A { int x; Object f = new B(y) { long x; void m() { var r = x; } }; }", "long"),
        ("class A { Object f = (B Math) -> new Object() { void m() { var r = Math.abs(1); } }; }", ""),
        ("class A { Object f = (B b) -> new Object() { void m() { var r = Math.abs(1); } }; }", "int"),
        # a variable comes before a class of the JDK, fields that the text does not show excepted
        ("class B { C Math; } class A extends B { void m() { var r = Math.abs(1); } }", ""),
        ("class B { C Math; } class A { void m() { new B() { void n() { var r = Math.abs(1); } }; } }", ""),
        ("class B { C java; } class A extends B { void m() { var r = java.lang.Math.abs(1); } }", ""),
        ("class B { C b; } class A extends B { void m() { var r = java.lang.Math.abs(1); } }", "int"),
        ("class A extends B { void m() { var r = Math.abs(1); } }", "int"),
        ("void m() { record R(C Math) { void n() { var r = Math.abs(1); } } }", ""),
        (
            "class A { void m(Object o) { if (!(o instanceof C Math)) { try { return; } finally { f(); } }"
            " var r = Math.abs(1); } }",
            "",
        ),
        # a JDK supertype may bring member types
        (
            "import java.util.Map; class A implements Map { void m(Entry e) { var r = e.x; } } class Entry { int x; }",
            "",
        ),
        ("class A implements Comparable { void m(Entry e) { var r = e.x; } } class Entry { int x; }", "int"),
        (
            "import java.util.Map; class A extends B { void m(Entry e) { var r = e.x; } } class Entry { int x; }"
            " class B implements Map { }",
            "",
        ),
        # declarations that the grammar may have misread
        ("class A { int x; int \\u0079; void m() { var r = x; } }", ""),
        ("class A { int x; int \\u0079; void m() { var r = this.x; } }", ""),
        ("class A { int x; char c = '\\u0041'; void m() { var r = x; } }", "int"),
        ("class A { int x; } void } class B { void m(A a) { var r = a.x; } }", ""),
        # one type of several of that name, and where it can be seen
        ("class A<B> { void m(B b) { var r = b.x; } } class B { int x; }", ""),
        ("class B { int x; } class A { void m(B b) { var r = b.x; } class B { long x; } }", ""),
        ("class A { void n() { class B { int x; } } void m(B b) { var r = b.x; } }", ""),
        ("class C { static class B { int x; } } class A { void m(B b) { var r = b.x; } }", ""),
        ("class A extends D { int x; class C { void m() { var r = A.super.x; } } }", ""),
        ("class java { } class A { void m() { var r = java.lang.Math.abs(1); } }", ""),
        ("class C { class java { } } class A { void m(java.lang.String s) { Object r = s; } }", "String?"),
        # a pattern variable of which the scope is not proven, and one that a class body may inherit
        (
            "class A { static class C { static int n; } void m(Object o) {"
            " if (!(o instanceof D C)) { try { return; } finally { f(); } } var r = C.n; } }",
            "",
        ),
        ("class A { void m() { int x = 1; new B() { void n() { Object r = x; } }; } }", ""),
        # methods that are not those of every object, nor those of an enum
        ("class A { void m(B b) { Object r = b.hashCode(1); } }", ""),
        ("class A { static class C { } void m(C c) { Object r = c.ordinal(); } }", ""),
        ("class A { void m(String[] s) { Object r = s.length(); } }", ""),
    ],
)
def test_names_in_their_file(text: str, expected: str) -> None:
    method = next(m for m in method_of(text).source.methods if " r = " in m.text)
    type_ = method.types.of(initialiser(method, "r"))
    if expected == "String?":
        assert (type_.is_string, type_.package) == (False, "")
    else:
        assert type_.name == expected


@pytest.mark.parametrize(
    ("text", "free"),
    [
        ("class A { void f() { g(); } }", True),
        ("void f() { g(); }", True),
        ("class A { void f(int Name) { g(); } }", False),
        ("class A { int Name; void f() { g(); } }", False),
        ("import static p.B.*; class A { void f() { g(); } }", False),
        ("class A { void f() { g(); } } class B { void h( { } }", False),
    ],
)
def test_names_that_may_be_classes(text: str, free: bool) -> None:
    [method, *_] = methods_of(SourceFile.from_text(text))
    [node] = [node for node in method.nodes if method.node_text(node) == "g();"]
    assert method.types.names.free_for_class("Name", node) is free


@pytest.mark.parametrize(
    ("text", "may_unbox"),
    [
        ("class A { void m(Integer x) { } }", True),
        ("class A { void m(int x) { } }", False),
        ("class A { void m(Integer[] x) { } }", False),
        ("class A { void m(Foo x) { } }", False),
        ("class A { <Foo extends Integer> void m(Foo x) { } }", True),
        ("class A<Foo extends Integer> { void m(Foo x) { } }", True),
        ("void m(Foo x) { }", True),
        ("void m(Foo<String> x) { }", False),
        ("void m(a.b.Foo x) { }", False),
        ("void m(java.lang.Integer x) { }", True),
        ("void m(a.b.Integer x) { }", False),
        ("class B { class java { } } class A { void m(java.lang.Integer x) { } }", True),
        ("void m(String x) { }", False),
        ("class A { class Integer { } void m(Integer x) { } }", True),
        ("void m(Foo[] x) { }", False),
        ("void m() { var x = new Foo(); }", False),
    ],
)
def test_what_may_unbox(text: str, may_unbox: bool) -> None:
    method = method_of(text)
    assert method.types.of_declaration(method.scopes.declarations[0]).may_unbox is may_unbox


def test_predicates() -> None:
    assert Type("int").element() == UNKNOWN
    assert Type("int", 2).element() == Type("int", 1)
    assert (UNKNOWN.is_reference, UNKNOWN.is_unknown, UNKNOWN.may_unbox) == (False, True, True)
    assert (NULL.is_reference, NULL.may_unbox) == (True, False)
    assert (Type("char").is_integral, Type("float").is_integral, Type("int", 1).is_numeric) == (
        True,
        False,
        False,
    )
    assert str(Type("int", 1)) == "int[]"
    boxes = Type("Integer", 1, "java.lang", proper=True)
    assert (boxes.is_boxed, boxes.unboxed, boxes.is_reference) == (False, UNKNOWN, True)
    assert (Type("int", 1).is_primitive, Type("int", 1).is_reference) == (False, True)


def test_promotion_of_what_is_not_known() -> None:
    assert promoted(Type("int"), UNKNOWN) == UNKNOWN
    assert promoted(UNKNOWN, Type("double")) == Type("double")


@pytest.mark.parametrize(
    "text", ["+".join(["a"] * 250), "(" * 250 + "a" + ")" * 250, "-" + "-".join(["(a"] * 120) + ")" * 120]
)
def test_deep_expressions(text: str) -> None:
    method = method_of(f"void m(long a) {{ Object r = {text}; }}")
    assert method.types.of(initialiser(method, "r")) == Type("long")


def test_long_chains_of_inferred_variables() -> None:
    chain = "".join(f"var v{n + 1} = v{n};" for n in range(2000))
    method = method_of(f"void m() {{ var v0 = 1; {chain} Object r = v2000; }}")
    assert method.types.of(initialiser(method, "r")) == Type("int")


# The table, entry by entry, by reflection.

REFLECTION = """
import java.lang.reflect.*; import java.util.*;
public class Main {
    static boolean typeless(Class<?> c) {
        if (c == null) return true;
        for (Class<?> m : c.getDeclaredClasses())
            if ((m.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0) return false;
        for (Class<?> i : c.getInterfaces()) if (!typeless(i)) return false;
        return typeless(c.getSuperclass());
    }
    static boolean fieldless(Class<?> c) {
        if (c == null) return true;
        for (Field f : c.getDeclaredFields()) if (!Modifier.isPrivate(f.getModifiers())) return false;
        for (Class<?> i : c.getInterfaces()) if (!fieldless(i)) return false;
        return fieldless(c.getSuperclass());
    }
    public static void main(String[] args) throws Exception {
        for (String row : ROWS.split(" ")) {
            String[] p = row.split("/");
            Class<?> c = Class.forName(p[1]);
            if (p[0].equals("class")) {
                System.out.println(row + " " + fieldless(c) + " " + typeless(c));
            } else if (p[0].equals("constant")) {
                Field f = c.getField(p[2]);
                Object v = f.get(null);
                boolean ok = Modifier.isStatic(f.getModifiers()) && Modifier.isFinal(f.getModifiers());
                System.out.println(row + " " + ok + " " + f.getType() + " " + (v instanceof Character k ?
                    (int) k : v));
            } else {
                Set<String> results = new TreeSet<>();
                boolean fixed = true;
                for (Method m : c.getMethods()) {
                    int mods = m.getModifiers();
                    if (!m.getName().equals(p[2]) || m.getParameterCount() != Integer.parseInt(p[3]))
                        continue;
                    if (Modifier.isStatic(mods) != Boolean.parseBoolean(p[4])) continue;
                    results.add(m.getReturnType().getSimpleName());
                    fixed &= Modifier.isFinal(c.getModifiers()) || Modifier.isFinal(mods) ||
                        Modifier.isStatic(mods);
                }
                System.out.println(row + " " + fixed + " " + String.join(",", results));
            }
        }
    }
    static final String ROWS = String.join(" ", %s);
}
"""
PROMOTED = {"int", "long", "float", "double"}


def qualified(name: str) -> str:
    return f"{table.KNOWN[name]}.{name}"


@pytest.fixture(scope="module")
def reflected(jdk: Jdk) -> dict[str, list[str]]:
    rows = [f"class/{qualified(name)}" for name in table.KNOWN]
    rows += [f"constant/{qualified(class_)}/{name}" for class_, name in table.CONSTANTS]
    rows += [
        f"method/{qualified(class_)}/{name}/{count}/{str(static).lower()}"
        for class_, name, count, static in table.METHODS
    ]
    lines = output(jdk, REFLECTION % ",\n".join(f'"{row}"' for row in rows))
    return {line.split()[0]: line.split()[1:] for line in lines}


def test_table_of_classes(reflected: dict[str, list[str]]) -> None:
    for name in table.KNOWN:
        fieldless, typeless = reflected[f"class/{qualified(name)}"]
        if name in table.FIELDLESS:
            assert fieldless == "true", name
            assert (name in table.MEMBER_TYPES) is (typeless == "false"), name
    assert table.fieldless_package("Runnable") == "java.lang"
    assert table.fieldless_package("AbstractList") is None  # modCount
    assert table.fieldless_package("Thread") is None
    assert table.fieldless_package("Foo") is None


def test_table_of_constants(reflected: dict[str, list[str]]) -> None:
    for (class_, name), (type_, value) in table.CONSTANTS.items():
        assert reflected[f"constant/{qualified(class_)}/{name}"] == ["true", type_, str(value)]


def test_table_of_methods(reflected: dict[str, list[str]]) -> None:
    for (class_, name, count, static), fact in table.METHODS.items():
        row = f"method/{qualified(class_)}/{name}/{count}/{str(static).lower()}"
        fixed, *results = reflected[row]
        assert results, f"no such method: {row}"
        expected = {"promote": PROMOTED, "same": {"char", "int"}}.get(fact.result, {fact.result})
        assert set(results[0].split(",")) <= expected, row
        assert fixed == "true" or not fact.pure, row
        assert fact.static is static


INFERRED = """
import java.lang.reflect.*; import java.util.*;
public class Main {
    static void names(Class<?> c, Set<String> found, boolean all) {
        if (c == null) return;
        for (Method m : c.getDeclaredMethods()) {
            if ((m.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0 || m.isSynthetic()) continue;
            if (all || m.getGenericReturnType() instanceof TypeVariable<?> v && v.getGenericDeclaration() == m)
                found.add(m.getName());
        }
        names(c.getSuperclass(), found, all);
        for (Class<?> i : c.getInterfaces()) names(i, found, all);
    }
    public static void main(String[] args) throws Exception {
        Set<String> inferred = new TreeSet<>(), ofObject = new TreeSet<>();
        for (String row : ROWS.split(" ")) names(Class.forName(row), inferred, false);
        names(Object.class, ofObject, true);
        System.out.println(String.join(" ", inferred));
        System.out.println(String.join(" ", ofObject));
    }
    static final String ROWS = String.join(" ", %s);
}
"""


def test_table_of_inferred_methods(jdk: Jdk) -> None:
    rows = ",\n".join(f'"{qualified(name)}"' for name in table.KNOWN)
    inferred, of_object = output(jdk, INFERRED % rows)
    assert set(inferred.split()) == table.INFERRED
    assert set(of_object.split()) == table.OF_OBJECT


GENERIC = """
import java.lang.reflect.*; import java.util.*;
public class Main {
    static Type fixed(Type type, Map<Type, Type> known) {
        if (type instanceof WildcardType) return type;
        return known.getOrDefault(type, type);
    }
    // What the parameters of a class that declares a method are, seen from one of its subtypes.
    static Map<Type, Type> seen(Class<?> from, Class<?> wanted, Map<Type, Type> known) {
        if (from == wanted) return known;
        List<Type> above = new ArrayList<>(List.of(from.getGenericInterfaces()));
        if (from.getGenericSuperclass() != null) above.add(from.getGenericSuperclass());
        for (Type type : above) {
            Map<Type, Type> next = new HashMap<>();
            Class<?> raw = (Class<?>) (type instanceof ParameterizedType p ? p.getRawType() : type);
            if (type instanceof ParameterizedType p)
                for (int i = 0; i < raw.getTypeParameters().length; i++)
                    next.put(raw.getTypeParameters()[i], fixed(p.getActualTypeArguments()[i], known));
            Map<Type, Type> found = seen(raw, wanted, next);
            if (found != null) return found;
        }
        return null;
    }
    static String text(Type type, Map<Type, Type> known, List<Type> own) {
        if (type instanceof ParameterizedType p) {
            List<String> parts = new ArrayList<>();
            for (Type part : p.getActualTypeArguments()) parts.add(text(part, known, own));
            return ((Class<?>) p.getRawType()).getName() + "<" + String.join(",", parts) + ">";
        }
        return "" + own.indexOf(known.getOrDefault(type, type));
    }
    public static void main(String[] args) throws Exception {
        for (String row : ROWS.split(" ")) {
            Class<?> c = Class.forName(row.split("/")[0]);
            Method m = c.getMethod(row.split("/")[1]);
            List<Type> own = List.of(c.getTypeParameters());
            Map<Type, Type> self = new HashMap<>();
            for (Type type : own) self.put(type, type);
            Map<Type, Type> known = seen(c, m.getDeclaringClass(), self);
            System.out.println(row + " " + own.size() + " " + text(m.getGenericReturnType(), known, own));
        }
    }
    static final String ROWS = String.join(" ", %s);
}
"""


def test_table_of_what_can_be_iterated_over(jdk: Jdk) -> None:
    """The results of the methods in terms of the type parameters, which are numbered."""
    views = {
        "keySet": "java.util.Set<0>",
        "values": "java.util.Collection<1>",
        "entrySet": "java.util.Set<java.util.Map$Entry<0,1>>",
    }
    wanted = {f"{qualified(name)}/iterator 1 java.util.Iterator<0>" for name in table.ITERABLES}
    wanted |= {f"{qualified(name)}/{view} 2 {type_}" for name in table.MAPS for view, type_ in views.items()}
    rows = ",\n".join(f'"{row.split()[0]}"' for row in sorted(wanted))
    assert set(output(jdk, GENERIC % rows)) == wanted
