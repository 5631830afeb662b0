"""The verb `datasets filter`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from equimorph.cli.arguments import OutFolder
from equimorph.cli.datasets.options import GuardOptions, ItemsPath, items_at, note_short
from equimorph.cli.session import Session
from equimorph.datasets.filtering import filter as filter_items
from equimorph.runs.declared import Option

_LICENSE = "Keep only items with this licence, an SPDX identifier such as MIT (repeatable). Default: all."


def filter(
    *,
    items: ItemsPath,
    out: OutFolder,
    licenses: Annotated[Sequence[str] | None, Option(flags="--license", help=_LICENSE)] = None,
    guard: GuardOptions,
    session: Session,
) -> None:
    """Drop items that contain benchmark code on either side, lack a wanted licence, or are duplicates."""
    session.loses(out)
    with items_at(items) as read:
        done = filter_items(
            read,
            out,
            guard.samples(session),
            min_chars=guard.limit,
            licenses=licenses,
            failed=session.bad_row,
            reporter=session,
        )
    for name, sides in done.removed.items():
        shown = ", ".join(f"{side} {count:,}" for side, count in sides.items())
        session.note(f"{name}: items with its code: {shown}")
    note_short(done.benchmarks, session)
    session.end(f"items: {done.count.summary()}")
