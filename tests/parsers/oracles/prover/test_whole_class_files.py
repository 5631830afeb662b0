"""One planted change for each row of the table in docs/proof.md: what it calls compared is not proved, what it calls free is."""

from __future__ import annotations

import re
import struct
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest

from parsers.oracles.jdk.home import find_jdk
from parsers.oracles.prover import Proof, Prover
from tests.parsers.oracles.prover.class_file import Attribute, ClassFile, Member
from tests.parsers.oracles.prover.homes import HOMES, READERS
from tests.parsers.oracles.prover.test_outside_the_bodies import RIGHT, WRONG

_SOURCE = """package p; import java.lang.annotation.*; import java.util.*; import java.util.function.*;
@Retention(RetentionPolicy.RUNTIME) @interface M { int value() default 1; String text() default "a"; }
@Retention(RetentionPolicy.CLASS) @interface K { int value() default 1; }
@Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER}) @interface T { }
@Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER}) @interface U { }
sealed interface S permits One, Two { }
record One(@M int x, @T List<String> y) implements S { One { } }
record Two() implements S { } enum E { P, Q }
@M @K @Deprecated abstract class A<X extends @T Number> extends @U Base<X> implements Runnable, Comparable<A<X>> {
    static final int C = 1; static final String D = "d"; @M @K protected @T int a;
    private volatile List<@U X> b; transient long c;
    @Deprecated static int z = 3;
    @M @K public int work(@M @K int i, final String s) throws IllegalStateException, @T UnsupportedOperationException {
        try { @T int k = i / a; return k + s.length(); } catch (ArithmeticException e) { return 2; } finally { z++; } }
    public void run() { Runnable r = () -> work(1, ""); r.run(); new Object() { int q = z; void go() { } }.hashCode(); }
    public int compareTo(A<X> o) { class Local { } new Local(); return o.a; }
    native int deep(int k); private native int deeper(int k);
    protected <Y extends X> Y any(Y y) { return y; }
    private void quiet() { z--; } private int twice(int n) { quiet(); return n + n + deeper(n); }
    String join(int k) { return "v" + k + z; }
    static class Member { } class Inner { int v = a; }
}
class Base<X> { void base() { } }
interface Side { static int side() { return 1; } }
class User { int use() { return Side.side(); } Class<?> type() { return User.class; } long big() { return 1L << 40; } }
"""
_MODULE = "module m { requires java.logging; exports p; opens p; uses java.lang.Runnable; }"
ROOT = Path(__file__).parents[4]
Change: TypeAlias = Callable[[ClassFile], None]
Classes: TypeAlias = dict[str, bytes]


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Classes:
    """The classes of the source, with all that javac can write about them."""
    root = tmp_path_factory.mktemp("whole")
    (root / "A.java").write_text(_SOURCE)
    (root / "module-info.java").write_text(_MODULE)
    # That of the oldest JDK: both readers know its version.
    javac = [
        HOMES.get("asm", find_jdk()) / "bin" / "javac",
        "-g",
        "-parameters",
        "-nowarn",
        "-d",
        root / "out",
    ]
    subprocess.run([*javac, root / "A.java", root / "module-info.java"], check=True, capture_output=True)
    out = root / "out"
    return {
        ".".join(p.relative_to(out).with_suffix("").parts): p.read_bytes()
        for p in sorted(out.rglob("*.class"))
    }


@pytest.fixture(scope="module", params=READERS)
def prover(request: pytest.FixtureRequest) -> Iterator[Prover]:
    """The checker with each of its two readers."""
    if request.param not in HOMES:
        pytest.skip(f"no JDK here has the reader {request.param}")
    with Prover(java_home=HOMES[request.param]) as found:
        yield found


def _named(file: ClassFile, data: bytes) -> bytes:
    return struct.pack(">H", file.text(data.decode()))


def _typed(file: ClassFile, *names: str) -> bytes:
    return struct.pack(f">{len(names) + 1}H", len(names), *(file.type(name) for name in names))


def _annotations(file: ClassFile, *types: str) -> bytes:
    parts = (struct.pack(">HH", file.text(type_), 0) for type_ in types)
    return struct.pack(">H", len(types)) + b"".join(parts)


def _without(name: str) -> Callable[[ClassFile, list[Attribute]], list[Attribute]]:
    return lambda file, found: [each for each in found if file.named(each.name) != name]


def _in_body(of: str, change: Callable[[ClassFile, list[Attribute]], list[Attribute]]) -> Change:
    return lambda file: file.body(of, attributes=lambda found: change(file, found))


