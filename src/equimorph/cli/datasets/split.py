"""The verb `datasets split`."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutFolder, Seed
from equimorph.cli.datasets.options import ItemsPath, items_at
from equimorph.cli.session import Session
from equimorph.datasets.placing import fractions_of
from equimorph.datasets.planning import By
from equimorph.datasets.splitting import EIGHTY_TEN_TEN
from equimorph.datasets.splitting import split as split_items
from equimorph.runs.declared import Option

_BY = "Unit of the split: group (similar methods), project, time (oldest for training), or item (each data set alone, exact sizes)."
_FRACTIONS = "Shares of train, validation and test."


def split(
    *,
    items: ItemsPath,
    out: OutFolder,
    by: Annotated[By, Option(noun="way to split", help=_BY)] = "group",
    fractions: Annotated[
        tuple[Fraction, ...], Option(help=_FRACTIONS, text="8/1/1", parse=fractions_of)
    ] = EIGHTY_TEN_TEN,
    seed: Seed = 0,
    session: Session,
) -> None:
    """Split data sets into train, validation and test, so that no text is in two of them."""
    session.loses(out)
    with items_at(items) as read:
        done = split_items(
            read,
            out,
            by=by,
            fractions=fractions,
            seed=seed,
            failed=session.bad_row,
            reporter=session,
        )
    for name, sizes in done.sizes.items():
        shown = ", ".join(
            f"{split} {size:,} of {done.wanted[name][split]:,}" for split, size in sizes.items()
        )
        session.note(f"{name}: {shown} wanted")
    session.note(f"the largest {by} that stays together has {counted(done.largest, 'item')}")
    session.end(f"items: {done.count.summary()}")
