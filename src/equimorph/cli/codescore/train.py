"""The verb `codescore train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.arguments import Quiet
from equimorph.cli.session import Session, reported
from equimorph.codescore.options import TrainOptions
from equimorph.runs.declared import Option, Panel
from equimorph.runs.extras import module

_SOURCES = "Folders and files of Java and Python, or what `equimorph pairs` wrote."
_OUT = "New folder for the model, written whole or not at all."
_RESTART = "Discard an unfinished run (OUT.partial) and start over."


def train(
    *,
    sources: Annotated[list[Path], typer.Argument(metavar="SRC", help=_SOURCES, show_default=False)],
    out: Annotated[Path, Option(flags="--out -o", panel=Panel.OUTPUT, help=_OUT)],
    minutes: Annotated[float | None, Option()] = None,  # the option of `options`; None where it is not given
    options: TrainOptions,
    restart: Annotated[bool, Option(panel=Panel.OUTPUT, help=_RESTART)] = False,
    quiet: Quiet = False,
) -> None:
    """Train CodeScore-R on pairs, or on pairs made from sources; continues an unfinished run."""
    if minutes is not None and options.steps is not None:
        raise typer.BadParameter("give --minutes or --steps")
    session = Session(quiet)
    session.resume = f"{out}.partial keeps what is done: the same command continues, --restart begins anew"
    with reported(session):
        module("torch")
        from equimorph.codescore.training import train as trained

        done = trained(sources, out, options, reporter=session, restart=restart)
    session.end(f"{out} written: {done.summary()}")
