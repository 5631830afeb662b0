"""Proofs with JDKs that have java.lang.classfile instead of ASM: 24 and later, JEP 484."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from parsers.oracles.jdk import Jdk
from parsers.oracles.jdk.home import jdk_version
from parsers.oracles.prover import Proof, Prover

_HOMES = sorted({p.resolve() for p in Path("/usr/lib/jvm").glob("*") if (jdk_version(p) or 0) >= 24})

pytestmark = pytest.mark.skipif(not _HOMES, reason="there is no JDK 24 or later in /usr/lib/jvm")


@pytest.fixture(scope="module", params=_HOMES, ids=lambda home: home.name)
def tools(request: pytest.FixtureRequest) -> Iterator[tuple[Jdk, Prover]]:
    with Jdk(java_home=request.param) as jdk, Prover(java_home=request.param) as prover:
        yield jdk, prover


def prove(tools: tuple[Jdk, Prover], before: str, after: str) -> Proof:
    jdk, prover = tools
    compiled = [jdk.compile({"A.java": text}, bytes_=True) for text in (before, after)]
    for each in compiled:
        assert each.ok, each.diagnostics
    return prover.prove(*compiled)


RECORD = """record A(@Deprecated int x, String... y) { sealed interface S permits T {} record T() implements S {}
    int f() { return %s; } }"""
CAPTURES = """class A { int k; Runnable r(int n, int m) { return new Runnable() { public void run() {
    Runnable inner = () -> { %s }; inner.run(); } }; } }"""
ARRAYS = """class A { Object f(int n) { byte[] b = new byte[n]; long[][] l = new long[n][2]; Object[] o = {1L, 2f, 3d, null};
    double[] d = new double[n]; %s
    return o[n] instanceof int[] ? String[].class : l.length > b.length ? d : o; } }"""
RESCUES = """class A { int f(int x) { try { synchronized (this) { %s } } catch (ArithmeticException | NullPointerException e) {
    return 3; } finally { x--; System.out.println(x); } } }"""
FILLERS = " ".join(f"long v{i} = x;" for i in range(140))  # the others get slots of more than a byte
MANY = f"class A {{ long f(int x) {{ {FILLERS} int y = x; long z = y; y += 1000; %s return z + y; }} }}"


@pytest.mark.parametrize(
    ("frame", "before", "after"),
    [
        (RECORD, "x < 0 ? 1 : y.length", "!(x < 0) ? y.length : 1"),
        (CAPTURES, "if (n > k) { k = m; } else { k++; }", "if (n <= k) { k++; } else { k = m; }"),
        (ARRAYS, "d[0] += 2; l[1][0]++;", "d[0] = d[0] + 2; l[1][0] += 1;"),
        (RESCUES, "if (x > 2) { return 6 / x; } return x;", "if (!(x > 2)) { return x; } return 6 / x;"),
        (MANY, "z = y < 0 ? 1 : z;", "if (!(y >= 0)) { z = 1; }"),
    ],
)
def test_the_same_said_in_another_way_is_proved(
    tools: tuple[Jdk, Prover], frame: str, before: str, after: str
) -> None:
    proof = prove(tools, frame % before, frame % after)
    assert (proof.verdict, proof.how) == ("proved", "graph"), proof


@pytest.mark.parametrize(
    ("frame", "before", "after"),
    [
        (RECORD, "x < 0 ? 1 : y.length", "x < 0 ? y.length : 1"),
        (CAPTURES, "if (n > k) { k = m; } else { k++; }", "if (n > k) { k = n; } else { k++; }"),
        (ARRAYS, "d[0] += 2; l[1][0]++;", "d[0] += 2.5; l[1][0]++;"),
        (RESCUES, "if (x > 2) { return 6 / x; } return x;", "if (x > 2) { return x / 6; } return x;"),
        (MANY, "z = y < 0 ? 1 : z;", "z = y < 0 ? z : 1;"),
    ],
)
def test_another_behaviour_is_not_proved(
    tools: tuple[Jdk, Prover], frame: str, before: str, after: str
) -> None:
    assert prove(tools, frame % before, frame % after).verdict == "unproved"


KEYS = "class A { int f(int x) { switch (x) { case %s: return 1; case %s: return 2; case %s: return 3; } return %s; } }"
TOP = 2**31 - 1


@pytest.mark.parametrize(
    "keys", [(TOP - 2, TOP - 1, TOP), (-TOP - 1, -TOP, 1 - TOP), (-TOP, 0, TOP), (3, 4, 6)]
)
def test_switches_are_read_up_to_the_largest_key(
    tools: tuple[Jdk, Prover], keys: tuple[int, int, int]
) -> None:
    before = KEYS % (*keys, "x > 0 ? 4 : 5")
    assert prove(tools, before, KEYS % (*keys, "x <= 0 ? 5 : 4")).how == "graph"
    assert not prove(tools, before, KEYS % (keys[2], keys[1], keys[0], "x > 0 ? 4 : 5"))
    assert not prove(tools, before, KEYS % (keys[0], keys[1], 99, "x > 0 ? 4 : 5"))


HEAD = """import java.lang.annotation.*; import java.util.*;
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.PARAMETER, ElementType.METHOD})
    @interface M { int[] value() default {1}; Class<?> type() default int.class; String text() default "a"; }
    class A<T extends @M Number> extends @M ArrayList<T> { static final double D = 1.5; @M List<@M(2) String> names;
    @M(type = A.class) int f(@M Object o) throws @M Exception { return o == null ? 1 : 2; } }
    record P(@M int x, List<String> y) { } sealed interface S { } final class U implements S { }"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("default {1}", "default {1, 2}"),
        ("default int.class", "default long.class"),
        ('default "a"', 'default "b"'),
        ("RetentionPolicy.RUNTIME", "RetentionPolicy.CLASS"),
        ("extends @M Number", "extends Number"),
        ("extends @M Number", "extends Integer"),
        ("extends @M ArrayList<T>", "extends @M(2) ArrayList<T>"),
        ("D = 1.5", "D = -1.5"),
        ("@M(2) String", "String"),
        ("List<@M(2) String>", "List<@M(2) Object>"),
        ("type = A.class", "type = S.class"),
        ("@M Object o", '@M(text = "") Object o'),
        ("throws @M Exception", "throws @M Error"),
        ("throws @M Exception", "throws Exception"),
        ("record P(@M int x", "record P(int x"),
        ("List<String> y", "List<Object> y"),
        ("sealed interface S { } final class U", "interface S { } final class U"),
        ("sealed interface S { }", "@Deprecated sealed interface S { }"),
    ],
)
def test_declarations_are_compared(tools: tuple[Jdk, Prover], old: str, new: str) -> None:
    assert HEAD.count(old) == 1
    assert prove(tools, HEAD, HEAD.replace("o == null ? 1 : 2", "o != null ? 2 : 1"))
    assert not prove(tools, HEAD, HEAD.replace(old, new))
