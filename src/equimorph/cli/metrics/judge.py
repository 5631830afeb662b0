"""The verb `metrics judge`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import TableFile
from equimorph.cli.results import JsonResult, TableFormat, check_one_form, table_texts, write_result
from equimorph.cli.row_files import check_outputs, kept_rows
from equimorph.cli.session import Session
from equimorph.metrics.judging import judge as judged
from equimorph.metrics.pages import write_page
from equimorph.metrics.table import judgement_table, table_of
from equimorph.rows.tables import RowCount
from equimorph.runs.declared import Option, Panel

_METRIC = "Only this score (repeatable). Default: all that the rows have."
_PAGE = "Write a page here, one HTML file: tables, plots, and the pairs about which metrics are most wrong."


def judge(
    *,
    scored: TableFile,
    metric: Annotated[Sequence[str] | None, Option(flags="--metric -m", help=_METRIC)] = None,
    json: JsonResult = None,
    table: TableFormat = None,
    page: Annotated[Path | None, Option(panel=Panel.OUTPUT, help=_PAGE)] = None,
    session: Session,
) -> None:
    """Judge metrics against test results: errors (beside those of constants), correlations, AUC."""
    check_one_form(json, table)
    check_outputs([scored], (json, page))
    count = RowCount()
    with kept_rows(scored) as rows:
        found = judged(rows, metric, failed=session.bad_row, count=count)
        text = partial(table_texts, [judgement_table(found)], table, lambda: table_of(found))
        write_result(json, {"judgements": [one.to_dict() for one in found]}, text)
        if page is not None:
            write_page(page, rows, found)
    session.end(f"{count.summary()}; {counted(len(found), 'group')}")