def _swapped_text(old: str, new: str) -> Change:
    return lambda file: file.replace((1, old.encode()), (1, new.encode()))


A, INNER, LOCAL = "p.A", "p.A$Inner", "p.A$1Local"


def _entry(file: ClassFile, inner: str, change: Callable[[bytes], bytes]) -> None:
    """Change the entry of a class in the list of nested classes."""
    found = file.attribute("InnerClasses")
    at = next(
        at
        for at in range(2, len(found.data), 8)
        if found.data[at : at + 2] == struct.pack(">H", file.type(inner))
    )
    found.data = found.data[:at] + change(found.data[at : at + 8]) + found.data[at + 8 :]


def _called(old: str, new: str, type_: str) -> Change:
    """Rename a method of the class, with all that its class says of it."""

    def change(file: ClassFile) -> None:
        file.rename(old, new)
        pair = struct.pack(">HH", file.text(old), file.text(type_))
        if (12, pair) in file.constants:
            file.replace((12, pair), (12, struct.pack(">HH", file.text(new), file.text(type_))))

    return change


def _caught(file: ClassFile, part: int, value: int) -> None:
    """Change one of the four numbers of the first exception handler."""

    def change(handlers: list[bytes]) -> list[bytes]:
        first = [*struct.unpack(">4H", handlers[0])]
        first[part] = value
        return [struct.pack(">4H", *first), *handlers[1:]]

    file.body("work", handlers=change)


def _set(file: ClassFile, **values: int) -> None:
    for name, value in values.items():
        assert getattr(file, name) != value
        setattr(file, name, value)


