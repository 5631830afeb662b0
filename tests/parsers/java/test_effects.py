from __future__ import annotations

import itertools

import pytest

from parsers.java.effects.analysis import EffectAnalysis
from parsers.java.effects.model import PURE, Throws
from parsers.java.method import Method
from parsers.java.syntax.tree import Node
from parsers.oracles.jdk import Jdk
from tests.parsers.java.facts_oracle import initialiser, method_of, oracle, output

jdk = pytest.fixture(scope="module")(oracle)

USES = "an operand may change what the other uses"
BOTH = "both operands may throw"
BEFORE = "an operand may throw before or after the other's effect"
VOLATILE = "two field reads, one of which may be volatile"
MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

MEMBER = """void m(int i, int j, int k, int m, int[] a, int[] b, String s, String t, Integer boxed,
Foo status, List<String> list, Object o, boolean p, double d, StringBuilder sb) {{ boolean r = {0}; }}"""


def parts(method: Method, variable: str = "r") -> tuple[EffectAnalysis, Node, Node, str]:
    node = initialiser(method, variable)
    left, operator, right = node.child("left"), node.child("operator"), node.child("right")
    assert left is not None
    assert operator is not None
    assert right is not None
    return method.effects, left, right, operator.type


ALONE = [
    ("i < list.size()", None),
    ("s.length() == 0", None),
    ("x.length() == 0", None),
    ("status != Nfs3Status.OK", None),
    ("s.length() < t.length()", None),
    ("a[i] < j", None),
    ("(m = k * 2) > 3", None),
    ("a.length == b.length", None),
    ("o.getClass() != getClass()", None),
    ("x.y < i", None),
    ("f() == null", None),
    ("s == f()", None),
    ("list == f()", None),
    ("o == f()", None),
    ("this == f()", None),
    ("!p == f()", None),
    ("i / 2 < f()", None),
    ("d / i < f()", None),
    ("Math.max(i, j) < f()", None),
    ("Integer.MAX_VALUE > f()", None),
    ('"a" + s + i + boxed == f()', None),
    ("(o instanceof String z) == f()", BEFORE),
    ("(o instanceof String z) == p", None),
    ("new int[3] == f()", None),
    ("new int[] {i, j} == f()", None),
    ("i++ < j", None),
    ("a[j++] < i", None),
    ("(p ? i : j) < f()", None),
    ("(Object) i == f()", None),
    ("(Object) s == f()", None),
    ("sb.length() < s.length()", None),
    ("(s + t).length() < t.length()", None),
    ("i++ < i", USES),
    ("i < i++", USES),
    ("(m = 1) > m", USES),
    ("(i += 2) < -i", USES),
    ("f() < g()", USES),
    ("this.x < foo()", USES),
    ("x < foo()", USES),
    ("x.f == y.g()", USES),
    ("(x = 1) < y", USES),
    ("(this.x = 1) < x", USES),
    ("x++ < x", USES),
    ('"a" + o == f()', USES),
    ("sb.length() < f()", USES),
    ("a[0] < f()", USES),
    ("new Foo() == f()", USES),
    ("switch (i) { default -> j++; } < j", USES),
    ("a[0] < a[1]", BOTH),
    ("a[i] < b.length", BOTH),
    ("boxed < call()", BOTH),
    ("boxed == call()", BOTH),
    ("status == f()", BOTH),
    ("i / j < f()", BOTH),
    ("i % j < a[0]", BOTH),
    ("(p ? i : boxed) < f()", BOTH),
    ("(String) o == t.substring(1)", BOTH),
    ("(int) o < s.charAt(1)", BOTH),
    ("new int[i] == f()", BOTH),
    ("-boxed < f()", BOTH),
    ("j++ < list.size()", BEFORE),
    ("(m = 1) < boxed", BEFORE),
    ("(x = 1) < a.length", BOTH),
    ("(m = 1) < a.length", BEFORE),
    ("x < y", VOLATILE),
    ("this.x < this.y", VOLATILE),
    ("x.y < a[0]", BOTH),
    ("x < sb.length()", VOLATILE),
    ("(i == boxed) == f()", BOTH),
    ("(float) 1 / i < f()", None),
]


@pytest.mark.parametrize(("expression", "reason"), ALONE)
def test_operands_of_a_method_alone(expression: str, reason: str | None) -> None:
    effects, left, right, operator = parts(method_of(MEMBER.format(expression)))
    verdict = effects.commute(left, right, operator)
    assert (verdict.reason, verdict.assumptions) == (reason, ())
    assert effects.commute(right, left, operator).reason == reason


