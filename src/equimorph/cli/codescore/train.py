"""The verb `codescore train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.arguments import OutputRestart, out_option
from equimorph.cli.session import Session
from equimorph.codescore.options import TrainOptions
from equimorph.runs.declared import Option
from equimorph.runs.extras import module

_SOURCES = "Folders and files of Java and Python, or what `equimorph pairs` wrote."
_OUT = "New folder for the model, written whole or not at all."


def train(
    *,
    sources: Annotated[list[Path], Option(argument=True, metavar="SRC", help=_SOURCES)],
    out: Annotated[Path, out_option(_OUT)],
    minutes: Annotated[float | None, Option()] = None,  # the option of `options`; None where it is not given
    options: TrainOptions,
    restart: OutputRestart = False,
    session: Session,
) -> None:
    """Train CodeScore-R on pairs, or on pairs made from sources; continues an unfinished run."""
    if minutes is not None and options.steps is not None:
        raise typer.BadParameter("give --minutes or --steps")
    session.keeps(out)
    module("torch")
    from equimorph.codescore.training import train as trained

    done = trained(sources, out, options, reporter=session, restart=restart)
    session.end(f"{out} written: {done.summary()}")
