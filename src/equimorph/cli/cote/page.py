"""The verb `cote page`."""

from __future__ import annotations

from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, PageFile
from equimorph.cli.row_files import check_outputs, opened_rows
from equimorph.cli.session import Session
from equimorph.cote.pages import SHOWN, collect, write_page
from equimorph.runs.declared import Option, Panel


def page(
    *,
    rows: JsonFile,
    out: PageFile,
    top: Annotated[int, Option(minimum=1, help="Maximum inputs shown.")] = SHOWN,
    title: Annotated[str, Option(panel=Panel.OUTPUT, help="Title of the page.")] = "Issues",
    session: Session,
) -> None:
    """Write a page of the worst issues: input, replaced word, both outputs, their difference, and the repair.

    It takes the rows of `cote test`, `cote repair` and `cote translate`.
    """
    check_outputs([rows], [out])
    session.lost = "nothing is kept"
    with opened_rows(rows, out=out) as (found,):
        collected = collect(found, session.bad_row, top)
        write_page(out, collected, title)
    session.end(f"{out} written: {counted(len(collected.shown), 'input')}; rows: {collected.count.summary()}")
