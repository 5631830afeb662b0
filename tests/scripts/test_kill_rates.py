"""The script that measures kill rates: its sample, its results, and its verdicts on a project of our own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
import mutators
from mutators import Mutant
from parsers.oracles.jdk import Jdk

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import kill_rates  # noqa: E402 - scripts are no package
from kill_judge import Judge, covering, lines_of  # noqa: E402
from kill_suite import ASM, Profile, suite  # noqa: E402
from project_tests import SuiteError  # noqa: E402
from suite_projects import PLATFORM_JARS, Project  # noqa: E402

MUTATOR = mutators.get("operator-mutation")
JARS = [Path("/usr/share/java") / f"{jar}.jar" for jar in (*PLATFORM_JARS, *ASM)]

COUNTER = """package own;

class Counter {
    static int doublings(int n) {
        int count = 0;
        for (int i = 1; i < n; i *= 2) {
            count++;
        }
        return count;
    }

    static boolean high(int n) {
        return n > 10;
    }

    static int unused(int n) {
        return n * 2;
    }
}
"""
TESTS = """package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CounterTest {
    private static int calls;

    @Test
    void doubles() {
        assertEquals(2, Counter.doublings(4));
    }

    @Test
    void isHigh() {
        assertTrue(Counter.high(20));
    }

    @Test
    void isAlone() {
        assertEquals(1, ++calls);
    }

    @Test
    void fails() {
        assertEquals(1, Counter.doublings(1));
    }
}
"""


def mutant(text: str, operator: str, new: str, path: str = "own/Counter.java") -> Mutant:
    source = em.parse(text, path)
    [found] = (
        m
        for m in em.mutate(source, [MUTATOR])
        if (m.local.site.param("operator"), m.local.site.param("replacement")) == (operator, new)
    )
    return found


def row(verdict: str, group: str, *, covered: bool) -> dict[str, Any]:
    return {"verdict": verdict, "group": group, "covered": covered}


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    for name in ("B", "A", "C"):
        (tmp_path / f"{name}.java").write_text(
            f"class {name} {{ int f(int a, int b) {{ return a + b; }} }}\n"
        )
    (tmp_path / "Bad.java").write_bytes(b"class Bad { int \xff; }")
    return tmp_path


def drawn(folder: Path, size: int, seed: int) -> tuple[list[tuple[str | None, str]], int]:
    found, total = kill_rates.sample(folder, folder.glob("*.java"), MUTATOR, size, seed)
    return [(m.source.path, m.text) for m in found], total


def test_a_sample_is_drawn_of_all_mutants_and_its_beginning_is_a_smaller_one(
    sources: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    every, total = drawn(sources, 1000, 3)
    assert len(every) == len(set(every)) == total
    assert {path for path, _ in every} == {"A.java", "B.java", "C.java"}
    assert drawn(sources, 5, 3) == (every[:5], total)
    assert drawn(sources, 1000, 4)[0] != every
    assert "left out: Bad.java" in capsys.readouterr().err


def test_results_are_read_back_without_a_line_cut_short(tmp_path: Path) -> None:
    first = {"path": "A.java", "offset": 3, "id": "x", "verdict": "survived"}
    out = tmp_path / "out.jsonl"
    out.write_bytes(kill_rates.encode(first) + b'{"path":"A.java","off')
    assert kill_rates.read_results(out, {("A.java", 3, "x")}) == {("A.java", 3, "x"): first}
    assert out.read_bytes() == kill_rates.encode(first)
    with pytest.raises(SuiteError, match="line 1: not a result for a mutant of this sample"):
        kill_rates.read_results(out, {("A.java", 4, "x")})


def test_rates_are_of_mutants_that_compile() -> None:
    rows = [
        row("failure", "shift", covered=True),
        row("timeout", "shift", covered=True),
        row("survived", "shift", covered=True),
        row("not covered", "shift", covered=False),
        row("invalid", "shift", covered=True),
        row("equal", "unary", covered=True),
    ]
    table = list(kill_rates.table_of(rows))
    assert [line.split(" | ")[-3:] for line in table[2:]] == [
        ["50.0%", "3", "66.7% |"],
        ["0.0%", "1", "0.0% |"],
        ["40.0%", "4", "50.0% |"],
    ]
    assert table[2].startswith("| shift | 5 | 1 | 0 | 1 | 1 | 1 | 1 | 0 |")


@pytest.mark.parametrize(
    ("body", "operator", "new", "lines"),
    [
        ("int x =\n a\n + b; return x;", "+", "-", range(1, 4)),
        ("g();\n return a\n - b\n * 2;", "-", "+", range(2, 4)),
        ("while (a\n < b)\n g(); return 1;", "<", "<=", range(1, 3)),
        ("run(() -> {\n g();\n return a / b; }); return 1;", "/", "*", range(3, 4)),
        ("do {\n g(); } while (a\n < b); return 1;", "<", "<=", range(1, 4)),
    ],
)
def test_the_lines_of_a_mutant_go_from_its_statement_to_the_change(
    body: str, operator: str, new: str, lines: range
) -> None:
    assert lines_of(mutant(f"int f(int a, int b) {{ {body} }}", operator, new)) == set(lines)


def test_the_lines_of_a_mutation_beyond_a_member_are_those_of_each_member_that_it_changes() -> None:
    text = (
        "class A {\n  private int f() {\n    return 1;\n  }\n"
        "  int g() {\n    g();\n    return 2\n      * f();\n  }\n  int h = 3\n    + f();\n}\n"
    )
    source = em.parse(text, "A.java")
    renaming = mutators.get("method-renaming")
    [site, *_] = renaming.sites(source)
    found = renaming.apply(source, site, 1)
    assert found.method.kind == "file"
    assert lines_of(found) == {2, 7, 8}


def test_the_test_class_of_the_mutated_class_comes_first_then_the_quickest() -> None:
    there = frozenset({"own/Counter.java:13"})
    baseline = {
        "own.SlowTest": Profile(3, {}, there),
        "own.QuickTest": Profile(1, {}, there),
        "own.OtherTest": Profile(0, {}, frozenset({"own/Counter.java:12", "own/Other.java:13"})),
        "own.CounterRangeTest": Profile(8, {}, there),
        "own.CounterTest": Profile(9, {}, there),
    }
    names = covering(baseline, mutant(COUNTER, ">", ">="))
    assert names == ["own.CounterTest", "own.CounterRangeTest", "own.QuickTest", "own.SlowTest"]


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judge]:
    source = tmp_path_factory.mktemp("project")
    for folder, name, text in (("main", "Counter", COUNTER), ("test", "CounterTest", TESTS)):
        (source / f"src/{folder}/java/own").mkdir(parents=True)
        (source / f"src/{folder}/java/own/{name}.java").write_text(text)
    (source / "pom.xml").write_text("<project/>")
    work = tmp_path_factory.mktemp("work")
    project = Project(test_classes=r"[^$]*Test")
    classes, baseline = suite(project, source, work, 1)
    assert suite(project, source, work, 1) == (classes, baseline)
    assert baseline["own.CounterTest"].statuses == {
        "own.CounterTest/doubles()": "passed",
        "own.CounterTest/isHigh()": "passed",
        "own.CounterTest/isAlone()": "passed",
        "own.CounterTest/fails()": "failed",
    }
    lines = {int(line.rpartition(":")[2]) for line in baseline["own.CounterTest"].lines}
    assert lines == {5, 6, 7, 9, 13}
    with Jdk(classpath=[classes.main], options=project.javac) as jdk:
        instance = Judge(classes, baseline, jdk, "UTF-8", work)
        yield instance
        instance.close()


@pytest.mark.skipif(not all(jar.exists() for jar in JARS), reason="needs JUnit 5 and ASM of Debian")
@pytest.mark.parametrize(
    ("operator", "new", "verdict", "test"),
    [
        ("<", "<=", "failure", "own.CounterTest/doubles()"),
        (">", "<", "failure", "own.CounterTest/isHigh()"),
        ("*=", "/=", "timeout", "own.CounterTest"),
        (">", ">=", "survived", None),
        ("*", "/", "not covered", None),
    ],
)
def test_verdicts(judge: Judge, operator: str, new: str, verdict: str, test: str | None) -> None:
    found = judge.verdict(mutant(COUNTER, operator, new))
    assert (found["verdict"], found.get("test")) == (verdict, test)
    assert found["covered"] == (verdict != "not covered")
