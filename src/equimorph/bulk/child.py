"""The process of a worker: it does rows one after the other, each within its time.

It may die of any of them. Its own timers end it where a row takes too long, even within a function in C, so that it ends
even if its parent is gone; and it ends when there is nothing more to read or to write. Processor time
counts, so that a busy machine loses no row; the clock counts only for a row that waits for something.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from equimorph.bulk import wire
from equimorph.bulk.job import MISSING, PATIENCE, Job, Record, Step, Work, guarded, reason_of
from equimorph.bulk.wire import LATE, OUT_OF_MEMORY
from equimorph.mutants.skipping import Skipped
from equimorph.runs.collection import rare_collection
from mutators import InternalError

_CHUNK_BYTES = 1 << 20


def main() -> None:
    """Do the rows that come from standard input."""
    # The frames have descriptors of their own: what a mutator prints must not get among them, nor a program of its take them.
    source, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal; the parent decides
    for late in LATE:
        signal.signal(late, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, LATE)
    faulthandler.enable()
    try:
        with rare_collection():
            _rows(source, out)
    except MISSING as error:  # the parent reports it as the end of the run
        wire.send(out, wire.MISSING, str(error).encode(errors="backslashreplace"))
        out.flush()
    except (wire.Gone, BrokenPipeError):
        os._exit(0)  # the parent is gone: there is no use in flushing


def _rows(source: BinaryIO, out: BinaryIO) -> None:
    _, data = wire.receive(source)
    job = Job(**json.loads(data))
    try:
        _limit(job.memory)
        work = job.load()
    except MISSING:
        raise
    except Exception as error:  # the parent reports it as the end of the run
        wire.send(out, wire.ERROR, f"{type(error).__name__}: {error}".encode(errors="backslashreplace"))
        out.flush()
        return
    wire.send(out, wire.READY)
    out.flush()
    while True:
        _, head = wire.receive(source)
        _, data = wire.receive(source)
        row = json.loads(head)
        lost = tuple((number, reason) for number, reason in row["lost"])
        record = Record(row["number"], data, tuple(row["without"]), row["place"], lost)
        _row(work, record, job.timeout, out)


def _limit(memory: int | None) -> None:
    if memory is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))


def _row(work: Work, record: Record, timeout: float, out: BinaryIO) -> None:
    conflicts: list[str] = []
    skipped: list[str] = []
    errors: list[str] = []
    lost, rows = False, 0
    chunk: list[bytes] = []
    size = 0

    def report(message: object) -> None:
        if isinstance(message, Step):
            with _paused(timeout):
                wire.send(out, wire.STEP, str(message.number).encode())
                out.flush()
            return
        (skipped if isinstance(message, Skipped) else conflicts).append(reason_of(message))

    _allow(timeout)
    try:
        lines = work(record, report)
        for line in guarded(lines, lambda error: errors.append(reason_of(error))):
            chunk.append(line)
            size += len(line)
            rows += 1
            if size >= _CHUNK_BYTES:
                with _paused(timeout):
                    _put(out, chunk)
                size = 0
            _allow(timeout)
    except (BrokenPipeError, *MISSING):  # the parent is gone, or no row can be processed
        raise
    except MemoryError:
        os._exit(OUT_OF_MEMORY)  # what it holds goes with it
    except Exception as exception:  # a fault of ours or of somebody's mutator: that row is lost, and reported
        errors, lost = [str(InternalError(exception))], True
    _allow(0)
    _put(out, chunk)
    error = errors[0] if errors else None
    end = {"rows": rows, "conflicts": conflicts, "skipped": skipped, "error": error, "lost": lost}
    wire.send_json(out, wire.END, end)
    out.flush()


def _allow(timeout: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, timeout)
    signal.setitimer(signal.ITIMER_REAL, timeout * PATIENCE)


@contextmanager
def _paused(timeout: float) -> Iterator[None]:
    """Stop the timers for a while, and set them again: a row is not to blame for a full pipe."""
    _allow(0)
    yield
    _allow(timeout)


def _put(out: BinaryIO, chunk: list[bytes]) -> None:
    if chunk:
        wire.send(out, wire.DATA, b"".join(chunk))
        out.flush()
        chunk.clear()


if __name__ == "__main__":
    main()
