"""The verb `mutate`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from equimorph.bulk.inputs import Source, records
from equimorph.bulk.job import Record, Report, Work, guarded, reason_of
from equimorph.bulk.outputs import to_parts, to_stream
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
    limit_per_method: LimitPerMethod = None,
    full: Full = False,
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
    if show and (how or full or out is not None):
        raise typer.BadParameter(
            "--show prints diffs for people on standard output; rows, and so --out, --full, --parts, --jobs"
            " and --scheduler, are to be had without it"
        )
    session, mutators = Session(quiet, bars=not show), configured(choice)
    ranges = (parse_lines(lines or (), "--lines"), parse_lines(avoid_lines or (), "--avoid-lines"))
    asked = _Asked(
        None if paths else field,
        seed,
        Selection(method, *ranges, limit_per_method),
        parse_lines(fault_lines or (), "--fault-lines"),
    )
    options = mutate_options(choice, **vars(asked), full=full)
    with reported(session):
        source = bulk.source_of([str(path) for path in found_files(paths or (), session)], jsonl, table)
        if parts is not None:
            job, rows = how.job_of_parts(MUTATE, options, mutant_columns(options))
            identity = {"versions": versions(mutators)}
            count = to_parts(job, source, rows, identity, how.engine(), session)
        else:
            with output(out) as stream:
                if show:
                    work = _diffs(mutators, asked, painted if coloured() else plain)
                    count = _written(source, work, asked.field, session, stream, flush=True)
                elif how:
                    job = how.job(MUTATE, options, Path())
                    count = to_stream(job, source, how.engine(), session, stream, out)
                else:
                    count = _written(source, work_of(options), asked.field, session, stream)
    if paths and not count and source.count():
        session.note("no mutants: `equimorph sites --why` tells where none can be made, and the reasons")
    session.end(f"{count} mutants")


@dataclass(frozen=True)
class _Asked:
    """What mutants are wanted.

    Attributes:
        field: of the rows that is the text; None if rows are files.
        seed, select: as in `equimorph.mutate`.
        fault_lines: as in `equimorph.row`.
    """

    field: str | None
    seed: int
    select: Selection
    fault_lines: frozenset[int]


def _written(
    source: Source, work: Work, field: str | None, session: Session, out: BinaryIO, flush: bool = False
) -> int:
    """Write what is made of all rows in this process; return how many mutants that are.

    Args:
        flush: after each of them, for people who wait.
    """
    count, part = 0, source.whole()
    columns = [str(field), "path"]
    for record in session.progress(records(part, Path(), columns), source.count(), part.what):

        def failed(error: Exception) -> None:
            session.failed(part.place_of(record, reason_of(error)))  # noqa: B023 - called before the next one

        for made in guarded(work(record, session.failed), failed):
            out.write(made)
            if flush:
                out.flush()
            count += 1
    return count


def _diffs(mutators: Sequence[Mutator], asked: _Asked, paint: Painter) -> Work:
    """Return what makes diffs for people of the mutants of a file, or of a text in a row."""

    def diffs(record: Record, report: Report) -> Iterator[bytes]:
        if asked.field is None:
            source, line = read(Path(os.fsdecode(record.data))), None
        else:
            source, line = parse_field(row_data(record), asked.field), record.number
        for mutant in mutants_of(source, mutators, seed=asked.seed, select=asked.select, on_conflict=report):
            # Names of files need not be UTF-8: their bytes go through.
            yield shown(mutant, asked.fault_lines, line, paint).encode("utf-8", "surrogateescape")

    return diffs
