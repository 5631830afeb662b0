"""The part function: the one unit of work for every engine."""

from __future__ import annotations

import heapq
import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, TypeAlias

from equimorph.bulk.inputs import records
from equimorph.bulk.job import PARTIAL, BulkError, Failure, Job, Part, PartDone, Record
from equimorph.bulk.sampling import Reservoir
from equimorph.bulk.worker import RowDone, Worker
from equimorph.rows.parquet import to_parquet
from equimorph.runs.hashes import file_hash
from equimorph.runs.whole import naming
from equimorph.version import __version__

__all__ = ["RECEIPTS", "answers", "columns_read", "dropped", "finished", "receipt", "run_part", "written"]

RECEIPTS = "receipts"
"""Name of the folder with a receipt for each part that is done."""

_NAMED = 3
"""The number of skipped members that a part's receipt names."""

Rows: TypeAlias = Callable[[BinaryIO], Iterator[tuple[int, tuple[Failure, ...]]]]


def run_part(
    job: Job, part: Part, worker: Worker | None = None, on_rows: Callable[[int], None] | None = None
) -> PartDone:
    """Do the rows of a part, and write its file; a part that is done already is not done again.

    A row that fails, kills its process or takes too long is in the failures of the result; all others are in the file. The file and
    then its receipt take their names when they are whole. Can be called anywhere where input and folder can be reached.

    Args:
        job: Job to do.
        part: Part with the rows.
        worker: Worker of the same job; None to start one for this part alone.
        on_rows: Called while the part is done, with the number of rows that are done since the last call.

    Raises:
        BulkError: the job cannot be done at all.
        OSError: the input cannot be read, or the part not be written.
    """
    if job.version != __version__:
        raise BulkError(f"the run is of equimorph {job.version}, but {__version__} is installed here")
    tick = on_rows or (lambda count: None)
    if (previous := finished(job, part)) is not None:
        tick(previous.rows)
        return previous
    with ExitStack() as stack:
        runner = stack.enter_context(Worker(job)) if worker is None else worker
        columns = columns_read(job, part)
        skipped: list[str] = []

        def made(out: BinaryIO) -> Iterator[tuple[int, tuple[Failure, ...]]]:
            inputs = records(part, Path(job.cwd), columns)
            rows = runner.rows(inputs, out) if job.keep is None else _kept(runner, inputs, job.keep, out)
            for done in rows:
                skipped.extend(done.skipped)
                yield done.made, tuple(_failures(part, done))
                tick(1)

        return written(job, part, made, skipped=skipped)


def _kept(worker: Worker, records: Iterator[Record], count: int, out: BinaryIO) -> Iterator[RowDone]:
    """Do rows as the worker does; only their lines of the lowest ranks are written."""
    with TemporaryFile() as lines, TemporaryFile() as spool:
        reservoir = Reservoir(count, spool)
        for done in worker.rows(records, lines):
            lines.seek(0)
            for line in lines:
                reservoir.add(line)
            lines.seek(0)
            lines.truncate()
            yield done
        for kept in reservoir.groups().values():
            out.writelines(kept)


def columns_read(job: Job, part: Part) -> list[str]:
    """Return the columns of a table that the job reads."""
    return [str(job.options["field"]), "path", "language"] if part.kind == "table" else []


def _failures(part: Part, done: RowDone) -> Iterator[Failure]:
    number = done.record.number
    yield from (Failure(number, conflict) for conflict in done.conflicts)
    if done.error is not None:
        reason = part.place_of(done.record, done.error)
        yield Failure(number, reason, done.lost, True, done.error)


def written(
    job: Job,
    part: Part,
    made: Rows,
    notes: Callable[[], Mapping[str, Any]] = dict,
    skipped: Sequence[str] = (),
) -> PartDone:
    """Write a part's file and its receipt.

    Args:
        made: writes the rows, and yields for each row of the input how many they are, and what failed.
        notes: what else the receipt says; called when the rows are written.
        skipped: messages about members that were left alone; complete when the rows are written.

    Raises:
        OSError: the part cannot be written.
    """
    folder = Path(job.folder)
    rows = count = 0
    failures: list[Failure] = []
    with _partial(folder / f"{part.name}.jsonl") as (partial, stream):
        for number, failed in made(stream):
            rows += 1
            count += number
            failures += failed
        stream.flush()
        path = _placed(job, part, partial, stream)
    size, told = path.stat().st_size, (len(skipped), tuple(skipped[:_NAMED]))
    done = PartDone(
        part.number, rows, count, path.name, size, file_hash(path), tuple(failures), notes(), *told
    )
    with _partial(receipt(job, part)) as (partial, stream):
        stream.write(json.dumps(done.to_dict()).encode())
        _certain(stream)
        partial.replace(receipt(job, part))
    return done


def _placed(job: Job, part: Part, rows: Path, stream: BinaryIO) -> Path:
    """Rename the file of the rows, or the table made of it, and return its path."""
    folder = Path(job.folder)
    if job.columns is None:
        path = folder / f"{part.name}.jsonl"
        _certain(stream)
        rows.replace(path)
        return path
    path = folder / f"{part.name}.parquet"
    with _partial(path) as (partial, table), rows.open("rb") as lines:
        to_parquet(lines, table, job.columns)
        _certain(table)
        partial.replace(path)
    return path


@contextmanager
def _partial(path: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """Open a file beside the one that is to be; it is gone at the end, unless it was renamed."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}{PARTIAL}")
    try:
        with naming(str(path.parent)), partial.open("xb") as stream:
            yield partial, stream
    finally:
        partial.unlink(missing_ok=True)


def _certain(stream: BinaryIO) -> None:
    stream.flush()
    os.fsync(stream.fileno())


def answers(job: Job, done: PartDone) -> Iterator[tuple[int, Mapping[str, Any] | Failure]]:
    """Yield the lines of a part by their field `row`, and in their place the failures of rows that have no line."""
    with Path(job.folder, done.name).open("rb") as stream:
        lines = ((data["row"], data) for data in map(json.loads, stream))
        failed = ((failure.row, failure) for failure in done.failures if failure.whole)
        yield from heapq.merge(lines, failed, key=lambda pair: pair[0])


def dropped(job: Job, part: Part, done: PartDone) -> None:
    """Remove the files of a part that is not needed any more."""
    receipt(job, part).unlink()
    Path(job.folder, done.name).unlink()


def receipt(job: Job, part: Part) -> Path:
    """Return the path of the receipt of a part."""
    return Path(job.folder, RECEIPTS, f"{part.name}.json")


def finished(job: Job, part: Part) -> PartDone | None:
    """Return the outcome of a part that is done; None if it is not, or if its file or receipt is not what it was."""
    try:
        done = PartDone.from_dict(json.loads(receipt(job, part).read_bytes()))
        same = file_hash(Path(job.folder, done.name)) == done.sha256
    except (FileNotFoundError, ValueError, KeyError):  # somebody wrote into the receipt
        return None
    return done if same else None
