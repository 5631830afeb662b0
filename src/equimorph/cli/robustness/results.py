"""Options that the verbs that compute results share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from equimorph.cli.values import input_file
from equimorph.robustness.judging.judged import CRITERIA
from equimorph.runs.declared import Option, Panel

_CRITERION = f"Criterion of rows that name none: {', '.join(CRITERIA)}. Rows of other criteria are left out."
CriterionOption = Annotated[
    str | None, Option(panel=Panel.INPUT, choices=CRITERIA, noun="criterion", help=_CRITERION)
]
_GROUP = "JSON Lines with the group of each bug: id or bug_id, and group or status, such as leaked or clean."
GroupFile = Annotated[Path | None, Option(panel=Panel.INPUT, check=input_file, help=_GROUP)]
_K = "Number of candidates that count. Default: as many as were judged."
CandidatesCounted = Annotated[int | None, Option(flags="-k --k", minimum=1, help=_K)]
_STRICT = "Criterion repaired: a patch must pass, and be called correct by a person."
Strict = Annotated[bool, Option(help=_STRICT)]
_ALL_FIXES = (
    "Criteria repaired and behaviour: also count bugs whose fix needs more than the model was asked about."
)
AllFixes = Annotated[bool, Option(help=_ALL_FIXES)]
