"""Options of the verbs about leakage: which benchmark, and the summary."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Known
from equimorph.cli.commands import Panel
from equimorph.cli.streams import output
from equimorph.cli.values import input_file
from equimorph.leakage.benchmarks import BENCHMARKS, UNITS, read_benchmark
from equimorph.leakage.samples import LEVELS, Sample
from equimorph.rows.tables import Failed, Rows

__all__ = [
    "BenchmarkFormat",
    "BenchmarkName",
    "PatchesFile",
    "SummaryFile",
    "UnitName",
    "read_samples",
    "summary_text",
    "write_summary",
]

_FORMATS = Known("format of benchmarks", lambda: tuple(BENCHMARKS))
_UNITS = Known("unit", lambda: UNITS)

BenchmarkFormat = Annotated[
    str | None,
    typer.Option(
        help="Format of the benchmark. Default: what it looks like.",
        show_default=False,
        callback=_FORMATS.check,
        autocompletion=_FORMATS.complete,
        rich_help_panel=Panel.INPUT,
    ),
]
BenchmarkName = Annotated[
    str | None,
    typer.Option(
        help="Name of the benchmark. Default: that of its kind, or of its file.",
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]
UnitName = Annotated[
    str | None,
    typer.Option(
        help="What is looked for of a bug: each hunk, method or class that the fix changes. Default: the first one that the"
        " benchmark has, in this order.",
        show_default=False,
        callback=_UNITS.check,
        autocompletion=_UNITS.complete,
        rich_help_panel=Panel.INPUT,
    ),
]
PatchesFile = Annotated[
    Path | None,
    typer.Option(
        help="Rows with bug_id and fixed (and hunk): the patches that a system made, in the place of the reference fixes.",
        show_default=False,
        callback=input_file,
        rich_help_panel=Panel.INPUT,
    ),
]
SummaryFile = Annotated[
    Path | None,
    typer.Option(
        help="JSON file with the counts, by bug, level and form; - for standard output.",
        show_default=False,
        dir_okay=False,
        rich_help_panel=Panel.OUTPUT,
    ),
]
_SAYS = {"pair": "as pairs", "buggy": "by the buggy side", "fixed": "by the fixed side"}


def read_samples(
    benchmarks: Sequence[Rows],
    format: str | None,
    name: str | None,
    unit: str | None,
    patches: Rows | None,
    failed: Failed,
) -> list[Sample]:
    """Return the samples of all benchmarks.

    Raises:
        typer.BadParameter: a benchmark has no such format or unit.
        OSError: a benchmark cannot be read.
    """
    if len(benchmarks) > 1 and (name is not None or patches is not None):
        raise typer.BadParameter("--benchmark-name and --patches are for one benchmark")
    given: Mapping[str, Any] = {"name": name, "format": format, "unit": unit, "patches": patches}
    try:
        return [sample for one in benchmarks for sample in read_benchmark(one, **given, failed=failed)]
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def write_summary(path: Path, data: Mapping[str, Any]) -> None:
    """Write a summary as JSON.

    Raises:
        OSError: it cannot be written.
    """
    try:
        found = (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
    except UnicodeEncodeError:  # half a character, or a path that is not UTF-8
        found = (json.dumps(data, indent=1) + "\n").encode()
    with output(path) as out:
        out.write(found)


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
