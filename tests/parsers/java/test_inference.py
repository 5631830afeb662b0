"""Which calls may get their type from their place, against javac: what is certain can be negated."""

from __future__ import annotations

import pytest

from parsers.java.method import Method
from parsers.java.syntax.expressions import is_condition, takes_boolean
from parsers.java.syntax.tree import Node
from parsers.java.types.inference import may_be_poly
from parsers.oracles.jdk import Jdk
from tests.parsers.java.facts_oracle import method_of, oracle

jdk = pytest.fixture(scope="module")(oracle)

FILE = """
import java.util.*; import java.util.concurrent.atomic.AtomicBoolean; import java.util.function.*;
public class Main<E> {
    static Object next = true;
    static <T> T g() { return null; }
    <T> T inst(int n) { return null; }
    static <T> T id(T t) { return t; }
    static <T> List<T> listed(T t) { return null; }
    static <T> boolean test(T t) { return true; }
    static boolean plain() { return true; } static Boolean boxed() { return true; }
    static boolean over(int n) { return true; } static <T> T over(String s) { return null; }
    static <T> T late(int n) { return null; } static boolean late() { return true; }
    E elem() { return null; }
    static class Base { boolean is() { return true; } <T> T any() { return null; } static boolean st() { return true; } }
    static class Sub extends Base { boolean own() { return true; } }
    static class Task extends TimerTask {
        public void run() { } boolean is(int n) { return true; } boolean is() { return true; }
    }
    interface Shape { default boolean round() { return true; } <T> T weird(); static boolean flat() { return true; } }
    record Point(boolean flag, Boolean box) { }
    enum Color { RED { boolean is() { return false; } }; boolean is() { return true; } }
    static class Inner extends Base {
        void ctx(Base b, Sub s, Task k, Shape a, Point r, Color c, Main<Boolean> m, Map<String, Boolean> map, String t,
                Optional<Boolean> opt, AtomicBoolean at, int[] ints, Boolean flag, Supplier<Boolean> sup, Object o, int n) {
            if (%s) return;
        }
    }
    class Odd extends TimerTask {
        public void run() { } void ctx2(Boolean flag, int n) { if (%s) return; }
    }
}
"""

# Written out. What is said to be certain must compile behind a `!`.
CERTAIN = """
    plain(); boxed(); is(); this.is(); super.is(); st(); Base.st(); Main.plain(); test(o); late(); Main.<Boolean>g()
    this.<Boolean>any()
    b.is(); s.is(); s.own(); k.is(); a.round(); Shape.flat(); r.flag(); r.box(); c.is(); m.elem(); Color.RED.is(); equals(o)
    map.get(t); map.getOrDefault(t, true); map.isEmpty(); t.isBlank(); "x".equals(o); opt.get(); ints.equals(o)
    sup.get(); Objects.equals(o, t); o.equals(t); new Sub().own()
    (boolean) g(); (Boolean) g(); g() == flag; flag; n > 1; o instanceof Boolean; id(flag) && flag; !id(flag); !(id(flag))
    flag ? plain() : boxed(); !(flag ? flag : null); !(flag ? (Boolean) o : (null)); !(flag ? plain() : boxed())
    switch (n) { case 1 -> plain(); default -> { yield flag; } }; !!plain()
"""
HINGES = """
    g(); (g()); Main.g(); any(); this.any(); super.any(); id(flag); over(1); late(1); s.any(); b.any(); a.weird(); at.get()
    k.cancel()
    opt.map(x -> x).get(); t.transform(x -> true); Objects.requireNonNull(flag); Collections.max(List.of(true)); k.is(1)
    flag ? g() : plain(); flag ? plain() : (g()); !(flag ? id(flag) : null); listed(flag).get(0)
    !(flag ? plain() : null); !(flag ? flag ? null : at : flag); !(switch (n) { case 1 -> flag; default -> null; })
    switch (n) { case 1 -> g(); default -> true; }; switch (n) { case 1: yield plain(); default: yield g(); }
"""


def rows(text: str) -> list[str]:
    """The rows; a `;` between braces ends none."""
    found, depth, start = [], 0, 0
    for at, char in enumerate(text + ";"):
        depth += (char == "{") - (char == "}")
        if depth == 0 and char in ";\n" and text[start:at].strip(" ;\n"):
            found.append(text[start:at].strip(" ;\n"))
        if depth == 0 and char in ";\n":
            start = at + 1
    return found


def condition(text: str, name: str) -> tuple[Method, Node]:
    method = method_of(text, name)
    found = next(node for node in method.root.walk() if node.type == "if_statement").child("condition")
    assert found is not None
    return method, found


@pytest.mark.parametrize("row", rows(CERTAIN))
def test_certain(jdk: Jdk, row: str) -> None:
    assert not may_be_poly(*condition(FILE % (row, "true"), "ctx"))
    for place in (row, row[1:] if row.startswith("!") else f"!({row})"):
        compiled = jdk.compile({"Main.java": FILE % (place, "true")})
        assert compiled.ok, (place, compiled.diagnostics[:2])


@pytest.mark.parametrize("row", rows(HINGES))
def test_hinges(row: str) -> None:
    assert may_be_poly(*condition(FILE % (row, "true"), "ctx"))


