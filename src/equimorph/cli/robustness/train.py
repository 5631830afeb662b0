"""The verb `robustness train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Quiet
from equimorph.cli.robustness.augment import PairsFile
from equimorph.cli.row_files import bad_row, opened_rows
from equimorph.cli.session import Session, reported
from equimorph.robustness.baselines.training import train as trained
from equimorph.runs.declared import Option, Panel

_OUT = "New folder for the model, written whole or not at all."


def train(
    pairs: PairsFile,
    out: Annotated[Path, Option(flags="--out -o", panel=Panel.OUTPUT, help=_OUT)],
    quiet: Quiet = False,
) -> None:
    """Train the model `memory`, which memorises the edits of pairs with their contexts."""
    session = Session(quiet)
    session.lost = f"{out} was not written"

    with reported(session), opened_rows(pairs) as (rows,):
        done = trained(rows, out, bad_row(session))
    edits = f"{counted(done.edits, 'edit')} of {counted(done.count.read, 'row')}"
    session.end(f"{out} written: {edits}: {done.count.summary()}")
