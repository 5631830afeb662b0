"""The lines that a patch changes: which file it means, which lines these are now, and patches that do not fit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

import equimorph as em
from equimorph.cli import app
from parsers import ParseError
from tests.equimorph.conftest import SAMPLE, rows, run

BEFORE = "class A {\n    int one;\n    int two;\n    int three;\n}\n"
AFTER = "class A {\n    int one;\n    int TWO;\n    int three;\n    int four;\n}\n"


def git(folder: Path, *arguments: str) -> bytes:
    return subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
    ).stdout


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with changes that are not committed; the working folder is in it."""
    root = tmp_path / "repository"
    root.mkdir()
    git(root, "init", "-q")
    written(root / "src/p/A.java", BEFORE)
    written(root / "src/q/A.java", BEFORE)
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    written(root / "src/p/A.java", AFTER)
    written(root / "src/p/New.java", "class New {\n}\n")
    git(root, "add", ".")
    monkeypatch.chdir(root / "src")
    return root


def test_changed_and_added_lines_in_a_folder_of_the_repository(repository: Path) -> None:
    diff = git(repository, "diff", "HEAD")
    expected = {"p/A.java": {3, 5}, "p/New.java": {1, 2}}
    assert em.changed_lines(diff, ["p/A.java", "q/A.java", "p/New.java"]) == expected
    assert em.changed_lines(diff.decode(), [Path("p/A.java")]) == {"p/A.java": {3, 5}}


@pytest.mark.parametrize(
    "options",
    [("--no-prefix",), ("--src-prefix=i/", "--dst-prefix=w/"), ("--relative=src",), ("-U0",), ("-U9",)],
)
def test_other_prefixes_and_contexts(repository: Path, options: tuple[str, ...]) -> None:
    diff = git(repository, "diff", "HEAD", *options, "--", "src/p/A.java")
    found = em.changed_lines(diff, ["q/A.java", str(repository / "src/p/A.java")])
    assert found == {str(repository / "src/p/A.java"): {3, 5}}


