import re

import pytest

from mutators.java.tools import renaming
from mutators.java.variable_renaming import VariableRenaming
from mutators.lines import OffsetMap
from mutators.model import apply_edits
from parsers.java.method import Method
from parsers.java.names.scopes import Scopes
from parsers.java.names.shadowing import redeclares
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node
from parsers.oracles.jdk import Jdk, compare
from parsers.source import SourceFile
from tests.parsers.java.scopes_oracle import PROGRAMS, Program


def method_of(text: str, name: str | None = None) -> Method:
    source = SourceFile.from_text(text)
    method = next(m for m in source.methods if name in (None, m.name))
    assert method.untrusted is None
    return method


def identifiers(method: Method, name: str) -> list[Node]:
    return [n for n in method.root.walk() if n.type == "identifier" and method.node_text(n) == name]


def occurrences(method: Method, name: str) -> str:
    """What every token of that name is, in order.

    D1: the first declaration; 1r, 1w, 1b, 1l: it is read, written, both, a label; then c: captured, ?: uncertain;
      f: a free
    name; a dot: no name of a variable.
    """
    scopes = method.scopes
    declarations = [d for d in scopes.declarations if d.name == name]
    nodes = {n.start: n for n in identifiers(method, name)}
    free = {n.start for n in scopes.free(name)}
    found = []
    for token in tokenize(method.source.data):
        if token.text.decode() != name or not method.start <= token.start < method.end:
            continue
        declared = scopes.declared_at(token.start)
        reference = scopes.reference(nodes[token.start]) if token.start in nodes else None
        if declared is not None:
            assert reference is None
            found.append(f"D{declarations.index(declared) + 1}")
        elif reference is not None:
            assert reference in reference.declaration.references
            assert scopes.is_expression_name(reference.node)
            number = declarations.index(reference.declaration) + 1
            flags = "c" * reference.captured + "?" * reference.uncertain
            found.append(f"{number}{reference.access[0]}{flags}")
        else:
            found.append("f" if token.start in free else ".")
    return " ".join(found)


