"""The verb `prove`: rows and trees, and that `verify --prove` does the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.equimorph.conftest import listed, rows, run


@pytest.fixture
def mutants(folder: Path) -> Path:
    run("mutate", "Cart.java", "-m", "reorder-condition", "--full", "--out", "mutants.jsonl")
    return folder / "mutants.jsonl"


def test_rows_are_proved_as_by_the_alias(mutants: Path) -> None:
    proved = run("prove", mutants, "--jobs", "2", "--out", "new.jsonl")
    alias = run("verify", mutants, "--prove", "--jobs", "2", "--out", "old.jsonl")
    assert (proved.exit_code, proved.stdout, proved.stderr) == (0, alias.stdout, alias.stderr)
    assert {row["proof"] for row in rows(Path("new.jsonl"))} == {"proved"}
    assert Path("new.jsonl").read_bytes() == Path("old.jsonl").read_bytes()


def test_a_tree_is_proved_as_by_the_alias(folder: Path) -> None:
    (folder / "src").mkdir()
    (folder / "Cart.java").rename(folder / "src" / "Cart.java")
    run("rewrite", "src", "--out", "out", "--seed", "1", "--per-method", "3")
    proved = run("prove", "out", "--original", "src")
    alias = run("verify", "--prove", "--tree", "out", "--original", "src")
    assert (proved.exit_code, proved.stdout) == (0, "proof: 1 proved (1 by graph)\n")
    assert (alias.stdout, alias.stderr) == (proved.stdout, proved.stderr)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((".",), "a folder of a rewritten tree and --original go together"),
        (("mutants.jsonl", "--original", "."), "a folder of a rewritten tree and --original go together"),
        ((".", "--original", ".", "--checkout", "."), "--checkout is for rows, not for a tree"),
        (("mutants.jsonl", "--restart"), "--restart needs --out"),
        (("mutants.jsonl", "--jobs", "0"), "--jobs: "),
        (("mutants.jsonl", "--javac"), "no such option: --javac"),
        (("nowhere.jsonl",), "no such file: 'nowhere.jsonl'"),
        ((), "missing argument 'path'"),
    ],
)
def test_options_that_do_not_go_together(mutants: Path, options: tuple[str, ...], message: str) -> None:
    result = run("prove", *options)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split()).lower()
    assert listed(mutants.parent) == ["Cart.java", "mutants.jsonl"]


def test_the_help_of_verify_shows_its_checks_alone() -> None:
    text = run("verify", "--help").stdout
    assert "--equivalence" in text
    hidden = ("prove", "tree", "original", "restart", "tests", "project", "build", "timeout", "jobs")
    assert [name for name in hidden if f"--{name}" in text] == []