def test_a_patch_of_another_repository_matches_by_the_end_of_paths(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diff = git(repository, "diff", "HEAD")
    unpacked = written(tmp_path / "tarball/project-1.0/src/p/A.java", AFTER)
    monkeypatch.chdir(tmp_path)
    assert em.changed_lines(diff, [unpacked]) == {str(unpacked): {3, 5}}


def test_renames_deletions_and_files_of_other_kinds(repository: Path) -> None:
    git(repository, "commit", "-qm", "two")
    git(repository, "mv", "src/p/A.java", "src/p/B.java")
    git(repository, "rm", "-q", "src/q/A.java")
    written(repository / "src/p/B.java", AFTER.replace("three", "THREE"))
    written(repository / "README.md", "text\n")
    git(repository, "add", ".")
    missing: list[str] = []
    diff = git(repository, "diff", "-M50%", "HEAD")
    assert b"rename from" in diff
    assert em.changed_lines(diff, ["p/B.java"], unmatched=missing.append) == {"p/B.java": {4}}
    assert missing == ["b/README.md"]


def test_a_patch_that_only_deletes_changes_no_line(repository: Path) -> None:
    git(repository, "commit", "-qm", "two")
    written(repository / "src/p/A.java", BEFORE.replace("    int one;\n", "").replace("two", "TWO"))
    assert em.changed_lines(git(repository, "diff"), ["p/A.java"]) == {}


@pytest.mark.parametrize(
    "diff", [b"", b"\n", b"diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"], ids=repr
)
def test_an_empty_patch(diff: bytes, tmp_path: Path) -> None:
    assert em.changed_lines(diff, [written(tmp_path / "x", BEFORE)]) == {}


def test_something_else_than_a_patch(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"my\.patch: no unified diff"):
        em.changed_lines(AFTER, [written(tmp_path / "A.java", AFTER)], name="my.patch")


def test_a_patch_that_does_not_fit_names_the_line(repository: Path) -> None:
    diff = git(repository, "diff", "HEAD")
    written(repository / "src/p/A.java", BEFORE)
    with pytest.raises(em.MutationError, match=r"does not fit p/A.java:3; is it already applied\?"):
        em.changed_lines(diff, ["p/A.java"])
    written(repository / "src/p/A.java", AFTER.replace("    int four;\n}\n", ""))
    with pytest.raises(em.MutationError, match=r"does not fit p/A.java:5;"):
        em.changed_lines(diff, ["p/A.java"])


def test_an_ambiguous_name_is_an_error_with_both_files(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diff = git(repository, "diff", "HEAD", "--", "src/p/A.java")
    one, other = (written(tmp_path / name / "src/p/A.java", AFTER) for name in ("one", "other"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(em.MutationError, match=f"src/p/A.java may be {one} or {other}"):
        em.changed_lines(diff, [one, other])
    # One file under two names is not ambiguous.
    assert set(em.changed_lines(diff, [one, "one/src/p/A.java"])) == {str(one), "one/src/p/A.java"}


def test_a_file_of_the_repository_that_is_not_asked_for_is_no_other_one(repository: Path) -> None:
    root = written(repository / "A.java", BEFORE)
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "two")
    written(root, AFTER)
    missing: list[str] = []
    diff = git(repository, "diff", "HEAD")
    assert em.changed_lines(diff, ["p/A.java", "q/A.java"], unmatched=missing.append) == {}
    assert missing == ["b/A.java"]


def test_lines_are_those_of_java_where_a_lone_cr_ends_one(repository: Path) -> None:
    written(
        repository / "src/p/A.java", "class A {\r    int zero;\n    int one;\r\n    int TWO;\r    int x;\n}\n"
    )
    diff = git(repository, "diff", "HEAD", "--", "src/p/A.java")
    # Of line 3 only the line end is another one.
    assert em.changed_lines(diff, ["p/A.java"]) == {"p/A.java": {1, 2, 4, 5}}


CHANGE = """\
--- a/Cart.java
+++ b/Cart.java
@@ -14,3 +14,3 @@
     boolean same(long left, long right) {
-        return left >= right;
+        return left == right;
     }
"""


def test_mutate_only_what_the_patch_changes(folder: Path) -> None:
    (folder / "Other.java").write_text(SAMPLE)
    (folder / "change.patch").write_text(CHANGE)
    whole = rows(run("mutate", "Cart.java", "--lines", "15").stdout_bytes)
    assert whole
    for how in ((), ("--jobs", "2")):
        result = run("mutate", ".", "--in-diff", "change.patch", *how)
        assert (result.exit_code, result.stderr) == (0, f"{len(whole)} mutants\n")
        assert [row["id"] for row in rows(result.stdout_bytes)] == [row["id"] for row in whole]
    shown = run("mutate", ".", "--in-diff", "change.patch", "--show").stdout
    assert shown.count("@@ ") == len(whole)
    assert "Other.java" not in shown


def test_sites_of_a_patch_are_where_mutate_makes_mutants(folder: Path) -> None:
    (folder / "Other.java").write_text(SAMPLE)
    (folder / "change.patch").write_text(CHANGE)
    mutants = rows(run("mutate", ".", "--in-diff", "change.patch").stdout_bytes)
    places = run("sites", ".", "--in-diff", "change.patch")
    assert places.stderr == f"{len(mutants)} sites\n"
    # A renaming has its site at the declaration, and touches each line where the name stands.
    assert "Cart.java:14:23: variable-renaming in same: left" in places.stdout
    assert "Other.java" not in places.stdout


def test_why_of_a_patch(folder: Path) -> None:
    (folder / "A.java").write_text(
        "class A {\n  int f(int[] a) {\n    return a[0]\n      < a[1] ? 1 : 2;\n  }\n}\n"
    )
    patch = "--- A.java\n+++ A.java\n@@ -{0},0 +{0} @@\n+{1}\n"
    told = {}
    for line, text in ((3, "    return a[0]"), (4, "      < a[1] ? 1 : 2;"), (5, "  }")):
        (folder / "p").write_text(patch.format(line, text))
        told[line] = run("sites", "A.java", "--in-diff", "p", "--why", "-m", "reorder-condition").stderr
    assert told == {3: "0 sites, 1 refused\n", 4: "0 sites, 1 refused\n", 5: "0 sites, 0 refused\n"}


def test_a_patch_on_standard_input(folder: Path) -> None:
    expected = run("mutate", "Cart.java", "--lines", "15").stdout
    result = CliRunner().invoke(app, ["mutate", "Cart.java", "--in-diff", "-"], input=CHANGE)
    assert (result.exit_code, result.stdout) == (0, expected)
    bad = CliRunner().invoke(app, ["mutate", "Cart.java", "--in-diff", "-"], input=SAMPLE)
    assert (bad.exit_code, bad.stderr) == (2, "error: standard input: no unified diff\n")
    absent = run("mutate", "Cart.java", "--in-diff", "absent.patch")
    assert (absent.exit_code, absent.stderr) == (2, "error: absent.patch: No such file or directory\n")


@pytest.mark.parametrize("how", [(), ("--jobs", "2")], ids=["here", "workers"])
def test_only_methods_of_the_patch_are_rewritten(folder: Path, how: tuple[str, ...]) -> None:
    (folder / "src/shop").mkdir(parents=True)
    for name in ("Cart", "Other"):
        (folder / f"src/shop/{name}.java").write_text(SAMPLE)
    (folder / "p").write_text(CHANGE.replace("Cart.java", "src/shop/Cart.java"))
    result = run("rewrite", "src", "--out", "out", "--in-diff", "p", "--per-method", "3", *how)
    assert result.exit_code == 0
    assert result.stderr.startswith("2 files, 1 of 4 methods mutated: ")
    made = rows(folder / "out/mutations.jsonl")
    assert {(row["path"], row["method"]["name"]) for row in made} == {("shop/Cart.java", "same")}
    assert (folder / "out/shop/Other.java").read_text() == SAMPLE
    assert run("invert", "out", "--records", "out/mutations.jsonl", "--out", "back").exit_code == 0
    assert (folder / "back/shop/Cart.java").read_text() == SAMPLE


def test_a_patch_that_does_not_fit_ends_the_command(folder: Path) -> None:
    (folder / "change.patch").write_text(CHANGE.replace("==", "!="))
    result = run("mutate", "Cart.java", "--in-diff", "change.patch")
    assert result.exit_code == 2
    assert result.stderr == "error: patch does not fit Cart.java:15; is it already applied?\n"
    assert result.stdout == ""


def test_files_of_the_patch_that_are_not_mutated_are_reported(folder: Path) -> None:
    (folder / "change.patch").write_text(
        CHANGE.replace("Cart", "test/CartTest") + CHANGE.replace("Cart.java", "a.md")
    )
    result = run("mutate", "Cart.java", "--in-diff", "change.patch")
    assert result.exit_code == 0
    assert result.stderr == (
        "change.patch: b/test/CartTest.java is not among the files that are to be mutated\n0 mutants\n"
    )


def test_a_patch_that_changes_nothing_is_reported(folder: Path) -> None:
    (folder / "change.patch").write_text("")
    result = run("mutate", "Cart.java", "--in-diff", "change.patch")
    note = "change.patch: changes or adds no line of the files that are to be mutated"
    assert (result.exit_code, result.stderr.splitlines()) == (0, [note, "0 mutants"])


def test_text_and_patch_cannot_both_be_standard_input(folder: Path) -> None:
    for verb in ("mutate", "sites"):
        result = CliRunner().invoke(app, [verb, "-", "--in-diff", "-"], input=CHANGE)
        assert (result.exit_code, "cannot both be standard input" in result.stderr) == (2, True)


@pytest.mark.parametrize("other", [("--lines", "3", "Cart.java"), ("--jsonl", "change.patch")])
def test_options_that_do_not_go_with_a_patch(folder: Path, other: tuple[str, ...]) -> None:
    (folder / "change.patch").write_text(CHANGE)
    result = run("mutate", "--in-diff", "change.patch", *other)
    assert result.exit_code == 2
    assert "without --lines" in result.stderr
