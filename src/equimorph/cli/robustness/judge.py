"""The verb `robustness judge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.robustness.runner_options import Runner
from equimorph.cli.row_files import PartsOut, opened_rows
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
from equimorph.projects.options import RunnerOptions
from equimorph.robustness.judging.behaviour import Behaviour
from equimorph.robustness.judging.exact import EQUALITY, Equal, Exact
from equimorph.robustness.judging.judged import CRITERIA
from equimorph.robustness.judging.repaired import Repaired
from equimorph.robustness.judging.runs import kept_runs
from equimorph.robustness.judging.writing import Judging, write_judged
from equimorph.runs.declared import Option, Panel

_ROWS = "(.jsonl, .jsonl.gz, .parquet); - for standard input."
_ANSWERS = f"Answers to bugs and mutants, of one model or of several {_ROWS}"
_K = "Judge this many candidates per answer, best first. Default: all."


def judge(
    *,
    bugs: Annotated[Path, Option(panel=Panel.INPUT, check=input_file, help=f"Bugs {_ROWS}")],
    mutants: Annotated[Path, Option(panel=Panel.INPUT, check=input_file, help=f"Their mutants {_ROWS}")],
    answers: Annotated[Path, Option(panel=Panel.INPUT, check=input_file, help=_ANSWERS)],
    criterion: Annotated[
        str, Option(panel=Panel.CHECKS, choices=CRITERIA, help=f"Criterion: {', '.join(CRITERIA)}.")
    ] = "exact",
    k: Annotated[int | None, Option(flags="-k", panel=Panel.CHECKS, minimum=1, help=_K)] = None,
    equal: Annotated[Equal | None, EQUALITY] = None,
    runner: Runner | None,
    to: PartsOut,
    session: Session,
) -> None:
    """Judge the answers of models: one row per bug or mutant and model, even without an answer.

    behaviour and repaired compile the answers and run the tests of the checkout: they execute the code of models on this machine.
    """
    _check(criterion, k, equal, runner)
    with (
        opened_rows(bugs, mutants, answers, out=to.out) as rows,
        to.target(session) as target,
        kept_runs(target, runner or RunnerOptions()) as kept,
    ):
        asked = _judging(criterion, k, equal, kept)
        done = write_judged(target, rows[0], rows[1], rows[2], asked, session.bad_row)
    summaries = "; ".join(f"{name}: {count.summary()}" for name, count in done.counts.items())
    session.end(f"{counted(done.rows, 'judged row')} of {counted(len(done.models), 'model')}; {summaries}")


def _check(criterion: str, k: int | None, equal: str | None, runner: RunnerOptions | None) -> None:
    """Check that options belong to the criterion.

    Raises:
        typer.BadParameter: one does not.
    """
    if criterion == "exact" and runner is not None:
        raise typer.BadParameter(
            "options of runs are for --criterion behaviour and repaired: exact runs nothing"
        )
    if criterion != "exact" and equal is not None:
        raise typer.BadParameter("--equal is for --criterion exact")
    if criterion == "behaviour" and k not in (None, 1):
        raise typer.BadParameter("--criterion behaviour looks at the first candidate alone: no -k")


def _judging(criterion: str, k: int | None, equal: Equal | None, runner: RunnerOptions) -> Judging:
    if criterion == "behaviour":
        return Behaviour(runner)
    if criterion == "repaired":
        return Repaired(k, runner)
    return Exact(k, equal or "tokens")
