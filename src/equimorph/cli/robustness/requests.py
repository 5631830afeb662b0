"""The verb `robustness requests`."""

from __future__ import annotations

from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutFile, Quiet, Seed
from equimorph.cli.commands import Panel
from equimorph.cli.robustness.options import BugsFile, MutantsFile, PresetOption
from equimorph.cli.row_files import bad_row, opened_rows
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output, stays
from equimorph.robustness.judging.joining import joined
from equimorph.robustness.requests import requests_of
from equimorph.rows.jsonl import encode

__all__ = ["requests"]


def requests(
    bugs: BugsFile,
    mutants: MutantsFile,
    k: Annotated[
        int | None,
        typer.Option(
            "-k",
            min=1,
            help="How many candidates a model is asked for. Default: that of the preset that made the mutants, or 1.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = None,
    preset: PresetOption = None,
    seed: Seed = 0,
    with_file: Annotated[
        bool,
        typer.Option(
            "--with-file",
            help="Add the whole file, with the mutant in it, to each request.",
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = False,
    out: OutFile = None,
    quiet: Quiet = False,
) -> None:
    """Write what a model is asked: each bug, then its mutants, without the fix, the original or the mutation."""
    session, count = Session(quiet), 0
    if stays(out):
        session.lost = f"{out} was not written"
    with (
        reported(session),
        opened_rows(bugs, mutants, out=out) as rows,
        joined(rows[0], rows[1], (), bad_row(session)) as found,
        output(out) as stream,
    ):
        asked = requests_of(found, k=k, preset=preset, seed=seed, with_file=with_file, failed=session.failed)
        for request in asked:
            stream.write(encode(request.to_row()))
            count += 1
    summaries = "; ".join(f"{name}: {found.counts[name].summary()}" for name in ("bugs", "mutants"))
    session.end(f"{counted(count, 'request')}; {summaries}")
