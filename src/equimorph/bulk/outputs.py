"""Output of a bulk run: one stream in the order of the input, or a folder of parts."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from equimorph.bulk.engines import Engine, in_order
from equimorph.bulk.inputs import PART_ROWS, Source, records
from equimorph.bulk.job import Failure, Job, Part, PartDone, Work, guarded, reason_of
from equimorph.bulk.parts import RECEIPTS, dropped, written
from equimorph.bulk.reporting import Reporter
from equimorph.bulk.run import DRAWN, Run, opened, passing
from equimorph.bulk.sampling import Reservoir, untagged
from equimorph.mutants.skipping import Skipped
from equimorph.rows.jsonl import packed
from equimorph.runs.whole import whole_file


def to_stream(
    job: Job, source: Source, engine: Engine, reporter: Reporter, out: BinaryIO, beside: Path | None
) -> int:
    """Put out the rows of all parts in order, as they are done; return how many rows.

    Args:
        job: its folder is not used.
        beside: a file; parts that wait for their turn are in a folder beside it, or in the system's for None.
    """
    rows = source.count()
    parts = source.plan(min(PART_ROWS, max(1, rows // 64))).parts
    where = None if beside is None else beside.resolve().parent
    with (
        tempfile.TemporaryDirectory(prefix=".equimorph.", dir=where) as folder,
        tempfile.TemporaryFile() as spool,
        reporter.bar(rows, "rows") as advance,
    ):
        here = job.at(Path(folder))
        (Path(folder) / RECEIPTS).mkdir()
        reservoir = None if job.keep is None else Reservoir(job.keep, spool)
        total = 0
        for done in in_order(engine(here, parts, advance)):
            with Path(folder, done.name).open("rb") as stream:
                if reservoir is None:
                    shutil.copyfileobj(stream, out, 1 << 20)
                    total += done.made
                else:
                    _add(reservoir, stream)
            dropped(here, parts[done.number], done)
            reported(done, parts[done.number], reporter)
        return total if reservoir is None else reservoir.write(out)


def here(
    source: Source,
    work: Work,
    columns: Sequence[str],
    reporter: Reporter,
    out: BinaryIO,
    *,
    keep: int | None = None,
    flush: bool = False,
) -> int:
    """Put out what is made of all rows in this process, without workers; return how many rows.

    Args:
        work: makes the lines of a row.
        columns: of a table, for the work, besides `path` and `language`.
        keep: how many lines a `Reservoir` keeps; all for None.
        flush: after each line, for people who wait.
    """
    part, made = source.whole(), 0

    def report(message: object) -> None:
        if isinstance(message, Skipped):
            reporter.skipped(1, [message])
        else:
            reporter.failed(message)

    with tempfile.TemporaryFile() as spool, reporter.bar(source.count(), part.what) as advance:
        reservoir = None if keep is None else Reservoir(keep, spool)
        for record in records(part, Path(), [*columns, "path", "language"]):

            def failed(error: Exception) -> None:
                reason = reason_of(error)
                reporter.failed(part.place_of(record, reason), part.kind_of(reason))  # noqa: B023 - called before the next one

            for line in guarded(work(record, report), failed):
                if reservoir is not None:
                    reservoir.add(line)
                    continue
                out.write(line)
                if flush:
                    out.flush()
                made += 1
            advance()
        return made if reservoir is None else reservoir.write(out)


def _add(reservoir: Reservoir, stream: BinaryIO, group: int = 0) -> None:
    for line in stream:
        reservoir.add(line, group)


def to_parts(
    job: Job,
    source: Source,
    part_rows: int,
    identity: Mapping[str, Any],
    engine: Engine,
    reporter: Reporter,
    shared: Path | None = None,
) -> int:
    """Write the parts that are left; return how many rows are in all.

    If the job keeps only some lines, all parts are first made in a folder within the run's folder, since the lines to
    keep are known only when all parts are there.

    Args:
        shared: A file that the work on all rows needs; see `opened`.
    """
    with opened(job, source, part_rows, identity, shared) as run:
        if job.keep is None:
            _finish(run, engine, reporter)
        elif left := list(run.left(run.done())):
            folder = Path(job.folder, DRAWN)
            drawn = replace(job.at(folder), columns=None)
            with opened(drawn, source, part_rows, identity, shared) as all_lines:
                _finish(all_lines, engine, reporter)
                _sampled(run.job, left, list(all_lines.whole()), folder, job.keep)
        else:
            note_done(run, len(run.plan.parts), reporter)
            reporter.failed_earlier(sum(len(done.failures) for done in run.done()))
        total = run.finish().made
        shutil.rmtree(Path(job.folder, DRAWN), ignore_errors=True)  # where there is one
    return total


def to_file(
    out: Path,
    job: Job,
    source: Source,
    part_rows: int,
    identity: Mapping[str, Any],
    engine: Engine,
    reporter: Reporter,
    *,
    restart: bool = False,
    wanted: Callable[[bytes], bool] | None = None,
    shared: Path | None = None,
) -> tuple[PartDone, ...]:
    """Write the rows of all parts to a file of JSON Lines, compressed if its name ends in ``.gz``; return the parts.

    The file is written whole or not at all. Until it is there, the job's folder has the parts that are done; the same call
    continues the run.

    Args:
        restart: Discard an unfinished run and start over.
        wanted: Decides whether a row is written; called with each row in order. None to write all rows.
        shared: A file that the work on all rows needs; see `opened`.

    Raises:
        BulkError: another run is at work in the folder; or its parts are of other options, input or version.
        OSError: input, folder or file cannot be read or written.
    """
    with all_parts(job, source, part_rows, identity, engine, reporter, restart=restart, shared=shared) as run:
        join(run, out, wanted)
        return tuple(run.whole())


def join(run: Run, out: Path, wanted: Callable[[bytes], bool] | None = None) -> None:
    """Write the rows of all parts to a file, compressed if its name ends in ``.gz``, whole or not at all.

    Args:
        wanted: whether the file has a row; all rows for None.

    Raises:
        BulkError: a part is not done.
        OSError: the file cannot be written.
    """
    with whole_file(out) as whole, packed(whole, out) as stream:
        for done in run.whole():
            with Path(run.job.folder, done.name).open("rb") as rows:
                if wanted is None:
                    shutil.copyfileobj(rows, stream, 1 << 20)
                else:
                    stream.writelines(filter(wanted, rows))


@contextmanager
def all_parts(
    job: Job,
    source: Source,
    part_rows: int,
    identity: Mapping[str, Any],
    engine: Engine,
    reporter: Reporter,
    *,
    restart: bool = False,
    shared: Path | None = None,
) -> Iterator[Run]:
    """Do all parts, and yield the run, of whose parts the output is made; then the job's folder is removed, as `passing` has it.

    Args:
        restart: Discard an unfinished run and start over.
        shared: A file that the work on all rows needs; see `opened`.

    Raises:
        BulkError, OSError: see `to_file`.
    """
    with passing(job, source, part_rows, identity, restart, shared) as run:
        _finish(run, engine, reporter)
        yield run


def _finish(run: Run, engine: Engine, reporter: Reporter) -> None:
    with reporter.bar(run.plan.rows, "rows") as advance:
        known = earlier = 0

        def done() -> Iterator[PartDone]:
            nonlocal known, earlier
            for one in run.done():
                known += 1
                earlier += len(one.failures)
                reporter.skipped(one.skipped)
                advance(one.rows)
                yield one

        left = run.left(done())
        note_done(run, known, reporter)
        with closing(engine(run.job, left, advance)) as running:
            for one in running:
                reported(one, run.plan.parts[one.number], reporter)
    reporter.failed_earlier(earlier)


def reported(done: PartDone, part: Part, reporter: Reporter) -> None:
    """Report what failed in a part, and what was left alone."""
    for failure in done.failures:
        reporter.failed(failure.reason, part.kind_of(failure.bare))
    reporter.skipped(done.skipped, done.first_skipped)


def _sampled(job: Job, left: Iterable[Part], drawn: Sequence[PartDone], folder: Path, keep: int) -> None:
    """Write the parts that are left, with those lines of all parts that are kept."""
    with tempfile.TemporaryFile() as spool:
        reservoir = Reservoir(keep, spool)
        for done in drawn:
            with Path(folder, done.name).open("rb") as stream:
                _add(reservoir, stream, done.number)
        lines = reservoir.groups()
        for part in left:
            written(job, part, partial(_rows, drawn[part.number], lines.get(part.number, ())))


def _rows(
    drawn: PartDone, lines: Iterable[bytes], out: BinaryIO
) -> Iterator[tuple[int, tuple[Failure, ...]]]:
    """Write the lines of a part; yield the line count of each input row, with all lines counted on the first row."""
    count = 0
    for count, line in enumerate(lines, 1):  # noqa: B007
        out.write(untagged(line))
    yield count, drawn.failures
    yield from ((0, ()) for _ in range(1, drawn.rows))


def note_done(run: Run, done: int, reporter: Reporter) -> None:
    """Report how many parts are done already, if any."""
    if done:
        reporter.note(f"{done} of {len(run.plan.parts)} parts are done already")
