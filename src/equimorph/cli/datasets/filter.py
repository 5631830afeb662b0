"""The verb `datasets filter`."""

from __future__ import annotations

from typing import Annotated

import typer

from equimorph.cli.arguments import OutFolder, Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.datasets.options import (
    BenchmarkPaths,
    ItemsPath,
    MinChars,
    PresetName,
    UnitName,
    items_at,
    limit_of,
    note_short,
    samples_of,
)
from equimorph.cli.row_files import bad_row
from equimorph.cli.session import Session, reported
from equimorph.datasets.filtering import filter as filter_items

__all__ = ["filter"]


def filter(
    items: ItemsPath,
    out: OutFolder,
    benchmark: BenchmarkPaths = None,
    unit: UnitName = None,
    license: Annotated[
        list[str] | None,
        typer.Option(
            help="Keep only items with this licence, an SPDX identifier such as MIT (repeatable). Default: all items.",
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    min_chars: MinChars = None,
    preset: PresetName = None,
    quiet: Quiet = False,
) -> None:
    """Drop items with code of a benchmark on either side, without a wanted licence, or that are there twice."""
    limit, session = limit_of(preset, min_chars), Session(quiet)
    session.lost = f"{out} was not written"
    with reported(session), items_at(items) as read:
        done = filter_items(
            read,
            out,
            samples_of(benchmark, unit, session),
            min_chars=limit,
            licenses=license,
            failed=bad_row(session),
            reporter=session,
        )
    for name, sides in done.removed.items():
        shown = ", ".join(f"{side} {count:,}" for side, count in sides.items())
        session.note(f"{name}: items with its code: {shown}")
    note_short(done.benchmarks, session)
    session.end(f"items: {done.count.summary()}")
