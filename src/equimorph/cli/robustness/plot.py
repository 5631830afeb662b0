"""The verb `robustness plot`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import spooled
from equimorph.cli.values import input_file
from equimorph.robustness.plotting import plot as write_figures

__all__ = ["plot"]


def plot(
    scores: Annotated[
        list[Path],
        typer.Argument(
            help="What `robustness score --json` wrote; models of several files stand side by side.",
            callback=input_file,
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="Folder for the figures; it is made if it is missing.",
            file_okay=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ],
    quiet: Quiet = False,
) -> None:
    """Draw scores as SVG: bars with intervals, curves over k, splits by fault lines and groups."""
    session = Session(quiet)
    with reported(session), ExitStack() as stack:
        made = write_figures([stack.enter_context(spooled(path)) for path in scores], out)
    session.end(f"{counted(len(made), 'figure')} in {out}")
