"""Sketches: which names, which stay, that the program is the same, and undo of patches."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators import Mutant
from mutators.java.sketch import Sketch
from mutators.java.sketch.own_name import own_name
from mutators.model import Site
from parsers.oracles.jdk import Compilation, Jdk, Run, compare
from parsers.source import SourceFile
from tests.laws.corpus import Program, every_running_program, spliced


def mutants(text: str) -> list[Mutant]:
    return list(Sketch().mutants(SourceFile.from_text(text)))


def sketched(text: str) -> str:
    """The text with its first member that can be sketched."""
    return mutants(text)[0].text


def stays(text: str) -> str | None:
    """Why the first method keeps its name."""
    own = own_name(SourceFile.from_text(text).methods[0])
    assert own is not None
    return own.stays


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "int g(int a, int... b) { int c = a, d[] = b; return c + d.length; }",
            "int f(int arg_0, int... arg_1) { int var_0 = arg_0, var_1[] = arg_1; return var_0 + var_1.length; }",
        ),
        (
            "void g() { for (int i = 0; i < 2; i++) h(i); for (int i = 0; i < 3; i++) h(i); }",
            "void f() { for (int var_0 = 0; var_0 < 2; var_0++) h(var_0);"
            " for (int var_1 = 0; var_1 < 3; var_1++) h(var_1); }",
        ),
        (
            "void g() { try (R r = r()) { r.go(); } catch (E e) { throw e; } finally { go(); } }",
            "void f() { try (R var_0 = r()) { var_0.go(); } catch (E var_1) { throw var_1; } finally { go(); } }",
        ),
        (
            "int g(Object o) { return o instanceof String s && s.isEmpty() ? o.hashCode() : s; }",
            "int f(Object arg_0) { return arg_0 instanceof String s && s.isEmpty() ? arg_0.hashCode() : s; }",
        ),
        (
            "int g(Object o) { return o instanceof String s && s.isEmpty() ? o.hashCode() : 0; }",
            "int f(Object arg_0) { return arg_0 instanceof String var_0 && var_0.isEmpty() ? arg_0.hashCode() : 0; }",
        ),
        (  # parameters of an inner method are variables of the member, its name and fields are not
            "void g(int n) { run(new Object() { int k = n; int h(int m) { return k + m + n; } }); }",
            "void f(int arg_0) { run(new Object() { int k = arg_0; int h(int var_0) { return k + var_0 + arg_0; } }); }",
        ),
        (  # a shadowed field, labels, types
            "int g(int n) { n: while (n > 0) { n N = this.n; break n; } return n; }",
            "int f(int arg_0) { n: while (arg_0 > 0) { n var_0 = this.n; break n; } return arg_0; }",
        ),
        (  # names change places
            "int g(int arg_1, int arg_0) { int var_1 = arg_0, var_0 = arg_1; return var_1; }",
            "int f(int arg_0, int arg_1) { int var_0 = arg_1, var_1 = arg_0; return var_0; }",
        ),
        (  # what means something else is passed over
            "int g(int a, int b) { int c = var_0() + this.arg_1 + var_1.x; return f + a + b + c; }",
            "int f_0(int arg_0, int arg_2) { int var_2 = var_0() + this.arg_1 + var_1.x; return f + arg_0 + arg_2 + var_2; }",
        ),
        ("int g(int f) { return f; }", "int f(int arg_0) { return arg_0; }"),
        ("int g(@A(n = 1) int n) { return n; }", "int f(@A(n = 1) int arg_0) { return arg_0; }"),
        ("int größe(int 漢) { return größe(漢); }", "int f(int arg_0) { return f(arg_0); }"),
        (
            "int g(\r\n  int a // a\r\n) { return /* a */ a; }",
            "int f(\r\n  int arg_0 // a\r\n) { return /* a */ arg_0; }",
        ),
        ("Point(int x) { this(x, 0); }", "Point(int arg_0) { this(arg_0, 0); }"),
        (
            "class A { static { int n = 1; use(n); } }",
            "class A { static { int var_0 = 1; use(var_0); } }",
        ),
        (
            "record R(int var_0, int b) { R { int k = b; use(k); } }",
            "record R(int var_0, int b) { R { int var_1 = b; use(var_1); } }",
        ),
        (  # nobody names the component, but the parameter of its name is there
            "record R(int var_0) { R { int k = 1; go(new Object() { int h() { int var_0 = 2; return var_0; } }, k); } }",
            "record R(int var_0) { R { int var_1 = 1; go(new Object() { int h() { int var_2 = 2; return var_2; } }, var_1); } }",
        ),
        (  # nor the inherited field, which would be captured
            "class A { static class B { int var_0; }"
            " B g(int a) { int k = a, var_0 = 2; return new B() { int h() { return k; } }; } }",
            "class A { static class B { int var_0; }"
            " B f(int arg_0) { int var_1 = arg_0, var_2 = 2; return new B() { int h() { return var_1; } }; } }",
        ),
        (
            "enum E { A { int g(int n) { return n; } }; abstract int g(int n); }",
            "enum E { A { int g(int arg_0) { return arg_0; } }; abstract int g(int n); }",
        ),
        (
            "interface I { default int g(int n) { return n; } int h(int n); }",
            "interface I { default int f(int arg_0) { return arg_0; } int h(int n); }",
        ),
        (  # fields that a class body inherits
            "class A { static class B { int var_0; } void g(int a) { int b = 1; new B() { int h() { return a; } }; } }",
            "class A { static class B { int var_0; } void f(int arg_0) { int var_1 = 1; new B() { int h() { return arg_0; } }; } }",
        ),
    ],
)
def test_names(text: str, expected: str) -> None:
    assert sketched(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "int g(int n) { return g(n) + this.g(n) + g() + g(1, 2); }",
            "int f(int arg_0) { return f(arg_0) + this.f(arg_0) + g() + g(1, 2); }",
        ),
        (
            "int g(int... n) { return g() + g(1, 2) + h(this::g); }",
            "int f(int... arg_0) { return f() + f(1, 2) + h(this::f); }",
        ),
        (
            "int g(int n, int... m) { return g() + g(1); }",
            "int f(int arg_0, int... arg_1) { return g() + f(1); }",
        ),
        (
            "int max(int a) { return Math.max(a, 1) + Math.max(a); }",
            "int f(int arg_0) { return Math.max(arg_0, 1) + Math.max(arg_0); }",
        ),
        (
            "int length(String s) { return s.length() + s.length(s); }",
            "int f(String arg_0) { return arg_0.length() + arg_0.length(arg_0); }",
        ),
        ("void g(/* none */) { g(/* none */); }", "void f(/* none */) { f(/* none */); }"),
        ("void g(@A B this, int n) { g(n); }", "void f(@A B this, int arg_0) { f(arg_0); }"),
        ("void g(int n) { run(() -> g(n)); }", "void f(int arg_0) { run(() -> f(arg_0)); }"),
        (
            "class A { private int g(int n) { return g(n); } int g() { return 1; } }",
            "class A { private int f(int arg_0) { return f(arg_0); } int g() { return 1; } }",
        ),
        (
            "class A { int g(int n) { return n; } void f(int n) { g(n, f); } }",
            "class A { int f_0(int arg_0) { return arg_0; } void f(int n) { g(n, f); } }",
        ),
        (
            "class A { int g(int n) { return n; } void h(A a) { f_0(a::f); } }",
            "class A { int f_0_0(int arg_0) { return arg_0; } void h(A a) { f_0(a::f); } }",
        ),
    ],
)
def test_the_method_and_its_calls_of_itself(text: str, expected: str) -> None:
    assert sketched(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("@Override int g(int n) { return n; }", "@Override"),
        ("@java.lang . Override int g(int n) { return n; }", "@Override"),
        ("public boolean equals(Object o) { return o == this; }", "every object"),
        ("public static void main(String... a) { use(a); }", "launcher"),
        ("record R(int n) { public int n() { int k = n; return k; } }", "accessor"),
        ("class A extends B { int g(int n) { return n; } }", "override"),
        ("class A { class I { } class J extends I implements K { int g(int n) { return n; } } }", "override"),
        (
            "class A { static class B { public int g(int n) { return n; } } class C extends B implements I { } }",
            "subclass",
        ),
        (
            "class A { static class B { int g(int n) { return n; } } class C extends A.B { } class D extends C implements I { } }",
            "subclass",
        ),
        (
            "class A { int g(int n) { return n; } Object o = new A() { class D extends A implements I { } }; }",
            "subclass",
        ),
        ("class A { int g(int n) { return n; } int x = new A().g(1); }", "elsewhere"),
        ("class A { int g(int n) { return n; } F x = A::g; }", "elsewhere"),
        (
            "class A { int g(int n) { return n; } class B extends A { int g(int n) { return 1; } } }",
            "elsewhere",
        ),
        ("class A { int g(int n) { return n; } int g(int... n) { return 1; } }", "elsewhere"),
        (
            "class A { int g(int n) { return n; } static class B extends A { } static class C extends B implements I { } }",
            "subclass",
        ),
        ("int g(int n) { return super.g(n); }", "another"),
        ("int g(int n) { return I.super.g(n); }", "another"),
        ("int g(int n) { return h(super::g); }", "another"),
        ("int g(int n) { return new B() { int h() { return g(1); } }.h() + n; }", "another"),
        ("int g(int n) { return new B() { int h() { return this.g(1); } }.h() + n; }", "another"),
        ("int g(int n) { return new B() { int g(int m) { return 1; } }.h(); }", "another"),
        ("int g(int n) { return next.g(n); }", "object"),
        ("int g(A a) { return a.g(a); }", "object"),
        ("int g(A a) { return h(a::g) + h(A::g); }", "object"),
        ("static int g(int n) { return A.g(n); }", "object"),
        ("class A extends B { static int g(int n) { return g(n); } }", "overload"),
        ('class A { int g(int n) { return n; } M m = m("g"); }', "string"),
        ('class A { int g(int n) { return n; } M m = m("""\n    g"""); }', "string"),
    ],
)
def test_a_method_keeps_its_name(text: str, reason: str) -> None:
    assert reason in (stays(text) or "")
    source = SourceFile.from_text(text)
    name = source.methods[0].name
    [first] = [m for m in Sketch().mutants(source) if m.offset == source.methods[0].start]
    again = SourceFile(first.data).methods[0]
    assert again.name == name
    assert "arg_0" in again.text or "var_0" in again.text
    assert first.local.assumptions == ()


@pytest.mark.parametrize(
    "text",
    [
        "class A extends B { private int g(int n) { return n; } }",
        "class A extends B { static int g(int n) { return n; } }",
        "class A implements java.io.Closeable, Cloneable { private int g(int n) { return n; } }",
        "class A implements Cloneable { int g(int n) { return n; } }",
        "class A { class I { } class J extends I { int g(int n) { return n; } } }",
        "class A { int g(int n) { return n; } static class B extends A { } static class C extends B implements Cloneable { } }",
        "class A { private int g(int n) { return n; } static class B extends A implements I { } }",
        "class A { int g(int n) { return n; } static class B implements I { } }",
        "class A { int g(int n) { return n; } int h() { return g() + g(1, 2) + g.g; } }",
        "class A { boolean equals(A a, A b) { return a == b; } }",
        "record R(int n) { int n(int k) { return k; } }",
    ],
)
def test_a_method_does_not_keep_its_name(text: str) -> None:
    assert stays(text) is None


def test_what_is_taken_for_granted_is_in_the_record() -> None:
    [alone] = mutants("int g(int n) { return g(n); }")
    assert alone.local.assumptions == (
        "callers of g use the name f",
        "g overrides nothing, and its class has no other method f",
        "g calls itself where it calls g",
    )
    [below] = mutants("class A extends B { static int g(int n) { return n; } }")
    assert below.local.assumptions == ("callers of g use the name f", "no supertype has a method f")
    [shown] = mutants("class A { int g(int n) { return n; } }")
    assert shown.local.assumptions == ("callers of g use the name f",)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("int g(int n, int m) { new B() { int h() { return n; } }; return m; }", "int n"),
        ("record R(int n) { R(int n) { int k = n; this.n = k; } }", "R(int n) {"),
        ("void g(int k) { final int RED = 1; switch (color) { case RED: h(k); } }", "int RED"),
    ],
)
def test_a_variable_with_an_obstacle_keeps_its_name(text: str, kept: str) -> None:
    assert kept in sketched(text)


def test_a_site_made_up_is_refused() -> None:
    source = SourceFile.from_text("int g(int n) { return n; }")
    with pytest.raises(em.Refused, match="nothing that sketch could change stands there"):
        Sketch().apply(source, Site("sketch", 4, 5))


def original(jdk: Jdk, program: Program) -> tuple[Compilation, Run]:
    compilation = jdk.compile({program.name: program.source.data}, bytes_=True)
    run = jdk.run(compilation, program.path.stem)
    assert run.status == "ok"
    return compilation, run


@every_running_program
def test_sketches_of_programs_are_the_same_program(jdk: Jdk, program: Program) -> None:
    before, run = original(jdk, program)
    found = list(Sketch().mutants(program.source))
    assert found
    for mutant in found:
        assert mutant.mutation.invert(mutant.data) == program.source.data
        assert (
            Sketch().undo(SourceFile(mutant.data), program.source.data, mutant.mutation)
            == program.source.text
        )
        again = SourceFile(mutant.data).method_at(mutant.offset)
        assert again is not None
        site = Site("sketch", again.start, again.end)
        assert Sketch().refuse(again.source, site) == "there is no name to replace"
    kept = [mutant for mutant in found if not mutant.local.assumptions]
    after = jdk.compile({program.name: spliced(program.source, kept)}, bytes_=True)
    assert after.ok, after.diagnostics
    assert compare(before, after, ignore_captures=True)
    for mutant in found:
        if mutant.local.assumptions:
            after = jdk.compile({program.name: mutant.data}, bytes_=True)
            assert after.ok, after.diagnostics
            assert jdk.run(after, program.path.stem).stdout == run.stdout


CALLER = """import java.lang.reflect.*;
import java.util.function.*;
public class P@ {
    static int total;
    public static void main(String[] args) throws Exception {
        for (Method m : P.class.getDeclaredMethods())
            if (!m.getName().equals("main") && !m.isSynthetic() && !Modifier.isPrivate(m.getModifiers()))
                System.out.println(m.invoke(new P(), 5) + " " + total);
    }
    #
}
"""


@pytest.mark.parametrize(
    ("head", "members", "expected"),
    [
        ("", "static int fact(int n) { total++; return n < 2 ? 1 : n * fact(n - 1); }", b"120 5\n"),
        (
            "",
            "int fib(int n) { IntUnaryOperator g = this::fib; return n < 2 ? n : g.applyAsInt(n - 1) + this.fib(n - 2); }",
            b"5 0\n",
        ),
        (
            "",
            "int go(int n) { int s = 0; for (int i : new int[n]) s += i + total + n; return go(s, n); }"
            " private int go(int a, int b) { return a - b; }",
            b"20 0\n",
        ),
        (
            " extends Thread",
            "static int sum(int total) { int k = total; P.total += k; return P.total + total; }",
            b"10 5\n",
        ),
        (
            "",
            "int most(int n) { return Math.max(n, most(n, 1)); } private int most(int n, int m) { return n + m; }",
            b"6 0\n",
        ),
    ],
)
def test_a_method_by_another_name_does_the_same(jdk: Jdk, head: str, members: str, expected: bytes) -> None:
    text = CALLER.replace("@", head).replace("#", members)
    source = SourceFile.from_text(text)
    tried = 0
    for mutant in Sketch().mutants(source):
        compilation = jdk.compile({"P.java": mutant.data}, bytes_=True)
        assert compilation.ok, (mutant.diff(), compilation.diagnostics)
        assert jdk.run(compilation, "P").stdout == expected
        tried += bool(mutant.local.assumptions)
    assert tried


SUM = "int sum(int[] data) { int s = 0; for (int i : data) s += i + base; return s; }"
FACT = "int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }"


def undone(text: str, *changes: tuple[str, str]) -> str:
    """The first sketch of a text, patched, and undone."""
    mutant = mutants(text)[0]
    patched = mutant.text
    for old, new in changes:
        assert old in patched, patched
        patched = patched.replace(old, new)
    return Sketch().undo(SourceFile.from_text(patched), text.encode(), mutant.mutation)


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        (
            SUM,
            "return var_0;",
            "log(arg_0, var_0); return var_0 + 1;",
            SUM.replace("return s;", "log(data, s); return s + 1;"),
        ),
        (SUM, "+ base", "- base", SUM.replace("+ base", "- base")),
        (
            SUM,
            "int var_0 = 0;",
            "int var_0 = 0; int var_2 = var_0;",
            SUM.replace("int s = 0;", "int s = 0; int var_2 = s;"),
        ),
        (
            SUM,
            "return var_0;",
            "return f(arg_0) + this.f(arg_0);",
            SUM.replace("return s;", "return sum(data) + this.sum(data);"),
        ),
        (
            SUM,
            "return var_0;",
            "return run(() -> f(arg_0));",
            SUM.replace("return s;", "return run(() -> sum(data));"),
        ),
        (SUM, "int f(", "int other(", SUM.replace("int sum(", "int other(")),
        (SUM, "int f(", "int sum(", SUM),
        (
            SUM,
            "for (int var_1 : arg_0) var_0 += var_1 + base;",
            "",
            SUM.replace("for (int i : data) s += i + base;", ""),
        ),
        (SUM, "return var_0;", "return var_0", SUM.replace("return s;", "return s")),
        (SUM, "return var_0;", "return (var_0", SUM.replace("return s;", "return (s")),
        (SUM, "return", "{ int i = base; } return", SUM.replace("return", "{ int i = base; } return")),
        (FACT, "arg_0 < 2", "arg_0 < 3 || f(arg_0) > 1", FACT.replace("n < 2", "n < 3 || fact(n) > 1")),
        (FACT, "f(arg_0 - 1)", "1", FACT.replace("fact(n - 1)", "1")),
        (FACT, "arg_0 < 2", "fact < 2", FACT.replace("n < 2", "fact < 2")),
        (FACT, "arg_0 < 2", "fact(arg_0, 1) < 2", FACT.replace("n < 2", "fact(n, 1) < 2")),
        (
            "int g(int arg_1, int arg_0) { return arg_1 - arg_0; }",
            "return",
            "h(arg_0); return arg_1 +",
            "int g(int arg_1, int arg_0) { h(arg_1); return arg_0 + arg_1 - arg_0; }",
        ),
        (
            "void g() { { int i = 1; h(i); } { int i = 2; h(i); } }",
            "h(var_1)",
            "h(var_1, var_1)",
            "void g() { { int i = 1; h(i); } { int i = 2; h(i, i); } }",
        ),
        (
            "class A { static int g(int n) { return n; } int h() { return 1; } }",
            "return 1;",
            "return f(2);",
            "class A { static int g(int n) { return n; } int h() { return g(2); } }",
        ),
        (
            "class A {\r\n int größe(int é) { return é; }\r\n}",
            "return arg_0;",
            "return f(arg_0) + arg_0;",
            "class A {\r\n int größe(int é) { return größe(é) + é; }\r\n}",
        ),
    ],
)
def test_undo_of_a_patch(text: str, old: str, new: str, expected: str) -> None:
    assert undone(text, (old, new)) == expected


@pytest.mark.parametrize(
    ("text", "old", "new", "reason"),
    [
        (SUM, "return", "int s = 1; return", "means something else"),
        (SUM, "+ base", "+ s", "means something else"),
        (SUM, "var_0 += var_1 + base;", "{ int i = base; var_0 += i; }", "another 'i'"),
        (SUM, "return", "int var_1 = 2; return", "which 'var_1'"),
        (SUM, "int var_0 = 0;", "", "which 'var_0'"),
        (SUM, "return var_0; }", "return var_0; } int h(int var_0) { return var_0; }", "'var_0'"),
        (
            SUM,
            "return var_0;",
            "var_0 return;",
            "changed a renamed name",
        ),  # to the grammar, a type and its variable
        (SUM, "return var_0;", "return this.arg_0;", "not only"),
        (SUM, "return var_0;", "return var_0();", "not only"),
        (SUM, "return var_0;", "return x.f(arg_0);", "renamed method"),
        (SUM, "return var_0;", "return f(arg_0, 1);", "renamed method"),
        (SUM, "return var_0;", "return h(A::f);", "renamed method"),
        (SUM, "return var_0;", "return new B() { int h() { return f(null); } }.h();", "renamed method"),
        (SUM, "return var_0; }", "return var_0; } int f(int n) { return 1; }", "renamed method"),
        (SUM, "return var_0;", "return sum(arg_0);", "another 'sum'"),
        (SUM, "int f(", "f(", "not only the renamed method"),  # a constructor, to the grammar
        (f"class A {{ private {SUM} }}", "private int f(", "f(", "not only the renamed method"),
        (SUM, "return var_0;", "f: return var_0;", "not only the renamed method"),
        (SUM, "return var_0; }", "return var_0; } int sum(int[] b) { return 1; }", "another 'sum'"),
        (SUM, "return var_0;", "return super.sum(arg_0);", "another 'sum'"),
        (SUM, "return var_0;", "return new Object() { int h() { return sum(x); } }.h();", "another 'sum'"),
        (SUM, "return var_0;", "return new B() { int h() { return arg_0.length; } }.h();", "may inherit"),
        (
            SUM,
            "return var_0;",
            "record S() { static int h() { return s; } } return var_0;",
            "where it cannot be",
        ),
        (SUM, "return var_0;", "log(var_0) return var_0;", "means is unknown"),
        (SUM, "return var_0;", "log(s) return var_0;", "means is unknown"),
        (SUM, "int var_0 = 0;", "int = 0;", "changed a renamed name"),
        (
            "class A { static int g(int n) { return n; } int h() { return 1; } }",
            "return 1;",
            "return g(2);",
            "another 'g'",
        ),
        (
            "class A { static int g(int n) { return n; } class B { int h() { return 1; } } }",
            "return 1;",
            "return f(2);",
            "renamed method",
        ),
        ("class A { A(int n, int m) { use(n); } }", "use(arg_0);", "use(n);", "means something else"),
    ],
)
def test_conflicts(text: str, old: str, new: str, reason: str) -> None:
    with pytest.raises(em.UndoConflict, match=reason) as raised:
        undone(text, (old, new))
    start, end = raised.value.region
    assert 0 <= start < end


def test_undo_of_the_member_alone() -> None:
    text = "class A { int x; int sum(int a) { int x = a; return x + this.x; } }"
    [mutant] = mutants(text)
    patched = mutant.mutant.replace("return", "log(var_0, arg_0); return")
    undone = Sketch().undo(SourceFile.from_text(patched), mutant.original.encode(), mutant.local)
    assert undone == mutant.original.replace("return", "log(x, a); return")
    with pytest.raises(em.UndoConflict):
        Sketch().undo(
            SourceFile.from_text(mutant.mutant.replace("this.x", "x")), mutant.original.encode(), mutant.local
        )


def test_sketches_of_all_methods_go_together(jdk: Jdk) -> None:
    text = (
        "class A { int g(int a) { return a; } int h(int b) { return b; } "
        "long k(long c) { return c; } int f_2; int f_1(int d) { return d; } }"
    )
    stacked = em.stack(em.parse(text), ["sketch"])
    assert [m.mutant.partition("(")[0] for m in stacked.rounds[0][::-1]] == [
        "int f",
        "int f_1_0",
        "long f_2",
        "int f_3",
    ]
    assert jdk.compile({"A.java": stacked.data}).ok


def test_sketches_stack_in_one_text() -> None:
    text = "class A { int g(int a) { return a; } int h(int b) { return b; } }"
    first = mutants(text)[0]
    second = mutants(first.text)
    assert [m.text for m in second] == [
        "class A { int f(int arg_0) { return arg_0; } int f_1(int arg_0) { return arg_0; } }"
    ]
    assert Sketch().undo(SourceFile(second[0].data), first.data, second[0].mutation) == first.text
    assert Sketch().undo(SourceFile(first.data), text.encode(), first.mutation) == text
    patched = SourceFile.from_text(
        second[0].text.replace("int f_1(int arg_0) { return", "int f_1(int arg_0) { return 1 +")
    )
    half = Sketch().undo(patched, first.data, second[0].mutation)
    assert half == first.text.replace("return b", "return 1 + b")
    assert Sketch().undo(SourceFile.from_text(half), text.encode(), first.mutation) == text.replace(
        "return b", "return 1 + b"
    )
