"""Evidence of benchmarks in repositories, and clones of benchmarks that give more of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from equimorph.datasets.mining.evidence import read_clones
from equimorph.datasets.mining.git import Repository
from parsers import ParseError
from tests.equimorph.datasets.mining.conftest import BUGGY, FIX, FIXED, History, Mined, git

Mine = Callable[..., Mined]
DROPPED = "it belongs to a benchmark, or uses one"


@pytest.mark.parametrize(
    ("files", "benchmark"),
    [
        (["framework/projects/Lang/active-bugs.csv"], "Defects4J"),
        (["a/.defects4j.config"], "Defects4J"),
        (["defects4j.build.properties"], "Defects4J"),
        (["x/java_programs/GCD.java", "x/correct_java_programs/GCD.java"], "QuixBugs"),
        (["java_programs/GCD.java", "correct_java_programs/java/GCD.java"], "QuixBugs"),
        ([".bugs-dot-jar/developer-patch.diff"], "Bugs.jar"),
        (["bugs.csv", "inactive-bugs.csv", "defects4j.config", "active-bugs.csv/x"], None),
        (["java_programs/GCD.java", "x/correct_java_programs/GCD.java"], None),
        (["java_programs/GCD.java", "correct_java_programs"], None),
        (["my_java_programs/GCD.java", "correct_java_programs/GCD.java"], None),
    ],
)
def test_files_of_benchmarks_are_evidence(history: History, files: list[str], benchmark: str | None) -> None:
    history.commit("Begin", {"A.java": BUGGY, **dict.fromkeys(files, "x")})
    with Repository(history.path) as repository:
        found = read_clones([]).evidence(repository, "project", history.ids()[0])
    assert [(one.benchmark, one.kind) for one in found] == ([(benchmark, "file")] if benchmark else [])


@pytest.mark.parametrize(
    ("name", "benchmarks"),
    [("Commons-Math", ["Defects4J", "Bugs.jar"]), ("quixbugs", ["QuixBugs"]), ("commons-text", [])],
)
def test_names_of_projects_are_evidence(
    history: History, mined: Mine, name: str, benchmarks: list[str]
) -> None:
    history.fix(BUGGY, FIXED)
    found = mined(f"{name}={history.path}")
    [about] = found.summary["repositories"]
    assert about["evidence"] == [
        {"benchmark": one, "kind": "project name", "what": name} for one in benchmarks
    ]
    assert len(found.methods) == (not benchmarks)


@pytest.fixture
def clone(tmp_path: Path, history: History) -> Path:
    """A clone of a benchmark, with the bugs of a project whose history has one of them."""
    history.fix(BUGGY, FIXED)
    buggy, fixed = history.ids()
    history.commit(FIX, {"A.java": BUGGY})
    table = f"bug.id,revision.id.buggy,revision.id.fixed\n1,{buggy},{fixed}\n2,2264,2266\n3,,\n4\n"
    made = History(tmp_path / "benchmark")
    made.commit("Begin", {"framework/projects/Lang/active-bugs.csv": table, "x/active-bugs.csv": "no table"})
    return made.path


def test_revisions_of_a_benchmark_are_evidence(history: History, mined: Mine, clone: Path) -> None:
    assert len(mined(history).methods) == 2
    found = mined(history, clones=[clone])
    [about] = found.summary["repositories"]
    assert (about["dropped"], len(about["evidence"]), found.methods) == (DROPPED, 1, [])
    assert (about["evidence"][0]["benchmark"], about["evidence"][0]["kind"]) == ("Defects4J", "revision")
    assert about["evidence"][0]["what"] in history.ids()


def test_a_repository_that_is_kept_shows_its_evidence_and_loses_the_revisions(
    history: History, mined: Mine, clone: Path
) -> None:
    found = mined(history, clones=[clone], keep_benchmark_repositories=True)
    [about] = found.summary["repositories"]
    assert (about["dropped"], len(about["evidence"])) == (None, 1)
    assert found.dropped == {"no parent": 1, "a revision of a benchmark": 1}
    assert [row["commit"] for row in found.methods] == history.ids()[-1:]
    assert found.summary["mined"]["keep_benchmark_repositories"] is True


def test_presets_without_the_rule_keep_the_repository_and_show_the_evidence(
    history: History, mined: Mine, clone: Path
) -> None:
    [about] = mined(history, clones=[clone], preset="megadiff").summary["repositories"]
    assert (about["dropped"], len(about["evidence"])) == (None, 1)


def test_a_fork_of_a_benchmark_is_known_by_its_first_commit(mined: Mine, clone: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(clone), "fork")
    fork = tmp_path / "fork"
    git(fork, "rm", "-q", "-r", ".")
    (fork / "A.java").write_text(BUGGY)
    git(fork, "add", ".")
    git(fork, "commit", "-q", "-m", "Another life")
    [about] = mined(fork).summary["repositories"]
    assert about["evidence"] == []
    [about] = mined(fork, clones=[clone]).summary["repositories"]
    assert [(one["benchmark"], one["kind"]) for one in about["evidence"]] == [("Defects4J", "root commit")]


def test_the_first_commits_of_the_benchmarks_are_known(tmp_path: Path) -> None:
    """As far as their repositories could be read when this was written."""
    assert read_clones([]).roots == {
        "4e9545f3ac946a719d1e93b79d3666e92ab509ea": "Defects4J",
        "ed04129def413fe83afc82addf325ddd6a1a4d3a": "QuixBugs",
    }


def test_a_clone_that_is_none_is_an_error(tmp_path: Path, history: History) -> None:
    with pytest.raises(FileNotFoundError):
        read_clones([tmp_path / "nothing"])
    with pytest.raises(ParseError, match="HEAD names no commit"):
        read_clones([history.path])


def test_evidence_of_a_file_with_a_name_that_is_no_text(history: History) -> None:
    history.commit("Begin", {b"\xff/java_programs/\n.java": BUGGY, b"\xff/correct_java_programs/a": BUGGY})
    with Repository(history.path) as repository:
        [found] = read_clones([]).evidence(repository, "project", history.ids()[0])
    assert (found.benchmark, found.what) == ("QuixBugs", "\\xff/java_programs/")
