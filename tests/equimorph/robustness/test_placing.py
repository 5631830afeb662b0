"""A checkout in a file of bugs is found from the folder of the file, wherever it is read; a missing one is an error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from equimorph.cli import app
from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.placing import bug_reader, bug_row
from equimorph.robustness import mutants
from equimorph.rows.tables import BadRow
from mutators import MutationError
from tests.equimorph.robustness.conftest import write_rows


def rows_of(place: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in place.read_text().splitlines()]


@pytest.fixture
def written(checkouts: Path) -> Path:
    """A file of bugs in a folder beside that of the checkouts."""
    Path("out").mkdir()
    out = Path("out/bugs.jsonl")
    assert app(["robustness", "bugs", str(checkouts), "--out", str(out), "-q"], standalone_mode=False) in (
        0,
        None,
    )
    return out.resolve()


def test_the_path_is_that_from_the_folder_of_the_file(written: Path) -> None:
    assert [row["checkout"] for row in rows_of(written)] == ["../bugs/Math-1b", "../bugs/Math-2b"]


def test_mutants_are_the_same_from_every_folder(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for folder in (written.parent.parent, written.parent, written.parent.parent / "bugs" / "Math-1b"):
        monkeypatch.chdir(folder)
        found.append(list(mutants(written, ["reorder-condition", "useless-cast"])))
    assert found[0]
    assert found[0] == found[1] == found[2]
    assert {Path(bug.checkout or "").is_dir() for bug in map(bug_reader(written), rows_of(written))} == {True}


def test_a_file_behind_a_link_leads_to_the_same_checkouts(tmp_path: Path, written: Path) -> None:
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    link = tmp_path / "deep" / "deeper" / "link"
    link.symlink_to(written.parent)
    [first, _] = map(bug_reader(link / written.name), rows_of(written))
    assert Path(first.checkout or "").resolve() == tmp_path / "bugs" / "Math-1b"
    assert (
        bug_row(Bug(**{**vars(first), "checkout": "bugs/Math-1b"}), link / "x")["checkout"]
        == "../bugs/Math-1b"
    )


def test_a_checkout_that_is_not_there_is_a_bad_row_and_the_others_go_on(written: Path) -> None:
    first, second = rows_of(written)
    failed: list[BadRow] = []
    place = write_rows(written.parent / "some.jsonl", [{**first, "checkout": "bugs/Math-1b"}, second])
    assert {row["bug_id"] for row in mutants(place, ["useless-cast"], failed=failed.append)} == {second["id"]}
    [bad] = failed
    assert (bad.line, "the checkout of" in bad.reason, "is not there" in bad.reason) == (1, True, True)


def test_rows_from_no_file_have_paths_from_the_working_folder(checkouts: Path) -> None:
    bug = Bug("x", "A.java", "f", 1, 1, "int f() { return 1; }", None, (1,), checkout=str(checkouts))
    assert bug_reader([bug])(bug.to_row()) == bug
    with pytest.raises(MutationError, match="is not there: no folder nothing"):
        bug_reader([])({**bug.to_row(), "checkout": "nothing"})
    without = {**bug.to_row(), "checkout": None}
    assert bug_reader([])(without).checkout is None


@pytest.mark.parametrize("file", [None, Path("a/b/c.jsonl")])
def test_a_whole_path_stays_as_it_is(tmp_path: Path, file: Path | None) -> None:
    bug = Bug("x", "A.java", "f", 1, 1, "int f() { return 1; }", None, (1,), checkout=str(tmp_path))
    assert bug_row(bug, file)["checkout"] == str(tmp_path)
