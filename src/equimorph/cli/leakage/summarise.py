"""The verb `leakage summarise`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.leakage.options import BenchmarkOptions, SummaryFile, summary_text, write_summary
from equimorph.cli.row_files import check_outputs, opened_rows
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
from equimorph.leakage.finding.again import summarise as summarised
from equimorph.leakage.finding.options import MAX_HITS
from equimorph.rows.tables import RowCount
from equimorph.runs.declared import Option, Panel

_LEAKS = "Rows as `leakage find` writes them, one file or more; - for standard input."
_BENCHMARK = "Benchmark, as for `leakage find` (repeatable), to count bugs without leaks, too."
_MAX_HITS = (
    "The --max-hits of `leakage find`: bugs with this many rows are listed, because rows may be missing."
)


def summarise(
    *,
    leaks: Annotated[list[Path], Option(argument=True, help=_LEAKS, check=input_file)],
    benchmark: Annotated[
        list[Path] | None, Option(flags="--benchmark -b", panel=Panel.INPUT, help=_BENCHMARK)
    ] = None,
    options: BenchmarkOptions,
    max_hits: Annotated[int, Option(minimum=1, help=_MAX_HITS)] = MAX_HITS,
    summary: SummaryFile = None,
    session: Session,
) -> None:
    """Summarise rows of leaks: a selection, the rows of several searches, or with all bugs of a benchmark."""
    places = benchmark or []
    inputs = [*leaks, *places, *options.files]
    if not places and options != BenchmarkOptions():
        raise typer.BadParameter(
            "--benchmark-format, --benchmark-name, --unit and --patches are for --benchmark"
        )
    check_outputs(inputs, (summary,))
    count = RowCount()
    with opened_rows(*inputs) as opened:
        failed = session.bad_row
        benchmarks, fixes = opened[len(leaks) :][: len(places)], opened[len(leaks) + len(places) :]
        samples = options.samples(benchmarks, fixes, failed) if places else None
        summarised_rows = summarised(
            *opened[: len(leaks)], samples=samples, max_hits=max_hits, failed=failed, count=count
        )
        write_summary(summary, summarised_rows.data)
    if cut := summarised_rows.data["cut"]:
        session.note(f"rows of {counted(len(cut), 'bug')} may be missing: there are {max_hits:,} of each")
    session.end(f"{count.summary()}; {summary_text(summarised_rows.data)}")
