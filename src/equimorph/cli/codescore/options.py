"""What the verbs of `equimorph codescore` share."""

from __future__ import annotations

from typing import Annotated

import typer

from equimorph.cli.commands import Panel

__all__ = ["Device"]

Device = Annotated[
    str | None,
    typer.Option(
        help="Where the model computes: cpu, cuda, cuda:1. Default: a GPU where there is one.",
        show_default=False,
        rich_help_panel=Panel.WORKERS,
    ),
]
