"""The verb `robustness plot`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.session import Session
from equimorph.cli.streams import spooled
from equimorph.cli.values import input_file
from equimorph.robustness.plotting import FigureFormat
from equimorph.robustness.plotting import plot as write_figures
from equimorph.runs.declared import Option, Panel

_SCORES = "Output of `robustness score --json`; several files are drawn side by side."
_FORMAT = "Format of the figures: svg; pdf and png need the extra plot."
_OUT = "Folder for the figures, created if missing."


def plot(
    *,
    scores: Annotated[list[Path], Option(argument=True, help=_SCORES, check=input_file)],
    out: Annotated[Path, Option(flags="--out -o", panel=Panel.OUTPUT, folder=True, help=_OUT)],
    form: Annotated[FigureFormat, Option(flags="--format", panel=Panel.OUTPUT, help=_FORMAT)] = "svg",
    session: Session,
) -> None:
    """Draw scores: bars with intervals, curves over k, splits by fault lines and groups."""
    with ExitStack() as stack:
        made = write_figures([stack.enter_context(spooled(path)) for path in scores], out, form)
    session.end(f"{counted(len(made), 'figure')} in {out}")
