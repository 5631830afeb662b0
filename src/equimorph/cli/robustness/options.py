"""What the verbs of `equimorph robustness` share: their inputs and presets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.arguments import Known
from equimorph.cli.commands import Panel
from equimorph.cli.values import input_file
from equimorph.robustness.presets import PRESETS

__all__ = ["BugsFile", "MutantsFile", "PresetOption"]

_ROWS = "which may be compressed (.gz) or Parquet; - for standard input."
BugsFile = Annotated[
    Path,
    typer.Argument(help=f"Bugs, as `robustness bugs` writes them: JSON Lines, {_ROWS}", callback=input_file),
]
MutantsFile = Annotated[
    Path,
    typer.Argument(
        help=f"Their mutants, as `robustness mutants` writes them: JSON Lines, {_ROWS}", callback=input_file
    ),
]
_PRESETS = Known("preset", lambda: tuple(PRESETS))
PresetOption = Annotated[
    str | None,
    typer.Option(
        "--preset",
        help=f"The mutators and the number of candidates of a paper: {', '.join(PRESETS)}.",
        show_default=False,
        callback=_PRESETS.check,
        autocompletion=_PRESETS.complete,
        rich_help_panel=Panel.MUTATORS,
    ),
]
