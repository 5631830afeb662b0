"""Types as they can be written again, and where that means the same, asked of javac where it can tell."""

from __future__ import annotations

import pytest

from parsers.java.method import Method
from parsers.java.syntax.tree import Node
from parsers.java.types.spelling import SpelledType
from parsers.oracles.jdk import Jdk, compare
from parsers.source import SourceFile


def variable(text: str, name: str = "x") -> tuple[Method, SpelledType | None]:
    """The type of the first variable of that name, and the method it is in."""
    for method in SourceFile.from_text(text).methods:
        assert method.untrusted is None
        for declaration in method.scopes.declarations:
            if declaration.name == name and declaration.kind not in ("field", "component"):
                return method, method.spelling.of(declaration)
    raise AssertionError(f"no variable {name}")


def use(method: Method, text: str) -> Node:
    """The last node with that text."""
    return [node for node in method.root.walk() if method.node_text(node) == text][-1]


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("int x", "int"),
        ("final int x", "int"),
        ("@A(b = 1) final int x", "int"),
        ("int... x", "int[]"),
        ("int[]... x", "int[][]"),
        ("int x[]", "int[]"),
        ("int[] @A [] x @B []", "int[][][]"),
        ("String x", "String"),
        ("java.lang.String x", "java.lang.String"),
        ("java . lang // c\n . String x", "java.lang.String"),
        ("java.lang.@A String x", "java.lang.String"),
        ("Map<String,int[]> x", "Map<String, int[]>"),
        ("Map < String , ? super @A T /* c */ > [ ] x", "Map<String, ? super T>[]"),
        ("List<?> x", "List<?>"),
        ("List<@A ?> x", "List<?>"),
        ("Map<?,?extends T> x", "Map<?, ? extends T>"),
        ("Outer<A>.Inner<B> x", "Outer<A>.Inner<B>"),
        ("Größe x", "Größe"),
    ],
)
def test_declared_types(declaration: str, expected: str) -> None:
    method, type_ = variable(f"void f({declaration}) {{ g(x); }}")
    assert type_ is not None
    assert type_.text == expected
    assert type_.place is not None
    assert method.start <= type_.place < method.end


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("var x = 1;", "int"),
        ("var x = 1L + 2;", "long"),
        ("var x = 'a';", "char"),
        ('var x = "a" + g();', "String"),
        ("var x = a == b;", "boolean"),
        ("var x = new int[2][];", "int[][]"),
        ("var x = new String[] { };", "String[]"),
        ("var x = (Integer) g();", "Integer"),
        ("for (var x : new int[1][2]) g(x);", "int[]"),
        ("var x = g();", None),
        ("var x = new Foo();", None),
        ("var x = new java.util.ArrayList<String>();", None),
        ("var x = new Object() { };", None),
        ("run(x -> 1);", None),
        ("run((var x) -> 1);", None),
        ("try { } catch (A | B x) { }", None),
        ("try { } catch (final A x) { }", "A"),
        ("for (final A x : g()) { }", "A"),
        ("try (A x = g(); var y = x) { }", "A"),
        ("if (o instanceof A x) { }", "A"),
        ("run((A x) -> 1);", "A"),
    ],
)
def test_types_of_statements(statement: str, expected: str | None) -> None:
    _, type_ = variable(f"void f() {{ {statement} }}")
    assert (type_.text if type_ is not None else None) == expected
    if type_ is not None and "var" in statement.split("x")[0]:
        assert type_.place is None


def test_inferred_types_of_javas_classes_are_not_for_where_these_may_be_hidden() -> None:
    for hidden in ("class String { }", "class Integer { }"):
        text = f'class A {{ {hidden} void f() {{ var x = "a"; var y = (Integer) g(); }} }}'
        string, integer = variable(text)[1], variable(text, "y")[1]
        assert (string is None) == ("String" in hidden), hidden
        assert integer is None or "Integer" not in hidden


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ("int x;", "int"),
        ("static final int[] x[] = g(), y;", "int[][]"),
        ("@A Map<String,int [ ]>x;", "Map<String, int[]>"),
        ("java . util . List < ? > x;", "java.util.List<?>"),
        ("List<@A T> x;", None),
        ("List<T /* c */> x;", None),
    ],
)
def test_fields(members: str, expected: str | None) -> None:
    method = SourceFile.from_text(f"class A {{ {members} void f() {{ g(x); }} }}").methods[0]
    info = method.types.names.bare_field(use(method, "x"))
    assert info is not None
    type_ = method.spelling.of_field(info)
    assert (type_.text if type_ is not None else None) == expected
    assert type_ is None or type_.place == info.owner.body_start


