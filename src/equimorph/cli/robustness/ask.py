"""The verb `robustness ask`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from equimorph.asking import opened_requests, write_answers
from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutFile, Quiet
from equimorph.cli.bulk_options import BulkOptions, PartRows, Parts
from equimorph.cli.commands import Panel
from equimorph.cli.model_options import (
    AnswersFile,
    KeyEnv,
    ModelCommand,
    ModelTimeout,
    ModelUrl,
    NameOption,
    StartTimeout,
)
from equimorph.cli.robustness.model_name import ModelName, model_options
from equimorph.cli.row_files import Restart, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import STANDARD
from equimorph.cli.values import input_file
from equimorph.models.exchange import SECONDS

__all__ = ["ask"]


def ask(
    requests: Annotated[
        Path,
        typer.Argument(
            help="Requests, as `robustness requests` writes them: JSON Lines, which may be compressed (.gz) or Parquet; "
            "- for standard input.",
            callback=input_file,
        ),
    ],
    model: ModelName = None,
    model_command: ModelCommand = None,
    model_url: ModelUrl = None,
    key_env: KeyEnv = None,
    answers: AnswersFile = None,
    name: NameOption = None,
    k: Annotated[
        int | None,
        typer.Option(
            "-k",
            "--k",
            min=1,
            help="How many candidates to ask for and to keep. Default: what each request says.",
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    timeout: ModelTimeout = SECONDS,
    start_timeout: StartTimeout = None,
    out: OutFile = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="How many requests are asked at once, each of its own process of the model. Default: 1.",
            show_default=False,
            rich_help_panel=Panel.WORKERS,
        ),
    ] = None,
    parts: Parts = None,
    part_rows: PartRows = None,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Ask a model: an answer for each request, with its candidates, or with an error.

    A model that crashes, hangs or answers nonsense has an error in that row, and is started again for the next. Such rows are
    counted; the exit code is 1 only if no request has an answer.
    """
    asked = model_options(model, model_command, model_url, key_env, answers, name, timeout, start_timeout)
    asked.check()
    if answers == STANDARD == requests:
        raise typer.BadParameter("only one input can be standard input")
    how = BulkOptions(None if answers is not None else jobs, parts=parts, part_rows=part_rows)
    check_target(out, how, restart)
    session = Session(quiet)
    with (
        reported(session),
        opened_rows(requests, out=out) as (rows,),
        opened_requests(rows, k) as found,
        asked.opened(found, session) as endpoint,
        target_of(out, how, restart, session) as target,
    ):
        counts = write_answers(target, found, endpoint)
    if counts["requests"] and not counts["answers"]:
        session.failed("no request has an answer: is the model set up as it should be?")
    session.end(_summary(counts))


def _summary(counts: Mapping[str, int]) -> str:
    answers = f"{counted(counts['answers'], 'answer')} with {counted(counts['candidates'], 'candidate')}"
    kinds = sorted((-number, kind) for kind, number in counts.items() if kind.startswith("error: "))
    reasons = ", ".join(f"{kind.removeprefix('error: ')} {-number:,}" for number, kind in kinds)
    errors = f", {counted(counts['errors'], 'error')} ({reasons})" if reasons else ""
    return f"{counted(counts['requests'], 'request')}: {answers}{errors}"
