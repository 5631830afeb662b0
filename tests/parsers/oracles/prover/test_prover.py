"""The connection to the checker: verdicts, reasons, class paths, and code that is no code."""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from parsers.oracles.jdk import Compilation, Jdk, JdkError
from parsers.oracles.jdk.home import find_jdk
from parsers.oracles.prover import Proof, Prover
from scripts.class_changes import changes

ONE = "class A { int x; int m(int a) { if (a > x) return a; return x; } }"


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    with Prover() as found:
        yield found


def compiled(jdk: Jdk, text: str) -> Compilation:
    found = jdk.compile({"A.java": text}, bytes_=True)
    assert found.ok, found.diagnostics
    return found


def test_equal_class_bytes_are_a_proof(jdk: Jdk, prover: Prover) -> None:
    one = compiled(jdk, ONE)
    renamed = compiled(
        jdk, ONE.replace("int a", "int b").replace("a > x", "b > x").replace("return a", "return b")
    )
    assert prover.prove(one, renamed) == Proof("proved", "bytes")
    assert prover.prove(one, compiled(jdk, ONE.replace("a > x", "x < a"))) == Proof("proved", "graph")


def test_the_first_place_without_a_match_is_named(jdk: Jdk, prover: Prover) -> None:
    proof = prover.prove(compiled(jdk, ONE), compiled(jdk, ONE.replace("return x", "return a")))
    assert (proof.verdict, proof.how, bool(proof)) == ("unproved", None, False)
    assert proof.reason is not None
    assert proof.reason.startswith("A.m(I)I: original, instruction ")
    assert "ireturn" in proof.reason


def test_each_method_without_a_proof_is_named(jdk: Jdk, prover: Prover) -> None:
    text = "class A { int a() { return %s; } int b() { return %s; } int c() { return 3; } }"
    proof = prover.prove(compiled(jdk, text % (1, 2)), compiled(jdk, text % (2, 1)))
    assert [one.partition(":")[0] for one in proof.obstacles] == ["A.a()I", "A.b()I"]


@pytest.mark.parametrize(("side", "name"), [(0, "original"), (1, "mutant")])
def test_no_opinion_of_what_does_not_compile(jdk: Jdk, prover: Prover, side: int, name: str) -> None:
    both = [compiled(jdk, ONE), compiled(jdk, ONE)]
    both[side] = jdk.compile({"A.java": "class A {\n int m() { return; } }"}, bytes_=True)
    proof = prover.prove(*both)
    assert proof.verdict == "no-opinion"
    assert (proof.reason or "").startswith(f"the {name} does not compile: line 2: ")


def test_without_the_bytes_there_is_nothing_to_prove(jdk: Jdk, prover: Prover) -> None:
    one, other = (jdk.compile({"A.java": text}) for text in (ONE, ONE.replace("a > x", "x < a")))
    with pytest.raises(JdkError, match="bytes_=True"):
        prover.prove(one, other)


def test_a_renamed_method_is_named(jdk: Jdk, prover: Prover) -> None:
    one, other = compiled(jdk, ONE), compiled(jdk, ONE.replace("int m(", "int k("))
    assert prover.prove(one, other).reason == "a method has another name: A.m(I)I is k in the mutant"


def test_a_private_method_may_have_another_name_unless_the_class_path_has_an_heir(
    jdk: Jdk, prover: Prover, tmp_path: Path
) -> None:
    """`c.remove()` calls the private method, once it has that name, where the JVM looks it up in the heir (JVMS 17, 5.4.3.3)."""
    text = "public class A { private void %s() { } void h() { %s(); } }"
    one, other = (compiled(jdk, text.replace("%s", name)) for name in ("discard", "remove"))
    assert prover.prove(one, other)
    heirs = "class B extends A { } abstract class C extends B implements java.util.Iterator<A> { }"
    for name, content in (("A", text.replace("%s", "discard")), ("B", heirs)):
        (tmp_path / f"{name}.java").write_text(content)
    subprocess.run([find_jdk() / "bin" / "javac", *tmp_path.glob("*.java")], check=True)
    archive = tmp_path / "heirs.jar"
    with zipfile.ZipFile(archive, "w") as jar:
        for path in tmp_path.glob("*.class"):
            jar.write(path, path.name)
    for place in (tmp_path, archive):
        with Prover(classpath=[place]) as found:
            assert (
                found.prove(one, other).reason
                == "a method has another name: A.discard()V is remove in the mutant"
            )