def test_names_of_a_type() -> None:
    names = SpelledType("java.util.Map<? extends K, int[]>[]", 0).names
    assert names == {"java", "util", "Map", "K"}
    assert SpelledType("long[][]", None).names == frozenset()
    assert SpelledType("List<? super $É1>", None).names == {"List", "$É1"}


# In each, `x` is read as `(x)` where its type may or may not be written.
HOLDS = {
    "class A { static class Foo { int n; } int f(Foo x) { return (x).n; } }": True,
    "class A { static class Foo { int n; } int f(Foo x) { return new Object() { int g() { return (x).n; } }.g(); } }": True,
    "class A { static class Foo { int n; } int f(Foo x) { class L { class Foo { } int g() { return (x).n; } } return 0; } }": False,
    "class A { static class Foo { int n; } int f(Foo x) { class Foo { } return (x).n; } }": False,
    "class A { static class Foo { int n; } int f(Foo x) { { class Foo { } } return (x).n; } }": None,
    "class A { static class Foo { int n; } class B extends C { int f(Foo x) { return (x).n; } } static class C { } }": True,
    "class A { static class Foo { int n; } Foo x; class B extends C { int f() { return (x).n; } } static class C { } }": True,
    "class A { static class Foo { int n; } Foo x; class B extends C { int f() { return (x).n; } }"
    " static class C { class Foo { } } }": False,
    "class A { static class Foo { int n; } Foo x; class B { class Foo { } int f() { return (x).n; } } }": False,
    "class A { static class Foo { int n; } Foo x; class B<Foo> { int f() { return (x).n; } } }": False,
    "class A { static class Foo { int n; } Foo x; <Foo> int f() { return (x).n; } }": False,
    "class A { static class Foo { int n; } Foo x; int f() { return h((p) -> (x).n); }"
    " int h(java.util.function.IntUnaryOperator p) { return 1; } }": True,
    "class A<T extends Number> { int f(T x) { return (x).intValue(); } }": True,
    "class A<T extends Number> { T x; class B<T> { int f() { return (x).intValue(); } } }": False,
    "class A { <T extends Number> int f(T x) { return (x).intValue(); } }": True,
    "class A { <T extends Number> int f(T x) { class L<T> { int g() { return (x).intValue(); } } return 1; } }": False,
    "class A { int f(String x) { class String { } return (x).length(); } }": False,
    "class A { int f(java.util.List<int[]> x) { return (x).size(); } }": True,
    "class A { int f(int x) { class String { } return (x); } }": True,
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), HOLDS.items())
def test_where_a_type_means_the_same(jdk: Jdk, text: str, expected: bool | None) -> None:
    source = SourceFile.from_text(text)
    at = text.index("(x).") + 1 if "(x)." in text else text.index("(x);") + 1
    method = source.method_at(at)
    assert method is not None
    node = method.node_at(at, at + 1, "identifier")
    assert node is not None
    reference = method.scopes.reference(node)
    if reference is not None:
        type_ = method.spelling.of(reference.declaration)
    else:
        info = method.types.names.bare_field(node)
        assert info is not None
        type_ = method.spelling.of_field(info)
    assert type_ is not None
    cast = f"{text[:at]}({type_.text}) x{text[at + 1 :]}"
    before, after = jdk.compile({"A.java": text}), jdk.compile({"A.java": cast})
    assert before.ok, before.diagnostics
    same = compare(before, after).equal
    # None: it holds, but that is not known.
    assert same is (expected is not False)
    assert method.spelling.holds_at(type_, node) is (expected is True)


