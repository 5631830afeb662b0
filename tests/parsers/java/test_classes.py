import pytest

from parsers.java.names.classes import FileTypes
from parsers.java.names.written import supertype_names, type_name
from parsers.source import SourceFile


def types(text: str) -> FileTypes:
    return SourceFile.from_text(text).parsed.types


def test_headers() -> None:
    found = types(
        """package a . b ;
import java.util.List;
import java . util . Map ;
import java.util.*;
import c.d. /* e */ *;
import static java.lang.Math.max;
import static a.b.Outer.Inner;
import static a.b.Outer.*;
import p.List2;
class T { }
"""
    )
    assert found.package.replace(" ", "") == "a.b"
    assert found.imports["List"] == "java.util.List"
    assert found.imports["Map"] == "java.util.Map"
    assert found.imports["List2"] == "p.List2"
    assert found.imports["Inner"] == "a.b.Outer.Inner"
    assert sorted(found.star_imports) == ["c.d", "java.util"]
    assert found.whole


@pytest.mark.parametrize(
    ("text", "name", "package", "expected"),
    [
        ("class T { }", "String", "java.lang", True),
        ("class T { class String { } }", "String", "java.lang", False),
        ("class T { <String> void f() { } }", "String", "java.lang", False),
        ("class T<String> { }", "String", "java.lang", False),
        ("class T { void f() { class String { } } }", "String", "java.lang", False),
        ("class T { void f() { enum String { } } }", "String", "java.lang", False),
        ("class T { record String() { } }", "String", "java.lang", False),
        ("class T { @interface String { } }", "String", "java.lang", False),
        ("import p.String; class T { }", "String", "java.lang", False),
        ("import p.*; class T { }", "String", "java.lang", True),
        ("import java.lang.String; class T { }", "String", "java.lang", True),
        ("import static p.Q.String; class T { }", "String", "java.lang", False),
        ("class T { }", "List", "java.util", False),
        ("import java.util.List; class T { }", "List", "java.util", True),
        ("import java.util.*; class T { }", "List", "java.util", True),
        ("import java.awt.List; class T { }", "List", "java.util", False),
        ("import java.awt.List; import java.util.*; class T { }", "List", "java.util", False),
        ("import java.util.*; class T { interface List { } }", "List", "java.util", False),
        ("void f() { }", "String", "java.lang", True),
        ("void f() { }", "List", "java.util", True),
        ("void f() { class List { } }", "List", "java.util", False),
        ("<List> void f() { }", "List", "java.util", False),
        ("f();", "List", "java.util", True),
    ],
)
def test_means(text: str, name: str, package: str, expected: bool) -> None:
    assert types(text).means(name, package) is expected


FILE = """class T<A, B extends Comparable<B>> extends p.Base<A> implements I<A>, @N q.r.J {
  int a = 1, b[] = {1}, c[][]; static final String S = "s"; protected transient volatile T<A, B> next;
      @N private List<A>[] lists[];
  enum E implements I<E> { P, Q(1) { int inP; }, R; static int counter = 0; private final int id; E(int... x) {
      id = 1; } class InE { } }
  record R(int x, @N final String y, int... rest) { static int made; class InR { } }
  interface I<X> extends K, L<X> { int CONST = 1; String OTHER = "o", MORE[] = {}; class InI { } }
  @interface N { int value() default 1; int LIMIT = 5; }
  class Empty { }
  Object o = new p.Base<A>(1) { int inAnonymous; };
  void m() { int local; class Local extends T.Empty { int inLocal; } new Object() { int inner; }; }
}
"""


def one(name: str) -> dict[str, str]:
    [info] = types(FILE).named(name)
    return {
        f.name: " ".join(
            [f.type_text, str(f.dims), *sorted(f.modifiers), "=" * (f.value is not None)]
        ).strip()
        for f in info.fields.values()
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "T",
            {
                "a": "int 0 =",
                "b": "int 1 =",
                "c": "int 2",
                "S": "String 0 final static =",
                "next": "T<A, B> 0 protected transient volatile",
                "lists": "List<A>[] 1 private",
                "o": "Object 0 =",
            },
        ),
        (
            "E",
            {
                **dict.fromkeys("PQR", "E 0 final public static"),
                "counter": "int 0 static =",
                "id": "int 0 final private",
            },
        ),
        (
            "R",
            {
                "x": "int 0 final private",
                "y": "String 0 final private",
                "rest": "int 1 final private",
                "made": "int 0 static",
            },
        ),
        (
            "I",
            {
                "CONST": "int 0 final public static =",
                "OTHER": "String 0 final public static =",
                "MORE": "String 1 final public static =",
            },
        ),
        ("N", {"LIMIT": "int 0 final public static ="}),
        ("Empty", {}),
        ("Local", {"inLocal": "int 0"}),
    ],
)
def test_fields(name: str, expected: dict[str, str]) -> None:
    assert one(name) == expected


