"""The compiling of all mutants of a file: who is guilty, also where bodies are emptied and many mutants go together."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import equimorph as em
import mutators
from mutators import Edit, Example, Mutant, Mutator
from parsers import SourceFile
from parsers.java.method import Method
from parsers.oracles.jdk import Compilation, Jdk
from tests.strategies.matches import Always

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from mutant_compiler import FileCompiler, OracleCrash

FEW = "int f{} (int n) {{ return n + {}; }}"
MANY = "int many(int a, int b) { int sum = 0; " + "sum += a; " * 12 + "return sum / b; }"
TEXT = "class A { final int x; A(int x) { this.x = x; } " + " ".join(
    [*(FEW.format(i, i) for i in range(8)), MANY, "}"]
)


class Replacing(Mutator):
    """Replaces a name by a text, under the name of a mutator of which class bytes tell something, or another one."""

    relation = "preserving"
    examples = Example.rows("int f() { return @; }", "1 -> 2")

    language = "java"

    def __init__(self, name: str, old: str, new: str) -> None:
        self.name, self.old, self.new = name, old, new

    def matches(self, method: Method) -> Iterator[Always]:
        for node in method.root.walk():
            if node.named and method.node_text(node) == self.old:
                yield Always(method, node, lambda match: [Edit(match.start, self.old, self.new)])


def judged(
    jdk: Jdk, source: SourceFile, *chosen: str | Mutator
) -> tuple[list[tuple[Mutant, list[str]]], int, FileCompiler]:
    compiler = FileCompiler(source, lambda data: jdk.compile({"A.java": data}))
    made = [mutant for each in chosen for mutant in em.mutate(source, [each])]
    return list(compiler.judge(made)), len(made), compiler


def test_sound_mutants_pass_in_few_compilations(jdk: Jdk) -> None:
    source = em.parse(TEXT)
    failures, made, compiler = judged(jdk, source, "variable-renaming", "useless-cast", "unused-variable")
    assert failures == []
    longest = len(list(em.mutate(em.parse(MANY), ["useless-cast", "variable-renaming", "unused-variable"])))
    assert made > longest
    # One for the original, one for each mutant of the longest method, and those of the original with fewer bodies.
    assert longest < compiler.compilations < longest + 12


def test_a_mutant_that_does_not_compile_is_found_among_sound_ones(jdk: Jdk) -> None:
    bad = Replacing("bad", "sum", "summ")
    failures, made, _ = judged(jdk, em.parse(TEXT), "unused-variable", bad)
    assert made > len(failures)
    # The declaration, twelve sums and the result.
    assert [mutant.mutator for mutant, _ in failures] == ["bad"] * 14
    assert all("cannot find symbol" in problem[0] for _, problem in failures)


def test_other_class_bytes_are_found_where_they_must_be_equal(jdk: Jdk) -> None:
    source = em.parse(TEXT)
    other = Replacing("useless-cast", "a", "b")
    failures, made, _ = judged(jdk, source, "variable-renaming", other)
    # The parameter cannot be renamed so, the twelve uses can.
    assert len(failures) == 13 < made
    assert sum(problem == ["class bytes differ: A"] for _, problem in failures) == 12
    assert len(judged(jdk, source, Replacing("another", "a", "b"))[0]) == 1


def test_the_name_of_a_serialisable_lambda_is_no_failure_but_what_it_does_is(jdk: Jdk) -> None:
    text = """
class A {
    static Runnable f(int n, int m) {
        return (Runnable & java.io.Serializable) () -> System.out.println(n);
    }
}
"""
    failures, made, compiler = judged(jdk, em.parse(text), "variable-renaming")
    assert (failures, made) == ([], 2)
    assert [mutant.local.edits[0].old for mutant in compiler.serialised] == ["n"]
    other = Replacing("useless-cast", "(n)", "(m)")
    [failure], _, compiler = judged(jdk, em.parse(text), other)
    assert failure[1] == ["class bytes differ: A"]
    assert compiler.serialised == []


def test_a_rename_of_a_method_is_judged_with_the_others_as_they_are(jdk: Jdk) -> None:
    source = em.parse("class A { int caller() { return many(1, 2); } " + MANY + "}")
    failures, _, _ = judged(jdk, source, Replacing("sketch", "a", "b"), Replacing("sketch", "many", "other"))
    # The last round has the method's new name, of which the caller must know.
    assert {mutant.local.edits[0].new for mutant, _ in failures} == {"b", "other"}
    assert len(failures) == 3


def test_errors_that_the_file_has_are_not_those_of_its_mutants(jdk: Jdk) -> None:
    source = em.parse("class A { Unknown x; int f(int n) { int k = n; return k; } }")
    failures, made, compiler = judged(jdk, source, *mutators.defaults())
    assert not compiler.original.ok
    assert made > 5
    assert failures == []


def test_nothing_is_said_of_a_file_on_which_javac_crashes() -> None:
    def crashing(data: bytes) -> Compilation:
        return Jdk().compile({"A.java": data}, timeout=0.0)

    with pytest.raises(OracleCrash, match="timeout"):
        FileCompiler(em.parse("class A { }"), crashing)
