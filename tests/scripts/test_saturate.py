"""The script that saturates projects: what it finds, keeps and prints, on a project of our own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mutators import Edit, Example, Mutator
from mutators.java.match import JavaMatch
from parsers.java.method import Method
from parsers.java.syntax.tree import Node

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import saturate  # noqa: E402 - scripts are no package
from project_tests import SuiteError  # noqa: E402
from saturation_table import broken, details, table_of  # noqa: E402
from suite_projects import PLATFORM_JARS, Project  # noqa: E402

JARS = [Path("/usr/share/java") / f"{jar}.jar" for jar in PLATFORM_JARS]
pytestmark = pytest.mark.skipif(not all(jar.exists() for jar in JARS), reason="needs JUnit 5 of Debian")

OWN = Project(test_classes=r"[^$]*Test")
COUNTER = """package own;

class Counter {
    static int doublings(int n) {
        int count = 0;
        for (int i = 1; i < n; i *= 2) {
            count++;
        }
        return count;
    }

    static int ten() {
        return 10;
    }
}
"""
HIGH = """package own;

class High {
    static boolean high(int n) {
        return n > Counter.ten();
    }

    static int unused() {
        return 10;
    }
}
"""
TESTS = """package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OwnTest {
    @Test
    void doubles() {
        assertEquals(2, Counter.doublings(4));
    }

    @Test
    void isHigh() {
        assertTrue(High.high(20));
    }

    @Test
    void isLow() {
        assertFalse(High.high(10));
    }

    @Test
    void fails() {
        assertEquals(1, Counter.doublings(1));
    }
}
"""


class Literal(Mutator):
    """Writes something else for each `10`: with a fault, if that is what a test wants."""

    name = "literal"
    language = "java"
    relation = "preserving"
    examples = Example.rows("int f() { return @; }", "10 -> 0xA")

    def __init__(self, new: str) -> None:
        self.new = new

    def matches(self, method: Method) -> Iterator[JavaMatch]:
        for node in method.root.walk():
            if method.node_text(node) == "10":
                yield _Ten(method, node, self.new)


class _Ten(JavaMatch):
    def __init__(self, method: Method, node: Node, new: str) -> None:
        super().__init__(method, node)
        self.new = new

    def obstacle(self) -> str | None:
        if not self.new:
            raise ZeroDivisionError("a fault of the mutator")
        return None

    def edits(self, rng: Random) -> Iterator[Edit]:
        yield Edit(self.start, "10", self.new)


def project_at(source: Path) -> Path:
    for folder, name, text in (
        ("main", "Counter", COUNTER),
        ("main", "High", HIGH),
        ("test", "OwnTest", TESTS),
    ):
        (source / f"src/{folder}/java/own").mkdir(parents=True, exist_ok=True)
        (source / f"src/{folder}/java/own/{name}.java").write_text(text)
    (source / "pom.xml").write_text("<project/>")
    return source


def runs(source: Path, seeds: list[int], **chosen: list[str | Mutator]) -> list[dict[str, Any]]:
    results = source.parent / "results.jsonl"
    saturate.saturate("own", OWN, source, saturate.Plan(chosen, seeds, per_method=4), results)
    return [row for row in saturate.read_results(results) if row["kind"] == "run"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> saturate.Built:
    folder = tmp_path_factory.mktemp("built")
    source = project_at(folder / "own")
    return saturate.build("own", OWN, source, [], folder / "results.jsonl", folder, 100)


@pytest.fixture
def run(built: saturate.Built, tmp_path: Path) -> Callable[[str], dict[str, Any]]:
    def run_(new: str) -> dict[str, Any]:
        wanted = {"project": "own", "mutators": "literal", "seed": 1, "per_method": 4}
        return saturate.one_run(built, wanted, [Literal(new)], tmp_path, 100)

    return run_


def test_preserving_mutators_break_nothing_and_a_rerun_does_nothing(tmp_path: Path) -> None:
    own = project_at(tmp_path / "own")
    chosen: dict[str, list[str | Mutator]] = {
        "reorder": ["reorder-condition"],
        "both": ["unused-variable", "variable-renaming"],
    }
    rows = runs(own, [1], **chosen)
    assert [(row["mutators"], row["mutations"]) for row in rows] == [("reorder", 2), ("both", 16)]
    assert not any(map(broken, rows))
    assert list(table_of(rows))[2:] == [
        "| own | reorder, up to 4 | 1 | 4 | 2 | 2 | 0 | 4 | 0 | 1 of 1 |",
        "| own | both, up to 4 | 1 | 4 | 4 | 16 | 0 | 4 | 0 | 1 of 1 |",
        "| all | | 2 trees | 8 | 6 | 18 | 0 | 8 | 0 | 2 of 2 |",
    ]
    results = tmp_path / "results.jsonl"
    before = results.read_bytes()
    results.write_bytes(before + b'{"kind": "run", "pro')
    runs(own, [1], **chosen)
    assert results.read_bytes() == before
    del chosen["both"]
    assert [(row["mutators"], row["seed"]) for row in runs(own, [1, 2], **chosen)] == [
        ("reorder", 1),
        ("both", 1),
        ("reorder", 2),
    ]
    assert results.read_bytes().count(b'"baseline"') == 1


def test_the_baseline_has_what_fails_anyway(built: saturate.Built) -> None:
    assert built.baseline == {
        "own.OwnTest/doubles()": "passed",
        "own.OwnTest/isHigh()": "passed",
        "own.OwnTest/isLow()": "passed",
        "own.OwnTest/fails()": "failed",
    }


def test_a_mutant_that_breaks_a_test_is_told(run: Callable[[str], dict[str, Any]]) -> None:
    row = run("9")
    assert list(row["newly_failing"]) == ["own.OwnTest/isLow()"]
    assert (row["mutations"], row["compile_failures"], row["not_restored"]) == (2, {}, [])
    assert broken(row)
    [told] = details([row])
    assert told.startswith("own, literal, seed 1, up to 4 a method: newly failing: own.OwnTest/isLow(): org.")


def test_a_file_that_does_not_compile_is_told_and_put_back(run: Callable[[str], dict[str, Any]]) -> None:
    row = run("nothing")
    assert sorted(row["compile_failures"]) == ["own/Counter.java", "own/High.java"]
    assert "cannot find symbol" in row["compile_failures"]["own/High.java"]
    assert (row["passed"], row["newly_failing"], row["not_restored"]) == (3, {}, [])
    assert [line for line in details([row]) if "does not compile: own/High.java: " in line]
    assert list(table_of([row]))[2].endswith("| 2 | 4 | 0 | 1 of 1 |")


def test_a_crash_is_kept(run: Callable[[str], dict[str, Any]]) -> None:
    row = run("")
    assert "ZeroDivisionError: a fault of the mutator" in row["conflicts"][0]
    assert "error" not in row
    assert broken(row)


def test_a_tree_that_is_not_restored_is_told(
    run: Callable[[str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = saturate.invert_tree

    def forgetful(mutated: Path, records: Path, out: Path) -> int:
        done = real(mutated, records, out)
        (out / "own/High.java").write_text(HIGH + "\n")
        (out / "own/Counter.java").unlink()
        (out / "own/More.java").write_text("")
        return done

    monkeypatch.setattr(saturate, "invert_tree", forgetful)
    row = run("0xA")
    assert row["not_restored"] == ["own/Counter.java", "own/High.java", "own/More.java"]
    assert broken(row)


def test_a_project_that_does_not_compile_is_an_error(tmp_path: Path) -> None:
    own = project_at(tmp_path / "own")
    (own / "src/main/java/own/High.java").write_text("class High { int f() { return x; } }")
    with pytest.raises(SuiteError, match="javac found errors in the main sources"):
        runs(own, [1], literal=[Literal("0xA")])