_COMPARED: list[tuple[str, str, Change]] = [
    ("magic", A, lambda f: setattr(f, "magic", b"\xca\xfe\xba\xbf")),
    ("version", A, lambda f: _set(f, major=60)),
    ("version", A, lambda f: _set(f, minor=1)),
    (
        "constants that are used",
        "p.User",
        lambda f: f.replace((5, (1 << 40).to_bytes(8, "big")), (5, bytes(8))),
    ),
    ("constants that are used", "p.User", lambda f: _set_reference(f)),
    ("class: flags", A, lambda f: f.flip(0x0001)),
    ("class: flags", A, lambda f: f.flip(0x0020)),
    ("class: flags", A, lambda f: f.flip(0x0400)),
    ("class: flags", A, lambda f: f.flip(0x1000)),
    ("class: flags", LOCAL, lambda f: f.flip(0x0010)),
    ("class: flags", "p.S", lambda f: f.flip(0x2000)),
    ("class: flags", "p.E", lambda f: f.flip(0x4000)),
    ("class: name", A, lambda f: _set(f, this=f.type("p/Z"))),
    ("superclass", A, lambda f: _set(f, parent=f.type("java/lang/Object"))),
    ("interfaces", A, lambda f: f.interfaces.pop()),
    ("interfaces", A, lambda f: f.interfaces.reverse()),
    *(
        ("field: flags", A, lambda f, bits=bits: f.flip(bits, "a"))
        for bits in (0x1, 0x2, 0x4, 0x8, 0x10, 0x40, 0x80, 0x1000, 0x4000)
    ),
    ("field: name", A, lambda f: f.rename("c", "d")),
    ("field: type", A, lambda f: f.retype("c", "D")),
    ("fields: which, and their order", A, lambda f: f.fields.pop()),
    ("fields: which, and their order", A, lambda f: f.fields.append(f.fields[0])),
    ("fields: which, and their order", A, lambda f: f.fields.reverse()),
    ("`ConstantValue`", A, lambda f: f.drop("ConstantValue", "C")),
    ("`ConstantValue`", A, lambda f: f.put("ConstantValue", struct.pack(">H", f.constant(3, bytes(4))), "C")),
    ("`ConstantValue`", A, lambda f: f.replace((1, b"d"), (1, b"e"))),
    *(
        ("method: flags", A, lambda f, bits=bits: f.flip(bits, "work"))
        for bits in (0x1, 0x2, 0x4, 0x8, 0x10, 0x20, 0x40, 0x80, 0x800, 0x1000)
    ),
    ("method: name", "p.Base", lambda f: f.rename("base", "hash")),
    ("method: name", A, _called("deep", "deeply", "(I)I")),
    ("method: name", A, _called("deeper", "deepest", "(I)I")),
    ("method: name", A, _called("quiet", "readResolve", "()V")),
    ("method: parameters and result", A, lambda f: f.retype("deep", "(J)I")),
    ("method: parameters and result", A, lambda f: f.retype("deep", "(I)J")),
    ("methods: which", A, lambda f: f.methods.remove(f.member("deep"))),
    ("methods: which", A, lambda f: f.methods.remove(f.member("<clinit>"))),
    ("methods: which", A, lambda f: f.methods.append(_copy(f, "quiet", "noisy"))),
    ("`Code`: instructions", A, lambda f: f.body("quiet", code=lambda c: c[:-6] + b"\x60" + c[-5:])),
    ("`Code`: exception handlers", A, lambda f: f.body("work", handlers=lambda h: h[1:])),
    ("`Code`: exception handlers", A, lambda f: f.body("work", handlers=lambda h: h[::-1])),
    ("`Code`: exception handlers", A, lambda f: _caught(f, 0, 6)),
    ("`Code`: exception handlers", A, lambda f: _caught(f, 1, 1)),
    ("`Code`: exception handlers", A, lambda f: _caught(f, 3, f.type("java/lang/Error"))),
    ("`Code`: exception handlers", A, lambda f: _caught(f, 3, 0)),
    ("`Exceptions`", A, lambda f: f.drop("Exceptions", "work")),
    ("`Exceptions`", A, lambda f: f.shorten("Exceptions", "work")),
    ("`Exceptions`", A, lambda f: f.turn("Exceptions", "work")),
    ("`Signature`", A, lambda f: f.drop("Signature")),
    ("`Signature`", A, lambda f: f.drop("Signature", "b")),
    ("`Signature`", A, lambda f: f.drop("Signature", "any")),
    ("`Signature`", A, lambda f: f.put("Signature", _named(f, b"TY;"), "b")),
    (
        "`Signature`",
        "p.One",
        _swapped_text("Ljava/util/List<Ljava/lang/String;>;", "Ljava/util/List<Ljava/lang/Long;>;"),
    ),
    ("`Synthetic`", A, lambda f: f.put("Synthetic", b"")),
    ("`Synthetic`", A, lambda f: f.put("Synthetic", b"", "a")),
    ("`Synthetic`", A, lambda f: f.put("Synthetic", b"", "work")),
    ("`Deprecated`", A, lambda f: f.drop("Deprecated")),
    ("`Deprecated`", A, lambda f: f.drop("Deprecated", "z")),
    ("`Deprecated`", A, lambda f: f.put("Deprecated", b"", "work")),
    *(
        (
            f"`Runtime{seen}Annotations`",
            A,
            lambda f, seen=seen, of=of: f.drop(f"Runtime{seen}Annotations", of),
        )
        for seen in ("Visible", "Invisible")
        for of in (None, "a", "work")
    ),
    (
        "`RuntimeVisibleAnnotations`",
        A,
        lambda f: f.put("RuntimeVisibleAnnotations", _annotations(f, "Lp/M;"), "run"),
    ),
    (
        "`RuntimeVisibleAnnotations`",
        A,
        lambda f: f.put("RuntimeVisibleAnnotations", _annotations(f, "Lp/T;"), "a"),
    ),
    *(
        (
            f"`Runtime{seen}ParameterAnnotations`",
            A,
            lambda f, seen=seen: f.drop(f"Runtime{seen}ParameterAnnotations", "work"),
        )
        for seen in ("Visible", "Invisible")
    ),
    ("`RuntimeVisibleTypeAnnotations`", A, lambda f: f.drop("RuntimeVisibleTypeAnnotations")),
    ("`RuntimeVisibleTypeAnnotations`", A, lambda f: f.drop("RuntimeVisibleTypeAnnotations", "a")),
    ("`RuntimeVisibleTypeAnnotations`", A, lambda f: f.drop("RuntimeVisibleTypeAnnotations", "work")),
    ("`RuntimeVisibleTypeAnnotations`", A, lambda f: f.set("RuntimeVisibleTypeAnnotations", 4, 0, "work")),
    ("`RuntimeInvisibleTypeAnnotations`", A, lambda f: f.drop("RuntimeInvisibleTypeAnnotations")),
    ("`RuntimeInvisibleTypeAnnotations`", A, lambda f: f.drop("RuntimeInvisibleTypeAnnotations", "b")),
    ("`AnnotationDefault`", "p.M", lambda f: f.drop("AnnotationDefault", "value")),
    ("`AnnotationDefault`", "p.M", lambda f: f.replace((1, b"a"), (1, b"b"))),
    ("`MethodParameters`: flags", A, lambda f: f.set("MethodParameters", 4, 0x10, "work")),
    ("`MethodParameters`: flags", INNER, lambda f: f.set("MethodParameters", 3, 0x10, "<init>")),
    ("`BootstrapMethods`", A, _swapped_text("v\1\1", "w\1\1")),
    ("`BootstrapMethods`", A, lambda f: _other_handle(f)),
    (
        "`InnerClasses` of the class and its members",
        INNER,
        lambda f: _entry(f, "p/A$Inner", lambda e: e[:-1] + b"\1"),
    ),
    (
        "`InnerClasses` of the class and its members",
        A,
        lambda f: _entry(f, "p/A$Member", lambda e: e[:-1] + b"\1"),
    ),
    (
        "`InnerClasses` of the class and its members",
        A,
        lambda f: _entry(f, "p/A$Inner", lambda e: e[:2] + bytes(6)),
    ),
    ("`InnerClasses` of the class and its members", INNER, lambda f: f.drop("InnerClasses")),
    (
        "`EnclosingMethod`",
        LOCAL,
        lambda f: f.put("EnclosingMethod", struct.pack(">HH", f.type("p/A"), f.pair("run", "()V"))),
    ),
    ("`EnclosingMethod`", LOCAL, lambda f: f.put("EnclosingMethod", struct.pack(">HH", f.type("p/A"), 0))),
    ("`EnclosingMethod`", "p.A$1", lambda f: f.set("EnclosingMethod", 1, f.type("p/Base"))),
    ("`EnclosingMethod`", "p.A$1", lambda f: f.drop("EnclosingMethod")),
    ("`NestHost`", INNER, lambda f: f.drop("NestHost")),
    ("`NestHost`", INNER, lambda f: f.put("NestHost", struct.pack(">H", f.type("p/E")))),
    ("`NestMembers`", A, lambda f: f.drop("NestMembers")),
    ("`NestMembers`", A, lambda f: f.shorten("NestMembers")),
    ("`Record`", "p.One", lambda f: f.drop("Record")),
    ("`Record`", "p.Two", lambda f: f.drop("Record")),
    ("`Record`", "p.One", lambda f: f.set("Record", 3, f.text("y"))),
    ("`Record`", "p.One", lambda f: f.set("Record", 5, f.text("J"))),
    ("`PermittedSubclasses`", "p.S", lambda f: f.drop("PermittedSubclasses")),
    ("`PermittedSubclasses`", "p.S", lambda f: f.shorten("PermittedSubclasses")),
    ("`Module`", "module-info", lambda f: f.set("Module", 3, 0x20)),
    ("`Module`", "module-info", _swapped_text("java/lang/Runnable", "java/lang/Iterable")),
    (
        "`ModulePackages`",
        "module-info",
        lambda f: f.put("ModulePackages", struct.pack(">HH", 1, f.constant(20, _named(f, b"p")))),
    ),
    (
        "`ModuleMainClass`",
        "module-info",
        lambda f: f.put("ModuleMainClass", struct.pack(">H", f.type("p/A"))),
    ),
    ("attributes that the JVM does not know", A, lambda f: f.put("Ours", b"\0")),
    ("attributes that the JVM does not know", A, lambda f: f.put("Ours", b"\0", "a")),
    ("attributes that the JVM does not know", A, lambda f: f.put("Ours", b"\0", "work")),
    (
        "attributes that the JVM does not know",
        A,
        lambda f: f.body("work", attributes=lambda a: [*a, Attribute(f.text("Ours"), b"")]),
    ),
]

