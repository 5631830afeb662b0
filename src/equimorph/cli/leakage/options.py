"""Options of the verbs about leakage: which benchmark, and the summary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.results import write_result
from equimorph.cli.values import input_file
from equimorph.leakage.benchmarks import BENCHMARKS, Unit, place_of, read_benchmark
from equimorph.leakage.samples import LEVELS, Sample
from equimorph.rows.tables import Failed, Rows
from equimorph.runs.declared import Option, Panel

_SUMMARY = "JSON file with the counts, by bug, level and form; - for standard output."
SummaryFile = Annotated[Path | None, Option(after="out", panel=Panel.OUTPUT, file=True, help=_SUMMARY)]
_SAYS = {"pair": "as pairs", "buggy": "by the buggy side", "fixed": "by the fixed side"}


@dataclass(frozen=True, kw_only=True)
class BenchmarkOptions:
    """The options of `read_benchmark`.

    Attributes:
        benchmark_format: Format of the benchmark. Default: detected from the files.
        benchmark_name: Name of the benchmark. Default: the name of its kind or file.
        unit: Unit of a bug: each hunk, method or class that the fix changes. Default: the first of these that the benchmark has.
        patches: Rows with bug_id and fixed (and hunk): a system's patches, instead of the reference fixes.
    """

    benchmark_format: Annotated[
        str | None, Option(panel=Panel.INPUT, noun="format of benchmarks", choices=BENCHMARKS)
    ] = None
    benchmark_name: Annotated[str | None, Option(panel=Panel.INPUT)] = None
    unit: Annotated[Unit | None, Option(panel=Panel.INPUT)] = None
    patches: Annotated[Path | None, Option(panel=Panel.INPUT, check=input_file)] = None

    @property
    def files(self) -> list[Path]:
        """The files that they name."""
        return [] if self.patches is None else [self.patches]

    def samples(self, benchmarks: Sequence[Rows], files: Sequence[Rows], failed: Failed) -> list[Sample]:
        """Return the samples of all benchmarks.

        Args:
            benchmarks: their rows or places.
            files: the rows of `files`.
            failed: gets what cannot be read.

        Raises:
            typer.BadParameter: a benchmark has no such format or unit.
            OSError: a benchmark cannot be read.
        """
        if len(benchmarks) > 1 and (self.benchmark_name is not None or files):
            raise typer.BadParameter("--benchmark-name and --patches are for one benchmark")
        read = partial(
            read_benchmark,
            name=self.benchmark_name,
            format=self.benchmark_format,
            unit=self.unit,
            patches=files[0] if files else None,
            failed=failed,
        )
        try:
            return [sample for rows in benchmarks for sample in read(rows)]
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error


def named_place(path: Path) -> Path:
    """Return the place of a benchmark, which may be named as its package.

    Raises:
        typer.BadParameter: the package is not installed.
    """
    try:
        return Path(place_of(path))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def write_summary(path: Path | None, data: Mapping[str, Any]) -> None:
    """Write a summary as JSON, if that is asked for.

    Raises:
        OSError: it cannot be written.
    """
    if path is not None:
        write_result(path, data, str)


def summary_text(data: Mapping[str, Any]) -> str:
    """Return a summary as a line."""
    totals, train, bugs = data["totals"], data["train"], len(data["bugs"])
    leaking = sum(any(bug[level]["any"] for level in LEVELS) for bug in data["bugs"])
    how = ", ".join(f"{totals[level]['bugs']:,} {_SAYS[level]}" for level in LEVELS)
    items = "" if train["items"] is None else f"{counted(train['items'], 'item')}: "
    text = f"{items}{leaking:,} of {counted(bugs, 'bug')} found ({how})"
    short = [totals[level]["too_short"] for level in LEVELS]
    if any(short):
        text += "; too short for that: {:,}, {:,} and {:,}".format(*short)
    if train["lost_chunks"]:
        text += f"; {counted(train['lost_chunks'], 'chunk')} failed and left out of the counts"
    return text