@pytest.mark.parametrize(
    ("expression", "reason", "assumptions"),
    [
        ("getName() == getName()", None, ("getName() is pure",)),
        ("a.getX() < b.isY()", None, ("getX() is pure", "isY() is pure")),
        ("getFoo() < x", None, ("getFoo() is pure", "fields are not volatile")),
        ("x < y", None, ("fields are not volatile",)),
        ("s.length() < list.size()", None, ("size() is pure",)),
        ("list.size() < f()", USES, ()),
        ("getFoo(1) < x", USES, ()),
        ("n.getAndIncrement() < x", USES, ()),
        ("getter() < x", USES, ()),
        ("f().getX() < y", USES, ()),
        ("x.charAt(0) < y", USES, ()),
        ("getX() < a[0]", BOTH, ()),
        ("(x = 1) < getX()", USES, ()),
        ("i < j", None, ()),
    ],
)
def test_conventional_purity(expression: str, reason: str | None, assumptions: tuple[str, ...]) -> None:
    effects, left, right, operator = parts(method_of(MEMBER.format(expression)))
    verdict = effects.commute(left, right, operator, conventional=True)
    assert (verdict.reason, verdict.assumptions) == (reason, assumptions)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("class A { int x, y; void m() { boolean r = x < y; } }", None),
        ("class A { volatile int x; int y; void m() { boolean r = x < y; } }", VOLATILE),
        ("class A extends B { int x; void m() { boolean r = x < y; } }", VOLATILE),
        ("class A { int x; void m(A other) { boolean r = x == other.x; } }", None),
        ("class A { int x; volatile int y; void m(A other) { boolean r = x == other.y; } }", VOLATILE),
        ("class A { final int x = f(); void m() { boolean r = x < f(); } }", USES),
        ("class A { final int x = f(); void m() { boolean r = this.x == f(); } }", USES),
        ("class A { final int x = f(); void m(A a) { boolean r = f() == a.x; } }", USES),
        ("class A { final int x = f(); void m(A a) { boolean r = x == a.x; } }", None),
        ("class A { final int x = f(); int y; void m(A a) { boolean r = x == a.y; } }", None),
        ("class A { final int x = f(); int y; void m() { boolean r = x < (y = 2); } }", USES),
        ("class A { final int x = f(); void m(int i) { boolean r = x < (i = 2); } }", None),
        ("class A { final int x = f(); volatile int y; void m() { boolean r = y == x; } }", VOLATILE),
        ("class A { final int x = 2 + 3; void m() { boolean r = x == f(); } }", None),
        ("class A { final int x = 2 + 3; void m() { boolean r = this.x == f(); } }", None),
        ("class A { final Integer x = 5; void m() { boolean r = x == f(); } }", USES),
        ("class A { final int[] x; void m() { boolean r = x == f(); } }", USES),
        ("class A { final Integer x = f(); void m() { boolean r = x < f(); } }", USES),
        ("class A { final int x; A() { boolean r = x < f(); } }", USES),
        ("class A { final int x; { boolean r = x < f(); } }", USES),
        ("class A { final int x; A() { Runnable q = () -> { boolean r = x < f(); }; } }", USES),
        ("class A { static final int X = f(); static { boolean r = X < f(); } }", USES),
        ("class A { static final int X = f(); void m() { boolean r = X < f(); } }", None),
        ("class A { static final int X = 3; static { boolean r = X < f(); } }", None),
        ("class A { int x; void m() { boolean r = x < f(); } }", USES),
        ("class O { static final int X = f(); static class A { void m() { boolean r = X < f(); } } }", USES),
        ("class A { enum E { P, Q } void m() { boolean r = f() == E.P; } }", None),
        ("class A { void m() { boolean r = f() == E.P; } }", USES),
        ("class A extends B { enum E { P, Q } void m() { boolean r = f() == E.P; } }", USES),
        ("class A { enum E { P, Q } void m(E e) { boolean r = e.ordinal() < f().length; } }", BOTH),
        ("class A { enum E { P, Q } void m(E e, E g) { boolean r = e.ordinal() < g.ordinal(); } }", None),
        ("record A(int x) { void m() { boolean r = x < f(); } }", None),
        ("record A(int x) { A() { this(1); } void m(A a) { boolean r = a.x == f(); } }", BOTH),
        ("record A(int x) { A() { this(1); } void m() { boolean r = this.x == f(); } }", None),
        ("record A(int x) { A(int x) { g(this); this.x = x; } void m() { boolean r = x < f(); } }", USES),
        ("record A(int x) { A { g(this); } void m() { boolean r = x < f(); } }", USES),
        ("class A { int[] x, y; void m() { boolean r = x.length < y.length; } }", None),
        ("class A { Foo x; void m(Foo y) { boolean r = y == f(); } }", None),
        ("class A<Foo extends Integer> { void m(Foo y) { boolean r = y == f(); } }", BOTH),
        (
            "import q.String; class A { void m(String s) { boolean r = s.length() < s.length(); } }",
            USES,
        ),
        ("import q.Math; class A { void m(int i) { boolean r = Math.abs(i) < f(); } }", USES),
        ("class A { Foo Math; void m(int i) { boolean r = Math.abs(i) < f(); } }", USES),
        ("class A { void m(int v) { new B() { void n() { boolean r = v < f(); } }; } }", USES),
        (
            "class A { void m(int v) { new Runnable() { public void run() { boolean r = v < f(); } }; } }",
            None,
        ),
        (
            "class A { void m(int v) { class L implements java.io.Serializable { void n() { boolean r = v < f(); } } } }",
            USES,
        ),
        (
            "import java.io.*; class A { void m(int v) { class L implements Serializable { void n() { boolean r = v < f(); } } } }",
            USES,
        ),
        (
            "import java.io.*; class A { static class B implements Serializable { } void m(int v) { class L extends B {"
            " void n() { Runnable q = () -> { boolean r = v < f(); }; } } } }",
            USES,
        ),
        ("class A { void m(int v) { class L extends Number { void n() { boolean r = v < f(); } } } }", USES),
        (
            "class A { void m(int v) { class L extends M { void n() { boolean r = v < f(); } } class M { } } }",
            USES,
        ),
        ("class A { void m(int v) { class L { void n() { boolean r = v < f(); } } } }", None),
        (
            "class A { static class B { } void m(int v) { class L extends B { void n() { boolean r = v < f(); } } } }",
            None,
        ),
        (
            "class A implements java.io.Serializable { void m(int v) { F q = () -> { boolean r = v < f(); }; } }",
            None,
        ),
        (
            "import java.io.*; class A { void m() { class L implements Serializable { void n(int v) { boolean r = v < f(); } } } }",
            None,
        ),
        (
            "import java.io.*; class A { void m() { final int v = 3; class L implements Serializable {"
            " void n() { boolean r = v < f(); } } } }",
            None,
        ),
        ("class A { class B { void m() { boolean r = A.this == f(); } } }", USES),
        ("class A { class B { void m() { boolean r = A.this == this; } } }", None),
        ("class A { void m(int v) { new B() { int w; void n() { boolean r = w < f(); } }; } }", USES),
        (
            "class A { static int n; static int f() { return n++; } void m() { boolean r = A.n < A.f(); } }",
            USES,
        ),
        (
            "class A { void m() { new B() { volatile int v; int w; void n() { boolean r = v < w; } }; } }",
            VOLATILE,
        ),
        ("class A { void m() { new B() { int w; void n() { boolean r = (w = 1) < f(); } }; } }", USES),
        ("class A { void m(int i) { boolean r = Integer.MAX_VALUE - i < f(); } }", None),
        # what only a box compiles with is a box, whatever the name: <Number extends Integer>
        *(
            (f"void m(Number n, int i, Object o) {{ boolean r = {expression}; }}", BEFORE)
            for expression in (
                "n < (i = 1)",
                "(i = 1) == n",
                "-n < (i = 1)",
                "n++ < (i = 1)",
                "n - 1 < (i = 1)",
                "(n ? 1 : 2) < (i = 1)",
                "new int[] {n} == (o = null)",
            )
        ),
        ("void m(Number n, Object o) { boolean r = n == (o = null); }", None),
        ("void m(String s, Object o) { boolean r = new String[] {s} == (o = null); }", None),
        # a variable must be set before the body that captures it
        ("void m(F f) { Object x; boolean r = (x = null) == (f = () -> x); }", USES),
        ("void m(F f) { Object x; boolean r = (x = null) == (f = () -> { G y = () -> x; }); }", USES),
        ("void m(F f) { Object x; boolean r = (x = null) == (f = x -> x); }", None),
        ("void m() { Object x; boolean r = (x = null) == new Object() { int n() { return x; } }; }", USES),
        ("void m() { Object x; boolean r = (x = null) == new Object() { }; }", BEFORE),
        # a field of an enum is not one of its constants
        (
            "enum E { P; static final E D; static { D = f(); } } class A { void m() { boolean r = E.D == f(); } }",
            USES,
        ),
    ],
)
def test_operands_in_their_file(text: str, reason: str | None) -> None:
    method = next(m for m in method_of(text).source.methods if "boolean r" in m.text)
    effects, left, right, operator = parts(method)
    assert effects.commute(left, right, operator).reason == reason


