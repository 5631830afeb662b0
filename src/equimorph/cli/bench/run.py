"""The verb `bench run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from equimorph.bench import run_bench
from equimorph.cli.bench_options import FORMAT, BoxOptions, ProblemOptions
from equimorph.cli.row_files import PartsOut, check_outputs, kept_rows
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
from equimorph.rows.formats import PREDICTIONS
from equimorph.runs.declared import Option, Panel

_PREDICTIONS = (
    "Predictions: samples of HumanEval or EvalPlus (task_id with completion or solution), or another format of --format, in JSON"
    " (.gz, .zst), Parquet, CSV or .eval; - for standard input."
)


def run(
    *,
    predictions: Annotated[Path, Option(argument=True, help=_PREDICTIONS, check=input_file)],
    problems: ProblemOptions,
    format: Annotated[str | None, Option(panel=Panel.INPUT, choices=PREDICTIONS, help=FORMAT)] = None,
    box: BoxOptions,
    to: PartsOut,
    session: Session,
) -> None:
    """Run the tests of problems on a model's predictions, in a sandbox: each row gets `passed` and `outcome`.

    The function is found in a completion of the prompt, a function or method, a whole program, a class around it, and the answer
    of a chat model. It is written as `candidate`, the text of the model as `prediction`.
    """
    check_outputs([predictions], [to.out])
    with kept_rows(predictions) as rows:
        options = box.checked(session)
        by_id = {problem.id: problem for problem in problems.read(session)}
        with to.target(session) as target:
            tally, count = run_bench(target, rows, by_id, options, session.bad_row, format)
    session.end(f"predictions: {count.summary()}" + (f"; {tally.summary()}" if tally.outcomes else ""))
