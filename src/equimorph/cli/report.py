"""The verb `report`."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.arguments import Quiet, input_file
from equimorph.cli.commands import Panel
from equimorph.cli.session import Session, counted, reported
from equimorph.cli.streams import made_file, name_of, spooled, to_standard, total_of
from equimorph.report.writing import write
from equimorph.rows.jsonl import JsonLine

__all__ = ["report"]


def report(
    paths: Annotated[
        list[Path],
        typer.Argument(
            help="JSON Lines of mutants, which may be compressed (.gz); - for standard input.",
            callback=input_file,
            show_default=False,
        ),
    ],
    html: Annotated[
        Path,
        typer.Option(
            "--html",
            "-o",
            help="The page, written whole or not at all; - for standard output.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ],
    sites: Annotated[
        list[Path] | None,
        typer.Option(
            help="JSON Lines of `equimorph sites --why --json`: adds why places were refused (repeatable).",
            callback=input_file,
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option(
            help="Title of the page. Default: the names of the files.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write a page to browse mutants: one HTML file, with filters, diffs and fault lines, that needs no network."""
    session = Session(quiet)
    session.lost = "" if to_standard(html) else f"{html} was not written"

    with reported(session), ExitStack() as stack:
        inputs = [(stack.enter_context(spooled(path)), name_of(path)) for path in [*paths, *(sites or ())]]
        names, places = dict(inputs), [place for place, _ in inputs]

        def failed(message: str) -> None:
            place, colon, reason = message.partition(": line ")
            number, _, bare = reason.partition(": ")
            session.failed(names.get(Path(place), place) + colon + reason, bare if number.isdigit() else "")

        def progress(lines: Iterable[JsonLine], path: Path) -> Iterable[JsonLine]:
            return session.progress(lines, total_of(path), "rows")

        done = write(
            places[: len(paths)],
            stack.enter_context(made_file(html)),
            sites=places[len(paths) :],
            title=title or ", ".join(Path(name).name for _, name in inputs[: len(paths)]),
            failed=failed,
            progress=progress,
        )
    found = counted(done.sites, "site") if sites else "" if done.mutants else "no mutants"
    made = f"{html} written{found and f', with {found}'}: open it in a browser"
    session.end(counted(done.mutants, "mutant") if to_standard(html) else made)
