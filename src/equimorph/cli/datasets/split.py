"""The verb `datasets split`."""

from __future__ import annotations

from typing import Annotated, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutFolder, Quiet, Seed
from equimorph.cli.commands import Panel
from equimorph.cli.datasets.options import KINDS, ItemsPath, items_at
from equimorph.cli.row_files import bad_row
from equimorph.cli.session import Session, reported
from equimorph.datasets.placing import fractions_of
from equimorph.datasets.planning import By
from equimorph.datasets.splitting import split as split_items

__all__ = ["split"]


def split(
    items: ItemsPath,
    out: OutFolder,
    by: Annotated[
        str,
        typer.Option(
            help="What stays together: group, methods that are alike; project; time, train the oldest; or item, each data set for"
            " itself with exact sizes.",
            callback=KINDS.check,
            autocompletion=KINDS.complete,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = "group",
    fractions: Annotated[
        str,
        typer.Option(help="Shares of train, validation and test.", rich_help_panel=Panel.SELECTION),
    ] = "8/1/1",
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Split data sets into train, validation and test, so that no text is in two of them."""
    try:
        shares = fractions_of(fractions)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--fractions") from error
    session = Session(quiet)
    session.lost = f"{out} was not written"
    with reported(session), items_at(items) as read:
        done = split_items(
            read,
            out,
            by=cast("By", by),
            fractions=shares,
            seed=seed,
            failed=bad_row(session),
            reporter=session,
        )
    for name, sizes in done.sizes.items():
        shown = ", ".join(
            f"{split} {size:,} of {done.wanted[name][split]:,}" for split, size in sizes.items()
        )
        session.note(f"{name}: {shown} wanted")
    session.note(f"the largest {by} that stays together has {counted(done.largest, 'item')}")
    session.end(f"items: {done.count.summary()}")
