"""The verb `robustness compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Quiet
from equimorph.cli.results import JsonResult, write_result
from equimorph.cli.robustness.results import AllFixes, CandidatesCounted, CriterionOption, GroupFile, Strict
from equimorph.cli.row_files import bad_row, opened_rows
from equimorph.cli.session import Session, reported
from equimorph.cli.values import input_file
from equimorph.robustness.judging.judged import Criterion
from equimorph.robustness.scoring.compare import compare as compared
from equimorph.robustness.scoring.groups import read_groups
from equimorph.robustness.scoring.table import comparison_table
from equimorph.rows.tables import RowCount
from equimorph.runs.declared import Option, Panel
from equimorph.statistics.hypothesis_tests import FLIPS

_JUDGED = "Judged rows of two models or more, as `robustness judge` writes them; - for standard input."
_FLIPS = "Number of random sign flips, if there are too many to enumerate."


def compare(
    judged: Annotated[list[Path], typer.Argument(help=_JUDGED, callback=input_file, show_default=False)],
    criterion: CriterionOption = None,
    k: CandidatesCounted = None,
    group: GroupFile = None,
    strict: Strict = False,
    all_fixes: AllFixes = False,
    flips: Annotated[int, Option(panel=Panel.SAMPLES, minimum=1, help=_FLIPS)] = FLIPS,
    seed: Annotated[int, Option(panel=Panel.SAMPLES, help="Seed for drawing flips.")] = 0,
    json: JsonResult = None,
    quiet: Quiet = False,
) -> None:
    """Test whether models differ on the same bugs and mutants, and whether groups of bugs differ in one model."""
    session, count = Session(quiet), RowCount()
    with reported(session), opened_rows(*judged, *([group] if group else []), out=json) as inputs:
        failed = bad_row(session)
        groups = read_groups(inputs[-1], failed) if group else None
        found = compared(
            *inputs[: len(judged)],
            k=k,
            criterion=cast("Criterion | None", criterion),
            hits="correct" if strict else "plausible",
            groups=groups,
            all_fixes=all_fixes,
            flips=flips,
            seed=seed,
            failed=failed,
            count=count,
        )
        write_result(json, found.to_dict(), lambda: comparison_table(found))
    tests = f"{counted(len(found.pairs), 'test')} of models, {counted(len(found.fisher), 'test')} of groups"
    session.end(f"{count.summary()}; {tests}")
