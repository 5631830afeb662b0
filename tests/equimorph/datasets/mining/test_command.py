"""The verb `datasets mine`: what it writes, reports and refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from equimorph.bulk.workers import Workers
from tests.equimorph.conftest import rows, run
from tests.equimorph.datasets.mining.conftest import BUGGY, FIXED, History, java
from tests.killing import EQUIMORPH, signalled


@pytest.fixture
def repository(history: History, monkeypatch: pytest.MonkeyPatch) -> str:
    """A repository in the working folder, with one fix."""
    history.fix(BUGGY, FIXED)
    monkeypatch.chdir(history.path.parent)
    return "project"


def test_the_line_of_the_readme_works(repository: str, tmp_path: Path) -> None:
    done = run("datasets", "mine", repository, "--out", "items", "--preset", "paper")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.endswith(
        "items written: 2 commits read, 1 kept: dataset_1 1, dataset_2 1, dataset_3 1\n"
    )
    assert sorted(path.name for path in (tmp_path / "items").iterdir()) == [
        "README.md",
        *(f"dataset_{number}.jsonl" for number in (1, 2, 3)),
        "datasets.json",
    ]
    done = run("datasets", "split", "items", "--out", "split", "--by", "group")
    assert done.exit_code == 0
    bug = {"id": "a", "buggy": java("return 7;", "return 8;"), "fixed": java("return 9;", "return 8;")}
    (tmp_path / "bugs.jsonl").write_text(json.dumps(bug) + "\n")
    assert run("datasets", "check", "split", "--benchmark", "bugs.jsonl").exit_code == 0


def test_code_of_a_benchmark_is_not_in_the_items(repository: str, tmp_path: Path) -> None:
    bug = {"id": "a", "buggy": BUGGY[BUGGY.index("int f") :].strip(" }\n"), "fixed": "x"}
    (tmp_path / "bugs.jsonl").write_text(json.dumps(bug) + "\n")
    words = ("datasets", "mine", repository, "--benchmark", "bugs.jsonl", "--min-chars", "12")
    done = run(*words, "--out", "items")
    assert (done.exit_code, rows(tmp_path / "items" / "dataset_2.jsonl")) == (0, [])
    summary = json.loads((tmp_path / "items" / "datasets.json").read_bytes())
    assert summary["removed"] == {"bugs": {"buggy": 3, "fixed": 0, "both": 0}}
    assert summary["commits"]["kept"] == 1


def test_evidence_and_what_was_dropped_is_reported(repository: str) -> None:
    done = run("datasets", "mine", f"gson={repository}", "--out", "items")
    assert done.exit_code == 0
    assert done.stderr.splitlines() == [
        "gson: dropped: it belongs to a benchmark, or uses one",
        "gson: evidence of Defects4J: project name gson",
        "items written: 0 commits read, 0 kept: dataset_1 0, dataset_2 0, dataset_3 0",
    ]


def test_a_repository_that_cannot_be_read_is_an_error_and_the_others_go_on(repository: str) -> None:
    done = run("datasets", "mine", "nothing", repository, "--out", "items")
    assert done.exit_code == 1
    assert done.stderr.startswith("error: nothing: no such folder\n")
    assert "1 kept" in done.stderr
    assert done.stderr.endswith("; 1 failed\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--preset", "papers"], "no preset 'papers'; did you mean paper?"),
        (["--keywords", "some"], "no value of --keywords 'some'"),
        (["--keyword-match", "regex"], "no value of --keyword-match 'regex'"),
        (
            ["--preset", "codesearchnet"],
            "the preset codesearchnet needs metadata of each project: fork, used_by",
        ),
        (["--preset", "recoder"], "the preset recoder needs the benchmark Defects4J"),
        (["./project"], "two repositories are called 'project': give NAME=REPO"),
        (["--min-chars", "0"], "--min-chars: "),
        (["--jobs", "0"], "--jobs: "),
    ],
)
def test_a_wrong_option_is_exit_code_2(repository: str, options: list[str], message: str) -> None:
    done = run("datasets", "mine", repository, "--out", "items", *options)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not Path("items").exists()


def test_a_folder_with_something_in_it_is_not_written(repository: str) -> None:
    done = run("datasets", "mine", repository, "--out", repository)
    assert done.exit_code == 1
    assert done.stderr == "error: project: exists already, and is not an empty folder\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"project": "project"}', "the metadata of 'project' have no number 'fork'"),
        (
            '{"project": "project", "fork": "no", "used_by": 1}',
            "the metadata of 'project' have no number 'fork'",
        ),
        ('{"project": 1}', "metadata.jsonl:1: no field 'project' that is a text"),
        ("[", "metadata.jsonl:1: not JSON"),
    ],
)
def test_metadata_that_do_not_say_it_are_an_error(repository: str, line: str, message: str) -> None:
    Path("metadata.jsonl").write_text(line + "\n")
    words = ("--preset", "codesearchnet", "--metadata", "metadata.jsonl")
    done = run("datasets", "mine", repository, "--out", "items", *words)
    assert done.exit_code == 1
    assert message in done.stderr


@pytest.mark.usefixtures("hears_interrupts")
def test_ctrl_c_keeps_what_is_done_and_leaves_no_process(history: History, tmp_path: Path) -> None:
    history.commit("Begin", {"A.java": BUGGY})
    for number in range(40):
        history.commit(f"Fix bug {number}", {"A.java": java(f"return a + {number + 2};")})
    words = [*EQUIMORPH, "datasets", "mine", history.path, "--out", "items"]
    done = signalled(words, "items.partial/receipts/part-*.json", 2, sent=signal.SIGINT, cwd=tmp_path)
    assert done.returncode == 130
    assert b"items.partial keeps what is done: the same command continues" in done.stderr
    assert not (tmp_path / "items").exists()
    until = time.monotonic() + 10
    while (left := _running(str(history.path))) and time.monotonic() < until:
        time.sleep(0.05)
    assert left == b""
    assert run("datasets", "mine", str(history.path), "--out", str(tmp_path / "items")).exit_code == 0
    assert len(rows(tmp_path / "items" / "dataset_2.jsonl")) == 40


def _running(words: str) -> bytes:
    """The numbers of the processes whose command line has these words."""
    return subprocess.run(["pgrep", "-f", words], capture_output=True, check=False).stdout


@pytest.mark.parametrize(
    ("options", "seconds"), [((), 3600), (("--memory", "900"), 3600), (("--timeout", "7"), 7)]
)
def test_a_worker_has_the_time_that_the_help_says(
    repository: str, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], seconds: float
) -> None:
    given = list[Workers]()

    def mined(*_: object, jobs: Workers, **others: object) -> dict[str, object]:
        given.append(jobs)
        return {"repositories": [], "commits": {"read": 0, "kept": 0}, "items": {}}

    # The package has the verb under the module's name.
    monkeypatch.setattr(sys.modules["equimorph.cli.datasets.mine"], "mined", mined)
    assert run("datasets", "mine", repository, "--out", "items", "--jobs", "2", *options).exit_code == 0
    assert [(one.jobs, one.timeout) for one in given] == [(2, seconds)]
