"""A result that a verb computes, as JSON or as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.cli.streams import output
from equimorph.pages.tables import Format, Table
from equimorph.runs.declared import Option, Panel

_JSON = "Write JSON to this file, whole or not at all; - for standard output. Default: a table on standard output."
JsonResult = Annotated[Path | None, Option(panel=Panel.OUTPUT, help=_JSON)]
_TABLE = "Write a table for papers or programs to standard output: latex (a plain tabular), csv or md."
TableFormat = Annotated[Format | None, Option(flags="--table", panel=Panel.OUTPUT, help=_TABLE)]


def write_result(path: Path | None, data: Mapping[str, Any], text: Callable[[], str]) -> None:
    """Write a result as JSON to a file or to standard output, or as text to standard output if there is no path.

    Raises:
        OSError: it cannot be written.
    """
    if path is None:
        found = text().encode("utf-8", "backslashreplace")
    else:
        try:
            found = (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
        except (
            UnicodeEncodeError
        ):  # half of a surrogate pair, which JSON can write as \udcXX, or a path that is not UTF-8
            found = (json.dumps(data, indent=1) + "\n").encode()
    with output(path) as out:
        out.write(found)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of a table in columns, a line for each."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in rows)


def check_one_form(json: object, table: Format | None) -> None:
    """Check that a result is not asked for as JSON and as a table at once.

    Raises:
        typer.BadParameter: It is.
    """
    if json and table is not None:
        raise typer.BadParameter("give either --json or --table")


def table_texts(tables: Iterable[Table], form: Format | None, usual: Callable[[], str]) -> str:
    """Return tables in a format, with a blank line between them; the usual text of the verb where no format is asked for."""
    return usual() if form is None else "\n".join(table.rendered(form) for table in tables)


def json_list(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows as a JSON list, a row on a line."""
    return "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n"
