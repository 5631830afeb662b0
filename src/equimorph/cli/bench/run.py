"""The verb `bench run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bench import run_bench
from equimorph.cli.arguments import OutFile, Quiet
from equimorph.cli.bench.options import BoxOptions, ProblemOptions
from equimorph.cli.bulk_options import PartsBulk
from equimorph.cli.row_files import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.cli.values import input_file
from equimorph.rows.formats import PREDICTIONS
from equimorph.runs.declared import Option, Panel

_PREDICTIONS = (
    "Predictions: rows with id, problem and candidate, or samples of HumanEval or EvalPlus (task_id with completion or solution)."
    " JSON Lines, a JSON array, .gz or Parquet; - for standard input."
)
_FORMAT = f"Format of the predictions: {', '.join(PREDICTIONS)}. Default: detected from the fields."


def run(
    *,
    predictions: Annotated[Path, typer.Argument(help=_PREDICTIONS, callback=input_file)],
    problems: ProblemOptions,
    format: Annotated[str | None, Option(panel=Panel.INPUT, choices=PREDICTIONS, help=_FORMAT)] = None,
    box: BoxOptions,
    out: OutFile = None,
    how: PartsBulk,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Run the tests of problems on a model's predictions, in a sandbox: each row gets `passed` and `outcome`.

    The function is found in a completion of the prompt, a function or method, a whole program, a class around it, and the answer
    of a chat model. It is written as `candidate`, the text of the model as `prediction`.
    """
    check_target(out, how, restart)
    session = Session(quiet)
    with reported(session), opened_rows(predictions, out=out) as (rows,):
        options = box.checked(session)
        by_id = {problem.id: problem for problem in problems.read(session)}
        with target_of(out, how, restart, session) as target:
            tally, count = run_bench(target, rows, by_id, options, bad_row(session), format)
    session.end(f"predictions: {count.summary()}" + (f"; {tally.summary()}" if tally.outcomes else ""))
