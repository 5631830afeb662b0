"""The verb `search page`."""

from __future__ import annotations

from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, PageFile
from equimorph.cli.row_files import check_outputs, opened_rows
from equimorph.cli.session import Session
from equimorph.runs.declared import Option, Panel
from equimorph.search.pages import collect, write_page
from equimorph.search.pages.collecting import SHOWN


def page(
    *,
    found: JsonFile,
    out: PageFile,
    top: Annotated[int, Option(minimum=1, help="Maximum methods shown.")] = SHOWN,
    title: Annotated[str, Option(panel=Panel.OUTPUT, help="Title of the page.")] = "Adversarials",
    session: Session,
) -> None:
    """Write a page of the most telling mutants of a search: original, mutant, operators, and both model outputs."""
    check_outputs([found], [out])
    session.lost = "nothing is kept"
    with opened_rows(found, out=out) as (rows,):
        collected = collect(rows, session.bad_row, top)
        write_page(out, collected, title)
    session.end(
        f"{out} written: {counted(len(collected.shown), 'method')}; rows: {collected.count.summary()}"
    )
