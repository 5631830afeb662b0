"""A worker: the supervisor of a process, which it starts again behind a row that killed it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType
from typing import BinaryIO, Self

from equimorph.bulk import wire
from equimorph.bulk.job import PATIENCE, BulkError, CannotWork, Job, Record
from equimorph.bulk.wire import LATE, OUT_OF_MEMORY
from parsers.oracles.processes import close, pipes

__all__ = ["RowDone", "Stopped", "Worker"]

_AHEAD_ROWS = 64
_AHEAD_BYTES = 4000
"""The most that waits in the pipe while a row is worked on: less than the smallest pipe there is, so that writing never has to wait
for a process that itself waits for us to read."""
_TRIES = 2
_END_SECONDS = 5


class Stopped(Exception):
    """The worker was stopped."""


@dataclass(frozen=True)
class RowDone:
    """The result of a row.

    Attributes:
        record: the row.
        made: rows of the output.
        conflicts: what failed while the rest was made.
        error: why nothing more was made of it, or None.
        lost: whether nothing at all is left of it.
        skipped: members that were left alone.
    """

    record: Record
    made: int
    conflicts: tuple[str, ...]
    error: str | None
    lost: bool
    skipped: tuple[str, ...] = ()


class Worker:
    """Rows in, rows out, by a process of its own; a context manager that leaves no process behind.

    Args:
        job: Job for all rows.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._step: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.stop()
        self._end()

    def stop(self) -> None:
        """End the process at once, whatever it does; another thread may call this, too."""
        self._stopped = True
        if (process := self._process) is not None:
            process.kill()

    def rows(self, records: Iterable[Record], out: BinaryIO) -> Iterator[RowDone]:
        """Do rows, in order.

        A process that dies is started again, and has a second try at the row: the row may not be to blame. If it is, the row is
        done again without the step that ended the process, and it is lost only if its work tells no steps.

        Args:
            out: Gets their lines; a lost row has none.

        Raises:
            BulkError: the process does not start, or not with this job.
            CannotWork: a package or the JDK is missing.
            Stopped: `stop` was called.
        """
        source, waiting, sent, tries = iter(records), deque[Record](), 0, 0
        while True:
            process = self._process or self._start()
            while len(waiting) < _AHEAD_ROWS and (record := next(source, None)) is not None:
                waiting.append(record)
            if not waiting:
                return
            sent = self._send(process, waiting, sent)
            start = out.tell()
            try:
                done = self._answer(process, waiting[0], out)
            except wire.Gone:
                sent, tries = 0, tries + 1
                reason, late = self._ended()
                out.seek(start)
                out.truncate()
                if tries < _TRIES and not late:
                    continue
                if self._step is not None:
                    tries, record = 0, waiting[0]
                    waiting[0] = replace(record, lost=(*record.lost, (self._step, reason)))
                    continue
                done = RowDone(waiting[0], 0, (), reason, True)
            else:
                sent -= 1
                if done.lost:
                    out.seek(start)
                    out.truncate()
                    done = RowDone(done.record, 0, (), done.error, True)
            tries = 0
            waiting.popleft()
            yield replace(done, record=replace(done.record, lost=()))

    def _start(self) -> subprocess.Popen[bytes]:
        if self._stopped:
            raise Stopped
        # A module is found there as here; the folder in which the run is has no say.
        paths = [os.path.abspath(path) for path in sys.path if path]  # noqa: PTH100 - need not be resolved
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "equimorph.bulk.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self._job.cwd,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        self._process = process
        if self._stopped:  # in between
            process.kill()
        stdin, stdout = pipes(process)
        with suppress(BrokenPipeError):  # reading will notice that it is gone
            wire.send_json(stdin, wire.JOB, self._job.to_dict())
            stdin.flush()
        try:
            kind, data = wire.receive(stdout)
        except wire.Gone:
            reason, _ = self._ended()
            raise BulkError(f"before its first row {reason}") from None
        if kind == wire.ERROR:
            raise BulkError(data.decode())
        if kind == wire.MISSING:
            raise CannotWork(data.decode())
        return process

    def _send(self, process: subprocess.Popen[bytes], waiting: deque[Record], sent: int) -> int:
        """Send as many waiting rows as may be sent ahead; return how many are sent."""
        stdin, _ = pipes(process)
        ahead = sum(_size(record) for _, record in zip(range(sent), waiting, strict=False))
        before = sent
        with suppress(BrokenPipeError):  # reading will notice that it is gone
            for record in list(waiting)[sent:]:
                ahead += _size(record)
                if sent and ahead > _AHEAD_BYTES:
                    break
                head = {"number": record.number, "without": record.without, "place": record.place}
                head["lost"] = record.lost
                wire.send_json(stdin, wire.ROW, head)
                wire.send(stdin, wire.ROW, record.data)
                sent += 1
            if sent > before:
                stdin.flush()
        return sent

    def _answer(self, process: subprocess.Popen[bytes], record: Record, out: BinaryIO) -> RowDone:
        _, stdout = pipes(process)
        self._step = None
        while True:
            kind, data = wire.receive(stdout)
            if kind == wire.DATA:
                out.write(data)
                continue
            if kind == wire.STEP:
                self._step = int(data)
                continue
            if kind == wire.MISSING:
                raise CannotWork(data.decode())
            end = json.loads(data)
            told = (tuple(end["conflicts"]), end["error"], end["lost"], tuple(end["skipped"]))
            return RowDone(record, end["rows"], *told)

    def _ended(self) -> tuple[str, bool]:
        """Return the end of the process, and whether one of its timers caused it."""
        process = self._process
        assert process is not None
        self._end()
        if self._stopped:
            raise Stopped
        code = process.returncode
        if -code in LATE:
            if -code == signal.SIGALRM:
                return f"it waited longer than {self._job.timeout * PATIENCE:g} seconds", True
            return f"it took longer than {self._job.timeout:g} seconds of processor time", True
        if code == OUT_OF_MEMORY:
            return "there was not enough memory", False
        if code < 0:
            return f"the process died of {signal.Signals(-code).name}", False
        return f"the process ended with exit code {code}", False

    def _end(self) -> None:
        if (process := self._process) is None:
            return
        self._process = None
        close(process, _END_SECONDS)


def _size(record: Record) -> int:
    return len(record.data) + len(record.place) + 120 + 40 * len(record.without)
