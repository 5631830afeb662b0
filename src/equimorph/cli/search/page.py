"""The verb `search page`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.row_files import bad_row, check_outputs, opened_rows
from equimorph.cli.session import Session, reported
from equimorph.cli.values import page_file
from equimorph.search.pages import collect, write_page
from equimorph.search.pages.collecting import SHOWN

__all__ = ["page"]


def page(
    found: JsonFile,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="The page (.html, .md), written whole or not at all.",
            show_default=False,
            callback=page_file,
            rich_help_panel=Panel.OUTPUT,
        ),
    ],
    top: Annotated[
        int, typer.Option(min=1, help="How many methods are shown, at most.", rich_help_panel=Panel.SELECTION)
    ] = SHOWN,
    title: Annotated[str, typer.Option(help="Of the page.", rich_help_panel=Panel.OUTPUT)] = "Adversarials",
    quiet: Quiet = False,
) -> None:
    """Write a page of the most telling mutants of a search: original, mutant, operators, and what the model said of both."""
    check_outputs([found], [out])
    session = Session(quiet)
    session.lost = "nothing is kept"
    with reported(session), opened_rows(found, out=out) as (rows,):
        collected = collect(rows, bad_row(session), top)
        write_page(out, collected, title)
    session.end(
        f"{out} written: {counted(len(collected.shown), 'method')}; rows: {collected.count.summary()}"
    )
