"""The verb `mutate`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, BinaryIO

import typer

from equimorph.bulk.inputs import Source, records
from equimorph.bulk.job import Record, Report, Work, guarded, reason_of
from equimorph.bulk.outputs import to_parts, to_stream
from equimorph.bulk.sampling import Reservoir, Sample, place_of
from equimorph.bulk.work import MUTATE, mutant_columns, mutate_options, row_data
from equimorph.bulk.work import mutate as work_of
from equimorph.catalogue import DEFAULTS, Choice, versions
from equimorph.cli import bulk_options as bulk
from equimorph.cli.arguments import (
    Field,
    Full,
    LimitPerMethod,
    OutFile,
    Quiet,
    RowsFile,
    Seed,
    SomePaths,
    TableFile,
    configured,
    one_input,
    parse_lines,
    with_mutators,
)
from equimorph.cli.selecting import InDiff, SampleSize, parse_sample, patched
from equimorph.cli.session import Session, found_files, output, reported
from equimorph.cli.terminal import Painter, coloured, painted, plain, shown
from equimorph.mutating import Selection, read
from equimorph.mutating import mutants as mutants_of
from equimorph.rows.by_row import parse_field
from mutators import Mutator

__all__ = ["mutate"]


@with_mutators
def mutate(
    paths: SomePaths = None,
    jsonl: RowsFile = None,
    table: TableFile = None,
    field: Field = "source",
    choice: Choice = DEFAULTS,
    seed: Seed = 0,
    method: Annotated[str | None, typer.Option(help="Only methods of this name.")] = None,
    lines: Annotated[
        list[str] | None, typer.Option(help="Only mutants that touch these lines: 12, 3-5 (repeatable).")
    ] = None,
    avoid_lines: Annotated[
        list[str] | None, typer.Option(help="Only mutants that do not touch these lines (repeatable).")
    ] = None,
    fault_lines: Annotated[
        list[str] | None, typer.Option(help="Faulty lines, to be followed into the mutants (repeatable).")
    ] = None,
    in_diff: InDiff = None,
    limit_per_method: LimitPerMethod = None,
    sample: SampleSize = None,
    full: Full = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Add a diff of the file to each row, for git apply and patch -p1.")
    ] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Print diffs for people instead, coloured on a terminal.")
    ] = False,
    out: OutFile = None,
    jobs: bulk.Jobs = None,
    timeout: bulk.Timeout = None,
    memory: bulk.Memory = None,
    scheduler: bulk.Scheduler = None,
    parts: bulk.Parts = None,
    part_rows: bulk.PartRows = None,
    form: bulk.Format = None,
    quiet: Quiet = False,
) -> None:
    """Make first-order mutants: one JSON object per mutant, with its record."""
    one_input(paths, jsonl, table)
    how = bulk.BulkOptions(jobs, timeout, memory, scheduler, parts, part_rows, form)
    how.check(out)
    if show and (how or full or diff or out is not None):
        raise typer.BadParameter(
            "--show prints diffs for people on standard output; rows, and so --out, --full, --diff, --parts, --jobs"
            " and --scheduler, are to be had without it"
        )
    if in_diff is not None and (lines or not paths):
        raise typer.BadParameter("--in-diff chooses lines of files: give it with paths, and without --lines")
    session, mutators = Session(quiet, bars=not show), configured(choice)
    ranges = (parse_lines(lines or (), "--lines"), parse_lines(avoid_lines or (), "--avoid-lines"))
    asked = _Asked(
        None if paths else field,
        seed,
        Selection(method, *ranges, limit_per_method),
        parse_lines(fault_lines or (), "--fault-lines"),
        sample=parse_sample(sample),
    )
    with reported(session):
        files = [str(path) for path in found_files(paths or (), session)]
        if in_diff is not None:
            asked = replace(asked, changed=patched(in_diff, files, session))
            files = [path for path in files if path in (asked.changed or ())]
        options = mutate_options(choice, **vars(asked), full=full, diff=diff)
        source = bulk.source_of(files, jsonl, table)
        if parts is not None:
            job, rows = how.job_of_parts(MUTATE, options, mutant_columns(options))
            job = replace(job, keep=asked.keep)
            identity = {"versions": versions(mutators)}
            count = to_parts(job, source, rows, identity, how.engine(), session)
        else:
            with output(out) as stream:
                if show:
                    work = _diffs(mutators, asked, painted if coloured() else plain)
                    count = _written(source, work, asked, session, stream, flush=True)
                elif how:
                    job = replace(how.job(MUTATE, options, Path()), keep=asked.keep)
                    count = to_stream(job, source, how.engine(), session, stream, out)
                else:
                    count = _written(source, work_of(options), asked, session, stream)
    if paths and not count and source.count() and sample is None:
        session.note("no mutants: `equimorph sites --why` tells where none can be made, and the reasons")
    session.end(f"{count} mutants")


@dataclass(frozen=True)
class _Asked:
    """What mutants are wanted.

    Attributes:
        field: of the rows that is the text; None if rows are files.
        seed, select: as in `equimorph.mutate`.
        fault_lines: as in `equimorph.row`.
        changed, sample: as in `mutate_options`.
    """

    field: str | None
    seed: int
    select: Selection
    fault_lines: frozenset[int]
    changed: Mapping[str, frozenset[int]] | None = None
    sample: Sample | None = None

    @property
    def keep(self) -> int | None:
        """How many mutants a `Reservoir` keeps; None where there is no need of one."""
        return None if self.sample is None else self.sample.count


def _written(
    source: Source, work: Work, asked: _Asked, session: Session, out: BinaryIO, flush: bool = False
) -> int:
    """Write what is made of all rows in this process; return how many mutants that are.

    Args:
        flush: after each of them, for people who wait.
    """
    count, part = 0, source.whole()
    columns = [str(asked.field), "path"]
    with TemporaryFile() as spool:
        reservoir = None if asked.keep is None else Reservoir(asked.keep, spool)
        for record in session.progress(records(part, Path(), columns), source.count(), part.what):

            def failed(error: Exception) -> None:
                session.failed(part.place_of(record, reason_of(error)))  # noqa: B023 - called before the next one

            for made in guarded(work(record, session.failed), failed):
                if reservoir is not None:
                    reservoir.add(made)
                    continue
                out.write(made)
                if flush:
                    out.flush()
                count += 1
        return count if reservoir is None else reservoir.write(out)


def _diffs(mutators: Sequence[Mutator], asked: _Asked, paint: Painter) -> Work:
    """Return what makes diffs for people of the mutants of a file, or of a text in a row."""

    def diffs(record: Record, report: Report) -> Iterator[bytes]:
        select, place = asked.select, place_of(record, asked.field)
        if asked.field is None:
            path = os.fsdecode(record.data)
            source, line = read(Path(path)), None
            select = select if asked.changed is None else replace(select, lines=asked.changed[path])
        else:
            source, line = parse_field(row_data(record), asked.field), record.number
        for mutant in mutants_of(source, mutators, seed=asked.seed, select=select, on_conflict=report):
            tag = b"" if asked.sample is None else asked.sample.tag(mutant, asked.seed, place)
            if tag is not None:
                # Names of files need not be UTF-8: their bytes go through.
                yield tag + shown(mutant, asked.fault_lines, line, paint).encode("utf-8", "surrogateescape")

    return diffs
