"""Mutants of many bugs in one file, and runs that were stopped."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from equimorph import defects4j
from equimorph.bulk.job import BulkError
from equimorph.bulk.reporting import SILENT
from equimorph.defects4j import BugOptions
from equimorph.mutants.catalogue import Choice
from equimorph.rows.jsonl import encode
from mutators import RecordMismatch
from parsers import ParseError
from tests.equimorph.conftest import listed, rows, run
from tests.equimorph.defects4j.conftest import BUGGY, FIXED, Make

RANGE = "src/main/java/a/Range.java"


@pytest.fixture
def bugs(checkout: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Three bugs, the fix of each in a folder named for its number."""
    monkeypatch.chdir(tmp_path)
    found = []
    for number in (1, 2, 3):
        other = {f"src/main/java/a/Only{number}.java": "class Only {}\n"}
        text = BUGGY.replace("int low", f"int low /* {number} */")
        fixed = FIXED.replace("int low", f"int low /* {number} */")
        checkout({RANGE: fixed}, f"fixed-{number}", config=None, build=None)
        found.append(checkout({RANGE: text, **other}, f"bug {number}", config=f"pid=Lang\nvid={number}b\n"))
    return found


class Reporter:
    """A reporter that keeps what is reported, and ends the run after so many bugs."""

    def __init__(self, last: int | None = None) -> None:
        self.notes: list[str] = []
        self.failures: list[str] = []
        self._last = last

    def failed(self, message: object, reason: str = "") -> None:
        self.failures.append(str(message))

    def skipped(self, count: int, messages: Iterable[object] = ()) -> None:
        self.notes += map(str, messages)

    def failed_earlier(self, count: int) -> None:
        self.failures += ["earlier"] * count

    def note(self, message: str) -> None:
        self.notes.append(message)

    @contextmanager
    def bar(self, total: int | None, what: str) -> Iterator[Callable[..., None]]:
        done = 0

        def advance(count: int = 1) -> None:
            nonlocal done
            done += count
            if done == self._last:
                raise KeyboardInterrupt

        yield advance


ASKED = BugOptions("fixed-{number}", Choice(("useless-cast", "new-variable")), seed=3)


