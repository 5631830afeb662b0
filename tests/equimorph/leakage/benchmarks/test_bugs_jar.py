"""Clones of projects of Bugs.jar, made here by git."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from equimorph.leakage.benchmarks import Unit, read_benchmark
from parsers import ParseError
from tests.equimorph.defects4j.made_up import git
from tests.equimorph.leakage.benchmarks.conftest import Read, read

BUGGY = "class A {\n    int a() {\n        return %s;\n    }\n\n    int b() {\n        return 2;\n    }\n}\n"
FIX = (
    "diff --git a/src/A.java b/src/A.java\n--- a/src/A.java\n+++ b/src/A.java\n@@ -2,3 +2,3 @@ class A {\n"
    "     int a() {\n-        return 0;\n+        return 1;\n     }\n"
)
ADDED = "diff --git a/src/B.java b/src/B.java\n--- /dev/null\n+++ b/src/B.java\n@@ -0,0 +1 @@\n+class B {}\n"
NOTES = "diff --git a/CHANGES b/CHANGES\n--- a/CHANGES\n+++ b/CHANGES\n@@ -1 +1 @@\n-a\n+b\n"


def branch(
    repository: Path, name: str, patch: str | None, source: str = BUGGY % 0, path: str = "src/A.java"
) -> None:
    """A branch with a source, and a patch."""
    files: Mapping[str, str | None] = {path: source, ".bugs-dot-jar/developer-patch.diff": patch}
    for place, text in files.items():
        if text is not None:
            (repository / place).parent.mkdir(parents=True, exist_ok=True)
            (repository / place).write_bytes(text.encode("iso-8859-1"))
    git(repository, "checkout", "-q", "--orphan", name)
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", name)
    git(repository, "rm", "-q", "-r", "-f", ".")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A clone of a project: two bugs of one issue, and branches that are none."""
    repository = tmp_path / "math"
    repository.mkdir()
    git(repository, "init", "-q", "-b", "master")
    branch(repository, "master", None)
    branch(repository, "bugs-dot-jar_MATH-7_aaaa1111", FIX + NOTES)
    branch(repository, "bugs-dot-jar_MATH-7_bbbb2222", ADDED + FIX)
    branch(repository, "MATH-8", FIX)
    return repository


HUNK = (b"        return 0;", b"        return 1;")
PIECES = [
    ("MATH-7_aaaa1111", 1, *HUNK),
    ("MATH-7_bbbb2222", 1, b"", b"class B {}"),
    ("MATH-7_bbbb2222", 2, *HUNK),
]


def test_each_branch_is_a_bug_and_its_patch_goes_to_the_fix(project: Path) -> None:
    found = read(project)
    assert found == Read(found.samples, [])
    assert found.pieces == PIECES
    assert {one.benchmark for one in found.samples} == {"Bugs.jar"}


def test_classes_are_the_files_before_and_after_the_patch(project: Path) -> None:
    buggy, fixed = (BUGGY % 0).encode(), (BUGGY % 1).encode()
    assert read(project, unit="class").pieces == [
        ("MATH-7_aaaa1111", 1, buggy, fixed),
        ("MATH-7_bbbb2222", 1, b"", b"class B {}\n"),
        ("MATH-7_bbbb2222", 2, buggy, fixed),
    ]


def test_methods_are_those_that_the_patch_changes(project: Path) -> None:
    sides = [f"int a() {{\n        return {value};\n    }}".encode() for value in (0, 1)]
    assert read(project, unit="method").pieces == [
        ("MATH-7_aaaa1111", 1, *sides),
        ("MATH-7_bbbb2222", 1, *sides),
    ]


def test_a_clone_has_its_bugs_as_branches_of_a_remote(project: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "-b", "MATH-8", str(project), "clone")
    assert read(tmp_path / "clone").pieces == PIECES
    git(tmp_path, "clone", "-q", "--mirror", str(project), "bare")
    assert read(tmp_path / "bare").pieces == PIECES


def test_a_folder_of_clones_is_read_clone_by_clone_even_if_git_made_it(project: Path, tmp_path: Path) -> None:
    other = tmp_path / "lang"
    shutil.copytree(project, other)
    branch(other, "bugs-dot-jar_LANG-1_cccc3333", FIX)
    for name in ("bugs-dot-jar_MATH-7_aaaa1111", "bugs-dot-jar_MATH-7_bbbb2222"):
        git(other, "branch", "-q", "-D", name)
    git(tmp_path, "init", "-q")
    assert read(tmp_path).pieces == [("LANG-1_cccc3333", 1, *HUNK), *PIECES]


