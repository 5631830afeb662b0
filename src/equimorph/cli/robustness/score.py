"""The verb `robustness score`."""

from __future__ import annotations

from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile
from equimorph.cli.declared import Taken
from equimorph.cli.results import write_result
from equimorph.cli.robustness.results import Judged, Splits
from equimorph.cli.session import Session
from equimorph.pages.tables import Table
from equimorph.robustness.scoring.averaging import averaged
from equimorph.robustness.scoring.model_table import model_table
from equimorph.robustness.scoring.score import SCHEMA, Score, chosen, scores
from equimorph.robustness.scoring.table import table_of
from equimorph.rows.tables import RowCount
from equimorph.runs.declared import Option

_AVERAGE = "The models are members of one ensemble: give the means of their scores."


def score(
    *,
    judged: JsonFile,
    model: Annotated[str | None, Option(help="Only this model.")] = None,
    options: Judged,
    splits: Annotated[Splits, Taken(by=Option(after="k"), pool=Option(after="by"))],
    average_models: Annotated[bool, Option(help=_AVERAGE)] = False,
    session: Session,
) -> None:
    """Compute PFM and PFA, or PDM and PDA, from judged rows, with intervals, splits and curves."""
    if average_models and model is not None:
        raise typer.BadParameter("--average-models is of all models: it does not go with --model")
    count = RowCount()
    with options.opened([judged], session) as ((rows,), common):
        found = scores(rows, count=count, **splits.to_dict(), **common)
        if model is not None:
            found = [chosen(found, model, "give --criterion")]
        if average_models and found:
            found = [averaged(found)]
        write_result(
            options.json,
            _result(found),
            lambda: options.text(lambda: table_of(found), lambda: [_table(found)]),
        )
    for one in found:
        for remark in one.remarks:
            session.note(f"{one.model}: {remark}")
        if one.too_few:
            session.failed(f"{one.model}, {one.criterion}: {one.too_few}")
    session.end(f"{count.summary()}; {counted(len(found), 'score')}")


def _table(results: list[Score]) -> Table:
    return model_table(result.to_dict() for result in results)


def _result(results: list[Score]) -> dict[str, object]:
    """Return the object of ``score.json``: one score, or a list of scores."""
    if len(results) == 1:
        return results[0].to_dict()
    return {"schema": SCHEMA, "scores": [result.to_dict() for result in results]}
