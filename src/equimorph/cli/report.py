"""The verb `report`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.cli.arguments import Quiet
from equimorph.cli.session import Session, reported
from equimorph.report.elements import write_elements
from equimorph.report.writing import write
from equimorph.rows.jsonl import JsonLine, count_rows

__all__ = ["report"]


def report(
    paths: Annotated[
        list[Path],
        typer.Argument(help="JSON Lines of mutants.", exists=True, dir_okay=False, show_default=False),
    ],
    html: Annotated[
        Path | None,
        typer.Option("--html", "-o", help="The page, written whole or not at all.", show_default=False),
    ] = None,
    elements: Annotated[
        Path | None,
        typer.Option(
            help="JSON for the viewers of mutation-testing-elements (Stryker's), written whole or not at all.",
            show_default=False,
        ),
    ] = None,
    sources: Annotated[
        Path | None,
        typer.Option(
            help="With --elements: folder of the paths of rows without the whole file. Default: the working folder.",
            exists=True,
            file_okay=False,
            show_default=False,
        ),
    ] = None,
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
    """Write a page to browse mutants, one HTML file that needs no network; or JSON for the viewers of other tools."""
    if (html is None) is (elements is None):
        raise typer.BadParameter("give either --html or --elements")
    if elements is not None and (sites or title is not None):
        raise typer.BadParameter("--sites and --title are of the page: they need --html")
    if html is not None and sources is not None:
        raise typer.BadParameter("--sources needs --elements")
    session = Session(quiet)

    def progress(lines: Iterable[JsonLine], path: Path) -> Iterable[JsonLine]:
        if not path.is_file():
            return lines  # a pipe can be read only once
        return session.progress(lines, count_rows(path), path.name)

    common: dict[str, Any] = {"failed": session.failed, "progress": progress}
    with reported(session):
        if html is not None:
            done = write(paths, html, sites=sites or (), title=title, **common)
        else:
            assert elements is not None
            done = write_elements(paths, elements, sources=sources, **common)
    session.end(f"{done.mutants} mutants" + (f", {done.sites} sites" if sites else ""))
