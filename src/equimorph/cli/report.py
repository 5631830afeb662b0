"""The verb `report`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.arguments import Quiet
from equimorph.cli.session import Session, reported
from equimorph.report.writing import write
from equimorph.rows.jsonl import JsonLine, count_rows

__all__ = ["report"]


def report(
    paths: Annotated[
        list[Path],
        typer.Argument(help="JSON Lines of mutants.", exists=True, dir_okay=False, show_default=False),
    ],
    html: Annotated[
        Path, typer.Option("--html", "-o", help="The page, written whole or not at all.", show_default=False)
    ],
    sites: Annotated[
        list[Path] | None,
        typer.Option(
            help="JSON Lines of `equimorph sites --why --json`: adds why places were refused (repeatable).",
            exists=True,
            dir_okay=False,
            show_default=False,
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option(help="Title of the page. Default: the names of the files.", show_default=False),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write a page to browse mutants: one HTML file, with filters, diffs and fault lines, that needs no network."""
    session = Session(quiet)

    def progress(lines: Iterable[JsonLine], path: Path) -> Iterable[JsonLine]:
        if not path.is_file():
            return lines  # a pipe can be read only once
        return session.progress(lines, count_rows(path), path.name)

    with reported(session):
        done = write(paths, html, sites=sites or (), title=title, failed=session.failed, progress=progress)
    session.end(f"{done.mutants} mutants" + (f", {done.sites} sites" if sites else ""))
