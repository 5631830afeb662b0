"""Asking a model: an answer for each request, by several connections at once; a run that was stopped continues."""

from __future__ import annotations

import json
import shutil
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

from equimorph.bulk.inputs import Lines, records
from equimorph.bulk.job import Failure, Job, PartDone, Record
from equimorph.bulk.outputs import join, note_done, reported
from equimorph.bulk.parts import RECEIPTS, written
from equimorph.bulk.run import Run, opened, passing
from equimorph.bulk.workers import Workers
from equimorph.bulk.working import Target
from equimorph.models import Answer, CannotRun, Connection, Endpoint, Hello, Model, Request, object_model
from equimorph.models.callables import Repair
from equimorph.models.exchange import kind_of
from equimorph.rows.jsonl import encode, json_line
from equimorph.rows.tables import Failed, Rows, name_of_rows, raised, read_rows, stored
from mutators import MutationError

__all__ = ["Requests", "ask", "opened_requests", "write_answers"]

_PART_REQUESTS = 20
_PARTS = 64
"""The minimum number of parts of a file with enough requests, and the maximum number of requests of a part: what a
stopped run loses is less than a part."""
_SHOWN = 3
"""Answers with an error that are reported one by one."""
_AHEAD = 16
"""Requests that are asked or wait for their turn, by each connection."""


def ask(
    requests: Rows,
    model: Endpoint | Model | Callable[[], Model] | Repair,
    *,
    k: int | None = None,
    failed: Failed | None = None,
) -> Iterator[Answer]:
    """Yield the answer to each request, in order; an error of the model becomes the `error` of that answer.

    Requests are read as the model takes them, and each answer is yielded as soon as the model gives it. An object with
    `repair` is called once for all requests of the same k, so that it may work in batches; a function is called for
    each.

    Args:
        requests: A file of requests, rows, or `Request` objects.
        model: A function of text, faulty lines and k; an object with `name` and `repair`, or its class; a `CommandModel`,
            a `UrlModel`.
        k: Number of candidates; None for the number in each request.
        failed: Gets bad rows, which have no answer.

    Raises:
        MutationError: a row is bad, and there is no `failed`; or the model cannot be asked at all.
        OSError: the file cannot be read.
    """
    return object_model(model).answers(_read(requests, k, failed or raised))


def _read(requests: Rows, k: int | None, failed: Failed) -> Iterator[Request]:
    for request in read_rows(requests, Request.from_row, failed, key=lambda row: row.id):
        yield request if k is None else replace(request, k=k)


@dataclass(frozen=True)
class Requests:
    """A file of requests.

    Attributes:
        path: Path of a file of JSON Lines that is not compressed.
        label: what messages and the manifest call it, if not by its path.
        k: how many candidates; what each request asks for if None.
    """

    path: Path
    label: str = ""
    k: int | None = None

    @property
    def source(self) -> Lines:
        """The file as the input of a run."""
        return Lines(self.path, self.label)

    def read(self) -> Iterator[tuple[Record, Request | str]]:
        """Yield each row, and its request, or what is wrong with it; the ids are in memory."""
        seen = set[str]()
        for record in records(self.source.whole(), Path(), ()):
            try:
                line = json_line(record.number, record.data)
                if line.error is not None:
                    raise MutationError(line.error)
                request = Request.from_row(line.data)
                if request.id in seen:
                    raise MutationError(f"a second request {request.id!r}")
            except MutationError as error:
                yield record, str(error)
                continue
            seen.add(request.id)
            yield record, request if self.k is None else replace(request, k=self.k)

    def ids(self) -> set[str]:
        """Return the ids of all requests."""
        return {request.id for _, request in self.read() if isinstance(request, Request)}

    def hello(self) -> Hello:
        """Return the greeting of the model: k and seed of the first request."""
        first = next((entry for _, entry in self.read() if isinstance(entry, Request)), None)
        return Hello() if first is None else Hello(first.k, first.seed)


