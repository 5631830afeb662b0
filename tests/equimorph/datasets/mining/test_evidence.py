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
        "4868ac5e7c2afd428de74a6dcbec07dc6541a1ea": "Defects4J",
        "e23e79e0ceacf38d3298e7f5207c4518ad2b5955": "Defects4J",
        "57d1f32de5bf3a7dd54613384cc7e979fba2660b": "Defects4J",
        "750a21e86441b247d85c95e59bf17e596a69d626": "Defects4J",
    }


def evidence(history: History, project: str = "repo") -> list[tuple[str, str, str]]:
    with Repository(history.path) as repository:
        found = read_clones([]).evidence(repository, project, history.ids()[0])
    return [(one.benchmark, one.kind, one.what) for one in found]


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://github.com/google/gson.git", "gson"),
        ("git@github.com:me/Gson", "Gson"),
        ("https://user:secret@gitbox.apache.org/repos/asf/commons-cli/", "commons-cli"),
        ("/srv/mirrors/commons-csv.git", "commons-csv"),
        ("C:\\mirrors\\joda-time", "joda-time"),
    ],
)
def test_a_remote_is_evidence_whatever_the_folder_is_called(history: History, url: str, name: str) -> None:
    history.fix(BUGGY, FIXED)
    assert evidence(history) == []
    git(history.path, "remote", "add", "upstream", url)
    git(history.path, "remote", "add", "origin", "https://example.org/me/tool.git")
    assert evidence(history) == [("Defects4J", "remote", name)]


@pytest.mark.parametrize("url", ["", "https://example.org/gson/tool", "ssh://gson/", "file:///"])
def test_other_remotes_are_none(history: History, url: str) -> None:
    history.fix(BUGGY, FIXED)
    git(history.path, "config", "remote.origin.url", url)
    assert evidence(history) == ([("Defects4J", "remote", "gson")] if url == "ssh://gson/" else [])


POM = """<?xml version="1.0" encoding="UTF-8"?>
<!-- <artifactId>x</artifactId> -->
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>org.apache.commons</groupId><artifactId>commons-parent</artifactId></parent>
  <artifactId> {} </artifactId>{}
  <dependencies><dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId></dependency></dependencies>
</project>
"""


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"pom.xml": POM.format("commons-lang3", "")}, [("Defects4J", "org.apache.commons:commons-lang3")]),
        (
            {"x/y/pom.xml": POM.format("commons-math3", "")},
            [
                ("Defects4J", "org.apache.commons:commons-math3"),
                ("Bugs.jar", "org.apache.commons:commons-math3"),
            ],
        ),
        (
            {"pom.xml": POM.format("gson-parent", "<groupId>com.google.code.gson</groupId>")},
            [("Defects4J", "com.google.code.gson:gson-parent")],
        ),
        # A user of a project of a benchmark, a namesake, and what is no POM.
        ({"pom.xml": POM.format("tool", "")}, []),
        ({"pom.xml": POM.format("gson", "<groupId>org.example</groupId>")}, []),
        ({"pom.xml": "<project><artifactId>jsoup</artifactId></project>"}, []),
        ({"pom.xml": "<project>"}, []),
        ({"pom.xml": b"\xff\xfe<\0p\0"}, []),
        ({"pom.xml": '<?xml version="1.0" encoding="none"?><project/>'}, []),
        ({"pom.xml": "<!DOCTYPE p>" + POM.partition("?>")[2].format("commons-lang3", "")}, []),
        ({"a\npom.xml": POM.format("commons-lang3", "")}, []),
        ({"pom.xml.txt": POM.format("commons-lang3", "")}, []),
    ],
)
def test_coordinates_of_a_pom_are_evidence(
    history: History, files: dict[str | bytes, str | bytes], found: list[tuple[str, str]]
) -> None:
    history.commit("Begin", {"A.java": BUGGY, **files})
    assert evidence(history) == [(benchmark, "coordinates", what) for benchmark, what in found]


def test_the_paper_mines_no_project_of_a_benchmark_in_a_folder_of_another_name(
    history: History, mined: Mine
) -> None:
    history.commit("Begin", {"pom.xml": POM.format("commons-csv", "")})
    history.fix(BUGGY, FIXED)
    found = mined(history)
    assert (found.summary["repositories"][0]["dropped"], found.methods) == (DROPPED, [])


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