_FREE: list[tuple[str, str, Change]] = [
    ("constants that nothing uses", A, lambda f: (f.text("unused"), f.constant(8, _named(f, b"unused")))),
    ("methods: order", A, lambda f: f.methods.reverse()),
    ("`Code`: sizes of stack and locals", A, lambda f: f.body("work", stack=lambda n: n + 1)),
    ("`Code`: sizes of stack and locals", A, lambda f: f.body("work", locals=lambda n: n + 2)),
    ("`StackMapTable`", A, _in_body("work", _without("StackMapTable"))),
    ("`LineNumberTable`", A, _in_body("work", _without("LineNumberTable"))),
    ("`LocalVariableTable`", A, _in_body("work", _without("LocalVariableTable"))),
    ("`LocalVariableTypeTable`", A, _in_body("any", _without("LocalVariableTypeTable"))),
    ("annotations within bodies", A, _in_body("work", _without("RuntimeVisibleTypeAnnotations"))),
    ("`MethodParameters`: names", A, lambda f: f.set("MethodParameters", 2, f.text("z"), "work")),
    ("`InnerClasses` of others", A, lambda f: f.shorten("InnerClasses", size=8)),
    ("`InnerClasses` of others", A, lambda f: f.turn("InnerClasses", size=8)),
    ("`NestMembers`: order", A, lambda f: f.turn("NestMembers")),
    ("`PermittedSubclasses`: order", "p.S", lambda f: f.turn("PermittedSubclasses")),
    ("`SourceFile`", A, lambda f: f.put("SourceFile", _named(f, b"B.java"))),
    ("`SourceDebugExtension`", A, lambda f: f.put("SourceDebugExtension", b"SMAP")),
]


