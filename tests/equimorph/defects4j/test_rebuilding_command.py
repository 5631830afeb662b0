"""The verbs `equimorph defects4j checkout` and `bugs`."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph import defects4j
from tests.equimorph.conftest import run
from tests.equimorph.defects4j.conftest import BUGGY, FIXED
from tests.equimorph.defects4j.made_up import Project, files_of, made_up
from tests.equimorph.defects4j.test_rebuilding import RANGE, SMALL, without


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with bugs 1 and 31, which are the same; the working folder is another one."""
    project = made_up(tmp_path, {**SMALL, "big.gz": b"big"}, {RANGE: BUGGY.encode()})
    for name in ("patches/1.src.patch", "modified_classes/1.src", "trigger_tests/1"):
        place = project.tables / name
        place.with_name(place.name.replace("1", "31", 1)).write_bytes(place.read_bytes())
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return project


def options(project: Project) -> tuple[str | Path, ...]:
    return "defects4j", "checkout", "--defects4j", project.defects4j, "--repository", project.repository


def test_one_bug(project: Project) -> None:
    result = run(*options(project), "Shop-1b", "out")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "Shop-1b: out, 1 modified class, 2 triggering tests\n"
    assert Path("out", RANGE).read_bytes() == BUGGY.encode()
    assert defects4j.read("out").bug == "Shop-1b"


def test_the_patch_is_what_other_verbs_take_as_the_fix(project: Project) -> None:
    Path("patches").mkdir()
    place = "patches/{project}-{number}.patch"
    assert run(*options(project), "Shop-1b", "out", "--patch", place, "-q").stderr == ""
    result = run("defects4j", "faults", "out", "--fix", place)
    assert result.stdout == f"{RANGE}:7: faulty in has\n{RANGE}:12: omission in clip\n"


def test_several_bugs_get_a_folder_each(project: Project) -> None:
    result = run(*options(project), "Shop-1b", "Shop-1f", "Shop-31b", "all", "--patch", "{number}.patch")
    assert result.exit_code == 0
    assert result.stderr.splitlines()[-1] == "3 checkouts"
    assert sorted(path.name for path in Path("all").iterdir()) == ["Shop-1b", "Shop-1f", "Shop-31b"]
    assert Path("all/Shop-1f", RANGE).read_bytes() == FIXED.encode()
    assert Path("1.patch").read_bytes() == Path("31.patch").read_bytes()


def test_a_bug_that_fails_is_reported_and_the_others_are_made(project: Project) -> None:
    result = run(*options(project), "Shop-1b", "Shop-2b", "Shop-31b", "all")
    assert result.exit_code == 1
    assert "error: Shop-2b: " in result.stderr
    assert "Shop-2 is deprecated since Defects4J 2.0.0" in result.stderr
    assert result.stderr.splitlines()[-1] == "2 checkouts; 1 failed"
    assert sorted(path.name for path in Path("all").iterdir()) == ["Shop-1b", "Shop-31b"]
    again = run(*options(project), "Shop-1b", "Shop-31b", "all")
    assert again.exit_code == 1
    assert again.stderr.count("exists already, and is not an empty folder") == 2


def test_files_whose_contents_are_missing_are_named(project: Project) -> None:
    without(project, "big.gz")
    result = run(*options(project), "Shop-1b", "out")
    assert result.exit_code == 0
    assert "Shop-1b: left out, since the repository lacks its contents: big.gz\n" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("Shop-1b",), "give a bug and the new folder, such as Lang-1b lang-1b"),
        (("Shop-1b", "Shop-1b", "out"), "a bug is given twice"),
        (
            ("Shop-1b", "Shop-31b", "out", "--patch", "p"),
            "--patch for several bugs needs {number} in its name",
        ),
    ],
)
def test_bad_usage(project: Project, arguments: tuple[str, ...], reason: str) -> None:
    result = run(*options(project), *arguments)
    assert result.exit_code == 2
    assert reason in " ".join(result.stderr.replace("│", " ").split())
    assert not list(Path().iterdir())


def test_errors_leave_nothing(project: Project) -> None:
    for bug, out, reason in (
        ("Shop-3b", "out", "Shop has no bug 3"),
        ("Shop-1b", "nowhere/out", "no such folder; make it first"),
        ("Shop-1b", "/dev/null", "exists already, and is not an empty folder"),
    ):
        result = run(*options(project), bug, out)
        assert result.exit_code == 1
        assert result.stderr.startswith("error: ")
        assert reason in result.stderr
        assert not list(Path().iterdir())


def test_a_patch_that_cannot_be_written(project: Project) -> None:
    result = run(*options(project), "Shop-1b", "out", "--patch", "/dev/full")
    assert result.exit_code == 1
    assert "/dev/full" in result.stderr


def test_bugs_of_the_clone(project: Project) -> None:
    result = run("defects4j", "bugs", "--defects4j", project.defects4j)
    assert (result.stdout, result.stderr) == ("Shop-1b\nShop-31b\n", "2 bugs\n")
    one = run("defects4j", "bugs", "--defects4j", project.defects4j / ".git", "--project", "Shop", "-q")
    assert (one.stdout, one.stderr) == (result.stdout, "")
    other = run("defects4j", "bugs", "--defects4j", project.defects4j, "--project", "Sho")
    assert other.exit_code == 1
    assert "no project Sho; do you mean Shop?" in other.stderr


def test_the_same_bytes_each_time(project: Project) -> None:
    for out in ("one", "two"):
        run(*options(project), "Shop-1b", out)
    assert files_of(Path("one")) == files_of(Path("two"))
