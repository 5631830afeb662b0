from __future__ import annotations

import struct

import pytest

from parsers.java.method import Method
from parsers.java.values.constants import NOT_CONSTANT, Constant
from parsers.oracles.jdk import Jdk
from tests.parsers.java.facts_oracle import initialiser, method_of, oracle, output

jdk = pytest.fixture(scope="module")(oracle)

FILE = """
public class Main {
    static final int K = 5; static final int L = (int) (K * Main.K + Main.M); static final long M = -1L;
    static final byte B = (byte) 300; final String text = "t" + K; static int count = 3;
    static final Integer BOXED = 3;
    static final int MAX = Integer.MAX_VALUE; static final int CALLED = Math.abs(-3);
    static final char CH = 'x' + 1;
    static final double D = 1; static final boolean FLAG = K > 3 && !false;
    static final String NOTHING = null;
    @interface I { int value(); } @interface J { long value(); } @interface S { String value(); }
    @interface C { char value(); }
    @interface Z { boolean value(); } @interface F { float value(); } @interface E { double value(); }
    static class Inner { static final int IN = 9; static final int SUM = IN + K; }
    %s
    void ctx(int i, String s, int[] a) {
        final int loc = 7; final var inferred = 2L; int plain = 1; final short small = 'a';
        final String str = "a" + loc;
        final int late; late = 3; final Object object = "o"; final byte tiny = 1; final int copy = loc + 1;
        %s
    }
}
"""
CONSTANT = r"""
    1; 0x7fff_ffff; 0xffffffff; 0b101; 017; 0; -2147483648; 9223372036854775807L; 0xFFFFFFFFFFFFFFFFL; 1.5
    1e3; 0x1.8p1
    0.1f; 16777217f; 1e-45f; 3.4e38f * 10; 1e-45
    'a'; '\n'; '\''; '\u0041'; '\101'; '\0'; "a\tb\"c\\"; "\u00e9\377x"; "é€"; "😀"; ""
    1 + 2; 2147483647 + 1; 2147483647 * 2; -5 / 2; -5 % 3; 5 % -3; 5 / -2; -2147483648 / -1; 7 - 10L
    1L << 40; 1 << 33; -1 >>> 28
    -1L >>> 60; -8 >> 1; 1 << -1; 'a' + 1; (char) ('a' + 1); (byte) 200; (short) 70000; (int) 3.99
    (int) -3.99; (long) 1e30
    (int) (0.0 / 0.0); (byte) 300.7; (char) -1; (float) 0.1; (float) 16777217; (float) 9007199791611905L
    (double) 1; (float) 1e40
    (int) 'x'; 5 & 3; 5 | 8; 5 ^ 1; ~7; ~7L; true & false; true ^ true; true | false; !true; true && false
    false || true
    1 < 2; 1.0 >= 2; 'a' == 97; 0.0 == -0.0; 0.0 / 0.0 == 0.0 / 0.0; 1 / 0.0; -1 / 0.0; 5.5 % 2; -5.5 % 2
    1 % 0.0; 1f / 3; 1f / 3 * 3
    0.1f + 0.2f; 0.1 + 0.2; 1e308 * 10; true ? 1 : 2L; false ? 'a' : 0; true ? 'a' : 70000
    true ? (byte) 1 : 'b'; true ? 1 : 2.0f
    "a" + 1; "a" + 'b' + 1L + true; 1 + 2 + "x" + 1 + 2; "ab" == "a" + "b"; "a" != "b"; (String) "x"; +'a'
    -'a'; (1); - - 5; +5f
    K; L; M; B; text; MAX; CH; D; FLAG; Main.K; Main.L; Inner.IN; Inner.SUM; Integer.MIN_VALUE
    Long.MAX_VALUE - 1; Byte.MIN_VALUE
    Character.MAX_VALUE; Math.PI; java.lang.Integer.SIZE; loc; inferred; small; str; tiny; copy; loc + K
    str + text; FLAG ? loc : K
    Short.MAX_VALUE + 1; (byte) (tiny + 1); K << loc; 100 * loc / 3 % 4
"""
NOT = """
    i; s; plain; late; object; count; BOXED; CALLED; NOTHING; null; this.text; new Main().text; a.length
    s.length(); Math.abs(1)
    (Integer) 5; (Object) "x"; loc + i; "a" + object; plain++; i = 3; new int[0]; int.class
    "x" instanceof String; loc + plain
    1 / 0; 5 % 0L; loc / (K - 5); a[0]; () -> 1; Main::new; this; str + null; s + 1; true ? i : 1
    FLAG ? 1 : plain; Main.count
"""


