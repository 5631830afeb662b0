"""The verb `robustness ask`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.declared import Taken
from equimorph.cli.model_options import opened
from equimorph.cli.robustness.model_name import RepairModel
from equimorph.cli.robustness.options import Candidates, RequestsFile, RetryErrors
from equimorph.cli.robustness.prompts import shown
from equimorph.cli.row_files import RowsOut, opened_rows
from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD, stays
from equimorph.models.asking import opened_requests, write_answers
from equimorph.runs.declared import Option, Panel

_DRY_RUN = "Ask nobody: show the first prompts, and count the tokens and the cost of all of them."
_JOBS = Option(help="Number of worker processes. Each asks a model process of its own. Default: 1.")


def ask(
    *,
    requests: RequestsFile,
    model: RepairModel,
    k: Candidates = None,
    dry_run: Annotated[bool, Option(panel=Panel.CHAT, help=_DRY_RUN)] = False,
    to: Annotated[RowsOut, Taken(without=("timeout", "memory", "scheduler", "form"), jobs=_JOBS)],
    retry_errors: RetryErrors = None,
    session: Session,
) -> None:
    """Ask a model: one answer per request, with candidates or an error.

    A model that crashes, hangs or answers nonsense has an error in that row, and is started again for the next. Such rows are
    counted; the exit code is 1 only if no request has an answer. The same command asks them again.
    """
    if dry_run:
        _dry_run(requests, model, k, session)
        return
    if to.bulk.parts is None and not (to.out is not None and stays(to.out)):
        session.lost = "standard output keeps no answers: give --out"
    if model.answers == STANDARD == requests:
        raise typer.BadParameter("only one input can be standard input")
    if to.bulk.jobs is not None and (model.chat.chat is not None or model.local.hf is not None):
        raise typer.BadParameter(
            "--jobs is for other models: --chat has --concurrency, --hf has --batch-size"
        )
    if model.answers is not None:
        to = replace(to, bulk=replace(to.bulk, jobs=None))
    with (
        opened_rows(requests, out=to.out) as (rows,),
        opened_requests(rows, k) as found,
        opened(model, found, session) as endpoint,
        to.target(session) as target,
    ):
        counts = write_answers(replace(target, retry=retry_errors), found, endpoint)
    if counts["requests"] and not counts["answers"]:
        session.failed("no request has an answer: is the model set up as it should be?")
    session.end(_summary(counts))


def _dry_run(requests: Path, model: RepairModel, k: int | None, session: Session) -> None:
    if model.chat.chat is None:
        raise typer.BadParameter("--dry-run is for --chat")
    with opened_rows(requests) as (rows,), opened_requests(rows, k) as found:
        session.end(shown(found, model.chat, session))


def _summary(counts: Mapping[str, int]) -> str:
    answers = f"{counted(counts['answers'], 'answer')} with {counted(counts['candidates'], 'candidate')}"
    kinds = sorted((-number, kind) for kind, number in counts.items() if kind.startswith("error: "))
    reasons = ", ".join(f"{kind.removeprefix('error: ')} {-number:,}" for number, kind in kinds)
    errors = f", {counted(counts['errors'], 'error')} ({reasons})" if reasons else ""
    truncated = f", {counts['truncated']:,} truncated" if counts["truncated"] else ""
    return f"{counted(counts['requests'], 'request')}: {answers}{truncated}{errors}"
