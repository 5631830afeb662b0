"""The verb `robustness judge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Known, OutFile, Quiet
from equimorph.cli.bulk_options import BulkOptions, Jobs, PartRows, Parts
from equimorph.cli.commands import Panel
from equimorph.cli.robustness.runner_options import with_runner
from equimorph.cli.row_files import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.cli.values import input_file
from equimorph.robustness.judging.behaviour import Behaviour
from equimorph.robustness.judging.exact import EQUAL, Equal, Exact
from equimorph.robustness.judging.judged import CRITERIA
from equimorph.robustness.judging.repaired import Repaired
from equimorph.robustness.judging.runs import kept_runs
from equimorph.robustness.judging.writing import Judging, write_judged
from equimorph.robustness.running.options import RunnerOptions

__all__ = ["judge"]

_ROWS = "(.jsonl, .jsonl.gz, .parquet); - for standard input."
_CRITERIA = Known("criterion", lambda: CRITERIA)
_EQUAL = Known("equality", lambda: EQUAL)


@with_runner
def judge(
    bugs: Annotated[
        Path,
        typer.Option("--bugs", help=f"Bugs {_ROWS}", callback=input_file, rich_help_panel=Panel.INPUT),
    ],
    mutants: Annotated[
        Path,
        typer.Option(
            "--mutants", help=f"Their mutants {_ROWS}", callback=input_file, rich_help_panel=Panel.INPUT
        ),
    ],
    answers: Annotated[
        Path,
        typer.Option(
            "--answers",
            help=f"Answers to bugs and mutants, of one model or of several {_ROWS}",
            callback=input_file,
            rich_help_panel=Panel.INPUT,
        ),
    ],
    criterion: Annotated[
        str,
        typer.Option(
            "--criterion",
            help=f"How to judge: {', '.join(CRITERIA)}.",
            callback=_CRITERIA.check,
            autocompletion=_CRITERIA.complete,
            rich_help_panel=Panel.CHECKS,
        ),
    ] = "exact",
    k: Annotated[
        int | None,
        typer.Option(
            "-k",
            min=1,
            help="Look at so many candidates of each answer, the best first. Default: all.",
            show_default=False,
            rich_help_panel=Panel.CHECKS,
        ),
    ] = None,
    equal: Annotated[
        str | None,
        typer.Option(
            "--equal",
            help="exact: what a repair must share with the fix: tokens, text (its bytes), or normalised (tokens without needless"
            " parentheses and braces). Default: tokens.",
            show_default=False,
            callback=_EQUAL.check,
            autocompletion=_EQUAL.complete,
            rich_help_panel=Panel.CHECKS,
        ),
    ] = None,
    runner: RunnerOptions | None = None,
    out: OutFile = None,
    jobs: Jobs = None,
    parts: Parts = None,
    part_rows: PartRows = None,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Judge the answers of models: a row for each bug and mutant and model, also where no answer came.

    behaviour and repaired compile the answers and run the tests of the checkout: they execute the code of models on this machine.
    """
    how = BulkOptions(jobs, parts=parts, part_rows=part_rows)
    check_target(out, how, restart)
    _check(criterion, k, equal, runner)
    session = Session(quiet)
    with (
        reported(session),
        opened_rows(bugs, mutants, answers, out=out) as rows,
        target_of(out, how, restart, session) as target,
        kept_runs(target, runner or RunnerOptions()) as kept,
    ):
        asked = _judging(criterion, k, equal, kept)
        done = write_judged(target, rows[0], rows[1], rows[2], asked, bad_row(session))
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


def _judging(criterion: str, k: int | None, equal: str | None, runner: RunnerOptions) -> Judging:
    if criterion == "behaviour":
        return Behaviour(runner)
    if criterion == "repaired":
        return Repaired(k, runner)
    return Exact(k, cast("Equal", equal or "tokens"))
