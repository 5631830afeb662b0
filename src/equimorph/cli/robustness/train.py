"""The verb `robustness train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import out_option
from equimorph.cli.robustness.augment import PairsFile
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.robustness.baselines.training import train as trained

_OUT = "New folder for the model, written whole or not at all."


def train(
    *,
    pairs: PairsFile,
    out: Annotated[Path, out_option(_OUT)],
    session: Session,
) -> None:
    """Train the model `memory`, which memorises the edits of pairs with their contexts."""
    session.loses(out)

    with opened_rows(pairs) as (rows,):
        done = trained(rows, out, session.bad_row)
    edits = f"{counted(done.edits, 'edit')} of {counted(done.count.read, 'row')}"
    session.end(f"{out} written: {edits}: {done.count.summary()}")
