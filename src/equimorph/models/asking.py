"""Asking a model: an answer for each request, by several connections at once; a run that was stopped continues."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from equimorph.bulk.inputs import Lines, records
from equimorph.bulk.job import Failure, Job, Part, PartDone, Record
from equimorph.bulk.outputs import join, note_done, reported
from equimorph.bulk.parts import RECEIPTS, finished, written
from equimorph.bulk.reporting import Reporter, counted
from equimorph.bulk.run import REPLIES, Run, opened, passing
from equimorph.bulk.workers import Workers
from equimorph.bulk.working import Target
from equimorph.models import Answer, CannotRun, Endpoint, Hello, Model, Request, object_model
from equimorph.models.callables import Repair
from equimorph.models.exchange import kind_of
from equimorph.models.keeping import Kept, Marks, opened_output
from equimorph.models.pooling import Entry, answers_to
from equimorph.rows.jsonl import encode, json_line
from equimorph.rows.tables import Failed, RowIndex, Rows, name_of_rows, raised, read_rows, stored
from mutators import MutationError

__all__ = ["Requests", "ask", "opened_requests", "write_answers"]

_PART_REQUESTS = 20
_PARTS = 64
"""The minimum number of parts of a file with enough requests, and the maximum number of requests of a part: what a
stopped run loses is less than a part."""
_SHOWN = 3
"""Answers with an error that are reported one by one."""


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


def write_answers(
    target: Target, requests: Requests, model: Endpoint, *, replies: Path | None = None
) -> Counter[str]:
    """Write the answers of a model, in the order of the requests.

    A model that answers each request by itself gives the same rows whatever the number of jobs, and however often the run was
    stopped: the same call continues it. Then requests whose answer is an error are asked again (`Target.retry`), and answers
    of the same model to the same requests are kept, whichever part they are in. A complete output is kept in the same way if
    `retry` is true, or if it is None and the model's requests are paid for; else all are asked again.

    Args:
        target: A file, compressed if its name ends in ``.gz``, or a folder of parts. Its jobs are connections that ask
            at once: each has a process of its own, if the model is a command; a model in this process takes one. Its
            reporter gets bad rows; the first few answers with an error are notes, since an answer with an error is a
            row like any other.
        requests: The requests.
        model: The model.
        replies: Folder for the replies that the model pays for, which stays; None for one that is removed when all
            answers are written.

    Returns:
        The number of "requests", "answers" without an error, "truncated" ones among them, "errors" and "candidates"; and
        the number of errors of each kind, as "error: timeout" (`kind_of`).

    Raises:
        BulkError: another run is at work there; or its parts are of another model or of other requests.
        BudgetSpent: the model's budget is spent; the same call with a larger one continues.
        MutationError: the model cannot be asked at all.
        OSError: something cannot be read or written.
    """
    if target.parts is not None:
        job = _job(model, requests, target.parts)
        with (
            opened(job, requests.source, target.part_rows, {}) as run,
            model.keeping(replies or target.parts / REPLIES),
        ):
            counts = _made(run, requests, model, target, None)
            run.finish()
            shutil.rmtree(target.parts / REPLIES, ignore_errors=True)
        return counts
    if target.out is None:
        raise ValueError("neither a file nor a folder of parts is given")
    job = _job(model, requests, target.out.with_name(f"{target.out.name}.partial"))
    size = min(_PART_REQUESTS, max(1, requests.source.count() // _PARTS))
    try:
        with (
            passing(job, requests.source, size, {}, target.restart) as run,
            model.keeping(replies or Path(job.folder, REPLIES)),
            _output(target, model) as output,
        ):
            counts = _made(run, requests, model, target, output)
            join(run, target.out)
    except CannotRun:
        # Nothing is done that another command could spoil, and nothing is paid.
        if not any(Path(job.folder, RECEIPTS).iterdir()) and not Path(job.folder, REPLIES).exists():
            shutil.rmtree(job.folder)
        raise
    return counts


@contextmanager
def _output(target: Target, model: Endpoint) -> Iterator[RowIndex | None]:
    """Open the complete output of an earlier run, if its answers are to be kept."""
    keeps = model.is_paid if target.retry is None else target.retry
    if target.out is None or not keeps or target.restart or not target.out.is_file():
        yield None
        return
    with opened_output(target.out) as output:
        yield output


def _job(model: Endpoint, requests: Requests, folder: Path) -> Job:
    return Workers().job(f"{__name__}:ask", {"model": dict(model.identity), "k": requests.k}, folder)


def _made(
    run: Run, requests: Requests, model: Endpoint, target: Target, output: RowIndex | None
) -> Counter[str]:
    """Make the parts that are left; return the counts of all."""
    reporter, again = target.reporter, target.retry is not False
    marks = Marks(model)
    session = _Asked(reporter.note, marks)
    kept = Kept(marks, again, output)
    jobs = model.connections or (target.jobs if isinstance(target.jobs, int) else target.jobs.jobs)
    with reporter.bar(run.plan.rows, "requests") as advance:
        left, errors, earlier = list[Part](), 0, 0
        for part in run.plan.parts:
            done = finished(run.job, part)
            failed = 0 if done is None else done.notes["counts"].get("errors", 0)
            if done is None or (failed and again):
                left.append(part)
                errors += failed
                continue
            session.add(done)
            earlier += len(done.failures)
            advance(done.rows)
        note_done(run, len(run.plan.parts) - len(left), reporter)
        _note_again(_rows_of(requests, run, left), kept, errors, output, reporter)
        if left and model.has_budget:
            for _ in _entries(_rows_of(requests, run, run.plan.parts), model, Path(run.job.folder), kept):
                pass  # all that was paid counts before anything else is
        reporter.failed_earlier(earlier)
        if left:
            entries = _entries(_rows_of(requests, run, left), model, Path(run.job.folder), kept)
            connect = partial(model.connect, requests.hello())
            with closing(answers_to(entries, connect, jobs)) as answers:
                for part in left:
                    name = requests.label or str(requests.path)
                    writer = partial(_rows, name, islice(answers, part.rows), session, advance)
                    done = written(run.job, part, writer, session.notes)
                    session.add(done)
                    reported(done, part, reporter)
    _name(run, session.model or model.label)
    return session.counts


def _note_again(
    rows: Iterator[tuple[Part, Record, Request | str]],
    kept: Kept,
    errors: int,
    output: RowIndex | None,
    reporter: Reporter,
) -> None:
    """Report how many answers are kept, and how many requests are asked again."""
    if output is not None:
        counts = Counter(
            kept.answer(request)[0] is not None for _, _, request in rows if isinstance(request, Request)
        )
        left = counted(counts[False], "request")
        told = f"{counted(counts[True], 'answer')} of the output kept, {left} asked"
        reporter.note(f"{told} (--no-retry-errors asks all)")
    elif errors:
        reporter.note(f"{counted(errors, 'request')} with an error asked again")


def _rows_of(
    requests: Requests, run: Run, left: Sequence[Part]
) -> Iterator[tuple[Part, Record, Request | str]]:
    """Yield the rows of some parts, each with its part."""
    wanted = {part.number for part in left}
    rows = requests.read()
    for part in run.plan.parts:
        for record, request in islice(rows, part.rows):
            if part.number in wanted:
                yield part, record, request


def _entries(
    rows: Iterator[tuple[Part, Record, Request | str]], model: Endpoint, folder: Path, kept: Kept
) -> Iterator[Entry]:
    """Yield the rows of the parts that are made, each with what is known of its answer."""
    last = None
    for part, record, request in rows:
        if part is not last:
            kept.read_part(folder / f"{part.name}.jsonl")
            last = part
        if isinstance(request, str):
            yield Entry(record, reason=request)
            continue
        answer, failed = kept.answer(request)
        if (earlier := answer or failed) is not None:
            model.recall(request, earlier)
        yield Entry(record, request, answer)


class _Asked:
    """The state of a run.

    Args:
        note: Takes the first errors of answers.

    Attributes:
        marks: Hashes of the answers.
        model: what it calls itself; "" before its first reply.
        counts: Counts of all parts that are done.
        part: counts of the part that is made.
    """

    def __init__(self, note: Callable[[str], None], marks: Marks) -> None:
        self.model = ""
        self.marks = marks
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
        self.part["truncated"] += answer.is_truncated
        if answer.error is not None:
            self.part[f"error: {kind_of(answer.error)}"] += 1
            self._noted += 1
            if self._noted <= _SHOWN:
                self._note(f"{place}: no answer: {answer.error}")
            elif self._noted == _SHOWN + 1:
                self._note("... and more, each in the field 'error' of its row")
        return answer


def _rows(
    name: str, entries: Iterator[Entry], session: _Asked, advance: Callable[..., None], out: BinaryIO
) -> Iterator[tuple[int, tuple[Failure, ...]]]:
    """Write the answers of a part; yield of each row how many they are, and what failed: a bad row does, not an answer."""
    for entry in entries:
        number, reason = entry.record.number, entry.reason
        place = f"{name}:{number}"
        if entry.request is None or entry.answer is None:
            yield 0, (Failure(number, f"{place}: {reason}", whole=True, bare=reason),)
        else:
            answer = session.answer(entry.answer, place)
            out.write(encode(session.marks.row(entry.request, answer)))
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