def test_the_rows_are_those_of_each_bug_in_order(bugs: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    made = defects4j.write(out, bugs, ASKED, jobs=2)
    expected = []
    for number, folder in enumerate(bugs, 1):
        subject = defects4j.read(folder)
        found = defects4j.mutants(
            subject, tmp_path / f"fixed-{number}", ["useless-cast", "new-variable"], seed=3
        )
        lines = [encode(one.row()) for one in found]
        assert made[str(folder)] == len(lines) > 0
        expected += lines
    assert out.read_bytes() == b"".join(expected)
    assert [row["bug"] for row in rows(out)] == sorted(row["bug"] for row in rows(out))
    assert not (tmp_path / "out.jsonl.partial").exists()


def test_a_run_that_was_stopped_continues(bugs: list[Path], tmp_path: Path) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    defects4j.write(whole, bugs, ASKED)
    with pytest.raises(KeyboardInterrupt):
        defects4j.write(out, bugs, ASKED, reporter=Reporter(2))
    assert not out.exists()
    assert (tmp_path / "out.jsonl.partial").is_dir()
    # Other options, or another text of a bug: what is done does not belong to it.
    with pytest.raises(BulkError, match="--restart"):
        defects4j.write(out, bugs, BugOptions("fixed-{number}", seed=4))
    file = bugs[0] / RANGE
    text = file.read_text()
    file.write_text(text.replace("value > low", "value > +low"))
    with pytest.raises(BulkError, match="--restart"):
        defects4j.write(out, bugs, ASKED)
    file.write_text(text)
    reporter = Reporter()
    defects4j.write(out, bugs, ASKED, reporter=reporter)
    assert reporter.notes == ["2 of 3 parts are done already"]
    assert out.read_bytes() == whole.read_bytes()
    assert "out.jsonl.partial" not in listed(tmp_path)


def test_a_bug_that_cannot_be_read_does_not_keep_the_others(bugs: list[Path], tmp_path: Path) -> None:
    (bugs[1] / RANGE).write_text("no Java {")
    reporter, out = Reporter(), tmp_path / "out.jsonl"
    made = defects4j.write(out, bugs, ASKED, reporter=reporter)
    assert [count > 0 for count in made.values()] == [True, False, True]
    [failure] = reporter.failures
    assert failure.startswith(f"{bugs[1]}: ")
    assert {row["bug"] for row in rows(out)} == {"Lang-1b", "Lang-3b"}


def test_where_the_fix_is(bugs: list[Path], tmp_path: Path, checkout: Make) -> None:
    subject = defects4j.read(bugs[0])
    assert defects4j.fix_of("fixed-{number}", subject) == Path("fixed-1")
    assert defects4j.fix_of("{checkout}/../fixed-{number}", subject).resolve() == tmp_path / "fixed-1"
    with pytest.raises(FileNotFoundError) as caught:
        defects4j.fix_of("{project}/{number}.patch", subject)
    assert caught.value.filename == "Lang/1.patch"
    nameless = defects4j.read(checkout(name="nameless", config=None))
    with pytest.raises(ParseError, match="no project of the bug is known"):
        defects4j.fix_of("{project}/{number}.patch", nameless)


def test_a_checkout_given_twice(bugs: list[Path], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="given twice"):
        defects4j.write(tmp_path / "out.jsonl", [bugs[0], bugs[0]], ASKED, reporter=SILENT)


def test_the_command_takes_several_checkouts(bugs: list[Path], tmp_path: Path) -> None:
    options = ("--fix", "fixed-{number}", "--mutator", "useless-cast")
    done = run("defects4j", "mutate", *bugs, *options, "--out", "out.jsonl")
    count = len(rows(tmp_path / "out.jsonl"))
    assert (done.exit_code, done.stderr) == (0, f"{count} mutants of 3 checkouts\n")
    one = run("defects4j", "mutate", bugs[2], *options)
    assert one.stdout == "".join(
        (tmp_path / "out.jsonl").read_text().splitlines(True)[-one.stdout.count("\n") :]
    )
    for more, told in (
        ((), "several checkouts need --out"),
        (("--out", "x.jsonl", "--patches", "p"), "--patches and --folders are for one checkout"),
    ):
        refused = run("defects4j", "mutate", *bugs, *options, *more)
        assert (refused.exit_code, told in refused.stderr) == (2, True), refused.stderr
    refused = run("defects4j", "mutate", bugs[0], *options, "--restart")
    assert (refused.exit_code, "are for several checkouts" in refused.stderr) == (2, True)
    # Answers to mutants of several bugs.
    undone = run("defects4j", "undo", *bugs, "out.jsonl", "--field", "mutant", "--out", "undone.jsonl")
    assert (undone.exit_code, undone.stderr) == (0, f"{count} rows\n")
    assert all(row["undone"] == row["original"] for row in rows(tmp_path / "undone.jsonl"))


def test_many_bugs_in_a_compressed_file_or_on_standard_output(bugs: list[Path], tmp_path: Path) -> None:
    options = ("--fix", "fixed-{number}", "-m", "new-variable", "--out")
    assert run("defects4j", "mutate", *bugs, *options, "out.jsonl").exit_code == 0
    assert run("defects4j", "mutate", *bugs, *options, "out.jsonl.gz").exit_code == 0
    there = listed(tmp_path)
    piped = run("defects4j", "mutate", *bugs, *options, "-")
    assert piped.exit_code == 0
    assert listed(tmp_path) == there
    data = (tmp_path / "out.jsonl").read_bytes()
    assert piped.stdout_bytes == gzip.decompress((tmp_path / "out.jsonl.gz").read_bytes()) == data


def test_mutants_of_one_id_in_two_bugs(bugs: list[Path], tmp_path: Path) -> None:
    """The methods are the same in all of them."""
    run("defects4j", "mutate", *bugs, "--fix", "fixed-{number}", "-m", "new-variable", "--out", "out.jsonl")
    [first, *_] = rows(tmp_path / "out.jsonl")
    (tmp_path / "answers.jsonl").write_bytes(
        encode({"id": first["id"], "text": first["mutant"]})
        + encode({"id": first["id"], "text": first["mutant"], "bug": "Lang-2b"})
    )
    undo = ("defects4j", "undo", *bugs, "answers.jsonl", "--mutants", "out.jsonl", "--field", "text")
    done = run(*undo, "--out", "undone.jsonl")
    assert done.exit_code == 1
    assert f"line 1: out.jsonl: several mutants {first['id']}, in lines 1," in done.stderr
    assert [row["bug"] for row in rows(tmp_path / "undone.jsonl")] == ["Lang-2b"]


def test_whole_files_of_checkouts_that_cannot_be_told_apart(bugs: list[Path], checkout: Make) -> None:
    same = defects4j.read(checkout(name="same", config="pid=Lang\nvid=1b\n"))
    nameless = defects4j.read(checkout(name="nameless", config=None))
    first = defects4j.read(bugs[0])
    for others, told in ((same, "a checkout of Lang-1b, as"), (nameless, "its bug is not known")):
        with pytest.raises(RecordMismatch, match=told):
            defects4j.WholeFiles([first, others])
    [mutant, *_] = defects4j.mutants(first, "fixed-1", ["useless-cast"])
    row = mutant.row()
    assert defects4j.mutant_of(row, first).data == mutant.mutant.data
    # Where only one checkout is given, and neither it nor the row names a bug, the text decides.
    assert defects4j.mutant_of({**row, "bug": None}, first).mutation == mutant.mutant.mutation
