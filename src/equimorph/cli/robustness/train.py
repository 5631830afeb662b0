"""The verb `robustness train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.arguments import Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.session import Session, counted, reported
from equimorph.cli.streams import name_of, spooled
from equimorph.cli.values import input_file
from equimorph.robustness.baselines.training import train as trained
from equimorph.rows.tables import BadRow

__all__ = ["train"]


def train(
    pairs: Annotated[
        Path,
        typer.Argument(
            help="Rows with id, buggy and fixed (.jsonl, .jsonl.gz, .parquet), such as those of `bugs`; - for standard input.",
            callback=input_file,
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="New folder for the model, written whole or not at all.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ],
    quiet: Quiet = False,
) -> None:
    """Train the model `memory`, which memorises the edits of pairs with their contexts."""
    session = Session(quiet)
    session.lost = f"{out} was not written"

    def failed(row: BadRow) -> None:
        session.failed(f"{name_of(pairs)}:{row.line}: {row.reason}", row.reason)

    with reported(session), spooled(pairs) as path:
        done = trained(path, out, failed)
    edits = f"{counted(done.edits, 'edit')} of {counted(done.count.read, 'row')}"
    session.end(f"{out} written: {edits}: {done.count.summary()}")
