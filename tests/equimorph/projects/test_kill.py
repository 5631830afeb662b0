"""The verb `kill`, and that `verify --tests` does the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.equimorph.conftest import rows, run


@pytest.fixture
def project(folder: Path) -> Path:
    run("mutate", "Cart.java", "-m", "operator-mutation", "--limit-per-method", "2", "--out", "m.jsonl")
    (folder / "project").mkdir()
    (folder / "Cart.java").rename(folder / "project" / "Cart.java")
    return folder / "project"


def test_rows_get_their_status_as_by_the_alias(project: Path) -> None:
    before = rows(Path("m.jsonl"))
    tests = f"cmp -s Cart.java {project / 'Cart.java'}"
    options = ("--tests", tests, "--project", project, "--build", "true", "--timeout", "60", "--jobs", "2")
    done = run("kill", "m.jsonl", *options, "--out", "new.jsonl")
    alias = run("verify", "m.jsonl", *options, "--out", "old.jsonl")
    assert (done.exit_code, done.stdout, done.stderr) == (0, alias.stdout, alias.stderr)
    assert [row["status"] for row in rows(Path("new.jsonl"))] == ["killed"] * len(before)
    seconds = re.compile(r'"seconds":[\d.]+')
    new, old = (seconds.sub("", Path(name).read_text()) for name in ("new.jsonl", "old.jsonl"))
    assert new == old


def test_without_out_rows_go_to_standard_output(project: Path) -> None:
    done = run("kill", "m.jsonl", "--tests", "true", "--project", project)
    assert done.exit_code == 0
    assert [row["status"] for row in rows(done.stdout)] == ["survived"] * len(rows(Path("m.jsonl")))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--tests", "true"), "Missing option '--project'"),
        (("--project", "."), "Missing option '--tests'"),
        (("--tests", "true", "--project", "nowhere"), "'nowhere' does not exist"),
        (("--tests", "true", "--project", ".", "--javac"), "No such option: --javac"),
        (("--tests", "true", "--project", ".", "--timeout", "0"), "--timeout: "),
    ],
)
def test_what_is_not_understood_ends_with_2(project: Path, options: tuple[str, ...], message: str) -> None:
    done = run("kill", "m.jsonl", *options)
    assert done.exit_code == 2
    assert message.lower() in done.stderr.lower()