# Every occurrence of x in the body of a method.
BODIES = [
    ("int x = 1; f(x);", "D1 1r"),
    ("f(x); int x = x + 1; f(x);", "f D1 1r 1r"),
    ("int y = x, x = y, z = x;", "f D1 1r"),
    ("int x; x = 1; x += x; x++; --x; (x)++; y = x = 2;", "D1 1w 1b 1r 1b 1b 1b 1w"),
    ("int[] x = {1}; x[0] = 1; x[0]++; x.length();", "D1 1r 1r 1r"),
    ("{ int x = 1; } f(x); { int x = 2; f(x); }", "D1 f D2 2r"),
    ("this.x = x; o.x = 1; x.x = o.x.x; super.x = x();", ". f . f . . . . ."),
    ("int x = 1; this.x = x; o.x = x.x; x(x).x(x); O.this.x = super.x;", "D1 . 1r . 1r . . 1r . 1r . ."),
    ("X x = null; f(x.new X(x), x.y.z, x.y(), x::y, X::x, x::<T>z);", "D1 1r 1r 1r 1r 1r . 1r"),
    ("int x = 1; f(x::new, x.class, new x(), (x) y, x.y.class);", "D1 . . . . ."),
    ("int x = 1; f((x) - 1, (x) + x, (x)--);", "D1 1r 1r 1r 1b"),
    ("x: for (;;) { int x = 1; if (x > 1) break x; continue x; }", ". D1 1r . ."),
    ("@A(x) int x = x; @A(x = x, y = {x}) int y = 1;", "f D1 1r . 1r 1r"),
    ("for (int x = 0, y = x; x < y; x++) f(x); f(x);", "D1 1r 1r 1b 1r f"),
    ("for (x = 0; x < 1; x++) { int x = 2; }", "f f f D1"),
    ("for (int x : f(x)) f(x); f(x);", "D1 f 1r f"),
    ("for (final @A(x) int x[] : x) { f(x); }", "f D1 f 1r"),
    ("while (x > 1) { int x = 1; f(x); } do { int x = 1; } while (x > 1);", "f D1 1r D2 f"),
    ("synchronized (x) { int x = 1; f(x); }", "f D1 1r"),
    ("try { int x = 1; f(x); } catch (E x) { f(x); } finally { f(x); }", "D1 1r D2 2r f"),
    ("try (R x = f(x); R y = g(x)) { f(x); } catch (E e) { f(x); } finally { f(x); }", "D1 1r 1r 1r f f"),
    ("R x = f(); try (x; R y = x) { f(x); }", "D1 1r 1r 1r"),
    ("try (x; x.y) { f(x); }", "f f f"),
    ("try (final var x = f()) { } catch (final E | F x) { f(x); }", "D1 D2 2r"),
    ("switch (x) { case 1: int x = 1; f(x); case 2: x = 2; } f(x);", "f D1 1r 1w f"),
    ("switch (y) { case 1: f(x); case 2: int x; default: x = 1; }", "f D1 1w"),
    ("switch (y) { case 1: { int x = 1; } default: f(x); }", "D1 f"),
    ("switch (y) { case 1 -> { int x = 1; f(x); } default -> f(x); }", "D1 1r f"),
    ("int x = 1; switch (y) { case x: case (x): case x + 1: case 1, x: f(x); }", "D1 1l 1r 1r 1l 1r"),
    ("int y = switch (x) { case 1: int x = 1; yield x; default: yield x; };", "f D1 1r 1r"),
    ("f(x -> x + 1, (x) -> { f(x); }, (int x, int y) -> x, (x, y) -> x, x);", "D1 1r D2 2r D3 3r D4 4r f"),
    ("f((x) -> y -> x, (final var x) -> x, (int... x) -> x);", "D1 1rc D2 2r D3 3r"),
    ("int x = 1; f(() -> x, () -> () -> x, y -> { int z = x; });", "D1 1rc 1rc 1rc"),
    ("f(y -> { int x = 1; f(x); }, x);", "D1 1r f"),
    ("class L { int x = 1, y = x; int f() { return x + this.x + L.this.x; } } f(x);", "D1 1r 1r . . f"),
    ("int x = 1; class L { int f() { return x; } int g(int x) { return x; } }", "D1 1rc D2 2r"),
    ("int x = 1; class L { int f() { return x; } int x; } f(x);", "D1 2r D2 1r"),
    ("int x = 1; new Object() { int y = x; { x++; } int f() { int x = 2; return x; } };", "D1 1rc 1bc D2 2r"),
    ("int x = 1; new U(x) { int f() { return x; } };", "D1 1r 1rc?"),
    ("int x = 1; new U() { int x = 2; int f() { return x; } };", "D1 D2 2r"),
    ("int x = 1; class L extends U { int y = x; } class M implements V, W { int y = x; }", "D1 1rc? 1rc?"),
    (
        "int x = 1; new Runnable() { public void run() { f(x); } }; new Comparator<T>() { int f() { return x; } };",
        "D1 1rc 1rc",
    ),
    (
        "int x = 1; new Object() { int f() { return new U() { int g() { return x; } }.g() + x; } };",
        "D1 1rc? 1rc",
    ),
    ("new U() { void f(int x) { f(x); f(() -> x); new Object() { int y = x; }; } };", "D1 1r 1rc 1rc"),
    ("int x = 1; record R(int y) { int f() { return x; } } f(x);", "D1 f 1r"),
    ("int x = 1; enum E { A, B; int f() { return x; } } interface I { int K = x; } f(x);", "D1 f f 1r"),
    ("int x = 1; interface I { int x = 2; default int f() { return x; } }", "D1 D2 2r"),
    (
        "record R(int y) { int f(int x) { return x; } static int x = 1; static int g() { return x; } }",
        "D1 1r D2 2r",
    ),
    ("enum E { x { int f() { return x; } }, B(x); E(int... x) { f(x); } }", ". f f D1 1r"),
    ("class L { L(int x) { this(x, 1); f(x); } L(int x, int y) { super(); } }", "D1 1r 1r D2"),
    ("class L { int f(L this, int x) { return x; } class M { M(L L.this) { f(x); } } }", "D1 1r f"),
    ("class L { @interface x { } } new x(); x.f(); java.x y; List<x> z;", ". . f . ."),
    ("assert x : x; if (x) f(x); else x(); int y = x ? x : x; throw x;", "f f f f . f f f f"),
    ("int x = 1; int y = -x + ~x * (int) x; String s = x + \"x\" + 'x'; /* x */ // x", "D1 1r 1r 1r 1r"),
    ("int[][] x = new int[x][], y = {{x}, x[x]}; y[x.length] = x;", "D1 1r 1r 1r 1r 1r 1r"),
    ('String x = """\n x \\""" x\n"""; f(x);', "D1 1r"),
]


