"""A file that the work on all rows needs: every worker reads it, it is part of what the run is, and it goes at the end."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from equimorph.bulk import BulkError
from equimorph.bulk.job import SHARED
from equimorph.bulk.workers import Workers
from equimorph.bulk.working import Target, worked
from tests.equimorph.bulk.conftest import of_parts
from tests.killing import killed

BEHIND = "tests.equimorph.bulk.faulty:behind"
LINES = [b'{"n":%d}\n' % number for number in range(40)]
MADE = b"".join(b"first" + line for line in LINES)
SCRIPT = """
import sys
from pathlib import Path
from tests.equimorph.bulk.test_shared import LINES, made
made(Path(sys.argv[1]), jobs=2)
"""


def made(
    out: Path, first: bytes = b"first", seconds: float = 0, jobs: int | Workers = 1, restart: bool = False
) -> int:
    """The lines, behind the first line of what is shared."""
    target = Target(out, jobs=jobs, restart=restart)
    return worked(
        target, BEHIND, {"seconds": seconds}, LINES, "lines", {}, shared=[first, b"\nmore\n"], least=1
    )


@pytest.mark.parametrize("jobs", [1, 3])
def test_all_workers_get_the_file_and_it_goes_at_the_end(place: Path, jobs: int) -> None:
    assert made(place / "out.jsonl", jobs=jobs) == 40
    assert (place / "out.jsonl").read_bytes() == MADE
    assert [path.name for path in place.iterdir()] == ["out.jsonl"]


def test_a_folder_of_parts_keeps_it_only_until_it_is_whole(place: Path) -> None:
    target = Target(parts=place / "parts", part_rows=7)
    for _ in range(2):  # the second time all is done already
        assert worked(target, BEHIND, {}, LINES, "lines", {}, shared=[b"first\n"]) == 40
        assert of_parts(place / "parts") == MADE
        assert not (place / "parts" / SHARED).exists()
    with pytest.raises(BulkError, match="made with other shared"):
        worked(target, BEHIND, {}, LINES, "lines", {}, shared=[b"another\n"])


def test_a_killed_run_goes_on_with_the_same_file_and_not_with_another_one(place: Path) -> None:
    killed([sys.executable, "-c", SCRIPT, "out.jsonl"], "out.jsonl.partial/receipts/part-*.json", 3)
    assert 3 <= len(list((place / "out.jsonl.partial" / "receipts").glob("*.json"))) < 40
    assert (place / "out.jsonl.partial" / SHARED).read_bytes() == b"first\nmore\n"
    with pytest.raises(BulkError, match="made with other shared"):
        made(place / "out.jsonl", b"another")
    # What somebody did to the file meanwhile is no matter: it is written again.
    (place / "out.jsonl.partial" / SHARED).write_bytes(b"spoiled\n")
    assert made(place / "out.jsonl") == 40
    assert (place / "out.jsonl").read_bytes() == MADE
    assert [path.name for path in place.iterdir()] == ["out.jsonl"]


def test_restart_takes_another_file(place: Path) -> None:
    folder = place / "out.jsonl.partial"
    folder.mkdir()
    (folder / SHARED).write_bytes(b"left\n")
    made(place / "out.jsonl", b"another", restart=True)
    assert (place / "out.jsonl").read_bytes() == MADE.replace(b"first", b"another")


def test_a_file_that_changes_under_a_worker_is_refused(place: Path) -> None:
    from equimorph.bulk.inputs import Lines
    from equimorph.bulk.run import opened

    (place / "lines.jsonl").write_bytes(b"".join(LINES))
    (place / "given").write_bytes(b"first\n")
    job = Workers().job(BEHIND, {}, place / "parts")
    with opened(job, Lines(place / "lines.jsonl"), 7, {}, place / "given") as run:
        (place / "parts" / SHARED).write_bytes(b"changed\n")
        with pytest.raises(BulkError, match="modified since the run started"):
            list(Workers().engine()(run.job, run.plan.parts))
