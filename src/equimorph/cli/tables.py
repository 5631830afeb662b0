"""The verb `tables`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Quiet
from equimorph.cli.known import Known
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output
from equimorph.runs.declared import Panel
from equimorph.tables import PAPERS, Cell

_PAPERS = Known("paper", lambda: tuple(PAPERS))
_HEAD = ("", "table", "row", "column", "of", "computed", "printed")
_WRONG = "!"


def tables(
    paper: Annotated[
        str | None,
        typer.Argument(
            help=f"Paper: {', '.join(PAPERS)}. Default: all.",
            callback=_PAPERS.check,
            autocompletion=_PAPERS.complete,
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Write a JSON list of the cells.", rich_help_panel=Panel.OUTPUT),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="Output file, written whole or not at all. Default, and -: standard output.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Recompute a paper's tables from its printed numbers, and mark where the paper disagrees with itself."""
    session = Session(quiet)
    found = {name: cells() for name, cells in PAPERS.items() if paper in (None, name)}
    with reported(session), output(out) as stream:
        stream.write((_json(found) if as_json else _tables(found)).encode())
    cells = [cell for part in found.values() for cell in part]
    wrong = sum(not cell.agrees for cell in cells)
    session.end(f"{counted(len(cells), 'cell')}, {wrong} {'disagrees' if wrong == 1 else 'disagree'}")


def _json(found: Mapping[str, Sequence[Cell]]) -> str:
    """Return the cells of papers as a JSON list, a cell on a line; cells of several papers name theirs."""
    rows = [
        cell.to_row() | ({"paper": paper} if len(found) > 1 else {})
        for paper, cells in found.items()
        for cell in cells
    ]
    return "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n"


def _tables(found: Mapping[str, Sequence[Cell]]) -> str:
    """Return the tables of papers; of several ones, under the name of the paper."""
    if len(found) == 1:
        return "".join(map(_table, found.values()))
    return "\n".join(f"{paper}\n{_table(cells)}" for paper, cells in found.items())


def _table(cells: Sequence[Cell]) -> str:
    """Return the cells in columns; those that disagree are marked, and explained below."""
    rows = [_HEAD, *map(_row, cells)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "".join(f"{line}\n" for line in [*lines, *_explained(cells)])


def _row(cell: Cell) -> tuple[str, ...]:
    mark = "" if cell.agrees else _WRONG
    return mark, cell.table, cell.row, cell.column, _quotient(cell), cell.computed, cell.printed


def _quotient(cell: Cell) -> str:
    return "" if cell.denominator is None else f"{_shown(cell.numerator)}/{_shown(cell.denominator)}"


def _shown(number: int | Decimal | None) -> str:
    return "" if number is None else str(number)


def _explained(cells: Iterable[Cell]) -> Iterator[str]:
    wrong = [cell for cell in cells if not cell.agrees]
    if wrong:
        yield ""
    for cell in wrong:
        place = f"table {cell.table}, {cell.row}, {cell.column}"
        yield f"{_WRONG} {place}: {cell.computed}, printed {cell.printed}: {cell.note}"