@contextmanager
def opened_requests(rows: Rows, k: int | None = None) -> Iterator[Requests]:
    """Open requests: a file of JSON Lines, compressed or not, or Parquet; or rows as they are.

    Args:
        k: how many candidates; what each request asks for if None.

    Raises:
        OSError, ModuleNotFoundError: they cannot be read.
    """
    with stored(rows) as path:
        yield Requests(path, name_of_rows(rows), k)


def write_answers(target: Target, requests: Requests, model: Endpoint) -> Counter[str]:
    """Write the answers of a model, in the order of the requests.

    A model that answers each request by itself gives the same rows whatever the number of jobs, and however often the run was
    stopped: the same call continues it.

    Args:
        target: A file, compressed if its name ends in ``.gz``, or a folder of parts. Its jobs are connections that ask
            at once: each has a process of its own, if the model is a command; a model in this process takes one. Its
            reporter gets bad rows; the first few answers with an error are notes, since an answer with an error is a
            row like any other.

    Returns:
        The number of "requests", "answers" without an error, "errors" and "candidates"; and the number of errors of
        each kind, as "error: timeout" (`kind_of`).

    Raises:
        BulkError: another run is at work there; or its parts are of another model or of other requests.
        MutationError: the model cannot be asked at all.
        OSError: something cannot be read or written.
    """
    if target.parts is not None:
        job = _job(model, requests, target.parts)
        with opened(job, requests.source, target.part_rows, {}) as run:
            counts = _made(run, requests, model, target)
            run.finish()
        return counts
    if target.out is None:
        raise ValueError("neither a file nor a folder of parts is given")
    job = _job(model, requests, target.out.with_name(f"{target.out.name}.partial"))
    size = min(_PART_REQUESTS, max(1, requests.source.count() // _PARTS))
    try:
        with passing(job, requests.source, size, {}, target.restart) as run:
            counts = _made(run, requests, model, target)
            join(run, target.out)
    except CannotRun:
        if not any(Path(job.folder, RECEIPTS).iterdir()):  # nothing is done that another command could spoil
            shutil.rmtree(job.folder)
        raise
    return counts


def _job(model: Endpoint, requests: Requests, folder: Path) -> Job:
    return Workers().job(f"{__name__}:ask", {"model": dict(model.identity), "k": requests.k}, folder)


def _made(run: Run, requests: Requests, model: Endpoint, target: Target) -> Counter[str]:
    """Make the parts that are left; return the counts of all."""
    reporter = target.reporter
    session = _Asked(reporter.note)
    jobs = model.connections or (target.jobs if isinstance(target.jobs, int) else target.jobs.jobs)
    with reporter.bar(run.plan.rows, "requests") as advance:
        earlier = settled = rows = 0
        for settled, done in enumerate(run.leading(), 1):  # noqa: B007
            session.add(done)
            earlier += len(done.failures)
            rows += done.rows
            advance(done.rows)
        note_done(run, settled, reporter)
        reporter.failed_earlier(earlier)
        if left := run.plan.parts[settled:]:
            entries = islice(requests.read(), rows, None)
            connect = partial(model.connect, requests.hello())
            with closing(_answers(entries, connect, jobs)) as answers:
                for part in left:
                    name = requests.label or str(requests.path)
                    writer = partial(_rows, name, islice(answers, part.rows), session, advance)
                    done = written(run.job, part, writer, session.notes)
                    session.add(done)
                    reported(done, part, reporter)
    _name(run, session.model or model.label)
    return session.counts


class _Asked:
    """The state of a run.

    Attributes:
        note: takes the first errors of answers.
        model: what it calls itself; "" before its first reply.
        counts: Counts of all parts that are done.
        part: counts of the part that is made.
    """

    def __init__(self, note: Callable[[str], None]) -> None:
        self.model = ""
        self.counts, self.part = Counter[str](), Counter[str]()
        self._note, self._noted = note, 0

    def add(self, done: PartDone) -> None:
        """Add a part that is done."""
        self.model = self.model or done.notes["model"]
        self.counts.update(done.notes["counts"])

    def notes(self) -> Mapping[str, Any]:
        """Return the further notes in the receipt of a part."""
        counts, self.part = dict(self.part), Counter()
        return {"model": self.model, "counts": counts, "unnamed": counts.pop("unnamed", 0)}

    def answer(self, answer: Answer, place: str) -> Answer:
        """Return an answer as it is written, and count it; note its error with the place of its request."""
        if answer.model and self.model and answer.model != self.model:
            reason = f"the model calls itself {answer.model!r} now, and {self.model!r} before"
            answer = Answer(answer.id, self.model, (), reason)
        self.model = self.model or answer.model
        answer = replace(answer, model=self.model)
        self.part["requests"] += 1
        self.part["unnamed"] += not answer.model
        self.part["answers" if answer.error is None else "errors"] += 1
        self.part["candidates"] += len(answer.candidates)
        if answer.error is not None:
            self.part[f"error: {kind_of(answer.error)}"] += 1
            self._noted += 1
            if self._noted <= _SHOWN:
                self._note(f"{place}: no answer: {answer.error}")
            elif self._noted == _SHOWN + 1:
                self._note("... and more, each in the field 'error' of its row")
        return answer


def _rows(
    name: str,
    entries: Iterator[tuple[Record, Answer | str]],
    session: _Asked,
    advance: Callable[..., None],
    out: BinaryIO,
) -> Iterator[tuple[int, tuple[Failure, ...]]]:
    """Write the answers of a part; yield of each row how many they are, and what failed: a bad row does, not an answer."""
    for record, reply in entries:
        place = f"{name}:{record.number}"
        if isinstance(reply, str):
            yield 0, (Failure(record.number, f"{place}: {reply}", whole=True, bare=reply),)
        else:
            out.write(encode(session.answer(reply, place).to_row()))
            yield 1, ()
        advance()


def _name(run: Run, name: str) -> None:
    """Name the model in the rows that were made before it said its name."""

    def named(done: PartDone, out: BinaryIO) -> Iterator[tuple[int, tuple[Failure, ...]]]:
        lines = Path(run.job.folder, done.name).read_bytes().splitlines(keepends=True)
        for line in lines:
            data = json.loads(line)
            out.write(encode({**data, "model": data["model"] or name}))
        yield len(lines), done.failures
        yield from ((0, ()) for _ in range(1, done.rows))

    for part, done in zip(run.plan.parts, run.whole(), strict=True):
        if done.notes["unnamed"]:
            notes = {**done.notes, "model": name, "unnamed": 0}
            written(run.job, part, partial(named, done), partial(dict, notes))


def _answers(
    entries: Iterator[tuple[Record, Request | str]], connect: Callable[[], Connection], jobs: int
) -> Generator[tuple[Record, Answer | str], None, None]:
    """Yield each row with its answer, in order, while several connections ask ahead."""
    connections = [connect() for _ in range(jobs)]
    free = SimpleQueue[Connection]()
    for connection in connections:
        free.put(connection)

    def asked(request: Request) -> Answer:
        connection = free.get()
        try:
            return connection.ask(request)
        finally:
            free.put(connection)

    waiting = deque[tuple[Record, "Future[Answer] | str"]]()
    with ThreadPoolExecutor(jobs, "ask") as pool:
        try:
            for record, entry in entries:
                waiting.append((record, entry if isinstance(entry, str) else pool.submit(asked, entry)))
                if len(waiting) >= _AHEAD * jobs:
                    yield _settled(*waiting.popleft())
            while waiting:
                yield _settled(*waiting.popleft())
        except BaseException:
            for connection in connections:
                connection.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
        finally:
            for connection in connections:
                connection.close()


def _settled(record: Record, future: Future[Answer] | str) -> tuple[Record, Answer | str]:
    return record, future if isinstance(future, str) else future.result()
