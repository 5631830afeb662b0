"""The verb `codescore score`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, Known, OutFile, Quiet
from equimorph.cli.codescore.options import Device
from equimorph.cli.commands import Panel
from equimorph.cli.row_files import bad_row, opened_rows
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output
from equimorph.codescore.gate import GATES, Gate
from equimorph.codescore.options import checked_threshold
from equimorph.extras import module
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import RowCount

__all__ = ["score"]

_GATES = Known("gate", lambda: GATES)


def score(
    pairs: JsonFile,
    model: Annotated[
        Path,
        typer.Option(
            help="Folder that `codescore train` wrote.", show_default=False, rich_help_panel=Panel.INPUT
        ),
    ],
    out: OutFile = None,
    threshold: Annotated[
        float | None,
        typer.Option(
            min=-1,
            max=1,
            help="Above which a cosine is 1. Default: that of the model, 0.5.",
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    gate: Annotated[
        str,
        typer.Option(
            help="What a candidate must pass, else it scores 0: the compiler (compile), the parser (syntax), or nothing (none).",
            callback=_GATES.check,
            autocompletion=_GATES.complete,
            rich_help_panel=Panel.CHECKS,
        ),
    ] = "compile",
    device: Device = None,
    quiet: Quiet = False,
) -> None:
    """Score candidates against their references: rows with id, lang, candidate, reference get codescore-r, and its cosine."""
    session, count = Session(quiet), RowCount()
    session.lost = "nothing was written" if out is not None else ""
    made = unsettled = 0
    with reported(session), opened_rows(pairs, out=out) as (rows,):
        module("torch")
        from equimorph.codescore.model import CodeScore
        from equimorph.codescore.scoring import NAME, scored

        asked = CodeScore.load(model, device)
        if threshold is not None:
            asked.threshold = checked_threshold(threshold)
        with Gate(gate) as compilers, output(out) as stream:  # type: ignore[arg-type]  # checked by the option
            for row in scored(asked, rows, compilers, failed=bad_row(session), count=count):
                stream.write(encode(row))
                made += 1
                if row["scores"][NAME] is None:
                    unsettled += 1
                    reason = row["undefined"][NAME]
                    session.failed(f"row {row['id']}: {reason}", reason)
    session.end(f"{counted(made, 'scored row')}; {count.summary()}; {unsettled:,} without a score")
