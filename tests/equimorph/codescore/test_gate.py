"""The gate, against javac and Python themselves."""

from __future__ import annotations

import pytest

from equimorph.checking.around import Around
from equimorph.codescore.errors import NoCompiler
from equimorph.codescore.gate import Gate
from parsers.oracles.jdk import Jdk, JdkNotFound

JAVA = [
    ("class A { int f() { return 1; } }", True),
    ("public class Solution { int f() { return 1; } }", True),
    ("int f(int a) { return a; }", True),
    ("int f(int a) { return b; }", False),
    ("class A { int f() { return 1 } }", False),
    ("class A { Missing m; }", False),
    ("import java.util.*;\nclass A { List<String> f() { return new ArrayList<>(); } }", True),
    ("", False),
    ("// nothing", False),
    ("@@@", False),
    ('class A { String s = "\\ud800"; }', True),
]
PYTHON = [
    ("def f(a):\n    return a\n", True),
    ("    def f(a):\n        return a\n", True),
    ("def f(a):\nreturn a\n", False),
    ("x = 1\n", True),
    ("return 1\n", False),
    ("", False),
    ("# nothing\n", False),
    ("x = '\\d'\n", True),
    ("x = 1\x00\n", False),
    ("(" * 300 + ")" * 300, False),
]


@pytest.mark.parametrize(("text", "ok"), JAVA)
def test_what_javac_accepts_passes(text: str, ok: bool, jdk: Jdk) -> None:
    with Gate() as gate:
        found = gate.judged(text, "java")
    assert found.ok is ok
    assert (found.reason is None) is ok


@pytest.mark.parametrize(("text", "ok"), PYTHON)
def test_what_python_compiles_passes(text: str, ok: bool) -> None:
    with Gate() as gate:
        found = gate.judged(text, "python")
    assert found.ok is ok
    assert (found.reason is None) is ok


def test_half_of_a_surrogate_pair_does_not_compile() -> None:
    with Gate() as gate:
        assert not gate.judged("x = '\ud800'\n", "python").ok
        assert not gate.judged('class A { String s = "\ud800"; }', "java").ok


def test_of_methods_of_a_project_only_the_syntax_may_be_asked() -> None:
    gate = Gate("syntax")
    assert gate.judged("int f(Missing m) { return m.size(); }", "java").ok
    assert not gate.judged("int f(Missing m) { return m.size() }", "java").ok
    assert Gate("none").judged("not code at all", "java").ok


def test_where_the_reference_does_not_compile_either_nothing_is_known() -> None:
    """Both lack an import; a candidate that does not parse compiles nowhere."""
    right, wrong, broken = (f"List<String> f() {{ return {text}; }}" for text in ("null", "x", "1 +"))
    around = Around("import java.util.*;\nclass A {\n", "}\n")
    with Gate() as gate:
        for text in (right, wrong):
            with pytest.raises(NoCompiler, match="the reference does not compile either"):
                gate.compared(text, right, "java")
        assert not gate.compared(broken, right, "java").ok
        assert gate.compared(right, right, "java", around).ok
        assert not gate.compared(wrong, right, "java", around).ok
        assert gate.compared("int f() { return 1; }", right, "java").ok


def test_no_javac_is_an_error_and_no_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Jdk:
        raise JdkNotFound("no JDK here")

    monkeypatch.setattr("equimorph.codescore.compilers.Jdk", none)
    monkeypatch.setattr("equimorph.codescore.compilers.find_jdk", none)
    with Gate() as gate, pytest.raises(JdkNotFound, match="no JDK here"):
        gate.judged("class A { }", "java")
    with Gate() as gate, pytest.raises(JdkNotFound, match="no JDK here"):
        gate.check({"java"})
    for kind, language in (("compile", "python"), ("syntax", "java"), ("none", "java")):
        Gate(kind).check({language})


def test_a_closed_gate_starts_its_compilers_again() -> None:
    gate = Gate()
    assert gate.judged("x = 1\n", "python").ok
    gate.close()
    assert gate.judged("x = 2\n", "python").ok
    gate.close()
