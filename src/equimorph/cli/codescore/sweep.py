"""The verb `codescore sweep`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from equimorph.cli.arguments import TableFile
from equimorph.cli.results import JsonResult, TableFormat, check_one_form, table_texts, write_result
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.codescore.sweeping import GRID, Sweep
from equimorph.codescore.sweeping import sweep as swept
from equimorph.pages.tables import Table
from equimorph.rows.tables import RowCount
from equimorph.runs.declared import Option

_SPLIT = "Split of the rows to use; never choose on the rows that you report on."


def sweep(
    *,
    scored: TableFile,
    threshold: Annotated[
        Sequence[float] | None, Option(help="Threshold to try (repeatable). Default: 0, 0.05, ... 0.95.")
    ] = None,
    split: Annotated[str, Option(help=_SPLIT)] = "validation",
    json: JsonResult = None,
    table: TableFormat = None,
    session: Session,
) -> None:
    """Find the cosine threshold with the smallest error on the validation rows that `codescore score` wrote."""
    check_one_form(json, table)
    count = RowCount()
    with opened_rows(scored, out=json) as (rows,):
        found = swept(rows, threshold or GRID, split=split, failed=session.bad_row, count=count)
        heads, rows_ = ("threshold", "wrong", "rows", "MAE"), found.thresholds
        tables = [Table(heads, tuple((row.value, row.wrong, row.rows, row.mae) for row in rows_))]
        write_result(json, found.to_dict(), lambda: table_texts(tables, table, lambda: _table(found)))
    session.end(f"{count.summary()}; best threshold {found.best.value:g}, MAE {found.best.mae:.3f}")


def _table(sweep: Sweep) -> str:
    lines = ["threshold  wrong  rows    MAE"]
    lines += [f"{row.value:9.2f}  {row.wrong:5d} {row.rows:5d}  {row.mae:.3f}" for row in sweep.thresholds]
    return "\n".join(lines) + "\n"