def test_field_answers() -> None:
    [info] = types(FILE).named("T")
    fields = info.fields
    assert fields["S"].static
    assert fields["S"].final
    assert fields["S"].value == '"s"'
    assert fields["b"].value == "{1}"
    assert fields["next"].volatile
    assert not fields["a"].static
    assert not fields["a"].final
    assert not fields["a"].volatile
    assert fields["a"].owner is info


def test_type_answers() -> None:
    found = types(FILE)
    shown = {
        t.name or FILE[t.start : t.start + 8]: (t.kind, t.supertypes, t.type_parameters, sorted(t.nested))
        for t in found._all
    }
    assert shown == {
        "T": ("class", ("p.Base", "I", "q.r.J"), ("A", "B"), ["E", "Empty", "I", "N", "R"]),
        "E": ("enum", ("I",), (), ["InE"]),
        "Q(1) { i": ("anonymous", ("E",), (), []),
        "InE": ("class", (), (), []),
        "R": ("record", (), (), ["InR"]),
        "InR": ("class", (), (), []),
        "I": ("interface", ("K", "L"), ("X",), ["InI"]),
        "InI": ("class", (), (), []),
        "N": ("annotation", (), (), []),
        "Empty": ("class", (), (), []),
        "new p.Ba": ("anonymous", ("p.Base",), (), []),
        "Local": ("class", ("T.Empty",), (), []),
        "new Obje": ("anonymous", ("Object",), (), []),
    }
    assert found.declared == {"T", "E", "InE", "R", "InR", "I", "InI", "N", "Empty", "Local", "A", "B", "X"}
    assert found.type_variables >= {"A", "B", "X"}
    [empty] = found.named("Empty")
    assert FILE[empty.start : empty.end] == "class Empty { }"
    assert repr(empty) == f"<class Empty {empty.start}-{empty.end}>"
    assert empty.parent is found.named("T")[0]
    assert found.named("Nowhere") == []


@pytest.mark.parametrize(
    ("place", "names"),
    [
        ("int a = 1", ["T"]),
        ("inP;", ["", "E", "T"]),
        ("inAnonymous", ["", "T"]),
        ("inLocal;", ["Local", "T"]),
        ("inner;", ["", "T"]),
        ("int local", ["T"]),
        ("made", ["R", "T"]),
    ],
)
def test_around(place: str, names: list[str]) -> None:
    assert [t.name for t in types(FILE).around(FILE.index(place))] == names


def test_around_nothing() -> None:
    assert types("import a.b;\nclass A { }\n").around(3) == ()
    assert types("import a.b;\nclass A { }\n").around(25) == ()
    assert types("f();").around(1) == ()
    assert types("class A { } class B { }").around(len("class A { }")) == ()


def test_offsets_of_a_member_alone() -> None:
    text = "\u00e9 m() { class L extends K { int f; } new J() { int g; }; }"
    found = types(text)
    assert not found.whole
    [local] = found.named("L")
    assert text.encode()[local.start : local.end].decode() == "class L extends K { int f; }"
    assert list(local.fields) == ["f"]
    assert found.declared == {"L"}


