"""Samples of an input in one file, or in a folder of parts; a run that was stopped continues after its last part.

Both are runs of parts. The parts of a file are next to it, in ``OUT.partial``, until they are joined. The receipt of a part has
the likenesses of its texts and its counts, on which later parts depend.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

from equimorph.bulk.inputs import PART_ROWS, Files, Source, records
from equimorph.bulk.job import Failure, Job, Part, Record
from equimorph.bulk.outputs import note_done, reported
from equimorph.bulk.parts import columns_read, receipt, written
from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.bulk.run import DRAWN, Run, opened, passing
from equimorph.bulk.worker import Worker
from equimorph.bulk.workers import Workers
from equimorph.contrastive.deduplication import Deduplication, Known, drawn_from
from equimorph.contrastive.inputs import items
from equimorph.contrastive.options import Compiler, Options
from equimorph.contrastive.sampling import Sampler
from equimorph.contrastive.schema import COLUMNS, SCHEMA, Sample, columns_of
from equimorph.contrastive.trainers import Shape, check_shape, write_splits
from equimorph.contrastive.work import DRAW, draw_options, item_of
from equimorph.mutants.catalogue import versions
from equimorph.rows.jsonl import TABLES, check_suffix, encode, packed
from equimorph.rows.parquet import ColumnType, schema, to_parquet
from equimorph.runs.whole import check_new, whole_file

__all__ = ["Inputs", "parquet_schema", "write", "write_parts"]

Inputs = Source | str | PathLike[str] | Iterable[str | PathLike[str]]
"""Files and folders of Java; or the rows of a JSON Lines or Parquet file, `Lines` and `Table` of `equimorph.bulk`."""

_PART_ITEMS = 100
_PARTS = 64
"""The minimum number of parts of a file with enough items, and the maximum number of items of a part."""


def write(
    out: str | PathLike[str],
    inputs: Inputs,
    options: Options | None = None,
    *,
    field: str = "source",
    compiler: Compiler | None = None,
    jobs: int | Workers | None = None,
    shape: Shape | None = None,
    restart: bool = False,
    encoding: str | None = None,
    reporter: Reporter = SILENT,
) -> Counter[str]:
    """Write the samples of all items to a file, or for trainers.

    The file is Parquet if its name ends in ``.parquet``; JSON Lines if it ends in ``.jsonl``, ``.jsonl.gz`` or has no suffix.

    The output is the same whatever the number of jobs, and however often the run was stopped: the same call continues it.

    Args:
        out: a file, or with `shape` a folder; written completely or not at all. During the run, ``OUT.partial`` next to it has
            the finished parts.
        inputs: the items.
        options: the defaults for None.
        field: the field or column of rows that is the text; a field ``path``, if there is one, is the text's path.
        compiler: leave out negatives that it compiles to the same: `Javac` or `PythonCode`, of the language of the sources.
        jobs: the number of processes that draw samples, or `Workers` with more options; only this process for None.
        shape: write a folder that `datasets.load_dataset` loads: a Parquet file for each split, and `samples.jsonl`, the
            samples with their records; see `trainers.rows` for the shapes.
        restart: discard what an earlier run left.
        encoding: Encoding of files.
        reporter: receives failures; the row of an item that fails has the reason, too.

    Returns:
        How many samples there are of each status, how many have "both" kinds of variants, and how many "positives", "negatives",
        "duplicate" methods, "equivalent" and "uncompiled" negatives there are, and "conflicts" of a mutator's edits with the
        framework's checks. With `shape` also the rows of "train", "validation" and "test", and the samples "used" in them.

    Raises:
        BulkError: another run is working on this file; or the finished parts were made with other options or from other items.
        MutationError: there are jobs, and a mutator is given as an object.
        ValueError: the shape needs texts that the options do not request; or the name of the file has another suffix.
        FileExistsError: the folder of a shape exists and is not empty.
        OSError: something cannot be read or written.
        ModuleNotFoundError: Parquet is requested, and pyarrow is not installed.
    """
    out, chosen = Path(out), Options() if options is None else options
    if shape is not None:
        check_shape(shape, chosen.positives, chosen.negatives)
        check_new(out)
    else:
        check_suffix(out, TABLES)
    if shape is not None or out.suffix == ".parquet":
        parquet_schema()  # pyarrow is missing now, not when all is done
    task = _Task.of(inputs, chosen, field, compiler, jobs, encoding)
    job = task.job(out.with_name(f"{out.name}.partial"))
    size = min(_PART_ITEMS, max(1, task.source.count() // _PARTS))
    with passing(job, task.source, size, task.identity(), restart) as run:
        counts = _made(task, run, reporter)
        if shape is None:
            _join(run, out, columns_of(chosen.language))
        else:
            counts.update(
                write_splits(
                    lambda: _lines(run), out, shape, chosen.negatives, chosen.language, dict(job.options)
                )
            )
    return counts


def write_parts(
    folder: str | PathLike[str],
    inputs: Inputs,
    options: Options | None = None,
    *,
    field: str = "source",
    compiler: Compiler | None = None,
    jobs: int | Workers | None = None,
    part_rows: int = PART_ROWS,
    form: str = "jsonl",
    encoding: str | None = None,
    reporter: Reporter = SILENT,
) -> Counter[str]:
    """Write the samples of all items to a folder of parts, with a manifest.

    Args:
        folder: A new folder, or the folder of the same run, which is continued.
        inputs, options, field, compiler, jobs, encoding, reporter: See `write`.
        part_rows: Items per part.
        form: "jsonl" or "parquet".

    Returns:
        As `write`, including the parts that were finished before.

    Raises:
        BulkError, MutationError, OSError, ModuleNotFoundError: see `write`.
    """
    task = _Task.of(inputs, options, field, compiler, jobs, encoding)
    job = task.job(Path(folder))
    if form == "parquet":
        parquet_schema()
        job = replace(job, columns=columns_of(task.options.language))
    with opened(job, task.source, part_rows, task.identity()) as run:
        counts = _made(task, run, reporter)
        run.finish()
    return counts


@dataclass(frozen=True)
class _Task:
    """The samples to make, their input and the workers that make them, None for this process.

    `field` is the one of rows that has the text; it is None for files, which have an encoding.
    """

    source: Source
    options: Options
    field: str | None
    compiler: Compiler | None
    workers: Workers | None
    encoding: str | None

    @classmethod
    def of(
        cls,
        inputs: Inputs,
        options: Options | None,
        field: str,
        compiler: Compiler | None,
        jobs: int | Workers | None,
        encoding: str | None,
    ) -> _Task:
        options = Options() if options is None else options
        if compiler is not None:
            compiler.check(options.language)
        workers = Workers(jobs) if isinstance(jobs, int) else jobs
        if workers is not None:
            options.check_names()
        paths = [inputs] if isinstance(inputs, str | PathLike) else inputs
        source = (
            Files([item.path for item in items(map(Path, paths), options.language)])
            if isinstance(paths, Iterable)
            else paths
        )
        return cls(source, options, None if isinstance(source, Files) else field, compiler, workers, encoding)

    def job(self, folder: Path) -> Job:
        """Return the job whose parts are in a folder."""
        options = draw_options(self.options, self.field, self.compiler, self.encoding)
        return (self.workers or Workers()).job(DRAW, options, folder)

    def identity(self) -> dict[str, Any]:
        """Return the inputs of the rows, besides items and options."""
        return {"schema": SCHEMA, "versions": versions(self.options.used())}


@dataclass(frozen=True)
class _Maker:
    """Items and their samples, each to be taken before the next item, and the counts of what was taken."""

    samples: Iterator[tuple[Record, Iterator[Sample]]]
    counts: Counter[str]


def _made(task: _Task, run: Run, reporter: Reporter) -> Counter[str]:
    """Make the parts that are left; return the counts of all."""
    seen, counts, conflicts = Known(), Counter[str](), list[str]()
    with reporter.bar(run.plan.rows, "rows") as advance:
        settled = 0
        for settled, done in enumerate(run.leading(), 1):  # noqa: B007
            seen.add(map(bytes.fromhex, done.notes["seen"]))
            counts.update(done.notes["counts"])
            advance(done.rows)
        seen.fresh()
        note_done(run, settled, reporter)
        left = run.plan.parts[settled:]
        # One behind a part that is gone: that part may come out otherwise, if a row takes too long.
        for part in left:
            receipt(run.job, part).unlink(missing_ok=True)
        with ExitStack() as stack:
            if left:
                make = _made_here if task.workers is None else _made_by_workers
                maker = stack.enter_context(make(task, run, settled, seen, conflicts.append))
            for part in left:
                rows = partial(_rows, part, islice(maker.samples, part.rows), conflicts, advance)
                done = written(run.job, part, rows, partial(_notes, maker, seen))
                counts.update(done.notes["counts"])
                reported(done, part, reporter)
    return counts


@contextmanager
def _made_here(
    task: _Task, run: Run, settled: int, seen: Known, conflict: Callable[[str], None]
) -> Iterator[_Maker]:
    """Open the maker that draws each item in its turn."""
    with ExitStack() as stack:
        classes = None if task.compiler is None else task.compiler.comparison(stack)
        sampler = Sampler(task.options, seen, classes, lambda clash: conflict(str(clash)))
        whole = task.source.whole()
        stream = records(whole, Path(run.job.cwd), columns_read(run.job, whole))
        left = islice(stream, sum(part.rows for part in run.plan.parts[:settled]), None)
        yield _Maker(
            (
                (record, sampler.samples(item_of(record, task.field, task.encoding, task.options.language)))
                for record in left
            ),
            sampler.counts,
        )


@contextmanager
def _made_by_workers(
    task: _Task, run: Run, settled: int, seen: Known, conflict: Callable[[str], None]
) -> Iterator[_Maker]:
    """Open the maker that has the items drawn elsewhere."""
    assert task.workers is not None
    job, engine = task.job(Path(run.job.folder, DRAWN)), task.workers.engine()
    with Worker(job) as worker, closing(drawn_from(job, run.plan.parts[settled:], engine)) as drawn:
        deduplication = Deduplication(job, worker, seen, conflict)
        yield _Maker(((entry[0], deduplication.samples(entry)) for entry in drawn), deduplication.counts)
        next(drawn, None)  # what comes behind the last item


def _rows(
    part: Part,
    items: Iterator[tuple[Record, Iterator[Sample]]],
    conflicts: list[str],
    advance: Callable[..., None],
    out: BinaryIO,
) -> Iterator[tuple[int, tuple[Failure, ...]]]:
    """Write the samples of a part; yield of each item how many they are, and what failed."""
    for record, samples in items:
        count = 0
        failures: list[Failure] = []
        for sample in samples:
            out.write(encode(sample.row()))
            count += 1
            failures += _drained(part, record, conflicts)
            if sample.status == "error":
                reason = sample.failure if part.kind == "files" else sample.error
                failures.append(Failure(record.number, part.place_of(record, reason), bare=sample.error))
        failures += _drained(part, record, conflicts)
        yield count, tuple(failures)
        advance()


def _drained(part: Part, record: Record, conflicts: list[str]) -> list[Failure]:
    failures = [Failure(record.number, part.place_of(record, conflict)) for conflict in conflicts]
    conflicts.clear()
    return failures


def _notes(maker: _Maker, seen: Known) -> Mapping[str, Any]:
    """Return the notes of a part on which the next ones depend."""
    counts = {name: count for name, count in maker.counts.items() if count}
    maker.counts.clear()
    return {"counts": counts, "seen": seen.fresh()}


def _join(run: Run, out: Path, columns: Mapping[str, ColumnType]) -> None:
    with whole_file(out) as whole:
        if out.suffix == ".parquet":
            to_parquet(_lines(run), whole, columns)
        else:
            with packed(whole, out) as stream:
                for rows in _opened(run):
                    shutil.copyfileobj(rows, stream, 1 << 20)


def _opened(run: Run) -> Iterator[BinaryIO]:
    for done in run.whole():
        with Path(run.job.folder, done.name).open("rb") as rows:
            yield rows


def _lines(run: Run) -> Iterator[bytes]:
    for rows in _opened(run):
        yield from rows


def parquet_schema() -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return the columns as pyarrow has them.

    Raises:
        ModuleNotFoundError: pyarrow is not installed.
    """
    return schema(COLUMNS)
