"""What the verbs of `equimorph robustness` share: their inputs and presets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

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
_QUIXBUGS = "A clone of QuixBugs, whose programs are the bugs."
QuixBugs = Annotated[Path | None, Option(panel=Panel.INPUT, exists=True, folder=True, help=_QUIXBUGS)]
_LANGUAGE = "Language of the sources. For --quixbugs; default: java."
ProgramLanguage = Annotated[
    str | None, Option(panel=Panel.INPUT, choices=("java", "python"), help=_LANGUAGE, noun="language")
]
_CONTEXT = (
    "Add to each request (repeatable): file, the whole file with the mutant; tests, the names of the tests that fail because"
    " of the bug."
)
Context = Annotated[
    Sequence[Literal["file", "tests"]], Option(panel=Panel.OUTPUT, help=_CONTEXT, noun="context")
]
_RETRY = (
    "Ask requests with an error again, and nothing else. Default: in a run that continues; for a chat model also if OUT"
    " is complete."
)
RetryErrors = Annotated[
    bool | None, Option(flags="--retry-errors/--no-retry-errors", panel=Panel.WORKERS, help=_RETRY)
]
PresetOption = Annotated[str | None, PRESET]