@pytest.mark.parametrize(("body", "expected"), BODIES)
def test_references(body: str, expected: str) -> None:
    method = method_of(f"void m() {{ {body}\n}}")
    assert occurrences(method, "x") == expected
    statements = method_of(f"{body}\n//")
    if statements.kind == "statements":
        assert occurrences(statements, "x") == expected


MEMBERS = [
    ("int f(int x) { return x; }", "D1 1r"),
    ("int f(@A(x) int x, int y) { return x; }", "f D1 1r"),
    ("int f(final int x[], T... y) { return x[0]; }", "D1 1r"),
    ("void f(int... x) { f(x); }", "D1 1r"),
    ("<x> x f(x x) { return (x) x; }", ". . . D1 . 1r"),
    ("F(int x) { this(x); } ", "D1 1r"),
    ("F(int x) { super(x, () -> x); this.x = x; }", "D1 1r 1rc . 1r"),
    ("F(O x) { x.super(x); }", "D1 1r 1r"),
    ("F { int x = 1; f(x); }", "D1 1r"),
    ("static { int x = 1; f(x); }", "D1 1r"),
    ("{ int x = 1; f(x); }", "D1 1r"),
    ("void x(T this, int x) { x(x); }", ". D1 . 1r"),
    ("@A(x) void f() throws x { f(x); }", "f . f"),
    ("abstract int g(int x); int f(int y) { return x; }", "f"),
]


@pytest.mark.parametrize(("text", "expected"), MEMBERS)
def test_references_of_members(text: str, expected: str) -> None:
    assert occurrences(method_of(text), "x") == expected


# What stands between the marks is where x means the variable that is declared first.
REGIONS = [
    "void m(int x) «{ f(); }»",
    "M(int x) «{ f(); }»",
    "void m() { f(); int «x = 1; f(); }»",
    "void m() { int y = 1, «x = y, z = 2; f(); }»",
    "void m() { { int «x; f(); }» f(); }",
    "void m() { for (int «x = 0; x < 1; x++) { f(); }» g(); }",
    "void m() { for (int x : f()) «{ f(); }» g(); }",
    "void m() { for (int x : f()) «g();» }",
    "void m() { try (R y = f(); R «x = g(); R z = h()) { f(); }» catch (E e) { } finally { } }",
    "void m() { try { } catch (E x) «{ f(); }» finally { } }",
    "void m() { switch (y) { case 1: int «x; f(); case 2: f(); }» f(); }",
    "void m() { switch (y) { case 1 -> { int «x; }» default -> f(); } }",
    "void m() { f(x -> «g()», h()); }",
    "void m() { f((x, y) -> «{ g(); }»); }",
    "void m() { f((int y, final int x) -> «g()»); }",
    "void m() { new Object() «{ int f() { return 1; } int x = 1; }»; }",
    "void m() { class L extends K «{ int x; class M { } }» }",
    "void m() { interface I «{ int x = 1; }» }",
    "void m() { record R(int x, int y) «{ int f() { return x; } }» }",
    "static { int «x = 1; }»",
    "int «x = 1; f();\n»",
]


@pytest.mark.parametrize("row", REGIONS)
def test_regions(row: str) -> None:
    text = row.replace("«", "").replace("»", "")
    start = row.index("«")
    method = method_of(text)
    [x] = [d for d in method.scopes.declarations if d.name == "x"]
    assert x.region == ((start, row.index("»") - 1),)
    for offset in range(len(text)):
        visible = method.scopes.visible(offset).get("x")
        assert (visible is x) == (start <= offset < row.index("»") - 1 and offset != x.node.start)


def test_visible_takes_the_innermost() -> None:
    text = "void m(int a) { int x = 1; new Object() { int x = 2; void f(int x) { g(); } void h() { g(); } }; g(); }"
    method = method_of(text)
    places = [m.start() for m in re.finditer(r"g\(\)", text)]
    kinds = [method.scopes.visible(at)["x"].kind for at in places]
    assert kinds == ["parameter", "field", "local"]
    assert set(method.scopes.visible(places[0])) == {"a", "x"}
    assert method.scopes.visible(0) == {}