def test_effects_of_an_expression() -> None:
    method = method_of(MEMBER.format("(i = j - x) < a[k++]"))
    effects, left, right, _ = parts(method)
    one, other = effects.of(left), effects.of(right)
    assert {d.name for d in one.writes} == {"i"}
    assert {d.name for d in one.reads} == {"j"}
    assert (one.writes_heap, one.reads_heap, one.reads_volatile) == (False, True, True)
    assert one.throws is Throws.NPE
    assert {d.name for d in other.writes} == {"k"}
    assert {d.name for d in other.reads} == {"a", "k"}
    assert (other.writes_heap, other.reads_heap, other.throws) == (False, True, Throws.ANY)
    assert one.writes_anything


@pytest.mark.parametrize(
    "expression",
    ["1", '"x"', "this", "null", "() -> f()", "String::length", "this::f", "Foo.class", "int[]::new"],
)
def test_what_has_no_effect(expression: str) -> None:
    method = method_of(f"void m() {{ Object r = {expression}; }}")
    assert method.effects.of(initialiser(method, "r")) == PURE


@pytest.mark.parametrize(
    ("expression", "throws"),
    [
        ("x.f", Throws.NPE),
        ("this.f", Throws.NONE),
        ("x::f", Throws.NPE),
        ("s.length()", Throws.NPE),
        ('"s".length()', Throws.NONE),
        ("s.indexOf(t)", Throws.NPE),
        ("s.charAt(1)", Throws.ANY),
        ("s.equals(x)", Throws.NPE),
        ("Math.abs(i)", Throws.NONE),
        ("Math.abs(boxed)", Throws.ANY),
        ("s.contains(s)", Throws.NPE),
        ("s.contains(sb)", Throws.ANY),
        ("boxed + 1", Throws.NPE),
        ("boxed++", Throws.NPE),
        ("i += boxed", Throws.NPE),
        ("i = boxed", Throws.NPE),
        ("boxed = 1", Throws.NONE),
        ("o = f", Throws.NONE),
        ("s += o", Throws.ANY),
        ("s += 1", Throws.NONE),
        ("i /= 0", Throws.ANY),
        ("i /= 4", Throws.NONE),
        ("d /= 0", Throws.NONE),
        ("a[0] = 1", Throws.ANY),
        ("x.y = 1", Throws.NPE),
        ("this.y = 1", Throws.NONE),
        ("(int) d", Throws.NONE),
        ("(int) boxed", Throws.NPE),
        ("(String) o", Throws.ANY),
        ("(int) o", Throws.ANY),
        ("(Object[]) o", Throws.ANY),
        ("(String) s", Throws.NONE),
        ("(String) null", Throws.NONE),
        ("new int[-1]", Throws.ANY),
        ("new int[2][]", Throws.NONE),
        ("new int[] {boxed}", Throws.NPE),
        ("p && boxed2", Throws.NPE),
        ("p ? i : boxed", Throws.NPE),
        ("p ? boxed : boxed", Throws.NONE),
        ("o instanceof String", Throws.NONE),
        ("o instanceof Pair(int u, int v)", Throws.ANY),
        ("i << boxed", Throws.NPE),
        ("new Foo(1) { int z = g(); }", Throws.ANY),
        ("x.new Inner(f())", Throws.ANY),
    ],
)
def test_what_may_be_thrown(expression: str, throws: Throws) -> None:
    method = method_of(
        MEMBER.replace("boolean r", "Object r").format("0").replace("= 0;", f"= ({expression});")
    )
    assert method.effects.of(initialiser(method, "r")).throws is throws


