"""What the verbs of `equimorph robustness` share: their inputs and presets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.values import input_file
from equimorph.robustness.judging.exact import EQUAL
from equimorph.robustness.presets import PRESETS
from equimorph.runs.declared import Option, Panel

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
_EQUAL = (
    "exact: equality with the fix, by tokens, text (its bytes), or normalised (tokens without needless parentheses"
    " and braces). Default: tokens."
)
EqualOption = Annotated[str | None, Option(panel=Panel.CHECKS, choices=EQUAL, noun="equality", help=_EQUAL)]
_PRESETS = f"The mutators and the number of candidates of a paper: {', '.join(PRESETS)}."
PresetOption = Annotated[
    str | None, Option(panel=Panel.MUTATORS, choices=PRESETS, noun="preset", help=_PRESETS)
]
_TOGETHER = "Ask about all faulty methods of a file in one request, if they are the bug's whole fix."
Together = Annotated[bool, Option(help=_TOGETHER)]
_SINGLE_LINE = "Only bugs whose fix replaces exactly one line in one method."
SingleLine = Annotated[bool, Option(help=_SINGLE_LINE)]
