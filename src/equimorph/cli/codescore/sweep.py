"""The verb `codescore sweep`."""

from __future__ import annotations

from typing import Annotated

import typer

from equimorph.cli.arguments import JsonFile, Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.results import JsonResult, write_result
from equimorph.cli.row_files import bad_row, opened_rows
from equimorph.cli.session import Session, reported
from equimorph.codescore.sweeping import GRID, Sweep
from equimorph.codescore.sweeping import sweep as swept
from equimorph.rows.tables import RowCount

__all__ = ["sweep"]


def sweep(
    scored: JsonFile,
    threshold: Annotated[
        list[float] | None,
        typer.Option(
            help="Try this one (repeatable). Default: 0, 0.05, ... 0.95.",
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    split: Annotated[
        str,
        typer.Option(
            help="Rows that name another split are left out; never choose on the rows that you report on.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = "validation",
    json: JsonResult = None,
    quiet: Quiet = False,
) -> None:
    """Find the threshold of the cosine with the least error, on the validation rows of a file that `codescore score` wrote."""
    session, count = Session(quiet), RowCount()
    with reported(session), opened_rows(scored, out=json) as (rows,):
        found = swept(rows, threshold or GRID, split=split, failed=bad_row(session), count=count)
        write_result(json, found.to_dict(), lambda: _table(found))
    session.end(f"{count.summary()}; best threshold {found.best.value:g}, MAE {found.best.mae:.3f}")


def _table(found: Sweep) -> str:
    lines = ["threshold  wrong  rows    MAE"]
    lines += [f"{one.value:9.2f}  {one.wrong:5d} {one.rows:5d}  {one.mae:.3f}" for one in found.thresholds]
    return "\n".join(lines) + "\n"