def rows(text: str) -> list[str]:
    parts = text.replace("';'", "@").split("\n")
    return [row.strip() for line in parts for row in line.split(";") if row.strip()]


def ctx(expressions: list[str]) -> Method:
    return method_of(
        FILE % ("", "\n".join(f"var r{n} = ({row});" for n, row in enumerate(expressions))), "ctx"
    )


def shown(constant: Constant) -> str:
    """As the program below prints it: type and exact value."""
    value = constant.value
    if constant.type == "float":
        assert isinstance(value, float)
        return f"float {struct.unpack('>i', struct.pack('>f', value))[0]}"
    if constant.type == "double":
        assert isinstance(value, float)
        return f"double {struct.unpack('>q', struct.pack('>d', value))[0]}"
    if constant.type == "String":
        assert isinstance(value, str)
        return f"String {[ord(unit) for unit in value]}"
    return f"{constant.type} {str(value).lower()}"


SHOW = """
    static String t(int x) { return "int " + x; } static String t(long x) { return "long " + x; }
    static String t(byte x) { return "byte " + x; } static String t(short x) { return "short " + x; }
    static String t(char x) { return "char " + (int) x; } static String t(boolean x) { return "boolean " + x;
    }
    static String t(float x) { return "float " + Float.floatToIntBits(x); }
    static String t(double x) { return "double " + Double.doubleToLongBits(x); }
    static String t(String x) { return "String " + java.util.Arrays.toString(x.chars().toArray()); }
    public static void main(String[] args) { new Main().ctx(1, "s", new int[1]); }
"""


def test_values_as_java_computes_them(jdk: Jdk) -> None:
    expressions = rows(CONSTANT)
    method = ctx(expressions)
    found = [method.effects.constant(initialiser(method, f"r{n}")) for n in range(len(expressions))]
    statements = "\n".join(f"System.out.println(t({row}));" for row in expressions)
    lines = output(jdk, FILE % (SHOW, statements))
    ours = [shown(value) if isinstance(value, Constant) else value for value in found]
    assert list(zip(expressions, ours, strict=True)) == list(zip(expressions, lines, strict=True))


def test_javac_agrees_what_is_constant(jdk: Jdk) -> None:
    """Elements of annotations take constant expressions only (JLS 9.7.1)."""
    element = {
        "int": "I",
        "long": "J",
        "String": "S",
        "char": "C",
        "boolean": "Z",
        "float": "F",
        "double": "E",
        "byte": "I",
    }
    method = ctx(rows(CONSTANT))
    types = [method.types.of(initialiser(method, f"r{n}")) for n in range(len(rows(CONSTANT)))]
    good = [(row, element.get(str(type_), "E")) for row, type_ in zip(rows(CONSTANT), types, strict=True)]
    good = [(row, "S" if kind == "E" and '"' in row else kind) for row, kind in good]
    kinds = {"s": "S", "object": "S", "NOTHING": "S", "null": "S", "text": "S"}
    bad = [
        (row, "S" if '"' in row or row.rpartition(".")[2] in kinds or row[:3] in ("str", "s +") else "E")
        for row in rows(NOT)
    ]
    lines = [f"@{kind}(({row})) int v{n};" for n, (row, kind) in enumerate([*good, *bad])]
    source = FILE % ("", "\n".join(lines))
    start = source[: source.index(lines[0])].count("\n") + 1
    wrong = {d.line - start for d in jdk.compile({"Main.java": source}).diagnostics}
    everything = [*good, *bad]
    assert [everything[n][0] for n in sorted(wrong)] == [row for row, _ in bad]


def test_what_is_not_constant() -> None:
    expressions = rows(NOT)
    method = ctx(expressions)
    constants = method.constants
    found = [constants.value(initialiser(method, f"r{n}")) for n in range(len(expressions))]
    assert [row for row, value in zip(expressions, found, strict=True) if value is not NOT_CONSTANT] == []
    maybe = [
        row for n, row in enumerate(expressions) if constants.may_be_constant(initialiser(method, f"r{n}"))
    ]
    assert maybe == []


