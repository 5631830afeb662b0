"""A worker and its process: rows that crash it, hang, print, are big; and what is left when somebody dies."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from equimorph.bulk import BulkError, Record
from equimorph.bulk.job import CannotWork
from equimorph.bulk.worker import RowDone, Stopped, Worker
from tests.equimorph.bulk.conftest import ROOT, echo_job


def done(place: Path, rows: list[str], **options: object) -> tuple[list[RowDone], bytes]:
    out = io.BytesIO()
    records = [Record(number, f"{row}\n".encode()) for number, row in enumerate(rows, 1)]
    with Worker(echo_job(place, **options)) as worker:  # type: ignore[arg-type]
        found = list(worker.rows(records, out))
    assert [one.record for one in found] == records
    return found, out.getvalue()


def test_a_row_that_ends_its_process_loses_itself_alone(place: Path, children: Callable[[], object]) -> None:
    rows = ["a", "segfault", "b", "exits", "exits", "c", "raises", "hangs", "sleeps", "d", "exits"]
    found, out = done(place, rows, timeout=0.5)
    assert out == b"a\na\nb\nb\nc\nc\nraises\nd\nd\n"
    assert [(one.record.number, one.error) for one in found if one.lost] == [
        (2, "the process died of SIGSEGV"),
        (4, "the process ended with exit code 3"),
        (5, "the process ended with exit code 3"),
        (8, "it took longer than 0.5 seconds of processor time"),
        (9, "it waited longer than 5 seconds"),
        (11, "the process ended with exit code 3"),
    ]
    assert re.fullmatch(
        r"internal error \(equimorph \S+\): KeyError: 'raises\\n' at faulty\.py:\d+", str(found[6].error)
    )
    assert [one.made for one in found] == [2, 0, 2, 0, 0, 2, 1, 0, 0, 2, 0]


@pytest.fixture
def busy_neighbours() -> Iterator[None]:
    """Keep this process and those that it starts on one processor, together with three that never rest."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    neighbours = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        yield
    finally:
        for neighbour in neighbours:
            neighbour.kill()
            neighbour.wait()
        os.sched_setaffinity(0, allowed)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a processor of one's own")
def test_a_busy_machine_loses_no_row(place: Path, busy_neighbours: None) -> None:
    started = time.monotonic()
    found, out = done(place, ["a", "works", "b"], timeout=1)
    assert time.monotonic() - started > 1.2  # so that a clock would have lost it
    assert out == b"a\na\nworks\nworks\nb\nb\n"
    assert [one.error for one in found] == [None] * 3


def test_what_was_made_before_an_error_of_the_row_stays(place: Path) -> None:
    found, out = done(place, ["half", "bad", "half bad exits"])
    assert out == b"half\nhalf\nbad\n"
    assert [(one.conflicts, one.error, one.lost) for one in found] == [
        (("half of it",), None, False),
        ((), "file: not there", False),
        ((), "the process ended with exit code 3", True),
    ]


@pytest.mark.parametrize(
    ("row", "message"), [("lacks", "lacks needs a package: pip install it"), ("wants", "wants a JDK")]
)
def test_a_missing_package_is_no_fault_of_a_row(
    place: Path, children: Callable[[], object], row: str, message: str
) -> None:
    with pytest.raises(CannotWork, match=f"^{message}$"):
        done(place, ["a", row, "b"])


def test_a_package_that_is_missing_at_the_start_ends_the_run(place: Path) -> None:
    job = echo_job(place)
    lacking = replace(job, options={**job.options, "lacking": True})
    with Worker(lacking) as worker, pytest.raises(CannotWork, match="pip install it"):
        list(worker.rows([Record(1, b"a")], io.BytesIO()))


def test_a_row_may_take_all_the_memory_it_gets(place: Path) -> None:
    found, out = done(place, ["a", "greedy", "b"], memory=1500)
    assert out == b"a\na\nb\nb\n"
    assert found[1].error == "there was not enough memory"
    assert found[1].lost


def test_a_process_that_died_once_gets_a_second_try(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULTY_FOLDER", str(place))
    found, out = done(place, ["a", "once_x", "once_y", "b"])
    assert out == b"a\na\nonce_x\nonce_x\nonce_y\nonce_y\nb\nb\n"
    assert not any(one.lost for one in found)


def test_big_rows_and_prints_do_not_get_in_each_others_way(place: Path) -> None:
    # More than a pipe holds, in both directions, and more rows than are sent ahead.
    rows = [
        f"big {'y' * 300_000} {number}" if number % 40 == 7 else f"prints {number}" for number in range(300)
    ]
    found, out = done(place, rows)
    assert sum(one.made for one in found) == 2 * 300 + 8
    assert out.splitlines()[0::2][:3] == [b"prints 0", b"prints 1", b"prints 2"]
    assert out.count(b"among the frames") == 0
    assert [line for line in out.splitlines() if line.startswith(b"prints")] == [
        row.encode() for row in rows if row.startswith("prints") for _ in range(2)
    ]


def test_a_job_that_cannot_be_done_is_an_error(place: Path) -> None:
    with pytest.raises(BulkError, match="ValueError: no such work"):
        done(place, ["a"], broken=True)


def test_a_worker_can_be_stopped_from_elsewhere(place: Path, children: Callable[[], list[int]]) -> None:
    worker = Worker(echo_job(place))
    timer = threading.Timer(1.5, worker.stop)
    timer.start()
    with worker, pytest.raises(Stopped):
        list(worker.rows([Record(1, b"sleeps\n")], io.BytesIO()))
    timer.join()
    assert children() == []


_PARENT = """
import io, sys
from equimorph.bulk import Record
from equimorph.bulk.worker import Worker
from pathlib import Path
from tests.equimorph.bulk.conftest import echo_job
rows = [Record(n, row.encode()) for n, row in enumerate(sys.argv[2:], 1)]
with Worker(echo_job(Path(sys.argv[1]), timeout=3)) as worker:
    for done in worker.rows(rows, io.BytesIO()):
        print(done.record.number, flush=True)
        sys.stdin.read()
"""


@pytest.mark.parametrize("next_row", ["a", "hangs"])
def test_a_process_does_not_outlive_its_parent(
    place: Path, children: Callable[[], list[int]], next_row: str
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _PARENT, str(place), "first", next_row],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"1\n"
        assert len(children()) == 1
        parent.send_signal(signal.SIGKILL)
    until = time.monotonic() + 20
    while children() and time.monotonic() < until:
        time.sleep(0.05)
    assert children() == []