DECLARATIONS = [
    ("void m(int a) { }", "a parameter int 0"),
    ("void m(final int a[][]) { }", "a parameter int 2 final"),
    ("void m(String... a) { }", "a parameter String 1 varargs"),
    ("void m(final List<String>... a) { }", "a parameter List<String> 1 varargs final"),
    ("void m() { int[] a = {1}; }", "a local int[] 0 value"),
    ("void m() { final int a; }", "a local int 0 final"),
    ("void m() { @A final int a[] = b, c; }", "a local int 1 final value; c local int 0 final"),
    ("void m() { var a = 1; }", "a local var 0 value inferred"),
    ("void m() { for (int a = 0, b[] = c; ; ) { } }", "a for int 0 value; b for int 1 value"),
    ("void m() { for (final var a : b) { } }", "a foreach var 0 final inferred"),
    ("void m() { for (int a[] : b) { } }", "a foreach int 1"),
    (
        "void m() { try (R a = b; final var c = d) { } }",
        "a resource R 0 value; c resource var 0 final value inferred",
    ),
    ("void m() { try { } catch (final E | F a) { } }", "a catch E | F 0 final"),
    ("void m() { try { } catch (E a) { } }", "a catch E 0"),
    (
        "void m() { f(a -> 1, (b, c) -> 1); }",
        "a lambda - 0 inferred; b lambda - 0 inferred; c lambda - 0 inferred",
    ),
    ("void m() { f((int a, final var b) -> 1); }", "a lambda int 0; b lambda var 0 final inferred"),
    ("void m() { f((int... a) -> 1); }", "a lambda int 1 varargs"),
    ("void m() { if (o instanceof final S a) { } }", "a pattern S 0 final"),
    ("void m() { class L { int a = 1, b[]; } }", "a field int 0 value; b field int 1"),
    ("void m() { interface I { int a = 1; } }", "a field int 0 value"),
    ("void m() { record R(int a, String... b) { } }", "a component int 0; b component String 1 varargs"),
    ("void m(@A T this, int a) { }", "a parameter int 0"),
    ("void m(T this, int a) { }", "a parameter int 0"),
    ("void m() { int _a, $, \u00e9; }", "_a local int 0; $ local int 0; \u00e9 local int 0"),
]


@pytest.mark.parametrize(("text", "expected"), DECLARATIONS)
def test_declarations(text: str, expected: str) -> None:
    method = method_of(text)
    found = []
    for d in method.scopes.declarations:
        type_ = method.node_text(d.type_node) if d.type_node is not None else "-"
        flags = {"varargs": d.varargs, "final": d.final, "value": d.value is not None, "inferred": d.inferred}
        words = [name for name, on in flags.items() if on]
        found.append(" ".join([d.name, d.kind, type_, str(d.dims), *words]))
        assert method.node_text(d.node) == d.name
        assert method.scopes.declared_at(d.node.start) is d
        assert repr(d) == f"<{d.kind} {d.name} at {d.node.start}>"
    assert "; ".join(found) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int x = 1; f(x);", "effectively_final"),
        ("int x; x = 1;", "written"),
        ("int x = 1; x++;", "written"),
        ("final int x; x = 1;", "written effectively_final"),
        ("int x = 1; f(() -> x);", "captured effectively_final"),
        ("try (R x = f()) { }", "effectively_final"),
        ("for (int x : y) f(x);", "effectively_final"),
        ("for (int x = 0; ; x++) { }", "written"),
        ("f(x -> x);", "effectively_final"),
        ("f(x -> x = 1);", "written"),
        ("int x;", ""),
    ],
)
def test_properties(body: str, expected: str) -> None:
    [x] = method_of(f"void m() {{ {body} }}").scopes.declarations
    names = ("written", "captured", "effectively_final")
    assert " ".join(name for name in names if getattr(x, name)) == expected


def test_frames() -> None:
    method = method_of(
        "void m(int p) { f(a -> new B<C>() { int q; }); class L extends p.K implements I, J<X> { Runnable r = () -> { }; }"
        " record R(int c) { } enum E { P { }, Q } interface F extends G { } }"
    )
    frames = method.scopes.frames
    names = {id(frame): n for n, frame in enumerate(frames)}
    shown = [
        (f.node.type, f.supertypes, f.barrier, f.is_class, names[id(f.parent)] if f.parent else None)
        for f in frames
    ]
    outermost = None
    assert shown == [
        ("lambda_expression", (), False, False, outermost),
        ("class_body", ("B",), False, True, 0),
        ("class_body", ("p.K", "I", "J"), False, True, outermost),
        ("lambda_expression", (), False, False, 2),
        ("class_body", (), True, True, outermost),
        ("enum_body", (), True, True, outermost),
        ("class_body", ("?",), False, True, 5),
        ("interface_body", ("G",), True, True, outermost),
    ]
    found = {d.name: d.frame for d in method.scopes.declarations}
    assert found["p"] is None
    assert found["a"] is frames[0]
    assert found["q"] is frames[1]
    assert found["r"] is frames[2]


