"""Breaking mutants compile, whatever stands around them; and where a program shows all that it computes, they show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import equimorph as em
from mutators import Mutant
from mutators.java.operator_mutation import OperatorMutation
from parsers.oracles.jdk import Jdk
from tests.laws.corpus import Program, every_running_program


def batches(found: list[Mutant]) -> Iterator[list[Mutant]]:
    """Mutants whose edits lie apart, so that one text can have them all; each mutant is in one batch."""
    while found:
        batch: list[Mutant] = []
        rest: list[Mutant] = []
        end = -1
        for mutant in found:
            apart = mutant.mutation.edits[0].start > end
            (batch if apart else rest).append(mutant)
            # Parentheses and blanks may come in between neighbours: the whole expression is the mutant's.
            end = max(mutant.mutation.edits[-1].end, mutant.mutation.site.end) if apart else end
        yield batch
        found = rest


def text(source: em.SourceFile, batch: list[Mutant]) -> bytes:
    data = source.data
    for edit in sorted((e for m in batch for e in m.mutation.edits), key=lambda e: e.start, reverse=True):
        assert data[edit.start : edit.end] == edit.old.encode()
        data = data[: edit.start] + edit.new.encode() + data[edit.end :]
    return data


@every_running_program
def test_breaking_mutants_compile(jdk: Jdk, program: Program) -> None:
    found = sorted(OperatorMutation().mutants(program.source), key=lambda m: (m.mutation.site, m.local.id))
    bad = []
    for batch in batches(found):
        if not jdk.compile({program.name: text(program.source, batch)}).ok:
            bad += [m for m in batch if not jdk.compile({program.name: text(program.source, [m])}).ok]
    assert not bad, "\n".join(mutant.diff() for mutant in bad)


CURATED = """\
class Curated {
    static int arithmetic(int a, int b) {
        int s = a + b * 2;
        s -= a % (b * b + 2);
        return s / (a + 9) - -b;
    }
    static boolean conditions(int a, int b, boolean p) {
        return a < b && p != b > 2 || a + b > 3 && a >= b - 2 || a == b - 1;
    }
    static int loops(int a, int b) {
        int n = a - 7;
        for (int i = a; i <= b; i += 2) n = i > 0 ^ i % 2 != 0 ? n + i : n * 2;
        int k = b, fuel = 4;
        while (k-- > a && fuel-- > 0) n += k;
        return n + fuel * 100 + k * 1000;
    }
    static String bits(long a, int b) {
        long m = a & ~b;
        m ^= a * 77 >> b + 5;
        long w = m * 1000;
        w >>>= b + 6;
        return m + " " + w + " " + (m & w ^ a << 2 | b);
    }
    static String run(int a, int b) {
        try {
            return arithmetic(a, b) + " " + conditions(a, b, true) + conditions(a, b, false) + " " + loops(a, b) + " " + bits(a, b);
        } catch (ArithmeticException e) {
            return "zero";
        }
    }
    public static void main(String[] args) {
        for (int a = -5; a < 6; a += 1) for (int b = -5; b < 6; b += 1) System.out.println(a + "," + b + " " + run(a, b));
    }
}
"""


def test_mutants_of_a_program_that_shows_all_differ(jdk: Jdk) -> None:
    source = em.parse(CURATED)
    before = jdk.run({"Curated.java": source.data}, "Curated")
    assert before.status == "ok"
    assert before.text.count("\n") == 121
    # Each mutant is a class of its own name, so that javac is called once.
    found = {
        f"Curated{number}": mutant
        for number, mutant in enumerate(OperatorMutation().mutants(source))
        if mutant.method.name != "main"
    }
    assert len(found) > 150
    texts = {f"{name}.java": m.text.replace("class Curated ", f"class {name} ") for name, m in found.items()}
    compiled = jdk.compile(texts, bytes_=True)
    assert compiled.ok, compiled.diagnostics
    same = []
    for name, mutant in found.items():
        assert name in compiled.classes
        after = jdk.run(replace(compiled, classes={name: compiled.classes[name]}), name, timeout=2)
        if (after.status, after.stdout) == (before.status, before.stdout):
            same.append(mutant.diff())
    assert not same, "\n".join(same)
