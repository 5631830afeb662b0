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
RequestsFile = Annotated[
    Path,
    Option(argument=True, check=input_file, help=f"Requests, as `robustness requests` writes them: {_ROWS}"),
]
_K = "Number of candidates to ask for. More are not kept. Default: from each request."
Candidates = Annotated[int | None, Option(flags="-k --k", minimum=1, help=_K)]
_QUIXBUGS = "A clone of QuixBugs, whose Java programs are the bugs."
QuixBugs = Annotated[Path | None, Option(panel=Panel.INPUT, exists=True, folder=True, help=_QUIXBUGS)]
_WITH_FILE = "Add the whole file with the mutant to each request."
WithFile = Annotated[bool, Option(panel=Panel.OUTPUT, help=_WITH_FILE)]
PresetOption = Annotated[str | None, PRESET]
