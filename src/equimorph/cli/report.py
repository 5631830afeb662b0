"""The verb `report`."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.session import Session
from equimorph.cli.streams import made_file, name_of, spooled, to_standard, total_of
from equimorph.cli.values import input_file
from equimorph.report.elements import write_elements
from equimorph.report.writing import write
from equimorph.rows.jsonl import JsonLine
from equimorph.runs.declared import Option, Panel
from parsers.encoding import check_encoding

_PATHS = "JSON Lines of mutants, which may be compressed (.gz); - for standard input."
_HTML = "The page, written whole or not at all; - for standard output."
_ELEMENTS = "JSON for the viewers of mutation-testing-elements (Stryker's), written whole or not at all."
_SOURCES = "With --elements: folder of the paths of rows without the whole file. Default: the working folder."
_SITES = "JSON Lines of `equimorph sites --why --json`: adds why places were refused (repeatable)."
_TITLE = "Title of the page. Default: the names of the files."
_ENCODING = "Encoding of the source files, such as iso-8859-1. Only with --elements. Default: utf-8, or as a Python file says."


def report(
    *,
    paths: Annotated[list[Path], Option(argument=True, help=_PATHS, check=input_file)],
    html: Annotated[Path | None, Option(flags="--html -o", panel=Panel.OUTPUT, help=_HTML)] = None,
    elements: Annotated[Path | None, Option(panel=Panel.OUTPUT, help=_ELEMENTS)] = None,
    sources: Annotated[
        Path | None, Option(panel=Panel.OUTPUT, exists=True, folder=True, help=_SOURCES)
    ] = None,
    sites: Annotated[list[Path] | None, Option(panel=Panel.INPUT, check=input_file, help=_SITES)] = None,
    title: Annotated[str | None, Option(panel=Panel.OUTPUT, help=_TITLE)] = None,
    encoding: Annotated[str | None, Option(panel=Panel.INPUT, check=check_encoding, help=_ENCODING)] = None,
    session: Session,
) -> None:
    """Write a page to browse mutants, one HTML file that works offline, or JSON for other tools' viewers."""
    if (html is None) is (elements is None):
        raise typer.BadParameter("give either --html or --elements")
    if elements is not None and (sites or title is not None):
        raise typer.BadParameter("--sites and --title are of the page: they need --html")
    if html is not None and sources is not None:
        raise typer.BadParameter("--sources needs --elements")
    if encoding is not None and elements is None:
        raise typer.BadParameter("--encoding is of the files that --elements reads; rows are UTF-8")
    target = html or elements
    assert target is not None
    session.loses(target)

    with ExitStack() as stack:
        inputs = [(stack.enter_context(spooled(path)), name_of(path)) for path in [*paths, *(sites or ())]]
        names, places = dict(inputs), [place for place, _ in inputs]

        def failed(message: str) -> None:
            place, colon, reason = message.partition(": line ")
            number, _, bare = reason.partition(": ")
            session.failed(names.get(Path(place), place) + colon + reason, bare if number.isdigit() else "")

        def progress(lines: Iterable[JsonLine], path: Path) -> Iterable[JsonLine]:
            return session.progress(lines, total_of(path), "rows")

        common: dict[str, Any] = {"failed": failed, "progress": progress}
        made = stack.enter_context(made_file(target))
        if elements is None:
            named = title or ", ".join(Path(name).name for _, name in inputs[: len(paths)])
            done = write(places[: len(paths)], made, sites=places[len(paths) :], title=named, **common)
        else:
            done = write_elements(places, made, sources=sources, encoding=encoding, **common)
    found = counted(done.sites, "site") if sites else "" if done.mutants else "no mutants"
    if elements is not None:
        found = counted(done.mutants, "mutant")
    written = f"{target} written{found and f', with {found}'}" + (": open it in a browser" if html else "")
    session.end(counted(done.mutants, "mutant") if to_standard(target) else written)
