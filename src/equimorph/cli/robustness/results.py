"""What the verbs that compute results share: options, and a result as JSON or as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.cli.arguments import Known
from equimorph.cli.commands import Panel
from equimorph.cli.streams import output
from equimorph.cli.values import input_file
from equimorph.robustness.judging.judged import CRITERIA

__all__ = ["CandidatesCounted", "CriterionOption", "GroupFile", "JsonResult", "Strict", "write_result"]

JsonResult = Annotated[
    Path | None,
    typer.Option(
        help="Write JSON to this file, whole or not at all; - for standard output. Default: a table on standard output.",
        show_default=False,
        rich_help_panel=Panel.OUTPUT,
    ),
]


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


def write_result(path: Path | None, data: Mapping[str, Any], text: Callable[[], str]) -> None:
    """Write a result as JSON to a file or to standard output, or as text to standard output if there is no path.

    Raises:
        OSError: it cannot be written.
    """
    if path is None:
        found = text().encode("utf-8", "backslashreplace")
    else:
        try:
            found = (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
        except UnicodeEncodeError:  # half of a surrogate pair, which JSON can write as \udcXX
            found = (json.dumps(data, indent=1) + "\n").encode()
    with output(path) as out:
        out.write(found)