def test_names_are_all_identifiers() -> None:
    head = "@Ann(key = K) <T> java.util.List<U> m(V v) throws W"
    method = method_of(head + " { lab: for (;;) { a.b.c(d::e, F::new, (g) -> H.class); break lab; } }")
    assert " ".join(sorted(method.scopes.names)) == "Ann F H K List T U V W a b c d e g java key lab m util v"


def test_labels() -> None:
    text = "void m() { a: for (;;) { b: while (c) { if (c) continue a; break b; } break a; } a: { break a; } d: ; }"
    method = method_of(text)
    found = [(x.name, x.statement.type, [method.node_text(j) for j in x.jumps]) for x in method.scopes.labels]
    assert found == [
        ("a", "for_statement", ["continue a;", "break a;"]),
        ("b", "while_statement", ["break b;"]),
        ("a", "block", ["break a;"]),
        ("d", ";", []),
    ]
    assert [method.node_text(x.node) for x in method.scopes.labels] == ["a", "b", "a", "d"]


FILE = """class T { int own; static class Known { int k; } static class Sub extends Known { private int s; }
      interface Const { int C = 1; }
  static class Half extends Elsewhere { int h; }
  void m(int x) { new Known() { void f() { one(); } }; new Sub() { void f() { two(); } };
      class L extends Half implements Const { void f() { three(); } }
    f(() -> four()); new Object() { void f() { new Const() { void g() { five(); } }; six(); } }; class M {
      int x = seven(); } } }"""


@pytest.mark.parametrize(
    ("place", "names"),
    [
        ("one", {"k"}),
        ("two", {"k", "s"}),
        ("three", {"k", "s", "h", "C", "own", "anything"}),
        ("four", set()),
        ("five", {"C"}),
        ("six", set()),
        ("seven", set()),
    ],
)
def test_may_inherit(place: str, names: set[str]) -> None:
    scopes = method_of(FILE, "m").scopes
    at = FILE.index(place)
    assert {n for n in ("k", "s", "h", "C", "own", "anything") if scopes.may_inherit(n, at)} == names
    # Of the class with an unknown supertype nothing is known, so nothing is listed.
    assert scopes.inherited == {"k", "s", "C"}


def test_is_expression_name() -> None:
    method = method_of("void m(int x) { x: f(x, this.x, x.y); switch (z) { case x: break x; } }")
    nodes = identifiers(method, "x")
    flags = [method.scopes.is_expression_name(node) for node in nodes]
    assert flags == [False, False, True, False, True, True, False]
    assert not method.scopes.is_expression_name(method.root)


def test_components_are_seen_in_their_record() -> None:
    method = method_of("void m() { record R(int x) { int f() { return x; } R { f(x); } } }")
    assert occurrences(method, "x") == "D1 1r 1r"


ELSEWHERE = "class Unknown { static class Base { int x = 1; } void g(int x) { } }"
INHERITED_TYPE = """class T { static class Base { } static void use(Object... o) { }
  void m() { new Unknown() { void g(int x) { use(new Base() { int h() { return x; } }); } }; } }"""
LOCAL_ELSEWHERE = """class T { void a() { class Base { } } int m(int x) { return new Base() { int h() { return x; } }.h(); } }"""


def test_a_supertype_that_an_anonymous_class_inherits(jdk: Jdk) -> None:
    every_mutant_is_the_same(jdk, INHERITED_TYPE, {"Unknown.java": ELSEWHERE})


def test_a_supertype_with_the_name_of_a_local_class_elsewhere(jdk: Jdk) -> None:
    every_mutant_is_the_same(jdk, LOCAL_ELSEWHERE, {"Base.java": "class Base { int x = 1; }"})