def _set_reference(file: ClassFile) -> None:
    """Call a method of an interface like one of a class, which is an error (JVMS 17, 5.4.3.3)."""
    [at] = (at for at, (tag, _) in enumerate(file.constants) if tag == 11)
    file.constants[at] = (10, file.constants[at][1])


def _other_handle(file: ClassFile) -> None:
    """Let the lambda be called with invokespecial, or the other way round."""
    at, kind = next(
        (at, data[0]) for at, (tag, data) in enumerate(file.constants) if tag == 15 and data[0] != 6
    )
    file.constants[at] = (15, bytes([{5: 7, 7: 5}[kind]]) + file.constants[at][1][1:])


def _copy(file: ClassFile, of: str, name: str) -> Member:
    found = file.member(of)
    return Member(found.flags, file.text(name), found.type, found.attributes)


_MAPPED: list[tuple[str, str, Change]] = [("name of a private method", A, _called("quiet", "silent", "()V"))]

_PROGRAMS = {
    "classes: which": ["class added"],
    "names of local and anonymous classes": ["captured variable", "classes with numbers renamed"],
    "names of bodies of lambdas": ["lambdas of one type swapped", "private in a lambda for streams"],
    "copies of captured variables": ["captured variable"],
    "such names in serializable classes": [
        "serializable class with a captured variable",
        "serializable classes without a name",
    ],
    "constants that other classes copied": ["constant set by the initialiser", "constant of another value"],
    "order of static initialisers": ["initialisers swapped"],
    "the computed `serialVersionUID`": ["private, the number of the version is computed", "name of a field"],
    "whether there are assertions": ["assertion removed"],
}
"""Rows of the table that are about what javac makes of sources: their pairs in `test_outside_the_bodies`."""


def _ids(rows: Sequence[tuple[str, str, Change]]) -> list[str]:
    """Return the name of each row without marks, and which change of it this is."""
    names = [row.replace("`", "") for row, *_ in rows]
    return [f"{name} {names[:at].count(name) + 1}" for at, name in enumerate(names)]


def _prove(prover: Prover, classes: Classes, name: str, change: Change) -> Proof:
    file = ClassFile(classes[name])
    change(file)
    assert file.bytes() != classes[name]
    return prover.prove_classes(classes, classes | {name: file.bytes()})


def test_class_files_are_put_together_as_they_were(classes: Classes) -> None:
    for name, data in classes.items():
        assert ClassFile(data).bytes() == data, name


def test_the_same_classes_are_proved(classes: Classes, prover: Prover) -> None:
    assert prover.prove_classes(classes, classes)


@pytest.mark.parametrize(("name", "change"), [row[1:] for row in _COMPARED], ids=_ids(_COMPARED))
def test_a_change_of_what_is_compared_is_not_proved(
    classes: Classes, prover: Prover, name: str, change: Change
) -> None:
    proof = _prove(prover, classes, name, change)
    assert proof.verdict == "unproved"
    assert not (proof.reason or "").startswith("the checker failed"), proof.reason


@pytest.mark.parametrize(
    ("name", "change"), [row[1:] for row in (*_FREE, *_MAPPED)], ids=_ids([*_FREE, *_MAPPED])
)
def test_a_change_of_what_is_free_or_mapped_is_proved(
    classes: Classes, prover: Prover, name: str, change: Change
) -> None:
    assert _prove(prover, classes, name, change) == Proof("proved", "graph")


def test_the_table_of_the_docs_has_the_rows_of_these_tests() -> None:
    page = (ROOT / "docs" / "proof.md").read_text()
    _, _, table = page.partition("## Everything in a class file")
    rows = dict(re.findall(r"^\| ([^|]+?) \| (compared|mapped|free) \|", table, re.MULTILINE))
    assert {row for row, verdict in rows.items() if verdict == "free"} == {row for row, *_ in _FREE}
    compared = {row for row, *_ in _COMPARED} | set(_PROGRAMS) | {row for row, *_ in _MAPPED}
    assert {row for row, verdict in rows.items() if verdict != "free"} == compared
    pairs = {row[0] for row in (*WRONG, *RIGHT)}
    assert {pair for found in _PROGRAMS.values() for pair in found} <= pairs
