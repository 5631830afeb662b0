"""The verb `tables`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutText
from equimorph.cli.results import TableFormat, check_one_form, columns, json_list, table_texts
from equimorph.cli.session import Session
from equimorph.cli.streams import output
from equimorph.pages.tables import Table
from equimorph.runs.declared import Option, Panel
from equimorph.tables import PAPERS, Cell

_PAPER = f"Paper: {', '.join(PAPERS)}. Default: all."
_JSON = "Write a JSON list of the cells."
_HEAD = ("", "table", "row", "column", "of", "computed", "printed")
_WRONG = "!"


def tables(
    *,
    paper: Annotated[str | None, Option(argument=True, choices=PAPERS, help=_PAPER)] = None,
    as_json: Annotated[bool, Option(flags="--json", panel=Panel.OUTPUT, help=_JSON)] = False,
    table: TableFormat = None,
    out: OutText = None,
    session: Session,
) -> None:
    """Recompute a paper's tables from its printed numbers, and mark where the paper disagrees with itself."""
    check_one_form(as_json, table)
    found = {name: cells() for name, cells in PAPERS.items() if paper in (None, name)}
    rendered = (Table(_HEAD, tuple(map(_row, cells))) for cells in found.values())
    text = _json(found) if as_json else table_texts(rendered, table, lambda: _tables(found))
    with output(out) as stream:
        stream.write(text.encode())
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
    return json_list(rows)


def _tables(by_paper: Mapping[str, Sequence[Cell]]) -> str:
    """Return the tables of papers; of several ones, under the name of the paper."""
    if len(by_paper) == 1:
        return "".join(map(_table, by_paper.values()))
    return "\n".join(f"{paper}\n{_table(cells)}" for paper, cells in by_paper.items())


def _table(cells: Sequence[Cell]) -> str:
    """Return the cells in columns; those that disagree are marked, and explained below."""
    return columns([_HEAD, *map(_row, cells)]) + "".join(f"{line}\n" for line in _explained(cells))


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
