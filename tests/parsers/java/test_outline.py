import pytest

from parsers import ParseError
from parsers.source import SourceFile


def views(text: str) -> list[tuple[str, str, str]]:
    return [(m.kind, m.name, m.text) for m in SourceFile.from_text(text).methods]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "file"),
        ("  \n", "file"),
        ("// only a comment", "file"),
        ("\ufeff", "file"),
        ("\ufeff/* only */", "file"),
        (";", "file"),
        ("package p;", "file"),
        ("import java.util.*;", "file"),
        ("module m { requires n; }", "file"),
        ("class A {}", "file"),
        ("@Deprecated package p;", "file"),
        ("record R(int a) {}", "file"),
        ("@interface A { int x() default 1; }", "file"),
        ("interface I { }; enum E { A }", "file"),
        ("\ufeffclass A { void f() { } }", "file"),
        ("class A { void f( { } }", "file"),
        ("@A x(); record X(int a) { return; }", "file"),
        ("class A { void f() { int = 1; } }", "file"),
        ("int f() { return 1; }", "member"),
        ("\ufeffint f() { return 1; }", "member"),
        ("int f(); int g() { return 1; }", "member"),
        ("/** Doc. */ @A public <T> T f(T t) throws E { return t; } // after", "member"),
        ("A(int x) { this.x = x; }", "member"),
        ("A { assert x > 0; }", "member"),
        ("public A { assert x > 0; }", "member"),
        ("static { f(); }", "member"),
        ("{ f(); }", "member"),
        ("{ f(); } A() { } static { }", "member"),
        ("int f() { int x = ; }", "member"),
        ("int a = 1;", "statements"),
        ("f(); g();", "statements"),
        ("return x;", "statements"),
        ("if (a) b(); else { c(); }", "statements"),
        ("{ f(); } g();", "statements"),
        ("class L { } new L();", "statements"),
        ("\ufeffx = 1;\r\n", "statements"),
        ("for (;;) { int f = 1; } ; ;", "statements"),
        ("// first\nx++;\n// last", "statements"),
    ],
)
def test_kind(text: str, kind: str) -> None:
    assert SourceFile.from_text(text).kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "x(); } void g() { y();",
        "x(); } int g; { y();",
        "} {",
        "x(); }} class Y {{ y();",
        "x(); }} class Y { void g() { y();",
        "int f(){} } class Y { int g(){}",
        "A { } } record Y() { A { }",
        "int f() { } } class Y {",
        "f(); } }",
    ],
)
def test_texts_that_close_what_stands_around_them(text: str) -> None:
    source = SourceFile.from_text(text)
    try:
        methods = source.methods
    except ParseError:
        return
    assert source.has_error
    # A member that is whole in itself may be trusted; nothing else.
    for method in methods:
        if not method.untrusted:
            assert views(method.text) == [(method.kind, method.name, method.text)]
            assert not SourceFile.from_text(method.text).has_error


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int f() { return 1; }", [("method", "f", "int f() { return 1; }")]),
        ("/** D */ @A() int f() { } // c", [("method", "f", "@A() int f() { }")]),
        ("\ufeff\r\n\tA(int x) { }", [("constructor", "A", "A(int x) { }")]),
        ("public A { f(); }", [("compact-constructor", "A", "public A { f(); }")]),
        ("static { f(); }", [("static-initializer", "<clinit>", "static { f(); }")]),
        ("{ f(); }", [("initializer", "<init>", "{ f(); }")]),
        ("f(); g();\n", [("statements", "", "f(); g();\n")]),
        ("\ufefff();", [("statements", "", "\ufefff();")]),
        ("int f(); abstract void g();", None),
        ("", []),
        ("interface I { int f(); }", []),
        (
            "{ a(); } A() { } static { } int f() { }",
            [
                ("initializer", "<init>", "{ a(); }"),
                ("constructor", "A", "A() { }"),
                ("static-initializer", "<clinit>", "static { }"),
                ("method", "f", "int f() { }"),
            ],
        ),
    ],
)
def test_methods_of_short_texts(text: str, expected: list[tuple[str, str, str]] | None) -> None:
    if expected is None:
        assert [m for m in views(text) if m[0] != "statements"] == []
    else:
        assert views(text) == expected


FILE = """package p;
class A {
  int field = 1; int g = new Object() { int inField() { return 1; } }.hashCode();
  Runnable r = () -> { int notAMethod = 1; };
  static { clinit(); }
  { init(); }
  A() { super(); }
  abstract int none();
  native void none2();
  int f() { return new Object() { int nested() { class L { void deeper() { } } return 1; } }.hashCode(); }
  class Inner { void inInner() { } { innerInit(); } static class Deep { Deep() { } } }
  interface I { int no(); default void inInterface() { } static void statically() { } private void privately() { }
      int C = new A() { int x() { return 1; } }.x(); }
  enum E { P { void inConstant() { } }, Q(new Object() { void inArgument() { } }); E(Object... o) { } void inEnum() {
      } { enumInit(); } static { enumClinit(); } }
  record R(int a) { R { compact(); } R(String s) { this(1); } void inRecord() { } static { recordClinit(); } }
  @interface N { int value() default 1; int K = new A() { int inAnnotation() { return 1; } }.inAnnotation(); }
}
class B { void last() { } }
"""


def test_methods_of_a_file() -> None:
    found = [(m.kind, m.name) for m in SourceFile.from_text(FILE).methods]
    assert found == [
        ("method", "inField"),
        ("static-initializer", "<clinit>"),
        ("initializer", "<init>"),
        ("constructor", "A"),
        ("method", "f"),
        ("method", "inInner"),
        ("initializer", "<init>"),
        ("constructor", "Deep"),
        ("method", "inInterface"),
        ("method", "statically"),
        ("method", "privately"),
        ("method", "x"),
        ("method", "inConstant"),
        ("method", "inArgument"),
        ("constructor", "E"),
        ("method", "inEnum"),
        ("initializer", "<init>"),
        ("static-initializer", "<clinit>"),
        ("compact-constructor", "R"),
        ("constructor", "R"),
        ("method", "inRecord"),
        ("static-initializer", "<clinit>"),
        ("method", "inAnnotation"),
        ("method", "last"),
    ]
    assert all(m.untrusted is None for m in SourceFile.from_text(FILE).methods)


@pytest.mark.parametrize("name", [m.name for m in SourceFile.from_text(FILE).methods if m.name[0] != "<"])
def test_a_method_is_the_same_alone(name: str) -> None:
    for method in SourceFile.from_text(FILE).methods:
        if method.name != name:
            continue
        [alone] = SourceFile.from_text(method.text).methods
        assert (alone.kind, alone.name, alone.text) == (method.kind, name, method.text)
        shift = method.start
        assert [(n.type, n.field, n.start, n.end) for n in alone.root.walk()] == [
            (n.type, n.field, n.start - shift, n.end - shift) for n in method.root.walk()
        ]


def test_methods_beside_an_error() -> None:
    text = "class A { int f() { return 1; } int x = = 2; int g() { return } int h() { return 3; } }"
    reasons = {m.name: m.untrusted for m in SourceFile.from_text(text).methods}
    assert reasons["f"] is None
    assert reasons["h"] is None
    assert reasons["g"] == "the grammar finds a syntax error at line 1"


def test_the_line_of_a_parse_error() -> None:
    with pytest.raises(ParseError, match="not Java") as error:
        _ = SourceFile.from_text("x();\ny();\n} void g() {\n", "P.java").methods
    assert error.value.path == "P.java"
    assert error.value.line in (1, 2, 3)