@pytest.mark.parametrize(
    "text", [" + ".join(["x"] * 250), "(" * 250 + "f()" + ")" * 250, "f(" * 90 + ")" * 90]
)
def test_deep_expressions(text: str) -> None:
    method = method_of(f"void m(long a) {{ Object r = {text}; }}")
    assert method.effects.of(initialiser(method, "r")).reads_heap


# Every pair of operands that may change places is evaluated in both orders, with many inputs.

PROGRAM = """
import java.util.*;
public class Main {
    static StringBuilder log = new StringBuilder();
    static final int K = 2; static int count; int f = 1; final int fin = next(); Main other;
    volatile int vol = 1; static final Integer BOX = next();
    enum E { P, Q }
    record R(int x) { }
    static int next() { return 5; }
    int call() { log.append("call;"); f++; count++; vol--; if (other != null) other.f += 3;
    if (arr != null && arr.length > 0) arr[0]++; sbuf.append("z"); return f; }
    int fails() { log.append("fails;"); f = 7; throw new IllegalStateException(); }
    Object obj() { log.append("obj;"); f--; return "x"; }
    String str() { log.append("str;"); f *= 2; return "x"; }
    public String toString() { log.append("toString;"); f += 5; return "m"; }
    static int[] arr; static StringBuilder sbuf;
    static boolean same(Object x, Object y) { return x == y; }
    METHODS
    static String outcome(int k, boolean swapped, int n) throws Exception {
        Random random = new Random(n);
        Main self = new Main();
        int[][] arrays = {null, {}, {1, 2, 3}, {0, 0}}; String[] strings = {null, "", "x", "12"};
        int[] a = arrays[n % 4]; arr = a; Integer boxed = n % 3 == 0 ? null : Integer.valueOf(n % 5);
        Main q = n % 5 == 0 ? null : n % 5 == 1 ? self : new Main();
        self.other = n % 2 == 0 ? null : q == null ? self : q;
        Object[] objects = {null, "x", 2, self, a};
        StringBuilder sb = n % 7 == 0 ? null : new StringBuilder("ab");
        sbuf = sb == null ? new StringBuilder() : sb;
        List<String> list = n % 4 == 3 ? null : new ArrayList<>(List.of("p", "q")); count = 0;
        log = new StringBuilder();
        String result;
        try {
            int i = random.nextInt(4) - 1, j = random.nextInt(3);
            String s = strings[random.nextInt(4)], t = strings[random.nextInt(4)];
            Object o = objects[random.nextInt(5)];
            boolean p = n % 2 == 0;
            double d = random.nextInt(3) / 2.0;
            E e = n % 6 == 0 ? null : E.Q;
            result = "" + (swapped ? self.runB(k, NAMES) : self.runA(k, NAMES));
        } catch (Exception thrown) { result = thrown.getClass().getName(); }
        return result + "|" + log + "|" + self.f + "," + count + "," + self.vol + "," + (q == null ? 0 : q.f)
            + Arrays.toString(a) + sbuf;
    }
    public static void main(String[] args) throws Exception {
        for (int k = 0; k < COUNT; k++) {
            int different = 0;
            for (int n = 0; n < 48; n++) if (!outcome(k, false, n).equals(outcome(k, true, n))) different++;
            System.out.println(different);
        }
    }
}
"""
PARAMETERS = """int i, int j, int[] a, String s, String t, Integer boxed, Object o, boolean p, Main q,
List<String> list, StringBuilder sb, double d, E e"""
NUMBERS = """i; j; d; 3; K; -i; i + j; boxed; BOX; boxed + 1; f; fin; this.f; vol; q.f; q.fin; count
Main.count; Main.K; a.length; a[i]; a[j++]
i++; --j; i = 2; i += 3; f++; this.f = 3; q.f = 4; a[0] = 5; call(); fails(); q.call(); s.length()
s.indexOf("x"); s.indexOf(t); s.charAt(i)
list.size(); i / j; i / 2; d / 0; i % j; p ? i : boxed; p ? i : j; p ? call() : i; (int) d; (Integer) o
(int) o; Math.max(i, j); Math.abs(call())
Integer.parseInt(s); Integer.MAX_VALUE; boxed.intValue(); new int[i].length; new int[] {boxed}[0]
new int[2].length; e.ordinal(); sb.length()
switch (i) { case 0 -> call(); default -> i++; }; sb.append("w").length(); new R(i).x(); hashCode() * 0; 'c'
("a" + s).length(); ("a" + o).length()
count++; boxed++; j = i = 1; E.P.ordinal(); ("" + i).length()"""
REFERENCES = """s; t; null; o; "x"; str(); obj(); s = t; o = "x"; (String) o; s + i; "a" + o; s + t
s + boxed; s.trim(); toString(); (Object) s
s.substring(i); list == null ? s : t; String.valueOf(o); p ? s : null; p ? str() : s; (Object) boxed
q.toString()"""
BOXES = "boxed; i; call(); i++; boxed = 1; a[0]; f; BOX; (Integer) o; list.size(); vol; d; boxed++; q.f"
OBJECTS = "o; boxed; (Object) i; boxed = 1; BOX; obj(); null"


