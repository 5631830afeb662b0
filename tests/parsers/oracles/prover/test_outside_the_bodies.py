"""Pairs of programs that differ outside their bodies: names, types, flags, supertypes, annotations, order of initialisers.

Each pair is a frame and what stands in it before and after. All programs are compiled by one javac for each side, and run: what
prints something else may not be proved.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from parsers.oracles.jdk.home import find_jdk
from parsers.oracles.prover import Proof, Prover
from tests.parsers.oracles.prover.homes import HOMES, READERS

_HEAD = "import java.io.*; import java.lang.annotation.*; import java.util.*; import java.util.function.*;"
_STREAM = """static byte[] bytes(Object o) throws Exception {
    var out = new ByteArrayOutputStream(); new ObjectOutputStream(out).writeObject(o); return out.toByteArray(); }
  static Object copy(Object o) throws Exception {
    return new ObjectInputStream(new ByteArrayInputStream(bytes(o))).readObject(); }"""
_MARK = "@Retention(RetentionPolicy.RUNTIME) @interface M { int value() default 1; }"

NAME, PARAMETERS = "a method has another name", "a method has other parameters or another result"
OTHER = ""


def _main(body: str, more: str = "") -> str:
    return f" class Main {{ {more} public static void main(String[] a) throws Exception {{ {body} }} }}"


def _out(expression: str, more: str = "") -> str:
    return _main(f"System.out.println({expression});", more)


_METHOD = 'A.class.getDeclaredMethod("f")'
_NATIVE = _main("try { %s } catch (UnsatisfiedLinkError e) { System.out.println(e.getMessage()); }")

WRONG: list[tuple[str, str, str, str, str]] = [
    # Names of methods
    (
        "override gained",
        NAME,
        "class B { int f() { return 1; } } class A extends B { int %s() { return 2; } }"
        + _out("((B) new A()).f()"),
        "g",
        "f",
    ),
    (
        "override lost",
        NAME,
        "class B { int f() { return 1; } } class A extends B { int %s() { return 2; } }"
        + _out("((B) new A()).f()"),
        "f",
        "g",
    ),
    (
        "override of the class path gained",
        NAME,
        "class A extends Thread { public void %s() { System.out.println(1); } }"
        + _main("Thread t = new A(); t.start(); t.join();"),
        "go",
        "run",
    ),
    (
        "default method overridden",
        NAME,
        "interface I { default int f() { return 1; } } class A implements I { public int %s() { return 2; } }"
        + _out("((I) new A()).f()"),
        "g",
        "f",
    ),
    (
        "default method no longer overridden",
        NAME,
        "class A implements Iterator<String> { public boolean hasNext() { return true; } public String next() { "
        "return null; } public void %s() { System.out.println(1); } }" + _main("new A().remove();"),
        "remove",
        "discard",
    ),
    (
        "equals",
        NAME,
        "class A { public boolean %s(Object o) { return true; } }" + _out("new A().equals(1)"),
        "equals",
        "equalTo",
    ),
    (
        "toString",
        NAME,
        'class A { public String %s() { return "a"; } }'
        + _out('"" + (String.valueOf(new A()).length() == 1)'),
        "toString",
        "text",
    ),
    (
        "hashCode",
        NAME,
        "class A { public int %s() { return 1; } }" + _out("new A().hashCode() == 1"),
        "hashCode",
        "hash",
    ),
    (
        "finalize",
        NAME,
        "class A { protected void %s() { } }" + _out('A.class.getDeclaredMethod("finalize")'),
        "finalize",
        "finish",
    ),
    (
        "clone",
        NAME,
        "class B { protected Object f() throws Exception { return clone(); } } class A extends B { "
        "protected Object %s() { return 1; } }" + _out("new A().f()"),
        "clone",
        "twin",
    ),
    (
        "compareTo and its bridge",
        NAME,
        "class B<T> { int f(T t) { return 1; } } class A extends B<String> { int %s(String t) { return 2; } }"
        + _out('new A().f("")'),
        "f",
        "g",
    ),
    (
        "main",
        NAME,
        "class A { public static void %s(String[] a) { System.out.println(1); } }"
        + _main('A.class.getMethod("main", String[].class).invoke(null, (Object) null);'),
        "main",
        "start",
    ),
    (
        "premain",
        NAME,
        "class A { private static void %s(String a) { } }"
        + _out('A.class.getDeclaredMethod("premain", String.class)'),
        "premain",
        "before",
    ),
    (
        "readObject",
        NAME,
        "class A implements Serializable { int x = 1; private void %s(ObjectInputStream in) { x = 2; } }"
        + _out("((A) copy(new A())).x", _STREAM),
        "readObject",
        "read",
    ),
    (
        "writeReplace",
        NAME,
        "class A implements Serializable { private Object %s() { return 1; } }"
        + _out("copy(new A()) instanceof Integer", _STREAM),
        "replaced",
        "writeReplace",
    ),
    (
        "method of a test by its name",
        NAME,
        "class A { public void %s() { } }" + _out("A.class.getDeclaredMethods()[0].getName()"),
        "testIt",
        "checkIt",
    ),
    (
        "native",
        NAME,
        "class A { native static void %s(); static void h() { %s(); } }" + _NATIVE % "A.h();",
        "f",
        "g",
    ),
    (
        "private native",
        NAME,
        "class A { private native void %s(); void h() { %s(); } }" + _NATIVE % "new A().h();",
        "f",
        "g",
    ),
    (
        "private and marked",
        NAME,
        f"{_MARK} class A {{ @M private void %s() {{ }} }}"
        + _out("A.class.getDeclaredMethods()[0].getName()"),
        "f",
        "g",
    ),
    (
        "static method hidden",
        NAME,
        "class B { static int f() { return 1; } } class A extends B { static int %s() { return 2; } }"
        + _out("A.f()"),
        "f",
        "g",
    ),
    (
        "static with all its uses",
        NAME,
        "class A { static int %s() { return 2; } static Supplier<Integer> s = A::%s; }" + _out(_METHOD),
        "f",
        "g",
    ),
    (
        "abstract with all its uses",
        NAME,
        "interface A { int %s(); } class B implements A { public int %s() { return 1; } }" + _out(_METHOD),
        "f",
        "g",
    ),
    (
        "element of an annotation",
        NAME,
        "@Retention(RetentionPolicy.RUNTIME) @interface A { int %s() default 1; } @A(%s = 2) class B { }"
        + _out("B.class.getAnnotations()[0]"),
        "f",
        "g",
    ),
    (
        "accessor of a record",
        OTHER,
        "record A(int x, int y) { public int %s() { return 7; } }" + _out("new A(1, 2).x()"),
        "x",
        "y",
    ),
    (
        "getter of an enum",
        NAME,
        "enum A { P { int %s() { return 2; } }; int f() { return 1; } }" + _out("A.P.f()"),
        "f",
        "g",
    ),
    (
        "private, below an heir with an interface",
        NAME,
        "class A { static class B { private void %s() { System.out.println(1); } } static class C extends B { } "
        "static class D extends C implements Iterator<String> { public boolean hasNext() { return true; } "
        "public String next() { return null; } } static void t() { new D().remove(); } }" + _main("A.t();"),
        "discard",
        "remove",
    ),
    (
        "private, looked up by its name",
        NAME,
        "class A { private static void %s() { } static void h() { %s(); } }"
        + _out('A.class.getDeclaredMethod("g")', 'static String name = "f";'),
        "f",
        "g",
    ),
    (
        "private, named in an annotation",
        NAME,
        "@Retention(RetentionPolicy.RUNTIME) @interface M { String value(); }"
        ' class A { private static int %s() { return 1; } @M("f") void h() { %s(); } }'
        + _out('A.class.getDeclaredMethod(A.class.getDeclaredMethod("h").getAnnotation(M.class).value())'),
        "f",
        "g",
    ),
    (
        "private in a lambda for streams",
        OTHER,
        "class A { private Object %s() { return (Supplier<Integer> & Serializable) () -> 1; } Object h() { return %s(); } }"
        + _out('new String(bytes(new A().h())).contains("lambda$f$")', _STREAM),
        "f",
        "g",
    ),
    (
        "two with names swapped",
        OTHER,
        "class A { int %s() { return 1; } int %s() { return 2; } }" + _out("new A().f()"),
        "f|g",
        "g|f",
    ),
    # Parameters, results, flags
    (
        "parameter added",
        PARAMETERS,
        "class A { static int f(%s) { return 1; } static int h() { return f(%s); } }" + _out(_METHOD),
        "|",
        "int k|0",
    ),
    ("result widened", PARAMETERS, "class A { %s f() { return 1; } }" + _out(_METHOD), "int", "long"),
    (
        "result of a subclass",
        PARAMETERS,
        "class A { %s f() { return null; } }" + _out(_METHOD),
        "Object",
        "String",
    ),
    ("public method protected", OTHER, "class A { %s void f() { } }" + _out(_METHOD), "public", "protected"),
    (
        "final method",
        OTHER,
        "class A { %s void f() { } }" + _out(_METHOD),
        "synchronized",
        "final synchronized",
    ),
    (
        "synchronized method",
        OTHER,
        "class A { %s boolean f() { return Thread.holdsLock(this); } }" + _out("new A().f()"),
        "synchronized",
        "",
    ),
    (
        "array instead of any number",
        OTHER,
        "class A { static int f(int%s a) { return 1; } static int h() { return f(new int[0]); } }"
        + _out("A.class.getDeclaredMethods()[0].isVarArgs() || A.class.getDeclaredMethods()[1].isVarArgs()"),
        "[]",
        "...",
    ),
    (
        "declared exception",
        OTHER,
        "class A { void f() %s { } }" + _out(f"{_METHOD}.getExceptionTypes().length"),
        "throws Exception",
        "",
    ),
    (
        "type variable of a method",
        OTHER,
        "class A { <T%s> void f() { } }" + _out(f"{_METHOD}.getTypeParameters()[0].getBounds().length"),
        "",
        " extends Object & Runnable",
    ),
    (
        "default of an element",
        OTHER,
        "@Retention(RetentionPolicy.RUNTIME) @interface A { int f() default %s; } @A class B { }"
        + _out("B.class.getAnnotations()[0]"),
        "1",
        "2",
    ),
    (
        "annotation of a method",
        OTHER,
        f"{_MARK} class A {{ @M(%s) void f() {{ }} }}" + _out(f"{_METHOD}.getAnnotations()[0]"),
        "1",
        "2",
    ),
    (
        "annotation of a parameter",
        OTHER,
        f"{_MARK} class A {{ A(%s int f) {{ }} }}"
        + _out("A.class.getDeclaredConstructors()[0].getParameterAnnotations()[0].length"),
        "@M",
        "",
    ),
    (
        "annotation of a type",
        OTHER,
        "@Retention(RetentionPolicy.RUNTIME) @Target(ElementType.TYPE_USE) @interface M { } class A { List<%s String> f; }"
        + _out('A.class.getDeclaredField("f").getAnnotatedType()'),
        "@M",
        "",
    ),
    # Fields and their initialisers
    (
        "constant set by the initialiser",
        OTHER,
        "class A { static int seen = peek(); static final int C = %s; static int peek() { return C; } }"
        + _out("A.seen"),
        "1",
        "Integer.valueOf(1)",
    ),
    ("constant of another value", OTHER, "class A { static final int C = %s; }" + _out("A.C"), "1", "2"),
    (
        "initialisers swapped",
        OTHER,
        "class A { static int n; static int next() { return ++n; } static int %s = next(); static int %s = next(); }"
        + _out("A.p"),
        "p|q",
        "q|p",
    ),
    (
        "name of a field",
        OTHER,
        "class A { int %s; }" + _out("A.class.getDeclaredFields()[0].getName()"),
        "f",
        "g",
    ),
    (
        "type of a field",
        OTHER,
        "class A { %s f; }" + _out("A.class.getDeclaredFields()[0].getType()"),
        "int",
        "long",
    ),
    (
        "generic type of a field",
        OTHER,
        "class A { List<%s> f; }" + _out("A.class.getDeclaredFields()[0].getGenericType()"),
        "String",
        "Integer",
    ),
    (
        "transient field",
        OTHER,
        "class A implements Serializable { static final long serialVersionUID = 1; %s int f = 1; }"
        + _out("((A) copy(new A())).f", _STREAM),
        "",
        "transient",
    ),
    ("order of an enum", OTHER, "enum A { %s, %s }" + _out("A.P.ordinal()"), "P|Q", "Q|P"),
    (
        "assertion removed",
        OTHER,
        "class A { void f(int k) { %s } }" + _out("A.class.getDeclaredFields().length"),
        "assert k > 0;",
        "",
    ),
    # Classes
    (
        "interface added",
        OTHER,
        "class A %s { public void run() { } }" + _out("Runnable.class.isAssignableFrom(A.class)"),
        "implements Runnable",
        "",
    ),
    (
        "interfaces swapped",
        OTHER,
        "class A implements %s, %s { public void run() { } }" + _out("A.class.getInterfaces()[0]"),
        "Runnable|Cloneable",
        "Cloneable|Runnable",
    ),
    (
        "another superclass",
        OTHER,
        "class B { } class C { } class A extends %s { }" + _out("A.class.getSuperclass()"),
        "B",
        "C",
    ),
    ("final class", OTHER, "%s class A { }" + _out("A.class.getModifiers()"), "", "final"),
    (
        "type of a class's variable",
        OTHER,
        "class A<T extends %s> { }" + _out("A.class.getTypeParameters()[0].getBounds()[0]"),
        "Number",
        "Integer",
    ),
    (
        "static nested class",
        OTHER,
        "interface A { class B { } } class C { %s class D { } }" + _out("C.D.class.getModifiers()"),
        "static",
        "protected static",
    ),
    (
        "private nested class",
        OTHER,
        "class C { %s static class D { } }" + _out("C.class.getDeclaredClasses()[0].getModifiers()"),
        "private",
        "public",
    ),
    (
        "permitted subclass",
        OTHER,
        "sealed interface A permits B%s { } record B() implements A { } record C() %s { }"
        + _out("A.class.getPermittedSubclasses().length"),
        "|",
        ", C|implements A",
    ),
    (
        "type of a component",
        OTHER,
        "record A(List<%s> x) { }" + _out("A.class.getRecordComponents()[0].getGenericType()"),
        "String",
        "Integer",
    ),
    (
        "class added",
        OTHER,
        "class A { } %s" + _out('new File(Main.class.getResource("").getPath(), "Extra.class").exists()'),
        "",
        "class Extra { }",
    ),
    (
        "classes with numbers swapped",
        OTHER,
        "class A$1 { int f() { return %s; } } class A$2 { int f() { return %s; } }"
        + _out(
            'Main.class.getClassLoader().loadClass(Main.class.getPackageName() + ".A$1").getDeclaredMethod("f").invoke(new A$1())'
        ),
        "1|2",
        "2|1",
    ),
    (
        "classes with numbers renamed",
        OTHER,
        "class A$%s { int f() { return 1; } } class A$%s { int f() { return 2; } } class B { static int f() { "
        "return new A$%s().f(); } }" + _out("new A$1().f()"),
        "1|2|1",
        "2|1|2",
    ),
    (
        "serializable class with a captured variable",
        OTHER,
        "class A { static Object f(int %s) { class L implements Serializable { int x = %s; int y() { return %s; } } "
        "return new L(); } }" + _out('ObjectStreamClass.lookup(A.f(1).getClass()).getField("val$f") != null'),
        "f",
        "g",
    ),
    (
        "serializable classes without a name",
        OTHER,
        "class A { static Object f(boolean b) { if (%s) return new Serializable() { %s }; "
        "else return new Serializable() { %s }; } }"
        + _out("A.f(true).getClass().getDeclaredFields().length + A.f(true).getClass().getName()"),
        "b|int x; int y;|",
        "!b||int x; int y;",
    ),
]
"""What differs, what the reason says, the frame, and its parts before and after."""

RIGHT: list[tuple[str, str, str, str]] = [
    (
        "private with all its uses",
        "class A { private int %s(int k) { return k < 1 ? 0 : this.%s(k - 1); } int h() { "
        "Supplier<Integer> s = () -> %s(3); IntUnaryOperator u = this::%s; return s.get() + u.applyAsInt(2); } }"
        + _out("new A().h()"),
        "f",
        "g",
    ),
    (
        "private that nobody uses",
        "class A { private int %s(int k) { return k; } private int h() { return 1; } }" + _out("1"),
        "f",
        "g",
    ),
    (
        "private of an interface",
        "interface A { private int %s() { return 1; } default int h() { return %s(); } }"
        + _out("new A() { }.h()"),
        "f",
        "g",
    ),
    (
        "private and deprecated",
        'class A { @Deprecated @SuppressWarnings("all") private int %s() { return 1; } int h() { return %s(); } }'
        + _out("new A().h()"),
        "f",
        "g",
    ),
    (
        "private, the number of the version is computed",
        "class A implements Serializable { private int %s() { return 1; } int h() { return %s(); } }"
        + _out("ObjectStreamClass.lookup(A.class).getSerialVersionUID()"),
        "f",
        "g",
    ),
    (
        "private with a parameter more",
        "class A { private int f(int k%s) { return k; } int h() { return f(3%s); } }" + _out("new A().h()"),
        "|",
        ", int q|, 0",
    ),
    (
        "names of parameters and variables",
        "class A { int f(int %s) { int %s = %s; return %s; } }" + _out("new A().f(2)"),
        "p|q|p|q",
        "r|s|r|s",
    ),
    (
        "annotation of a variable",
        "class A { int f(int k) { %s int r = k; return r; } }" + _out("new A().f(2)"),
        "@Deprecated",
        "",
    ),
    (
        "annotation for the compiler",
        'class A { %s public String toString() { return ""; } }' + _out("new A()"),
        "@Override",
        "",
    ),
    (
        "order of methods",
        "class A { %s %s }" + _out("new A().f()"),
        "int f() { return 1; }|int g() { return 2; }",
        "int g() { return 2; }|int f() { return 1; }",
    ),
    (
        "captured variable",
        'class A { static Object f(int %s) { return new Object() { public String toString() { return "" + %s; } }; } }'
        + _out("A.f(1)"),
        "f",
        "g",
    ),
    (
        "lambdas of one type swapped",
        "class A { static int f(boolean b) { Supplier<Integer> s; if (%s) s = () -> %s; else s = () -> %s; return s.get(); } }"
        + _out("A.f(true)"),
        "b|1|2",
        "!b|2|1",
    ),
    (
        "lambdas below an heir with an interface",
        "class A { Runnable f(boolean b, int k) { if (%s) return %s; else return %s; } } "
        "class B extends A implements Runnable { public void run() { } }" + _out("1"),
        "b|() -> hashCode()|() -> f(true, k)",
        "!b|() -> f(true, k)|() -> hashCode()",
    ),
]

_RUN = """import java.io.*;
class Run {
    public static void main(String[] count) throws Exception {
        PrintStream out = System.out;
        for (int i = 0; i < Integer.parseInt(count[0]); i++) {
            var bytes = new ByteArrayOutputStream();
            System.setOut(new PrintStream(bytes, true));
            try {
                var main = Class.forName("p" + i + ".Main").getDeclaredMethod("main", String[].class);
                main.setAccessible(true);
                main.invoke(null, (Object) null);
            } catch (java.lang.reflect.InvocationTargetException thrown) {
                System.out.println(thrown.getCause().getClass());
            }
            out.println("> " + bytes.toString().replace("\\n", " "));
        }
    }
}
"""


@dataclass(frozen=True)
class _Side:
    """One side of all pairs, compiled, and what each program prints."""

    classes: Sequence[dict[str, bytes]]
    prints: Sequence[str]


def _side(folder: Path, programs: Sequence[tuple[str, str]]) -> _Side:
    paths = [folder / "Run.java"]
    paths[0].write_text(_RUN)
    for number, (frame, parts) in enumerate(programs):
        places = frame.count("%s")
        filled = frame % (tuple(parts.split("|")) if "|" in parts else (parts,) * places)
        paths.append(folder / f"{number}.java")
        paths[-1].write_text(f"package p{number}; {_HEAD} {filled}")
    home, out = HOMES.get("asm", find_jdk()), folder / "out"
    subprocess.run([home / "bin" / "javac", "-g:none", "-nowarn", "-d", out, *paths], check=True)
    run = [home / "bin" / "java", "-cp", out, "Run", str(len(programs))]
    done = subprocess.run(run, check=True, capture_output=True, text=True)
    classes = [
        {f"p{number}.{path.stem}": path.read_bytes() for path in sorted((out / f"p{number}").glob("*.class"))}
        for number in range(len(programs))
    ]
    return _Side(classes, done.stdout.splitlines())


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> tuple[_Side, _Side]:
    """The originals and the mutants: first the wrong ones, then the right ones."""
    made = []
    for side in (0, 1):
        programs = [(frame, parts[side]) for _, _, frame, *parts in WRONG]
        programs += [(frame, parts[side]) for _, frame, *parts in RIGHT]
        made.append(_side(tmp_path_factory.mktemp("side"), programs))
    return made[0], made[1]


@pytest.fixture(scope="module", params=READERS)
def prover(request: pytest.FixtureRequest) -> Iterator[Prover]:
    """The checker with each of its two readers."""
    if request.param not in HOMES:
        pytest.skip(f"no JDK here has the reader {request.param}")
    with Prover(java_home=HOMES[request.param]) as found:
        yield found


def _same(sides: tuple[_Side, _Side], number: int) -> bool:
    """Whether both sides print the same, but for the name of the package."""
    before, after = (side.prints[number] for side in sides)
    return before == after


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[row[0] for row in WRONG])
def test_what_differs_outside_the_bodies_is_not_proved(
    sides: tuple[_Side, _Side], prover: Prover, number: int
) -> None:
    assert not _same(sides, number), sides[0].prints[number]
    proof = prover.prove_classes(sides[0].classes[number], sides[1].classes[number])
    assert proof.verdict == "unproved"
    assert WRONG[number][1] in (proof.reason or ""), proof.reason


@pytest.mark.parametrize("number", range(len(RIGHT)), ids=[row[0] for row in RIGHT])
def test_what_nobody_can_see_is_proved(sides: tuple[_Side, _Side], prover: Prover, number: int) -> None:
    place = len(WRONG) + number
    assert _same(sides, place), (sides[0].prints[place], sides[1].prints[place])
    proof = prover.prove_classes(sides[0].classes[place], sides[1].classes[place])
    assert proof == Proof("proved", "graph")
