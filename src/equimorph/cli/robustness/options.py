"""What the verbs of `equimorph robustness` share: their inputs and presets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from equimorph.cli.values import input_file
from equimorph.robustness.presets import PRESET
from equimorph.runs.declared import Option, Panel

_ROWS = "JSON Lines, which may be compressed (.gz) or Parquet; - for standard input."
BugsFile = Annotated[
    Path,
    Option(argument=True, check=input_file, help=f"Bugs, as `robustness bugs` writes them: {_ROWS}"),
]
MutantsFile = Annotated[
    Path,
    Option(
        argument=True, check=input_file, help=f"Their mutants, as `robustness mutants` writes them: {_ROWS}"
    ),
]
_RETRY = (
    "Ask requests with an error again, and nothing else. Default: in a run that continues; for a chat model also if OUT"
    " is complete."
)
RetryErrors = Annotated[
    bool | None, Option(flags="--retry-errors/--no-retry-errors", panel=Panel.WORKERS, help=_RETRY)
]
PresetOption = Annotated[str | None, PRESET]