HIERARCHY = """import java.util.*;
class T { int t;
  static class A { int a; static int b; } static class B extends A implements C { int a2; } interface C extends D {
      int c = 1; } interface D { int d = 1; }
  static class Gen<X> { int g; } static class OfGen extends Gen<String> { } static class OfVar<Y> { }
      class Loop1 extends Loop2 { } class Loop2 extends Loop1 { int l; }
  static class Far extends Elsewhere { int f; } static class Farther extends Far { }
      static class Coll extends ArrayList<T> { } enum E implements C { P } record R(int x) implements D { }
  static class Run implements Runnable { int r; } static class Obj extends Object { int o; } static class Twice { }
      static class Holder { class Twice { } class Nested { int n; } }
  static class Qualified extends T.A { } static class Listy { int y; } void m() { class Local { int l; } }
}
class Top extends T { int top; }
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("A", "a b"),
        ("B", "a a2 b c d"),
        ("C", "c d"),
        ("Gen", "g"),
        ("OfGen", "g"),
        ("E", "P c d"),
        ("R", "x d"),
        ("Run", "r"),
        ("Obj", "o"),
        ("Object", ""),
        ("Runnable", ""),
        ("Comparator", ""),
        ("Top", "t top"),
        ("T", "t"),
        ("Loop1", None),
        ("Far", None),
        ("Farther", None),
        ("Coll", None),
        ("Elsewhere", None),
        ("ArrayList", None),
        ("Twice", None),
        ("Nested", None),
        ("Qualified", None),
        ("Local", None),
        ("X", None),
        ("Y", None),
        ("?", None),
        ("", None),
    ],
)
def test_field_names(name: str, expected: str | None) -> None:
    found = types(HIERARCHY)
    around = found.around(HIERARCHY.index("class Local"))[-1:]
    names = found.field_names(name, around)
    assert names == (None if expected is None else frozenset(expected.split()))


@pytest.mark.parametrize(
    "text",
    [
        # around the place is a class that may inherit another member type K
        "class T extends U { static class K { } void m() { @ } class V extends W { void n() { # } } }",
        "class T { static class K { } class V extends W { void n() { # } } }",
        # K is a type variable somewhere, or imported
        "class T { static class K { } <K> void n() { # } }",
        "import p.K; class T { static class K { } void n() { # } }",
        # two of that name
        "class T { static class K { } class S { class K { } } void n() { # } }",
        # a local class of another method; a member of a class that is not around
        "class T { void m() { class K { } } void n() { # } }",
        "class T { static class S { class K { } } void n() { # } }",
    ],
)
def test_a_name_that_may_mean_another_type(text: str) -> None:
    found = types(text.replace("@", "f();").replace("#", "g();"))
    source = text.replace("@", "f();").replace("#", "g();")
    assert found.field_names("K", found.around(source.index("g();"))) is None
    if "@" in text:
        assert found.field_names("K", found.around(source.index("f();"))) == frozenset()


@pytest.mark.parametrize("kind", ["member", "statements"])
def test_without_a_file_no_type_is_resolved(kind: str) -> None:
    text = "class K { int k; } new K() { };"
    found = types(text if kind == "statements" else f"void m() {{ {text} }}")
    assert not found.whole
    assert found.field_names("K", ()) is None
    assert found.field_names("Runnable", ()) == frozenset()


def test_type_name() -> None:
    source = SourceFile.from_text(
        "void m() { A a; p.q.B b; C<D> c; p . @N E<F>.G<H> g; @N I i; int j; int[] k; Map.Entry<K, V> e; }"
    )
    method = source.methods[0]
    names = [type_name(d.type_node, source.data) for d in method.scopes.declarations]
    assert names == ["A", "p.q.B", "C", "p.E.G", "I", "", "", "Map.Entry"]


def test_supertype_names_of_light_nodes() -> None:
    source = SourceFile.from_text(
        "void m() { class L extends A<B> implements C, p.D<E> { } interface F extends G, H { } new I<>() { }; new p.J() { };"
        " class K { } o.new L() { }; new @N M() { }; }"
    )
    found = [
        supertype_names(node, source.data)
        for node in source.methods[0].root.walk()
        if node.type in ("class_declaration", "interface_declaration", "object_creation_expression")
    ]
    assert found == [("A", "C", "p.D"), ("G", "H"), ("I",), ("p.J",), (), ("?",), ("M",)]


@pytest.mark.parametrize(
    ("text", "certain"),
    [
        ("class T { int x; }", True),
        ("class T { int x }", False),
        ("class T { int \\u0078; }", False),
        ("class T { vol\\u0061tile int x; }", False),
        ("class T { int x\u200b; }", False),
        ("class T { int x\x00; }", False),
        ("class T { // x\rint x;\n }", False),
        ("class T { // x\r\nint x;\r\n }", True),
        ("class T { char c = '\\u0027'; }", False),
        ("class T { char c = '\\u005c\\u005c'; }", False),
        ("class T { char c = '\\u0041'; String s = \"\\u00e9 \\\\u0022 \u200b\"; }", True),
        ("class T { /* \\u00e9 \u200b */ int \u00e9; // \\users \u200b\n }", True),
        ("class T { /* \\u002a/ int x; /* */ }", False),
        ("void m() { }", False),
        ("f();", False),
    ],
)
def test_files_whose_declarations_are_certain(text: str, certain: bool) -> None:
    found = types(text)
    assert found.certain is certain
    names = found.field_names("T", ())
    assert (names is not None) is certain


def test_a_qualified_creation_names_a_member_type() -> None:
    found = types("class T { void m() { o.new A() { }; new A() { }; } } class A { int x; }")
    qualified, simple = (info for info in map(found.around, (21, 36)) if info[0].kind == "anonymous")
    assert (qualified[0].supertypes, simple[0].supertypes) == (("?",), ("A",))
    assert found.field_names("?", qualified[1:]) is None
    assert found.field_names("A", simple[1:]) == {"x"}


def test_locals_around_a_class() -> None:
    text = """class T { int f = 1; Object g = (a, b) -> { int c; new A() { int d; void m(int e) { new B() { }; } }; };
  void n(int h) { int i; class L { class M { } } } E e = new E() { };
}"""
    found = types(text)

    def locals_of(place: str) -> str:
        info = found.around(text.index(place))[0]
        return " ".join(sorted(info.locals_around))

    assert locals_of("class T") == ""
    assert locals_of("new A") == "a b c e"
    assert locals_of("new B") == "e"
    assert locals_of("class L") == "h i"
    assert locals_of("class M") == ""
    assert locals_of("new E") == ""
    assert found.all_fields == {"f", "g", "d", "e"}


def test_a_class_among_the_arguments_of_an_anonymous_class() -> None:
    text = "class T { Object o = new A(new B() { int b; }) { int a; C c = new C() { }; }; }"
    found = types(text)
    assert [info.supertypes for info in found.around(text.index("int b"))] == [("B",), ()]
    assert [info.supertypes for info in found.around(text.index("int a"))] == [("A",), ()]
    assert [info.supertypes for info in found.around(text.index("new C"))] == [("C",), ("A",), ()]


def test_enum_constants_are_told_from_fields() -> None:
    fields = types("enum E { P, Q { }; static final E R = P; static final E S; }").named("E")[0].fields
    assert [info.name for info in fields.values() if info.constant] == ["P", "Q"]
    assert list(fields) == ["P", "Q", "R", "S"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Object", True),
        ("Cloneable", True),
        ("Enum", False),
        ("Thread", False),
        ("A", True),
        ("B", True),
        ("C", False),
        ("Elsewhere", False),
        ("Loop", True),
    ],
)
def test_member_types_that_a_supertype_may_bring(name: str, expected: bool) -> None:
    text = "class A { } class B extends A implements Cloneable { } class C extends B implements D { } class Loop extends Loop { }"
    assert (types(text).member_types(name, ()) is not None) is expected


def test_member_types_of_a_supertype_are_those_of_all_above() -> None:
    found = types(
        "class A extends Object { class M { } } class B extends A implements I { class N { } } interface I { }"
    )
    assert found.member_types("B", ()) == {"M", "N"}


def test_methods() -> None:
    [info] = types(
        """class T {
    boolean a() { return true; } <X> X b(int i) { return null; } <X, Y> Y b() { return null; }
    T a(T this, int... n) { return this; }
    <X> X[] c() { return null; } <X> List<X> d(T this) { return null; } abstract <X> @N X e(); T() { }
}"""
    ).named("T")
    assert {name: [(o.bare, o.inferred) for o in found] for name, found in info.methods.items()} == {
        "a": [(True, False), (False, False)],
        "b": [(False, True), (True, True)],
        "c": [(True, False)],
        "d": [(True, False)],
        "e": [(True, True)],
    }


def test_methods_of_records_enums_and_annotations() -> None:
    found = types(
        "record R(int x, int... y) { static int z; int x() { return 1; } }"
        " enum E { A { int f() { return 1; } }; int g() { return 1; } } @interface N { int h() default 1; }"
    )
    methods = {
        name: sorted(info.methods)
        for info in found._all
        if (name := info.name or info.supertypes[0] + "'s A")
    }
    assert methods == {"R": ["x", "y"], "E": ["g"], "E's A": ["f"], "N": ["h"]}