def every_mutant_is_the_same(jdk: Jdk, text: str, others: dict[str, str]) -> None:
    before = jdk.compile({"T.java": text, **others})
    assert before.ok, before.diagnostics
    for mutant in VariableRenaming(["generic"]).mutants(SourceFile.from_text(text)):
        assert compare(before, jdk.compile({"T.java": mutant.text, **others}), ignore_captures=True), (
            mutant.mutant
        )


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_against_javac(jdk: Jdk, program: Program) -> None:
    """Each variable renamed alone: the class bytes prove that exactly its references were found."""
    source = SourceFile.from_text(program.text)
    assert [m.untrusted for m in source.methods if m.untrusted] == []
    before = jdk.compile({"T.java": program.text})
    assert before.ok, before.diagnostics
    mutator, refused, wrong, count = VariableRenaming(["generic"]), set(), [], 0
    for site, reason in mutator.judged(source):
        method = source.method_at(site.start)
        declaration = method.scopes.declared_at(site.start)
        name = declaration.name
        if reason is None:
            mutant = mutator.apply(source, site).text
        elif reason == "the name is used where the pattern variable may or may not be in scope":
            # Refused for caution; the scope must be right all the same.
            mutant = apply_edits(source.data, [*renaming.edits(declaration, "renamed")]).decode()
        else:
            refused.add(name)
            continue
        count += 1
        outcome = compare(before, jdk.compile({"T.java": mutant}), ignore_captures=True)
        if not outcome:
            wrong.append((method.name, name, outcome))
    assert wrong == []
    assert refused == program.refused
    assert count >= 5


def test_scopes_of_untrusted_text_do_not_fail() -> None:
    for method in SourceFile.from_text(
        "class A { void f( { int = ; } int g() { int x = ; for (int : y) { } return x } }"
    ).methods:
        assert all(d.node.start >= 0 for d in Scopes(method).declarations)


_BINDINGS = """class A {
    int f(Object object, int[] values, int total) {
        total: for (int index = 0; index < values.length; index++) { if (values[index] == 1) { break total; } }
        if (object instanceof String text && text.length() > total) { total = text.length(); }
        java.util.function.IntUnaryOperator twice = value -> value * 2 + field;
        Runnable run = new Unknown() { int field = 3; public void run() { int index = field + total + value; } };
        class Local extends Base { int get() { return total + this.total + total(); } }
        record Pair(int value) { int more() { return value + field + index; } }
        switch (total) { case limit: return 1; default: return text + index; }
    }
}
"""


def facts(scopes: Scopes) -> list[tuple[object, ...]]:
    return [
        (
            d.node.start,
            d.name,
            d.kind,
            d.region,
            [(r.node.start, r.access, r.captured, r.uncertain) for r in d.references],
        )
        for d in scopes.declarations
    ]


def test_scopes_of_some_names_are_all_scopes_without_the_rest() -> None:
    whole = SourceFile.from_text(_BINDINGS)
    edited = whole.edited(_BINDINGS.replace("== 1", "== 2").encode())
    [method] = [one for one in edited.methods if one.name == "f"]
    again = method_of(edited.text, "f")
    names = sorted(again.scopes.names)
    for one in names:
        some = method.scopes_of(one, "total")
        assert facts(some) == [fact for fact in facts(again.scopes) if fact[1] in (one, "total")]
        assert [node.start for node in some.free(one)] == [node.start for node in again.scopes.free(one)]
    assert "scopes" not in vars(method)


def test_scopes_with_another_name_are_those_of_the_renamed_text() -> None:
    method = method_of(_BINDINGS, "f")
    for declaration in Scopes(method).declarations:
        for name in ("other", "total", "field", "text", "index", "value"):
            text = apply_edits(method.source.data, [*renaming.edits(declaration, name)]).decode()
            to = OffsetMap([*renaming.edits(declaration, name)]).to
            renamed, again = method.scopes.renamed(declaration, name), method_of(text, "f").scopes
            places = [
                (to(d.node.start), d.name, [to(r.node.start) for r in d.references])
                for d in renamed.declarations
            ]
            assert places == [
                (d.node.start, d.name, [r.node.start for r in d.references]) for d in again.declarations
            ]
            assert [to(node.start) for node in renamed.free(name)] == [
                node.start for node in again.free(name)
            ]


def test_a_variable_is_the_same_in_all_scopes_of_its_member() -> None:
    whole = SourceFile.from_text(
        "class A { void f() { new B() { int two; Runnable r = () -> { int one; { int one; } }; }; } }"
    )
    [method] = whole.edited(whole.data.replace(b"two", b"six")).methods
    (one, other), (first, _) = method.scopes_of("one").declarations, method.scopes.declarations[-2:]
    assert (redeclares(one, first), redeclares(other, first)) == (False, True)