@pytest.mark.parametrize(
    ("row", "expected"),
    [("plain()", True), ("equals(flag)", True), ("cancel()", True), ("this.cancel()", True), ("flag", False)],
)
def test_a_supertype_that_nobody_sees_may_bring_another(row: str, expected: bool) -> None:
    assert may_be_poly(*condition(FILE % ("true", row), "ctx2")) is expected


@pytest.mark.parametrize(
    ("imported", "expected"),
    [("", False), ("import static p.U.wild;", True), ("import static p.U.*;", True), ("import p.*;", False)],
)
def test_a_method_that_is_not_inherited_leaves_the_imported_one(imported: str, expected: bool) -> None:
    base = "class Base { private boolean wild(Object a) { return false; } }"
    text = (
        f"package q; {imported} {base} class D extends Base {{ void m(Object o) {{ if (wild(o)) return; }} }}"
    )
    assert may_be_poly(*condition(text, "m")) is expected


@pytest.mark.parametrize("row", ["g()", "this.is()", "super.is()", "is()", "x.is()", "equals(x)"])
def test_a_bare_method_knows_nothing(row: str) -> None:
    assert may_be_poly(*condition(f"void m(Foo x) {{ if ({row}) return; }}", "m"))


def test_where_a_boolean_is_asked_for() -> None:
    method = method_of(
        "void m(boolean k) { if (k) a(); while (k) a(); do a(); while (k); for (; k; ) a(); r = k ? k : k;"
        " assert k : k; switch (k) { } }"
    )
    names = [n for n in method.root.walk() if n.type == "identifier" and method.node_text(n) == "k"][1:]
    spots = [
        n.parent if n.parent is not None and n.parent.type == "parenthesized_expression" else n for n in names
    ]
    assert [is_condition(n) for n in spots] == [True] * 5 + [False, False, True, False, False]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("g(k);", True),
        ("x = k;", True),
        ("k = x;", False),
        ("boolean r = k;", True),
        ("boolean k = r;", False),
        ("boolean[] r = {k};", True),
        ("return k;", True),
        ("x = k ^ y;", True),
        ("x = y ? k : z;", True),
        ("run(()->k);", True),
        ("run(k->1);", False),
        ("x = a[k];", False),
        ("k.run();", False),
    ],
)
def test_where_any_boolean_can_stand(statement: str, expected: bool) -> None:
    method = method_of(f"void m() {{ {statement} }}")
    node = next(n for n in method.root.walk() if n.type == "identifier" and method.node_text(n) == "k")
    assert takes_boolean(node) is expected


def test_a_lambda_of_a_statement_may_have_no_value() -> None:
    for body, expected in (("g(k)", False), ("(g(k))", True), ("k = x", False), ("k == x", True)):
        method = method_of(f"void m() {{ run(()->{body}); }}")
        lambda_ = next(n for n in method.root.walk() if n.type == "lambda_expression")
        held = lambda_.child("body")
        assert held is not None
        assert takes_boolean(held) is expected, body


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # a text that the grammar may have misread
        ("class A { int \\u0079; boolean k() { return y; } void m() { if (k()) return; } }", True),
        ("class A { int y; boolean k() { return y; } void m() { if (k()) return; } }", False),
        # the method of the superclass, which one here overrides by its erasure (JLS 8.4.2)
        (
            "class B { <T> T k() { return null; } } class A extends B { Object k() { return null; }"
            " class C { void m() { if (A.super.k()) return; } } }",
            True,
        ),
        # a variable with the name of a class
        ("class A { static class B { static boolean k() { } } void m(Foo B) { if (B.k()) return; } }", True),
        ("class A { static class B { static boolean k() { } } void m(Foo C) { if (B.k()) return; } }", False),
        # a static import
        ("import static a.B.k; class A { void m() { if (k()) return; } }", True),
        # the innermost class that has the name
        ("class A { <T> T k() { } class B { boolean k() { } void m() { if (k()) return; } } }", False),
        ("class A { boolean k() { } class B { <T> T k() { } void m() { if (k()) return; } } }", True),
        # supertypes of the JDK
        (
            "import java.util.stream.*; abstract class A implements Stream<Boolean> {"
            " void m() { if (this.reduce(x, y)) return; } }",
            True,
        ),
        (
            "import java.util.stream.*; abstract class A implements Stream<Boolean> {"
            " void m() { if (this.anyMatch(x)) return; } }",
            False,
        ),
        # supertypes of supertypes, of each other, and what comes before variable arity (JLS 15.12.2)
        (
            "class G { <T> T k() { } } class H extends G { } class A extends H {"
            " void m() { if (this.k()) return; } }",
            True,
        ),
        (
            "class G { <T> T k(T... t) { } } class H extends G { boolean k() { } } class A extends H {"
            " void m() { if (this.k()) return; } }",
            False,
        ),
        ("class A { <T> T k(T... t) { } void m() { if (k()) return; } }", True),
        (
            "class A extends B { boolean k(int i) { } void m() { if (this.k(1)) return; } }"
            " class B extends A { }",
            False,
        ),
    ],
)
def test_calls_in_their_file(text: str, expected: bool) -> None:
    assert may_be_poly(*condition(text, "m")) is expected