def test_a_clone_whose_git_directory_is_elsewhere_as_that_of_a_submodule(
    project: Path, tmp_path: Path
) -> None:
    (project / ".git").rename(tmp_path / "modules")
    (project / ".git").write_text(f"gitdir: {tmp_path / 'modules'}\n")
    assert read(project).pieces == PIECES


@pytest.mark.parametrize("unit", ["method", "class"])
def test_a_branch_that_cannot_be_read_is_reported_and_the_others_go_on(project: Path, unit: Unit) -> None:
    branch(project, "bugs-dot-jar_MATH-6_0", None)
    branch(project, "bugs-dot-jar_MATH-6_1", FIX, BUGGY % 1)
    branch(project, "bugs-dot-jar_MATH-6_2", FIX, BUGGY % 5)
    branch(project, "bugs-dot-jar_MATH-6_3", FIX, path="src/C.java")
    branch(project, "bugs-dot-jar_MATH-6_4", NOTES)
    found = read(project, unit=unit)
    assert {one.bug_id for one in found.samples} == {"MATH-7_aaaa1111", "MATH-7_bbbb2222"}
    patches = [
        f"{project}:refs/heads/bugs-dot-jar_MATH-6_{at}:.bugs-dot-jar/developer-patch.diff" for at in range(5)
    ]
    assert [bad.partition(": ")[0] for bad in found.bad] == [
        f"{project}:1",
        f"{patches[1]}:1",
        f"{patches[2]}:4",
        f"{project}:1",
        f"{patches[4]}:1",
    ]
    reasons = [bad.partition(": ")[2] for bad in found.bad]
    assert "the branch is already as after its patch" in reasons[1]
    assert "holds neither side of this hunk" in reasons[2]
    assert reasons[4] == f"no Java {unit} of MATH-6_4 differs"


def test_names_in_a_patch_may_lack_the_folders_a_and_b_and_a_file_may_get_a_new_name(project: Path) -> None:
    branch(project, "bugs-dot-jar_MATH-1_0", FIX.replace("a/src", "src").replace("b/src", "src"))
    renamed = FIX.replace("+++ b/src/A.java", "+++ b/src/New.java")
    branch(project, "bugs-dot-jar_MATH-1_1", renamed)
    found = read(project, unit="class")
    assert [piece for piece in found.pieces if piece[0].startswith("MATH-1")] == [
        (f"MATH-1_{at}", 1, (BUGGY % 0).encode(), (BUGGY % 1).encode()) for at in range(2)
    ]
    assert found.bad == []


def test_methods_in_latin_1_keep_their_bytes(project: Path) -> None:
    source, patch = ((text % "'\xe4'") for text in (BUGGY, FIX.replace("return 0", "return %s")))
    branch(project, "bugs-dot-jar_MATH-1_0", patch, source)
    first = read(project, unit="method").pieces[0]
    assert first[2] == "int a() {\n        return '\xe4';\n    }".encode("iso-8859-1")


def test_a_repository_without_such_branches_is_no_clone_of_it(project: Path) -> None:
    for name in ("bugs-dot-jar_MATH-7_aaaa1111", "bugs-dot-jar_MATH-7_bbbb2222"):
        git(project, "branch", "-q", "-D", name)
    with pytest.raises(ValueError, match="looks like no benchmark"):
        read_benchmark(project)
    with pytest.raises(ParseError, match=r"no branch bugs-dot-jar_\*"):
        read_benchmark(project, format="bugs.jar")


def test_no_hook_filter_or_fetch_of_the_clone_is_run(project: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    for name in ("post-checkout", "reference-transaction", "pre-auto-gc"):
        hook = project / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\necho {name} >> {trace}\n")
        hook.chmod(0o755)
    git(project, "config", "core.fsmonitor", f"echo fsmonitor >> {trace}; false")
    git(project, "config", "diff.external", f"echo diff >> {trace}; false")
    git(project, "config", "core.pager", f"echo pager >> {trace}; cat")
    trace.unlink(missing_ok=True)
    assert read(project, unit="class").bad == []
    assert not trace.exists()
