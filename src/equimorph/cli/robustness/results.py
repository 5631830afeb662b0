"""Options that the verbs that compute results share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.arguments import Known
from equimorph.cli.commands import Panel
from equimorph.cli.values import input_file
from equimorph.robustness.judging.judged import CRITERIA

__all__ = ["CandidatesCounted", "CriterionOption", "GroupFile", "Strict"]

_CRITERIA = Known("criterion", lambda: CRITERIA)
CriterionOption = Annotated[
    str | None,
    typer.Option(
        help=f"Of rows that do not say it: {', '.join(CRITERIA)}; rows of another one are left out.",
        callback=_CRITERIA.check,
        autocompletion=_CRITERIA.complete,
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]
GroupFile = Annotated[
    Path | None,
    typer.Option(
        "--group",
        help="JSON Lines with the group of each bug: id or bug_id, and group or status, such as leaked or clean.",
        callback=input_file,
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]


CandidatesCounted = Annotated[
    int | None,
    typer.Option(
        "-k",
        "--k",
        min=1,
        help="How many candidates count. Default: as many as were looked at.",
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Criterion repaired: a patch must pass, and be called correct by a person.",
        rich_help_panel=Panel.SELECTION,
    ),
]
