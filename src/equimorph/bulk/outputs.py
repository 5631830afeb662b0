"""Output of a bulk run: one stream in the order of the input, or a folder of parts."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

from equimorph.bulk.engines import Engine, in_order
from equimorph.bulk.inputs import PART_ROWS, Source
from equimorph.bulk.job import Job, PartDone
from equimorph.bulk.parts import RECEIPTS, dropped
from equimorph.bulk.reporting import Reporter
from equimorph.bulk.run import Run, opened, passing
from equimorph.trees.files import whole_file

__all__ = ["note_skipped", "to_file", "to_parts", "to_stream"]


def to_stream(
    job: Job, source: Source, engine: Engine, reporter: Reporter, out: BinaryIO, beside: Path | None
) -> int:
    """Put out the rows of all parts in order, as they are done; return how many rows.

    Args:
        job: its folder is not used.
        beside: a file; parts that wait for their turn lie in a folder beside it, or in the system's for None.
    """
    rows = source.count()
    parts = source.plan(min(PART_ROWS, max(1, rows // 64))).parts
    where = None if beside is None else beside.resolve().parent
    made = 0
    with (
        tempfile.TemporaryDirectory(prefix=".equimorph.", dir=where) as folder,
        reporter.bar(rows, "rows") as advance,
    ):
        here = job.at(Path(folder))
        (Path(folder) / RECEIPTS).mkdir()
        for done in in_order(engine(here, parts)):
            with Path(folder, done.name).open("rb") as stream:
                shutil.copyfileobj(stream, out, 1 << 20)
            dropped(here, parts[done.number], done)
            for failure in done.failures:
                reporter.failed(failure.reason)
            made += done.made
            advance(done.rows)
    return made


def to_parts(
    job: Job, source: Source, part_rows: int, identity: Mapping[str, Any], engine: Engine, reporter: Reporter
) -> int:
    """Write the parts that are left; return how many rows are in all."""
    with opened(job, source, part_rows, identity) as run:
        _finish(run, engine, reporter)
        return run.finish().made


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
) -> tuple[PartDone, ...]:
    """Write the rows of all parts to a file of JSON Lines, whole or not at all; return the parts.

    Until the file is there, the job's folder has the parts that are done; the same call continues the run.

    Args:
        restart: forget what an earlier call left.

    Raises:
        BulkError: another run is at work in the folder; or its parts are of other options, input or version.
        OSError: input, folder or file cannot be read or written.
    """
    with passing(job, source, part_rows, identity, restart) as run:
        _finish(run, engine, reporter)
        parts = tuple(run.whole())
        with whole_file(out) as whole:
            for done in parts:
                with Path(job.folder, done.name).open("rb") as rows:
                    shutil.copyfileobj(rows, whole, 1 << 20)
    return parts


def _finish(run: Run, engine: Engine, reporter: Reporter) -> None:
    """Do the parts that are left."""
    with reporter.bar(run.plan.rows, "rows") as advance:
        skipped = earlier = 0

        def done() -> Iterator[PartDone]:
            nonlocal skipped, earlier
            for one in run.done():
                skipped += 1
                earlier += len(one.failures)
                advance(one.rows)
                yield one

        left = run.left(done())
        note_skipped(run, skipped, reporter)
        with closing(engine(run.job, left)) as running:
            for one in running:
                for failure in one.failures:
                    reporter.failed(failure.reason)
                advance(one.rows)
    reporter.failed_earlier(earlier)


def note_skipped(run: Run, done: int, reporter: Reporter) -> None:
    """Report how many parts are done already, if any."""
    if done:
        reporter.note(f"{done} of {len(run.plan.parts)} parts are done already")
