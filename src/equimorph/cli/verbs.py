"""The verbs that make mutants of many methods, and may do so with workers: `mutate` and `rewrite`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

import equimorph as em
from equimorph.bulk.inputs import Source, records
from equimorph.bulk.job import guarded, reason_of
from equimorph.bulk.outputs import to_parts, to_stream
from equimorph.bulk.trees import REWRITE, rewrite_tree
from equimorph.bulk.work import MUTATE, mutant_columns, mutate_options
from equimorph.bulk.work import mutate as work_of
from equimorph.choice import versions
from equimorph.cli import bulk_options as bulk
from equimorph.cli.arguments import (
    Field,
    Names,
    Operators,
    OutFile,
    OutFolder,
    Purity,
    Quiet,
    RowsFile,
    Schemes,
    Seed,
    SomePaths,
    TableFile,
    one_input,
)
from equimorph.cli.arguments import choice as chosen
from equimorph.cli.arguments import mutators as checked
from equimorph.cli.session import Session, coloured, found_files, output, parse_lines, reported
from equimorph.cli.terminal import painted, plain, shown
from equimorph.rows.row import parse_row

__all__ = ["mutate", "rewrite"]


def mutate(
    paths: SomePaths = None,
    jsonl: RowsFile = None,
    table: TableFile = None,
    field: Field = "source",
    mutator: Names = None,
    scheme: Schemes = None,
    purity: Purity = None,
    operators: Operators = None,
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
    limit_per_method: Annotated[
        int | None, typer.Option(min=1, help="At most so many, drawn by the seed.")
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Add the whole mutated file to each row.")] = False,
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
    session, choice = Session(quiet, bars=not show), chosen(mutator, scheme, purity, operators)
    named = versions(checked(choice))
    ranges = (parse_lines(lines or (), "--lines"), parse_lines(avoid_lines or (), "--avoid-lines"))
    select = em.Selection(method, *ranges, limit_per_method)
    options = mutate_options(
        choice,
        field=None if paths else field,
        seed=seed,
        select=select,
        fault_lines=parse_lines(fault_lines or (), "--fault-lines"),
        full=full or show,
    )
    with reported(session):
        source = bulk.source_of([str(path) for path in found_files(paths or (), session)], jsonl, table)
        if parts is not None:
            job, rows = how.job_of_parts(MUTATE, options, mutant_columns(options))
            count = to_parts(job, source, rows, {"versions": named}, how.engine(), session)
        else:
            with output(out) as stream:
                if show:
                    count = _shown(source, options, session, stream)
                elif how:
                    job = how.job(MUTATE, options, Path())
                    count = to_stream(job, source, how.engine(), session, stream, out)
                else:
                    count = _mutated(source, options, session, stream)
    if paths and not count and source.count():
        session.note("no mutants: `equimorph sites --why` tells where none can be made, and the reasons")
    session.end(f"{count} mutants")


def _lines(source: Source, options: dict[str, Any], session: Session) -> Iterator[bytes]:
    """The rows of the mutants of all rows, made in this process."""
    work, part = work_of(options), source.whole()
    columns = [str(options["field"]), "path"]
    for record in session.progress(records(part, Path(), columns), source.count(), part.what):

        def failed(error: Exception) -> None:
            session.failed(part.place_of(record, reason_of(error)))  # noqa: B023 - called before the next one

        yield from guarded(work(record, session.failed), failed)


def _mutated(source: Source, options: dict[str, Any], session: Session, out: BinaryIO) -> int:
    """Puts out the rows; gives how many they are."""
    count = 0
    for line in _lines(source, options, session):
        out.write(line)
        count += 1
    return count


def _shown(source: Source, options: dict[str, Any], session: Session, out: BinaryIO) -> int:
    """Puts out diffs for people instead, each as soon as its mutant is made."""
    count, paint = 0, painted if coloured() else plain
    for line in _lines(source, options, session):
        # Names of files need not be UTF-8: their bytes go through.
        out.write(shown(parse_row(json.loads(line)), paint).encode("utf-8", "surrogateescape"))
        out.flush()
        count += 1
    return count


def rewrite(
    source_dir: Annotated[Path, typer.Argument(help="Source tree.", exists=True, file_okay=False)],
    out: OutFolder,
    seed: Seed = 0,
    mutator: Names = None,
    scheme: Schemes = None,
    purity: Purity = None,
    operators: Operators = None,
    per_method: Annotated[int, typer.Option(min=1, help="The most mutations for a method.")] = 1,
    share: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=100,
            help="Instead: percent of the places where a mutator applies to a method.",
            show_default=False,
        ),
    ] = None,
    jobs: bulk.Jobs = None,
    timeout: bulk.Timeout = None,
    memory: bulk.Memory = None,
    scheduler: bulk.Scheduler = None,
    quiet: Quiet = False,
) -> None:
    """Copy a source tree so that every method carries mutations; its mutations.jsonl holds the records."""
    how = bulk.BulkOptions(jobs, timeout, memory, scheduler)
    how.check(out)
    session, choice = Session(quiet), chosen(mutator, scheme, purity, operators)
    mutators = checked(choice)
    fraction = None if share is None else share / 100
    with reported(session):
        total = sum(1 for _ in found_files([source_dir], session))
        with session.bar(total, "files") as advance:
            if how:
                asked = {"source": str(source_dir.resolve()), "mutators": choice.to_dict(), "seed": seed}
                options = {**asked, "per_method": per_method, "share": fraction}
                job = how.job(REWRITE, options, Path())
                done = rewrite_tree(source_dir, out, job, how.engine(), lambda _: advance())
            else:
                done = em.rewrite(
                    source_dir,
                    out,
                    seed=seed,
                    mutators=mutators,
                    per_method=per_method,
                    share=fraction,
                    on_file=lambda _: advance(),
                )
    for message in done.unparsed:
        session.note(f"copied as it is: {message}")
    for message in done.lost:
        session.failed(f"copied as it is: {message}")
    for message in done.conflicts:
        session.failed(message)
    counts = ", ".join(f"{count} {name}" for name, count in done.mutations.items()) or "no mutations"
    session.end(f"{done.files} files, {done.mutated_methods} of {done.methods} methods mutated: {counts}")
