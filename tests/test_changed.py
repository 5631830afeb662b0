"""What changed since main, and which tests are about it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.changed import BACK, changed_files, concerned


def test_changed_files_are_those_since_main_left_off(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *who, *arguments], check=True, capture_output=True)

    def write(name: str) -> None:
        (tmp_path / name).write_text(name, encoding="utf-8")
        git("add", name)

    git("init", "--initial-branch=main")
    for name in ("kept", "edited"):
        write(name)
    git("commit", "--message=base")
    git("checkout", "-b", "work")
    write("committed")
    git("commit", "--message=work")
    git("checkout", "main")
    write("of main")
    git("commit", "--message=main")
    git("checkout", "work")
    for name in ("edited", "new"):
        (tmp_path / name).write_text("changed", encoding="utf-8")
    assert changed_files(tmp_path) == {"committed", "edited", "new"}
    git("stash", "--include-untracked")
    git("checkout", "main")
    for number in range(BACK):
        assert "of main" in changed_files(tmp_path)
        write(f"later{number}")
        git("commit", "--message=later")
    last = {f"later{number}" for number in range(BACK)}
    assert changed_files(tmp_path) == last
    git("branch", "--move", "other")
    git("branch", "--delete", "--force", "work")
    assert changed_files(tmp_path) == last


@pytest.mark.parametrize(
    ("test", "file", "is_about"),
    [
        ("tests/equimorph/bulk/test_runs.py", "src/equimorph/bulk/worker.py", True),
        ("tests/equimorph/bulk/test_runs.py", "src/equimorph/rows/jsonl.py", False),
        ("tests/equimorph/bulk/test_runs.py", "tests/equimorph/bulk/conftest.py", True),
        ("tests/equimorph/bulk/test_runs.py", "tests/equimorph/bulk/test_runs.py", True),
        ("tests/equimorph/bulk/test_runs.py", "tests/equimorph/bulk/test_verbs.py", False),
        ("tests/equimorph/models/test_asking.py", "src/equimorph/models/asking.py", True),
        ("tests/equimorph/patches/test_diffs.py", "src/equimorph/models/asking.py", False),
        ("tests/mutators/test_try_catch.py", "src/mutators/java/try_catch/__init__.py", True),
        ("tests/mutators/test_try_catch.py", "src/mutators/java/negation.py", False),
        ("tests/mutators/test_try_catch.py", "tests/equimorph/conftest.py", False),
        ("tests/equimorph/cli/test_help.py", "tests/equimorph/conftest.py", True),
        ("tests/laws/test_behaviour.py", "tests/laws/corpus.py", True),
        ("tests/laws/test_undo_law.py", "tests/strategies/edits.py", True),
        ("tests/laws/test_undo_law.py", "tests/strategies/text.py", False),
        ("tests/golden/test_golden.py", "README.md", True),
        ("tests/mutators/test_try_catch.py", "README.md", False),
    ],
)
def test_tests_are_about_what_has_their_name_or_their_place_and_about_what_they_import(
    test: str, file: str, is_about: bool
) -> None:
    assert concerned(Path(test), {file}) == is_about
