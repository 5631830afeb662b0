"""Tests of a project on mutants: each status, the project untouched, no trace of one mutant in the run of the next."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from equimorph.projects.killing import TestRun, run_tests
from equimorph.rows.jsonl import encode
from tests.equimorph.conftest import SAMPLE, rows, run

FILE = "src/Cart.java"
PASSES = f"grep -q 'left == right' {FILE}"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project; the working folder is beside it."""
    folder = tmp_path / "project"
    (folder / "src").mkdir(parents=True)
    (folder / FILE).write_text(SAMPLE)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return folder


def state(folder: Path) -> dict[str, object]:
    """Names, times and contents of everything in a folder."""
    return {
        str(path): (path.stat().st_mtime_ns, path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(folder.rglob("*"))
    }


def made(*mutators: str, path: str = FILE, text: str = SAMPLE, full: bool = False) -> list[dict[str, Any]]:
    return [em.row(mutant, full=full) for mutant in em.mutate(em.parse(text, path), list(mutators))]


def statuses(runs: Iterator[TestRun]) -> list[tuple[str, bool]]:
    return [(found.status, found.fault) for found in runs]


def test_breaking_mutants_are_killed_or_survive(project: Path) -> None:
    breaking = made("operator-mutation")
    before = state(project)
    found = list(run_tests(breaking, PASSES, project=project))
    assert [one.status for one in found] == [
        "survived"
        if "left == right" in em.parse(SAMPLE).text.replace(row["original"], row["mutant"])
        else "killed"
        for row in breaking
    ]
    assert {one.status for one in found} == {"survived", "killed"}
    assert not any(one.fault for one in found)
    assert [one.reason for one in found if one.status == "killed"] == ["exit code 1"] * sum(
        one.status == "killed" for one in found
    )
    assert state(project) == before


def test_what_tests_say_of_preserving_mutants(project: Path) -> None:
    text = SAMPLE.replace("left == right", "left < right")
    (project / FILE).write_text(text)
    [swapped, other] = reversed(made("reorder-condition", text=text))
    assert "right > left" in swapped["mutant"]
    command = f"grep -q 'left < right' {FILE}"
    assert statuses(run_tests([swapped, other], command, project=project)) == [
        ("killed", True),
        ("survived", False),
    ]
    slow = f"{command} || sleep 60"
    assert statuses(run_tests([swapped], slow, project=project, timeout=0.5)) == [("timeout", True)]


def test_tests_that_read_the_output_may_kill_a_mutant_that_prints(project: Path) -> None:
    [printing, *_] = made("log-statement")
    runs = project.parent / "runs"
    command = f"! grep -q System.out {FILE} || (echo . >> {runs}; exit 1)"
    assert statuses(run_tests([printing], command, project=project)) == [("killed", False)]
    assert runs.read_text() == ".\n"  # and nothing is to be confirmed
    slow = f"! grep -q System.out {FILE} || sleep 60"
    assert statuses(run_tests([printing], slow, project=project, timeout=0.5)) == [("timeout", False)]
    build = f"! grep -q System.out {FILE}"
    assert statuses(run_tests([printing], "true", project=project, build=build)) == [
        ("does_not_compile", True)
    ]


def test_the_build_comes_first(project: Path) -> None:
    broken = made("operator-mutation")
    [found, *_] = run_tests(
        broken[-1:], "true", project=project, build=f"{PASSES} || (echo no; echo symbol; exit 7)"
    )
    assert (found.status, found.fault, found.reason) == ("does_not_compile", True, "exit code 7: no\nsymbol")


def test_each_mutant_starts_from_the_state_behind_the_run_on_the_original(project: Path) -> None:
    # A test that leaves something behind, and fails where it finds what a run on a mutant left.
    command = (
        f"test ! -e left || exit 1; test -e built || {PASSES} || exit 1; touch built; {PASSES} || touch left"
    )
    mutants = made("operator-mutation") * 2
    assert {status for status, _ in statuses(run_tests(mutants, command, project=project))} == {"survived"}
    assert not (project / "built").exists()


def test_jobs_change_nothing(project: Path) -> None:
    mutants = [*made("operator-mutation"), *made("reorder-condition")]
    alone = statuses(run_tests(mutants, PASSES, project=project))
    assert statuses(run_tests(mutants, PASSES, project=project, jobs=3)) == alone


def test_what_fails_without_a_mutant_is_an_error(project: Path) -> None:
    with pytest.raises(
        em.MutationError, match="without a mutant the test command fails: exit code 3: no tests"
    ):
        list(run_tests(made("reorder-condition"), "echo no tests; exit 3", project=project))
    with pytest.raises(em.MutationError, match="without a mutant the build command fails: exit code 127"):
        list(run_tests(made("reorder-condition"), "true", project=project, build="no-such-command"))


@pytest.mark.parametrize(("failing", "which"), [("2", "the same mutant"), ("[23]", "the original")])
def test_tests_that_are_not_stable_kill_no_preserving_mutant(
    project: Path, tmp_path: Path, failing: str, which: str
) -> None:
    count = tmp_path / "count"
    command = f"echo >> {count}; ! wc -l < {count} | grep -qx {failing}"
    [found] = run_tests(made("reorder-condition")[:1], command, project=project)
    assert (found.status, found.fault) == ("error", True)
    assert found.reason == f"not stable: exit code 1; another result in a second run, on {which}"


def test_rows_of_which_nothing_is_known(project: Path) -> None:
    [row, *_] = made("reorder-condition")
    bad = [
        {**row, "mutant": row["original"]},
        {**row, "path": None},
        {**row, "path": "src/Absent.java"},
        {**row, "path": "/etc/passwd"},
        made("reorder-condition", text=SAMPLE + "//", full=True)[0],
        made("reorder-condition", text="//\n" + SAMPLE)[0],
    ]
    found = list(run_tests(bad, "true", project=project))
    assert [one.status for one in found] == ["error"] * len(bad)
    assert [one.fault for one in found] == [True] * len(bad)
    reasons = [str(one.reason).replace(str(project), "P") for one in found]
    assert reasons[0].startswith("record: ")
    assert reasons[1].startswith("the row has no path")
    assert reasons[2:4] == ["src/Absent.java: no such file in P", "/etc/passwd: no such file in P"]
    assert set(reasons[4:]) == {f"P/{FILE} does not hold the original of the row: of another version?"}


def test_paths_as_they_were_named_elsewhere_and_links(project: Path) -> None:
    (project / "link.java").symlink_to(FILE)
    paths = [FILE, str(project / FILE), f"../project/{FILE}", "link.java"]
    mutants = [made("operator-mutation", path=path)[-1] for path in paths]
    assert [status for status, _ in statuses(run_tests(mutants, PASSES, project=project))] == ["killed"] * 4
    (project / "absolute").symlink_to(project / "src")
    with pytest.raises(em.MutationError, match="absolute: an absolute link into the project"):
        list(run_tests(mutants, PASSES, project=project))


def test_files_of_another_encoding(project: Path) -> None:
    text = "// é\n" + SAMPLE
    (project / FILE).write_text(text, encoding="latin-1")
    [*_, row] = made("operator-mutation", text=text)
    command = f"LC_ALL=C grep -q \"$(printf '\\351')\" {FILE} && {PASSES}"
    [found] = run_tests([row], command, project=project, encoding="latin-1")
    assert (found.status, found.reason) == ("killed", "exit code 1")
    [unread] = run_tests([row], "true", project=project)
    assert str(unread.reason).endswith("Cart.java: not utf-8; --encoding names another one")


def test_an_encoding_that_is_none(project: Path) -> None:
    with pytest.raises(em.MutationError, match="no encoding is called 'utf-99'"):
        list(run_tests([], "true", project=project, encoding="utf-99"))


def test_processes_that_a_test_leaves_behind_are_ended(project: Path, tmp_path: Path) -> None:
    (tmp_path / "pids").mkdir()
    command = f"sleep 300 & echo $! > {tmp_path}/pids/$$; {PASSES} || sleep 300"
    [*_, row] = made("operator-mutation")
    [found] = run_tests([row], command, project=project, timeout=1)
    assert found.status == "timeout"
    assert found.reason is not None
    assert found.reason.startswith("longer than 1 seconds")
    pids = [int(path.read_text()) for path in (tmp_path / "pids").iterdir()]
    assert len(pids) == 2
    for pid in pids:
        assert _gone(pid)


def _gone(pid: int) -> bool:
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":  # ended; whoever inherits it has not looked yet
            return True
        time.sleep(0.05)
    return False


def test_a_run_that_is_given_up_leaves_nothing(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    runs = run_tests(
        made("operator-mutation") * 20, f"{PASSES} || sleep 300", project=project, timeout=300, jobs=2
    )
    next(runs)
    started = time.monotonic()
    runs.close()
    assert time.monotonic() - started < 30
    assert list(scratch.iterdir()) == []


def test_the_command(project: Path) -> None:
    here = Path.cwd()
    (here / "m.jsonl").write_bytes(
        b"".join(map(encode, [*made("operator-mutation"), *made("reorder-condition")]))
    )
    result = run("verify", "m.jsonl", "--tests", "true", "--project", project, "--out", "tested.jsonl")
    assert (result.exit_code, result.stdout) == (0, "")
    tested, given = rows(here / "tested.jsonl"), rows(here / "m.jsonl")
    assert [{**row, "status": "survived"} for row in given] == [
        {name: value for name, value in row.items() if name not in ("status_reason", "seconds")}
        for row in tested
    ]
    breaking = sum(row["relation"] == "breaking" for row in given)
    assert result.stderr.splitlines() == [
        f"breaking: {breaking} survived",
        f"preserving: {len(given) - breaking} survived",
        f"{len(given)} rows",
    ]
    killing = f"grep -q 'count < name' {FILE} && {PASSES}"
    bad = run(
        "verify", "m.jsonl", "--tests", killing, "--project", project, "--jobs", "2", "--out", "t.jsonl"
    )
    assert bad.exit_code == 1
    failures = [line for line in bad.stderr.splitlines() if line.startswith("error: ")]
    assert len(failures) == len(given) - breaking  # both comparisons are swapped
    assert all("preserving mutant: killed: exit code 1" in line for line in failures)
    (here / "bad.jsonl").write_bytes(b"7\n")
    none = run("verify", "bad.jsonl", "--tests", "true", "--project", project)
    assert (none.exit_code, none.stdout) == (1, "")
    assert "line 1: unknown mutant: error: record: line 1: not a JSON object" in none.stderr
    report = run("report", "t.jsonl", "--elements", "e.json", "--sources", project)
    assert report.exit_code == 0


def test_an_error_of_many_rows_is_collapsed(project: Path, tmp_path: Path) -> None:
    found = made("operator-mutation", "reorder-condition")
    Path("m.jsonl").write_bytes(b"".join(map(encode, found)))
    (tmp_path / "empty").mkdir()
    result = run("verify", "m.jsonl", "--tests", "true", "--project", tmp_path / "empty", "--out", "t.jsonl")
    told = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    assert (result.exit_code, len(told)) == (1, 4)
    assert told[-1].startswith(f"error: ... and {len(found) - 3} more rows with the same error: ")


def test_rows_on_standard_input_and_compressed(project: Path) -> None:
    data = b"".join(map(encode, made("reorder-condition")))
    Path("m.jsonl.gz").write_bytes(gzip.compress(data + b"[]\n"))
    options = ("--tests", "true", "--project", project, "--out")
    packed = run("verify", "m.jsonl.gz", *options, "packed.jsonl.gz")
    fault = "unknown mutant: error: record: line 3: not a JSON object"
    assert packed.stderr.splitlines()[0] == f"error: m.jsonl.gz: line 3: {fault}"
    command = [sys.executable, "-m", "equimorph", "verify", "-", *map(str, options), "-"]
    piped = subprocess.run(command, input=data + b"[]\n", capture_output=True, check=False)
    assert piped.returncode == packed.exit_code == 1
    assert piped.stderr.decode().splitlines()[0] == f"error: standard input: line 3: {fault}"
    tested = [
        {name: value for name, value in row.items() if name not in ("status", "status_reason", "seconds")}
        for row in rows(piped.stdout)
    ]
    assert tested == rows(data)
    assert [row["id"] for row in rows(gzip.decompress(Path("packed.jsonl.gz").read_bytes()))] == [
        row["id"] for row in tested
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--tests", "true"), "go together"),
        (("--project", "."), "go together"),
        (("--tests", "true", "--project", ".", "--javac"), "check of its own"),
        (("--jobs", "2"), "need --tests"),
        (("--out", "x"), "--out needs"),
    ],
)
def test_options_that_do_not_go_together(project: Path, options: tuple[str, ...], message: str) -> None:
    Path("m.jsonl").write_bytes(b"")
    result = run("verify", "m.jsonl", *options)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_real_build(project: Path) -> None:
    if shutil.which("javac") is None:
        pytest.skip("no javac")
    (project / "Check.java").write_text(
        "package shop; class Check { public static void main(String[] a) { if (!new Cart().same(1, 1)) System.exit(1); } }"
    )
    by_text = {
        row["mutant"].partition("return ")[2].partition(";")[0]: row for row in made("operator-mutation")
    }
    mutants = [by_text["left != right"], by_text["left >= right"], made("reorder-condition")[-1]]
    found = run_tests(
        mutants,
        "java -cp out shop.Check",
        project=project,
        build="javac -d out src/Cart.java Check.java",
    )
    assert [one.status for one in found] == ["killed", "survived", "survived"]
    assert not (project / "out").exists()