def test_a_field_of_another_class_is_looked_up_on_the_class_path(
    jdk: Jdk, prover: Prover, tmp_path: Path
) -> None:
    (tmp_path / "B.java").write_text("class B { int plain; volatile int shared; }")
    subprocess.run([find_jdk() / "bin" / "javac", "-d", tmp_path, tmp_path / "B.java"], check=True)
    for name, known in (("plain", True), ("shared", False)):
        text = "class A { boolean m(B one, B two) { if (one == null | two == null) return on; return %s; } boolean on; }"
        pair = [
            jdk.compile({"A.java": text % test}, bytes_=True, classpath=[tmp_path])
            for test in (f"one.{name} < two.{name}", f"two.{name} > one.{name}")
        ]
        assert not prover.prove(*pair)  # without a class path any field may be volatile
        with Prover(classpath=[tmp_path]) as other:
            assert bool(other.prove(*pair)) is known


def test_operands_of_a_shift_do_not_commute(jdk: Jdk, prover: Prover) -> None:
    text = "class A { int m(int a, int b) { int c = a, d = b; return %s; } }"
    assert not prover.prove(compiled(jdk, text % "c << d"), compiled(jdk, text % "d << c"))
    assert prover.prove(compiled(jdk, text % "c & d"), compiled(jdk, text % "d & c"))


def test_floats_are_told_apart_by_their_bits(jdk: Jdk, prover: Prover) -> None:
    text = "class A { float m() { return %s; } }"
    for one, other in (("1.25f", "1.3f"), ("0f", "-0f")):
        assert not prover.prove(compiled(jdk, text % one), compiled(jdk, text % other))


def test_names_of_captured_variables_do_not_count(jdk: Jdk, prover: Prover) -> None:
    text = "class A { Object m(int @) { return new Object() { int k() { return @; } }; } }"
    proof = prover.prove(compiled(jdk, text.replace("@", "one")), compiled(jdk, text.replace("@", "other")))
    assert proof == Proof("proved", "graph")


def test_a_lost_jvm_costs_one_proof(jdk: Jdk) -> None:
    one, other = compiled(jdk, ONE), compiled(jdk, ONE.replace("a > x", "x < a"))
    with Prover() as prover:
        assert prover.prove(one, other)
        jvm = prover._worker._jvm
        assert jvm is not None
        jvm._child._process.kill()
        jvm._child._process.wait()
        assert (prover.prove(one, other).reason or "").startswith("the checker gave up")
        assert prover.prove(one, other)


def test_deep_expressions_do_not_end_the_checker(jdk: Jdk, prover: Prover) -> None:
    deep = " + ".join(["a"] * 1500)
    one = compiled(jdk, f"class A {{ int x; int m(int a) {{ return {deep}; }} }}")
    other = compiled(jdk, f"class A {{ int x; int m(int a) {{ int u = 0; return {deep}; }} }}")
    assert prover.prove(one, other)


def test_long_methods_end(jdk: Jdk, prover: Prover) -> None:
    tests = "\n".join(f"if (a == {n}) x += {n}; else if (b > x) {{ b--; }}" for n in range(200))
    text = f"class A {{ int x; int m(int a, int b) {{ {{0}} {tests} return b; }} }}"
    assert prover.prove(
        compiled(jdk, text.replace("{0}", "")), compiled(jdk, text.replace("{0}", "int u = 1;"))
    )


SUBJECT = """class A {
    int x; static int z; int[] arr; String s = "a";
    int sum(int n, int step) {
        int total = 3;
        for (int i = 0; i < n; i += step) { if (arr[i] < total) { total += arr[i] * 2; } else { x = i - 1; } }
        return total / step + (int) (5L << n) - z;
    }
    String join(char c, double d) { return d < 2.5 || d != x ? s + c + d : s.concat("b"); }
    int ways(int k) { switch (k) { case 1: z = 4; return k - 7; case 2: z++; default: return ~k & 6; } }
}"""


def test_no_change_of_an_instruction_is_proved(jdk: Jdk, prover: Prover) -> None:
    data = compiled(jdk, SUBJECT).classes["A"].data
    assert data is not None
    made = list(changes(data, 1000, 1))
    assert len(made) > 50
    # dcmpl and dcmpg differ for NaN alone, and != does not ask how: it is the one change that does the same.
    assert [one.text for one in made if prover.prove_classes({"A": data}, {"A": one.data})] == [
        "join, byte 14: 97 -> 98"
    ]


def test_what_is_no_valid_code_is_not_proved(prover: Prover, jdk: Jdk) -> None:
    data = compiled(jdk, SUBJECT).classes["A"].data
    assert data is not None
    for broken in (b"", data[:50], data[:-3]):
        proof = prover.prove_classes({"A": data}, {"A": broken})
        assert (proof.verdict, proof.how) == ("unproved", None)
    assert prover.prove_classes({"A": data}, {"A": data})