R, N, DESC = "class R { }", "class N { }", "class EnumDesc { }"
LENGTH = "{ return (l.rs).length; }"
# In each, a field is read as `(l.rs)` or `(X)` where its type may or may not be written.
OTHERS = {
    f"class A {{ static class L {{ static class R {{ }} R[] rs; }} int f(L l) {LENGTH} }}": False,
    f"class A {{ static class L {{ static class R {{ }} R[] rs; }} int f(L l) {LENGTH} }} {R}": False,
    f"class A {{ static class L {{ R[] rs; }} int f(L l) {LENGTH} }} {R}": True,
    f"class A {{ int f(L l) {LENGTH} }} class L {{ R[] rs; }} {R}": True,
    f"class A {{ static class L {{ L[] rs; }} int f(L l) {LENGTH} }}": True,
    f"class A {{ static class L {{ L[] rs; int f(L l) {LENGTH} }} }}": True,
    f"class A {{ static class L {{ static class R {{ }} R[] rs; int f(L l) {LENGTH} }} }} {R}": True,
    f"class A {{ static class L {{ static class R {{ }} R[] rs; class M {{ int f(L l) {LENGTH} }} }} }} {R}": True,
    f"class A {{ int f(L l) {LENGTH} }} class L extends B {{ R[] rs; }} class B {{ static class R {{ }} }} {R}": False,
    f"class A extends B {{ int f(L l) {LENGTH} }} class L {{ R[] rs; }} class B {{ static class R {{ }} }} {R}": False,
    f"class A extends B {{ int f(L l) {LENGTH} }} class L {{ R[] rs; }} class B {{ static class T {{ }} }} {R}": True,
    f"class A {{ class R {{ }} int f(L l) {LENGTH} }} class L {{ R[] rs; }} {R}": False,
    f"class A<R> {{ int f(L l) {LENGTH} }} class L {{ R[] rs; }} {R}": False,
    f"class A {{ <R> int f(L l) {LENGTH} }} class L {{ R[] rs; }} {R}": False,
    f"{R} class L {{ R[] rs; }} class A {{ <R> int f(L l) {LENGTH} }}": False,
    f"class A {{ int f(L l) {{ class R {{ }} return (l.rs).length; }} }} class L {{ R[] rs; }} {R}": False,
    f"class A {{ record L(R[] rs) {{ static class R {{ }} }} int f(L l) {LENGTH} }} {R}": False,
    f"class A {{ record L(R[] rs) {{ }} int f(L l) {LENGTH} }} {R}": True,
    f"enum A {{ X; int f(L l) {LENGTH} }} class L {{ EnumDesc[] rs; }} {DESC}": False,
    f"enum A {{ X {{ int f(L l) {LENGTH} }} }} class L {{ EnumDesc[] rs; }} {DESC}": False,
    f"class A {{ F q = l -> {{ class N {{ }} class S {{ int f(L l) {LENGTH} }} return new S().f(l); }}; }}"
    f" interface F {{ int f(L l); }} class L {{ N[] rs; }} {N}": False,
    f"class A {{ F q = l -> {{ class N {{ }} class S {{ N[] rs; int f() {{ return (rs).length; }} }} return 0; }}; }}"
    f" interface F {{ int f(L l); }} class L {{ N[] rs; }} {N}": True,
    "enum A { X; Object f() { return (X); } }": True,
    "interface I { class A { } } enum A implements I { X; Object f() { return (X); } }": False,
    "interface I { class T { } } enum A implements I { X; Object f() { return (X); } }": True,
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), OTHERS.items())
def test_the_type_of_a_field_of_another_class(jdk: Jdk, text: str, expected: bool) -> None:
    source = SourceFile.from_text(text)
    read = next(part for part in ("(l.rs)", "(rs)", "(X)") if part in text)
    at = text.index(read)
    method = source.method_at(at)
    assert method is not None
    node = method.node_at(at + 1, at + len(read) - 1, "identifier", "field_access")
    assert node is not None
    type_ = method.spelling.of_value(node)
    assert type_ is not None
    cast = f"{text[:at]}(({type_.text}) {read[1:]}{text[at + len(read) :]}"
    before, after = jdk.compile({"A.java": text}), jdk.compile({"A.java": cast})
    assert before.ok, before.diagnostics
    assert compare(before, after).equal is expected
    assert method.spelling.holds_at(type_, node) is expected


def test_the_type_of_a_field_of_a_class_that_inherits_from_elsewhere() -> None:
    text = "class A { int f(L l) { return l.rs.length; } } class L extends Unseen { R[] rs; } class R { }"
    method = SourceFile.from_text(text).methods[0]
    node = use(method, "l.rs")
    type_ = method.spelling.of_value(node)
    assert type_ is not None
    assert not method.spelling.holds_at(type_, node)


def test_in_a_file_that_inherits_from_elsewhere_nothing_is_certain_but_primitives() -> None:
    text = 'class A { Foo x; int n; class B extends Unseen { void f(String s, int[] k) { g(s, k); var t = ""; } } }'
    method = SourceFile.from_text(text).methods[0]
    by_name = {d.name: method.spelling.of(d) for d in method.scopes.declarations}
    call = use(method, "g")
    for name, expected in {"s": True, "k": True}.items():
        type_ = by_name[name]
        assert type_ is not None
        assert method.spelling.holds_at(type_, call) is expected
    assert by_name["t"] is None or not method.spelling.holds_at(by_name["t"], call)
    outer = SpelledType("Foo", text.index("Foo"))
    assert not method.spelling.holds_at(outer, call)
    assert method.spelling.holds_at(SpelledType("int[]", text.index("Foo")), call)
    assert not method.spelling.string_at(call)
    assert not method.spelling.holds_at(SpelledType("String", None), call)
    assert method.spelling.holds_at(SpelledType("int[]", None), call)
