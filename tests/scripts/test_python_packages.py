"""The scripts that rewrite Python packages: what they judge, compare and count, on a package of our own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import python_mutants  # noqa: E402 - scripts are no package
import python_packages  # noqa: E402
from parsers.source import SourceFile  # noqa: E402
from python_packages import Package, Plan  # noqa: E402

PACKAGE = Package("1.0", "own", "own/test")
CODE = """def doubled(number):
    total = number + number
    if total < number:
        return number
    return total


def kept(*words: str):
    return words
"""
TEST = """import own, pathlib
import pytest


def test_doubled():
    assert own.doubled(4) == 8
    assert own.doubled(-4) == -4


def test_text():
    assert "total = number + number\\n" in pathlib.Path(own.__file__).read_text()


def test_before():
    assert own.doubled(4) == 9


@pytest.mark.skip
def test_later():
    pass
"""


@pytest.fixture
def original(tmp_path: Path) -> Path:
    """A package whose tests lie within it; one reads its text, one fails, one is skipped."""
    folder = tmp_path / "original"
    (folder / "own" / "test").mkdir(parents=True)
    (folder / "own" / "__init__.py").write_text(CODE)
    (folder / "own" / "test" / "__init__.py").touch()
    (folder / "own" / "test" / "test_own.py").write_text(TEST)
    (folder / "own" / "link.py").symlink_to("__init__.py")
    return folder


def plan(*mutators: str) -> Plan:
    return Plan(Path(sys.executable), 6, mutators, 60)


def judged(original: Path, monkeypatch: pytest.MonkeyPatch, *mutators: str) -> python_packages.Row:
    monkeypatch.setattr(python_packages, "PACKAGES", {"own": PACKAGE})
    [row] = python_packages.judged("own", original, [1], plan(*mutators))
    return row


def test_a_test_that_passed_and_fails_on_the_rewritten_tree_is_named(
    original: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = judged(original, monkeypatch, "variable-renaming")
    assert row["newly_failing"] == ["own.test.test_own::test_text"]
    assert row["not_restored"] == []
    assert (row["tests"], row["before"]) == (2, {"failed": 1, "passed": 2, "skipped": 1})
    assert row["mutations"] == {"variable-renaming": 1}  # none in the tests, which assign nothing either


def test_a_wrong_mutation_fails_a_test(original: Path) -> None:
    module = original / "own" / "__init__.py"
    module.write_text(module.read_text().replace("total < number", "total > number"))
    passing = {"own.test.test_own::test_doubled", "own.test.test_own::test_text"}
    failing = python_packages.newly_failing(passing, original, PACKAGE, plan())
    assert failing == ["own.test.test_own::test_doubled"]


def test_tests_and_links_are_not_rewritten(original: Path, tmp_path: Path) -> None:
    python_packages.copy_modules(original, PACKAGE, tmp_path / "modules")
    found = {str(path.relative_to(tmp_path / "modules")) for path in (tmp_path / "modules").rglob("*")}
    assert found == {"__init__.py"}


def test_files_differ_by_content_and_by_being_there(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name / "__pycache__").mkdir(parents=True)
        (tmp_path / name / "same.py").write_text("a = 1\n")
        (tmp_path / name / "changed.py").write_text(f"a = {name!r}\n")
        (tmp_path / name / "__pycache__" / "same.pyc").write_text(name)
    (tmp_path / "one" / "lost.py").touch()
    differing = python_packages.differing(tmp_path / "one", tmp_path / "other")
    assert sorted(differing) == ["changed.py", "lost.py"]


def test_of_equal_names_the_worst_outcome_counts(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        "<testsuites><testsuite>"
        "<testcase classname='a' name='x'/><testcase classname='a' name='x'><failure/></testcase>"
        "<testcase classname='a' name='x'/><testcase classname='b' name='x'><skipped/></testcase>"
        "<testcase classname='b' name='y'><error/></testcase><testcase classname='b' name='z'/>"
        "</testsuite></testsuites>"
    )
    assert python_packages.outcomes(report) == {
        "a::x": "failed",
        "b::x": "skipped",
        "b::y": "error",
        "b::z": "passed",
    }


def test_candidates_are_mutants_and_refusals_and_renamings_are_proven(original: Path) -> None:
    counts = python_mutants.Counts()
    python_mutants.count(original / "own", counts, seed=1)
    lines = list(python_mutants.report(counts, ["variable-renaming", "sketch"], most=5))
    assert lines[0].startswith("4 files, 8 functions,")  # the link again, and the tests with their four
    row = next(line for line in lines if line.startswith("| variable-renaming"))
    assert row == "| variable-renaming | 4 | 2 | 50.0 % | 0.25 |"
    assert "| variable-renaming | 2 | the annotations of the function have the parameter's name |" in lines
    assert lines[-1] == "2 of 2 mutants of variable-renaming have the code of the original."


def test_a_file_that_does_not_parse_is_named_and_the_rest_is_counted(original: Path) -> None:
    (original / "own" / "a.py").write_text("def f(:\n")
    counts = python_mutants.Counts()
    python_mutants.count(original / "own", counts, seed=1)
    assert counts.files == 4
    [unread] = counts.unread
    assert unread.startswith("a.py:")


def test_a_renaming_with_another_code_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    source = SourceFile(CODE.encode(), language="python")
    codes = iter(["of the original", "of another"])
    monkeypatch.setattr(python_mutants, "digest", lambda *_: next(codes))
    assert list(python_mutants.renamed(source, 1)) == [(0, False)]


@pytest.mark.parametrize(
    ("row", "status"),
    [
        ({"newly_failing": [], "not_restored": []}, 0),
        ({"newly_failing": ["a::x"], "not_restored": []}, 1),
        ({"newly_failing": [], "not_restored": ["a.py"]}, 1),
    ],
)
def test_results_are_json_lines_and_the_exit_code_says_whether_all_is_well(
    row: dict[str, list[str]], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(python_packages, "unpacked", lambda *_: tmp_path)
    monkeypatch.setattr(python_packages, "environment", lambda *_: Path(sys.executable))
    monkeypatch.setattr(python_packages, "judged", lambda *_: iter([row]))
    results = tmp_path / "results.jsonl"
    command = [str(tmp_path / "dest"), "--package", "parso", "--results", str(results)]
    assert python_packages.main(command) == status
    assert [json.loads(line) for line in results.read_text().splitlines()] == [row]