def operands(text: str) -> list[str]:
    found = [
        row.strip()
        for line in text.replace("call(); default -> i++;", "@").splitlines()
        for row in line.split(";")
    ]
    return [row.replace("@", "call(); default -> i++;") for row in found if row]


def pairs() -> list[tuple[str, str, str]]:
    rows = [(*pair, "<=") for pair in itertools.combinations_with_replacement(operands(NUMBERS), 2)]
    rows += [(*pair, "!=") for pair in itertools.combinations_with_replacement(operands(REFERENCES), 2)]
    for text in (BOXES, OBJECTS):
        rows += [(*pair, "==") for pair in itertools.product(operands(text), repeat=2)]
    return rows


def accepted(rows: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The rows whose operands may change places, in the method alone or in its file."""
    member = f"void m({PARAMETERS}) {{ %s }}"
    lines = "".join(
        f"boolean r{n} = ({left}) {operator} ({right});" for n, (left, right, operator) in enumerate(rows)
    )
    alone = method_of(member % lines)
    in_file = method_of(PROGRAM.replace("METHODS", member % lines), "m")
    found = set()
    for method in (alone, in_file):
        for declaration in method.scopes.declarations:
            if declaration.name[0] != "r" or declaration.value is None:
                continue
            n, left, right = int(declaration.name[1:]), *map(declaration.value.child, ("left", "right"))
            assert left is not None
            assert right is not None
            if method.effects.commute(left, right, rows[n][2]).reason is None:
                found.add(n)
    return [row for n, row in enumerate(rows) if n in found]


def differences(jdk: Jdk, rows: list[tuple[str, str, str]]) -> list[int]:
    """For each row the number of inputs for which the two orders differ."""
    methods = []
    names = ", ".join(part.split()[-1] for part in PARAMETERS.replace("\n", " ").split(", "))
    shown = 'finally { log.append(i + "," + j + "," + (s == null) + boxed + same(s, t)); }'
    for side in "AB":
        for n, (left, right, operator) in enumerate(rows):
            text = (
                f"({left}) {operator} ({right})" if side == "A" else f"({right}) {MIRROR[operator]} ({left})"
            )
            methods.append(
                f"boolean m{n}{side}({PARAMETERS}) throws Exception {{ try {{ return {text}; }} {shown} }}"
            )
        cases = "".join(f"case {n}: return m{n}{side}({names}); " for n in range(len(rows)))
        methods.append(
            f"boolean run{side}(int k, {PARAMETERS}) throws Exception {{"
            f" switch (k) {{ {cases} default: throw new Error(); }} }}"
        )
    source = (
        PROGRAM.replace("METHODS", "\n".join(methods))
        .replace("NAMES", names)
        .replace("COUNT", str(len(rows)))
    )
    return [int(line) for line in output(jdk, source)]


def test_accepted_pairs_do_the_same_in_both_orders(jdk: Jdk) -> None:
    rows = accepted(pairs())
    assert len(rows) > 1000
    for start in range(0, len(rows), 600):
        some = rows[start : start + 600]
        assert [(row, n) for row, n in zip(some, differences(jdk, some), strict=True) if n] == []


def test_the_program_tells_orders_apart(jdk: Jdk) -> None:
    rows = [
        ("i++", "i", "=="),
        ("call()", "f", "<="),
        ("a[i]", "s.length()", "<="),
        ("boxed", "fails()", "<="),
        ("i = 2", "i", "=="),
        ("str()", '"a" + o', "!="),
        ("j++", "a[i]", "<="),
        ("boxed", "call()", "=="),
        ("BOX", "count++", "<="),
    ]
    assert accepted(rows) == []
    found = dict(zip(rows, differences(jdk, rows), strict=True))
    assert [row for row, n in found.items() if n == 0] == [("BOX", "count++", "<=")]