@pytest.mark.parametrize(
    ("text", "maybe"),
    [
        ("void m(int i) { Object r = (X); }", True),
        ("void m(int i) { Object r = (X + i); }", False),
        ("void m(int i) { Object r = (Foo.X * 2); }", True),
        ("void m(Foo f) { Object r = (f.X); }", False),
        ("void m(int i) { Object r = (a.b.Foo.X == 2 ? X : 1); }", True),
        ("void m(int i) { Object r = (f().X); }", False),
        ("void m(int i) { Object r = (X + f()); }", False),
        ("class A { int X; void m() { Object r = (X); } }", False),
        ("class A extends B { int Y; void m() { Object r = (X); } }", True),
        ("class A { static final int X = Foo.Y + 1; void m() { Object r = (X); } }", True),
        ("class A { static final int X = Foo.y(); void m() { Object r = (X); } }", False),
        ("class A { static final Foo X = null; void m() { Object r = (X); } }", False),
        ("class A { class String { } static final String X = null; void m() { Object r = (X); } }", True),
        ("class A { static final int X = Y; static final int Y = X; void m() { Object r = (X); } }", False),
        ("void m() { Object r = (1 / (X - X)); }", True),
        (
            "class A { static final int X = 1; Object f = X -> new Object() { final int y = X;"
            " void m() { Object r = (y); } }; }",
            True,
        ),
        (
            "class B { C Integer; } class A extends B { static final int X = Integer.MAX_VALUE;"
            " void m() { Object r = (X); } }",
            True,
        ),
        ("class A { static final int X = 1; int \\u0078; void m() { Object r = (X); } }", True),
        (
            "import q.Integer; class A { static final int X = Integer.MAX_VALUE; void m() { Object r = (X); } }",
            True,
        ),
        ('class A { static final java.lang.@B String X = "a"; void m() { Object r = (X); } }', True),
        ("class A { void m() { final int x = 1; new B() { void n() { Object r = (x); } }; } }", True),
        # a variable obscures a type of its name, an inherited field hides one farther out
        *(
            (f"{head} static final int X = T.Y; static class T {{ static final int Y = 1; }} {tail}", True)
            for head, tail in (
                ("class A { static C T;", "void m() { Object r = (X); } }"),
                ("class A extends B {", "void m() { Object r = (X); } }"),
            )
        ),
        *(
            (
                f"class O {{ static final int Y = 1; {other} static class A extends B {{ static final int X = Y;"
                " void m() { Object r = (X); } } }",
                True,
            )
            for other in ("static class B { static int Y; }", "")
        ),
    ],
)
def test_names_that_nobody_sees(text: str, maybe: bool) -> None:
    method = next(m for m in method_of(text).source.methods if m.name == "m")
    node = initialiser(method, "r")
    assert method.effects.constant(node) is NOT_CONSTANT
    assert method.constants.may_be_constant(node) is maybe


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void m() { final byte b = 5; Object r = (b); }", Constant("byte", 5)),
        ("class A { static final long X = 1; void m() { Object r = (X); } }", Constant("long", 1)),
        ("void m() { Object r = (true ? 1 : 2); }", Constant("int", 1)),
        ("void m() { final var s = (short) 65537; Object r = (s); }", Constant("short", 1)),
        (
            "class A { static final int X = B.Y; static class B { static final int Y = 1; }"
            " void m() { Object r = (X); } }",
            Constant("int", 1),
        ),
    ],
)
def test_values(text: str, expected: Constant) -> None:
    method = next(m for m in method_of(text).source.methods if m.name == "m")
    assert method.effects.constant(initialiser(method, "r")) == expected


def test_constants_whose_value_is_not_computed() -> None:
    method = ctx(
        [
            '"""\n  block"""',
            '"x" + 1.5',
            '("x" + 1.5) == "x1.5"',
            '("x" + 1f == "y") ? 1 : 2',
            '1 / ("x" + 1f == "y" ? 1 : 0)',
        ]
    )
    found = [method.effects.constant(initialiser(method, f"r{n}")) for n in range(5)]
    unknown = [Constant(type_, None) for type_ in ("String", "String", "boolean", "int")]
    assert found == [*unknown, NOT_CONSTANT]


def test_long_chains_of_constants() -> None:
    fields = "".join(f"static final int F{n + 1} = F{n} + 1;" for n in range(1500))
    finals = "".join(f"final int v{n + 1} = v{n} + 1;" for n in range(1500))
    method = method_of(
        f"class A {{ static final int F0 = 0; {fields} void m() {{"
        f" final int v0 = 0; {finals} int r = F1500 + v1500; }} }}"
    )
    assert method.effects.constant(initialiser(method, "r")) == Constant("int", 3000)
