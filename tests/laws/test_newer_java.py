"""Mutants and stacks of Java 21 to 25, compiled and run by a JDK that knows it, where one is installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import equimorph as em
from mutators import names
from mutators.internal import INTERNAL
from mutators.java.operator_mutation import OperatorMutation
from mutators.registry import get
from parsers.oracles.jdk import Jdk, JdkError
from parsers.oracles.jdk.home import jdk_version
from tests.laws.corpus import TESTS, Program, of_programs
from tests.laws.judging import Judge, culprits, grouped, preserving
from tests.laws.test_breaking import batches, text
from tests.parsers.oracles.prover.homes import HOMES
from tests.strategies.programs.judge import JAVAC

NEWEST = 25
PROGRAMS = tuple(Program(path, runs=True) for path in sorted((TESTS / "newer").glob("*.java")))
STACKED = [
    name for name in names("java") if get(name).relation == "preserving" and get(name).reach == "member"
]


@pytest.fixture(scope="session")
def newer() -> Iterator[Jdk]:
    """A JDK of Java 25 or later beside the one of all tests."""
    home = next((home for home in HOMES.values() if (jdk_version(home) or 0) >= NEWEST), None)
    if home is None:
        pytest.skip(f"no JDK {NEWEST} or later in /usr/lib/jvm")
    with Jdk(java_home=home, options=JAVAC) as oracle:
        yield oracle


@of_programs(PROGRAMS)
def test_preserving_mutants_do_the_same(newer: Jdk, program: Program) -> None:
    found = preserving(program)
    assert len({mutant.mutator for mutant in found}) >= 12
    judge = Judge(newer, program)
    wrong = [each for group in grouped(found) for each in culprits(group, judge.wrong)]
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.filterwarnings("ignore::equimorph.SkippedWarning")
@of_programs(PROGRAMS)
def test_stacks_do_the_same(newer: Jdk, program: Program) -> None:
    judge = Judge(newer, program)
    for seed in range(4):
        stacked = em.stack(program.source, STACKED, seed=seed, per_method=3 * (seed + 1))
        after = newer.compile({program.name: stacked.data}, bytes_=True)
        assert after.ok, (seed, after.diagnostics[:2], stacked.data.decode())
        run = newer.run(after, program.path.stem)
        assert (run.status, run.exception, run.stdout) == judge.expected, (seed, stacked.data.decode())


@of_programs(PROGRAMS)
def test_breaking_mutants_compile(newer: Jdk, program: Program) -> None:
    found = sorted(OperatorMutation().mutants(program.source), key=lambda m: (m.mutation.site, m.local.id))
    assert found
    bad = []
    for batch in batches(found):
        if not newer.compile({program.name: text(program.source, batch)}).ok:
            bad += [m for m in batch if not newer.compile({program.name: text(program.source, [m])}).ok]
    assert not bad, "\n".join(mutant.diff() for mutant in bad)


@of_programs(PROGRAMS)
def test_no_mutator_breaks_down(program: Program) -> None:
    reasons = {reason for name in names("java") for _, reason in get(name).judged(program.source)}
    assert not [reason for reason in reasons if reason is not None and reason.startswith(INTERNAL)]


UNREADABLE = {
    "ConstructorBodies.java": ["Early", "Early", "Inner", "Range"],
    "Unnamed.java": ["several"],
}
"""What the grammar cannot read, as docs/limits says: it is refused, and nothing else of its file is."""


@pytest.mark.filterwarnings("ignore::equimorph.SkippedWarning")
@of_programs(PROGRAMS)
def test_only_what_the_limits_name_is_unreadable(program: Program) -> None:
    found = [method.name for method in program.source.methods if method.untrusted is not None]
    assert sorted(found) == UNREADABLE.get(program.name, [])
    mutated = {mutant.method.name for mutant in em.mutate(program.source)}
    assert mutated.isdisjoint(set(found) - {"Range"})  # a record's compact constructor has the same name


@pytest.mark.parametrize(
    "body",
    [
        "switch (o) { case final String s -> { int n = 1; } default -> {} }",
        "switch (o) { case @Deprecated String s -> { int n = 1; } default -> {} }",
        "switch (o) { case R(final int a) -> { int n = 1; } default -> {} }",
        "switch (o) { case Outer.R(var a) -> { int n = 1; } default -> {} }",
        "if (o instanceof Outer.R(var a)) { int n = 1; }",
        "switch (o) { case String _, Integer _ -> { int n = 1; } default -> {} }",
    ],
)
def test_what_the_limits_name_is_refused_with_its_line(body: str) -> None:
    source = em.parse(
        f"class A {{\n    void g(int i) {{ i = i + 1; }}\n    void f(Object o) {{\n{body} }} }}"
    )
    assert source.methods[1].untrusted == "the grammar finds a syntax error at line 4"
    with pytest.warns(em.SkippedWarning, match="line 4"):
        found = list(em.mutate(source))
    assert {mutant.method.name for mutant in found} == {"g"}


@pytest.mark.parametrize(
    ("members", "printed"),
    [
        ("void main() { System.out.print(n); } int n = 1;", "1"),
        (
            "static void main() { System.out.print(2); } public static void main(String[] a) { System.out.print(3); }",
            "3",
        ),
        ("protected void main(String[] a) { System.out.print(4 + a.length); }", "4"),
        ("private static void main(String[] a) { } static void main() { System.out.print(5); }", "5"),
    ],
)
def test_the_launcher_of_25_finds_main(newer: Jdk, members: str, printed: str) -> None:
    """JLS 25, 12.1.4."""
    run = newer.run({"Main.java": f"class Main {{ {members} }}"}, "Main")
    assert (run.status, run.text) == ("ok", printed)


@pytest.mark.parametrize(
    "members", ["private void main() { }", "private Main() { } void main() { }", "int main() { return 1; }"]
)
def test_the_launcher_of_25_finds_no_main(newer: Jdk, members: str) -> None:
    with pytest.raises(JdkError, match="no main to run"):
        newer.run({"Main.java": f"class Main {{ {members} }}"}, "Main")
