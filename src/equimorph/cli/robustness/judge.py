"""The verb `robustness judge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.cli.arguments import Known, OutFile, Quiet
from equimorph.cli.bulk_options import BulkOptions, Jobs, PartRows, Parts
from equimorph.cli.commands import Panel
from equimorph.cli.robustness.options import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, counted, reported
from equimorph.cli.values import input_file
from equimorph.robustness.judging.exact import EQUAL, Equal, Exact
from equimorph.robustness.judging.judged import CRITERIA
from equimorph.robustness.judging.writing import Judging, write_judged

__all__ = ["judge"]

_ROWS = "(.jsonl, .jsonl.gz, .parquet); - for standard input."
_CRITERIA = Known("criterion", lambda: CRITERIA)
_EQUAL = Known("equality", lambda: EQUAL)


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
    out: OutFile = None,
    jobs: Jobs = None,
    parts: Parts = None,
    part_rows: PartRows = None,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Judge the answers of models: a row for each bug and mutant and model, also where no answer came."""
    how = BulkOptions(jobs, parts=parts, part_rows=part_rows)
    check_target(out, how, restart)
    asked = _judging(criterion, k, equal)
    session = Session(quiet)
    with (
        reported(session),
        opened_rows(bugs, mutants, answers) as rows,
        target_of(out, how, restart, session) as target,
    ):
        done = write_judged(target, rows[0], rows[1], rows[2], asked, bad_row(session))
    summaries = "; ".join(f"{name}: {count.summary()}" for name, count in done.counts.items())
    session.end(f"{counted(done.rows, 'judged row')} of {counted(len(done.models), 'model')}; {summaries}")


def _judging(criterion: str, k: int | None, equal: str | None) -> Judging:
    if criterion != "exact":
        raise typer.BadParameter(f"--criterion {criterion} is not there yet")
    return Exact(k, cast("Equal", equal or "tokens"))
