"""The verb `robustness score`."""

from __future__ import annotations

from typing import Annotated, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, Quiet
from equimorph.cli.results import JsonResult, write_result
from equimorph.cli.robustness.results import AllFixes, CandidatesCounted, CriterionOption, GroupFile, Strict
from equimorph.cli.row_files import bad_row, opened_rows
from equimorph.cli.session import Session, reported
from equimorph.robustness.judging.judged import Criterion
from equimorph.robustness.scoring.averaging import averaged
from equimorph.robustness.scoring.groups import read_groups
from equimorph.robustness.scoring.options import Pool
from equimorph.robustness.scoring.score import SCHEMA, Score, chosen, scores
from equimorph.robustness.scoring.table import table_of
from equimorph.rows.tables import RowCount
from equimorph.runs.declared import Option

_BY = "Also split by this field of the rows (repeatable)."
_POOL = "Over all mutators, PFA and PDA count each sample once (sample), or once for each mutator (cell)."
_FIXED = "The curve is about the samples repaired at the last k, not about those repaired at each k."
_AVERAGE = "The models are members of one ensemble: give the means of their scores."


def score(
    judged: JsonFile,
    model: Annotated[str | None, Option(help="Only this model.")] = None,
    criterion: CriterionOption = None,
    k: CandidatesCounted = None,
    group: GroupFile = None,
    by: Annotated[list[str] | None, Option(help=_BY)] = None,
    pool: Annotated[str, Option(choices=("sample", "cell"), help=_POOL)] = "sample",
    strict: Strict = False,
    all_fixes: AllFixes = False,
    fixed_population: Annotated[bool, Option(help=_FIXED)] = False,
    average_models: Annotated[bool, Option(help=_AVERAGE)] = False,
    json: JsonResult = None,
    quiet: Quiet = False,
) -> None:
    """Compute PFM and PFA, or PDM and PDA, from judged rows, with intervals, splits and curves."""
    if average_models and model is not None:
        raise typer.BadParameter("--average-models is of all models: it does not go with --model")
    session, count = Session(quiet), RowCount()
    with reported(session), opened_rows(judged, *([group] if group else []), out=json) as inputs:
        failed = bad_row(session)
        groups = read_groups(inputs[-1], failed) if group else None
        found = scores(
            inputs[0],
            criterion=cast("Criterion | None", criterion),
            failed=failed,
            count=count,
            k=k,
            pool=cast("Pool", pool),
            hits="correct" if strict else "plausible",
            population="fixed" if fixed_population else "moving",
            by=tuple(by or ()),
            groups=groups,
            all_fixes=all_fixes,
        )
        if model is not None:
            found = [chosen(found, model, "give --criterion")]
        if average_models and found:
            found = [averaged(found)]
        write_result(json, _result(found), lambda: table_of(found))
    for one in found:
        for remark in one.remarks:
            session.note(f"{one.model}: {remark}")
    session.end(f"{count.summary()}; {counted(len(found), 'score')}")


def _result(found: list[Score]) -> dict[str, object]:
    """Return the object of ``score.json``: that of the only score, or all of them."""
    if len(found) == 1:
        return found[0].to_dict()
    return {"schema": SCHEMA, "scores": [one.to_dict() for one in found]}
