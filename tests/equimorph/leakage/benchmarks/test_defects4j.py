"""A clone of Defects4J: its patches go from the fixed version to the buggy one."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph.leakage.benchmarks import read_benchmark
from parsers import ParseError
from tests.equimorph.defects4j.made_up import git
from tests.equimorph.leakage.benchmarks.conftest import read

HEAD = "bug.id,revision.id.buggy,revision.id.fixed,report.id,report.url\n"


def patch(*changes: tuple[str, str], name: str = "src/A.java") -> bytes:
    """A patch; each change is a fixed and a buggy line, in a hunk of its own."""
    hunks = "".join(
        f"@@ -{9 * at + 1},{1 + bool(fixed)} +{9 * at + 1},{1 + bool(buggy)} @@ class A {{\n same();\n"
        + (f"-{fixed}\n" if fixed else "")
        + (f"+{buggy}\n" if buggy else "")
        for at, (fixed, buggy) in enumerate(changes)
    )
    return f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n{hunks}".encode()


def clone(root: Path, project: str, patches: dict[str, bytes], active: str | None) -> Path:
    """A clone with a project."""
    tables = root / "framework" / "projects" / project
    (tables / "patches").mkdir(parents=True)
    for name, data in patches.items():
        (tables / "patches" / name).write_bytes(data)
    if active is not None:
        (tables / "active-bugs.csv").write_text(active)
    return root


def rows(*numbers: int) -> str:
    return HEAD + "".join(f"{number},{'a' * 40},{'b' * 40},X-{number},http://x\n" for number in numbers)


@pytest.fixture
def defects4j(tmp_path: Path) -> Path:
    patches = {
        "10.src.patch": patch(("ten fixed", "ten buggy")),
        "2.src.patch": patch(("two fixed", "two buggy")),
        "1.src.patch": patch(("fixed 1", "buggy 1"), ("fixed 2", ""), ("", "buggy 3")),
        "1.test.patch": patch(("test", "")),
    }
    clone(tmp_path, "Lang", patches, rows(1, 10))
    clone(tmp_path, "Cli", {"5.src.patch": patch(("five", "5"))}, rows(5))
    (tmp_path / "framework/projects/lib").mkdir()
    (tmp_path / "framework/projects/build.xml.patch").write_text("no patch of a bug")
    return tmp_path


PIECES = [
    ("Cli-5", 1, b"5", b"five"),
    ("Lang-1", 1, b"buggy 1", b"fixed 1"),
    ("Lang-1", 2, b"", b"fixed 2"),
    ("Lang-1", 3, b"buggy 3", b""),
    ("Lang-10", 1, b"ten buggy", b"ten fixed"),
]


def test_minus_lines_are_the_fix_and_deprecated_bugs_are_left_out(defects4j: Path) -> None:
    found = read(defects4j)
    assert found.pieces == PIECES
    assert found.bad == []
    assert {one.benchmark for one in found.samples} == {"Defects4J"}


def test_a_git_directory_is_read_like_a_work_tree(defects4j: Path) -> None:
    git(defects4j, "init", "-q")
    git(defects4j, "add", "-A")
    git(defects4j, "commit", "-q", "-m", "all")
    assert read(defects4j / ".git", format="defects4j").pieces == PIECES


def test_a_clone_before_version_2_has_no_table_and_each_patch_is_a_bug(tmp_path: Path) -> None:
    patches = {f"{number}.src.patch": patch((f"f{number}", f"b{number}")) for number in (1, 2, 10)}
    found = read(clone(tmp_path, "Lang", patches, None))
    assert [one.bug_id for one in found.samples] == ["Lang-1", "Lang-2", "Lang-10"]


def test_patches_of_all_kinds_of_bytes_are_read_as_they_are(tmp_path: Path) -> None:
    patches = {
        "1.src.patch": patch(("int a;", "int b;")).replace(b"\n", b"\r\n"),
        "2.src.patch": patch(("f", "b")).replace(b"-f\n", b"-f\n\\ No newline at end of file\n"),
        "3.src.patch": patch(("/ä/", "/ö/")).decode().encode("iso-8859-1"),
        "4.src.patch": patch(("a\0b", "c")),
        "5.src.patch": patch(("x", "y"), name="src/A b.java"),
    }
    found = read(clone(tmp_path, "Lang", patches, rows(1, 2, 3, 4, 5)))
    assert found.bad == []
    assert [(buggy, fixed) for _, _, buggy, fixed in found.pieces] == [
        (b"int b;", b"int a;"),
        (b"b", b"f"),
        (b"/\xf6/", b"/\xe4/"),
        (b"c", b"a\0b"),
        (b"y", b"x"),
    ]


def test_a_bug_that_cannot_be_read_is_reported_and_the_others_go_on(tmp_path: Path) -> None:
    binary = b"diff --git a/A.java b/A.java\nBinary files a/A.java and b/A.java differ\n"
    patches = {
        "1.src.patch": b"",
        "2.src.patch": binary,
        "3.src.patch": patch(("a", "b"))[:-1].replace(b"same", b"sa\nme"),
        "4.src.patch": patch(("a", "b"), name="notes.txt"),
        "6.src.patch": patch(("good", "bad")),
    }
    root = clone(tmp_path, "Lang", patches, rows(1, 2, 3, 4, 5, 6))
    clone(tmp_path, "Math", {}, HEAD + "../../1,a,b,c,d\n")
    clone(tmp_path, "Time", {}, "no table\n")
    found, place = read(root), root / "framework/projects"
    assert [one.bug_id for one in found.samples] == ["Lang-6"]
    assert found.bad == [
        f"{place}/Lang/patches/1.src.patch:1: no unified diff",
        f"{place}/Lang/patches/2.src.patch:1: no Java hunk of Lang-2 differs",
        f"{place}/Lang/patches/3.src.patch:6: within a hunk, a line that begins with none of blank, +, -",
        f"{place}/Lang/patches/4.src.patch:1: no Java hunk of Lang-4 differs",
        f"{place}/Lang/patches/5.src.patch:1: no such file",
        f"{place}/Math/active-bugs.csv:2: no row of a bug",
        f"{place}/Time/active-bugs.csv:1: the first line does not name bug.id, revision.id.buggy and revision.id.fixed",
    ]


def test_a_clone_without_bugs_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "framework/projects/lib").mkdir(parents=True)
    with pytest.raises(ParseError, match="no bug in framework/projects"):
        list(read_benchmark(tmp_path))


def test_methods_need_checkouts(defects4j: Path) -> None:
    with pytest.raises(ValueError, match="methods and classes need checkouts"):
        read_benchmark(defects4j, unit="method")
