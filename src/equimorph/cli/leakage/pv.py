"""The verb `leakage pv`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Quiet
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output
from equimorph.cli.terminal import visible
from equimorph.cli.values import input_file
from equimorph.leakage.pv import pv as performance
from equimorph.runs.declared import Option, Panel
from equimorph.statistics import Ratio

_HEAD = ("system", "repaired", "rank", "leaked", "percent", "lost", "PV", "rank without", "rank by share")


_SYSTEMS = (
    "JSON: a list of systems with system, original, leaked, and benchmark or overlap; - for standard input."
)
_OUT = "Output file, written whole or not at all. Default, and -: standard output."


def pv(
    *,
    systems: Annotated[Path, typer.Argument(help=_SYSTEMS, callback=input_file, show_default=False)],
    as_json: Annotated[
        bool, Option(flags="--json", panel=Panel.OUTPUT, help="Write a JSON list of the rows.")
    ] = False,
    out: Annotated[Path | None, Option(flags="--out -o", panel=Panel.OUTPUT, help=_OUT)] = None,
    quiet: Quiet = False,
) -> None:
    """Compute the scores of systems without leaked bugs, PV = (O - L) / T, and their ranks."""
    session = Session(quiet)
    with reported(session), opened_rows(systems, out=out) as (given,):
        found = performance(cast("str | PathLike[str]", given), failed=session.failed)
        with output(out) as stream:
            stream.write(
                (_json(found) if as_json else "\n".join(_tables(found))).encode("utf-8", "backslashreplace")
            )
    session.end(counted(len(found), "system"))


def _json(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as a JSON list, a row on a line."""
    return "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n"


def _tables(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a table for each benchmark, under its name."""
    order = list(dict.fromkeys(row["benchmark"] for row in rows))
    for benchmark, of_it in groupby(
        sorted(rows, key=lambda row: order.index(row["benchmark"])), key=lambda row: row["benchmark"]
    ):
        lines = [_HEAD, *map(_cells, of_it)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        name = "" if benchmark is None else f"{_in_line(benchmark)}\n"
        yield name + "".join("  ".join(map(str.ljust, line, widths)).rstrip() + "\n" for line in lines)


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
