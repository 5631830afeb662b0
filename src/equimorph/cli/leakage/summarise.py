"""The verb `leakage summarise`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.leakage.options import (
    BenchmarkFormat,
    BenchmarkName,
    PatchesFile,
    SummaryFile,
    UnitName,
    read_samples,
    summary_text,
    write_summary,
)
from equimorph.cli.row_files import bad_row, check_outputs, opened_rows
from equimorph.cli.session import Session, reported
from equimorph.cli.values import input_file
from equimorph.leakage.finding.again import summarise as summarised
from equimorph.leakage.finding.options import MAX_HITS
from equimorph.rows.tables import RowCount

__all__ = ["summarise"]


def summarise(
    leaks: Annotated[
        list[Path],
        typer.Argument(
            help="Rows as `leakage find` writes them, one file or more; - for standard input.",
            callback=input_file,
            show_default=False,
        ),
    ],
    benchmark: Annotated[
        list[Path] | None,
        typer.Option(
            "--benchmark",
            "-b",
            help="Benchmark, as for `leakage find` (repeatable), so that bugs which do not leak count, too.",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    benchmark_format: BenchmarkFormat = None,
    benchmark_name: BenchmarkName = None,
    unit: UnitName = None,
    patches: PatchesFile = None,
    max_hits: Annotated[
        int,
        typer.Option(
            min=1,
            help="How many rows of a bug `leakage find` wrote at the most: bugs with so many are listed, as rows may be missing.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = MAX_HITS,
    summary: SummaryFile = None,
    quiet: Quiet = False,
) -> None:
    """Summarise rows of leaks again: some of them, those of several searches, or with all bugs of a benchmark."""
    given = benchmark or []
    inputs = [*leaks, *given, *([patches] if patches is not None else [])]
    if not given and any(one is not None for one in (benchmark_format, benchmark_name, unit, patches)):
        raise typer.BadParameter(
            "--benchmark-format, --benchmark-name, --unit and --patches are for --benchmark"
        )
    check_outputs(inputs, (summary,))
    session, count = Session(quiet), RowCount()
    with reported(session), opened_rows(*inputs) as opened:
        failed = bad_row(session)
        rows = opened[len(leaks) : len(leaks) + len(given)]
        fixes = opened[-1] if patches is not None else None
        samples = read_samples(rows, benchmark_format, benchmark_name, unit, fixes, failed) if given else None
        found = summarised(
            *opened[: len(leaks)], samples=samples, max_hits=max_hits, failed=failed, count=count
        )
        if summary is not None:
            write_summary(summary, found.data)
    if cut := found.data["cut"]:
        session.note(f"rows of {counted(len(cut), 'bug')} may be missing: there are {max_hits:,} of each")
    session.end(f"{count.summary()}; {summary_text(found.data)}")
