"""The verb `leakage pv`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, cast

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutText
from equimorph.cli.results import TableFormat, check_one_form, columns, json_list, table_texts
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.cli.streams import output
from equimorph.cli.values import input_file
from equimorph.leakage.pv import pv as performance
from equimorph.mutants.showing import visible
from equimorph.pages.tables import Table
from equimorph.runs.declared import Option, Panel
from equimorph.statistics import Ratio

_HEAD = ("system", "repaired", "rank", "leaked", "percent", "lost", "PV", "rank without", "rank by share")


_SYSTEMS = (
    "JSON: a list of systems with system, original, leaked, and benchmark or overlap; - for standard input."
)


def pv(
    *,
    systems: Annotated[Path, Option(argument=True, help=_SYSTEMS, check=input_file)],
    as_json: Annotated[
        bool, Option(flags="--json", panel=Panel.OUTPUT, help="Write a JSON list of the rows.")
    ] = False,
    table: TableFormat = None,
    out: OutText = None,
    session: Session,
) -> None:
    """Compute the scores of systems without leaked bugs, PV = (O - L) / T, and their ranks."""
    check_one_form(as_json, table)
    with opened_rows(systems, out=out) as (given,):
        found = performance(cast("str | PathLike[str]", given), failed=session.failed)
        tables = (Table(_HEAD, tuple(map(_cells, rows))) for _, rows in _by_benchmark(found))
        text = json_list(found) if as_json else table_texts(tables, table, lambda: "\n".join(_tables(found)))
        with output(out) as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
    session.end(counted(len(found), "system"))


def _by_benchmark(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Any, Iterator[Mapping[str, Any]]]]:
    order = list(dict.fromkeys(row["benchmark"] for row in rows))
    ordered = sorted(rows, key=lambda row: order.index(row["benchmark"]))
    return groupby(ordered, key=lambda row: row["benchmark"])


def _tables(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a table for each benchmark, under its name."""
    for benchmark, of_it in _by_benchmark(rows):
        name = "" if benchmark is None else f"{_in_line(benchmark)}\n"
        yield name + columns([_HEAD, *map(_cells, of_it)])


def _cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    overlap, leaked = row["overlap"], row["leaked"]
    share = Ratio(overlap, leaked).percent if overlap is not None and leaked is not None else None
    return (
        _in_line(row["system"]),
        _shown(row["original"]),
        _shown(row["rank_original"]),
        _shown(leaked),
        _percent(row["share"]),
        "" if overlap is None else f"{overlap} ({share})" if share else str(overlap),
        _percent(row["pv"]),
        _shown(row["rank_without"]),
        _shown(row["rank_share"]),
    )


def _in_line(name: str) -> str:
    return " ".join(visible(name).split())


def _shown(number: int | None) -> str:
    return "-" if number is None else str(number)


def _percent(ratio: Mapping[str, Any] | None) -> str:
    return "-" if ratio is None or ratio["percent"] is None else str(ratio["percent"])
