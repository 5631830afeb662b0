"""The verb `robustness ask`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.arguments import Known, OutFile, Quiet
from equimorph.cli.bulk_options import MOST_SECONDS, BulkOptions, PartRows, Parts
from equimorph.cli.commands import Panel
from equimorph.cli.robustness.options import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, counted, reported
from equimorph.cli.streams import STANDARD, name_of, spooled
from equimorph.cli.values import input_file
from equimorph.models import CommandModel, Endpoint, UrlModel, answer_file, key_from
from equimorph.models.exchange import SECONDS
from equimorph.robustness.asking import Requests, opened_requests, write_answers
from equimorph.robustness.served import BASELINES, served_model
from mutators import MutationError

__all__ = ["ask"]

_BASELINES = Known("model", lambda: BASELINES)


def _known(name: str | None) -> str | None:
    """Return the name of a model, if it is that of a built-in one, or of a Python object."""
    if name is None or (":" in name and not name.startswith(":") and not name.endswith(":")):
        return name
    return _BASELINES.check(name)


def ask(
    requests: Annotated[
        Path,
        typer.Argument(
            help="Requests, as `robustness requests` writes them: JSON Lines, which may be compressed (.gz) or Parquet; "
            "- for standard input.",
            callback=input_file,
        ),
    ],
    model: Annotated[
        str | None,
        typer.Option(
            help="A built-in model (template, copy, memory:FOLDER), or a Python object: MODULE:NAME or FILE.py:NAME.",
            show_default=False,
            callback=_known,
            autocompletion=_BASELINES.complete,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    model_command: Annotated[
        str | None,
        typer.Option(
            help="A line for the shell: a command that reads a request line and writes an answer line, again and again.",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    model_url: Annotated[
        str | None,
        typer.Option(
            help="URL that takes the same requests by POST.", show_default=False, rich_help_panel=Panel.INPUT
        ),
    ] = None,
    key_env: Annotated[
        str | None,
        typer.Option(
            help="Environment variable with the key for --model-url.",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(
            help="Take answers that were made elsewhere from this file (.jsonl, .jsonl.gz, .parquet); - for standard input.",
            show_default=False,
            callback=input_file,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            help="Name of the model in the rows. Default: what it calls itself.",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
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
    timeout: Annotated[
        float,
        typer.Option(
            min=0.001,
            max=MOST_SECONDS,
            help="Seconds that the model may take for a request.",
            rich_help_panel=Panel.WORKERS,
        ),
    ] = SECONDS,
    start_timeout: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            max=MOST_SECONDS,
            help="Seconds that the model may take to start. Default: those of --timeout, but at least 5, for a Python object 60.",
            show_default=False,
            rich_help_panel=Panel.WORKERS,
        ),
    ] = None,
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
    asked = _Asked(model, model_command, model_url, key_env, answers, name, timeout, start_timeout)
    asked.check()
    if answers == STANDARD == requests:
        raise typer.BadParameter("only one input can be standard input")
    how = BulkOptions(None if answers is not None else jobs, parts=parts, part_rows=part_rows)
    check_target(out, how, restart)
    session = Session(quiet)
    with (
        reported(session),
        opened_rows(requests) as (rows,),
        opened_requests(rows, k) as found,
        asked.opened(found, session) as endpoint,
        target_of(out, how, restart, session) as target,
    ):
        counts = write_answers(target, found, endpoint)
    if counts["requests"] and not counts["answers"]:
        session.failed("no request has an answer: is the model set up as it should be?")
    session.end(_summary(counts))


@dataclass(frozen=True)
class _Asked:
    """The model that the options name; each is None if it is not given."""

    model: str | None
    command: str | None
    url: str | None
    key_env: str | None
    answers: Path | None
    name: str | None
    timeout: float
    start_timeout: float | None

    def check(self) -> None:
        """Check that the options go together.

        Raises:
            typer.BadParameter: they do not.
        """
        given = [one for one in (self.model, self.command, self.url, self.answers) if one is not None]
        if len(given) != 1:
            raise typer.BadParameter("give one of --model, --model-command, --model-url and --answers")
        if self.key_env is not None and self.url is None:
            raise typer.BadParameter("--key-env is for --model-url")
        if self.start_timeout is not None and self.model is None and self.command is None:
            raise typer.BadParameter("--start-timeout is for --model and --model-command")
        if self.name is not None and not (self.name.strip() and self.name.isprintable()):
            raise typer.BadParameter("--name is empty, or holds what cannot be printed")
        if self.answers is None:
            try:
                self._endpoint()
            except MutationError as error:
                raise typer.BadParameter(str(error)) from error

    @contextmanager
    def opened(self, requests: Requests, session: Session) -> Iterator[Endpoint]:
        """Yield the model; rows of a file of answers that belong to nothing are reported."""
        if self.answers is None:
            yield self._endpoint()
            return
        label = name_of(self.answers)
        with (
            _file(self.answers) as place,
            answer_file(place, bad_row(session), requests.ids(), self.name, label) as found,
        ):
            yield found

    def _endpoint(self) -> Endpoint:
        if self.model is not None:
            return served_model(self.model, self.timeout, self.start_timeout, self.name)
        if self.command is not None:
            return CommandModel(self.command, self.timeout, self.start_timeout, self.name)
        assert self.url is not None
        key = None if self.key_env is None else key_from(self.key_env)
        return UrlModel(self.url, key, self.timeout, self.name)


@contextmanager
def _file(path: Path) -> Iterator[Path]:
    """Yield the path of a file; of a copy, if it is standard input."""
    if path != STANDARD:
        yield path
        return
    with spooled(path) as place:
        yield place


def _summary(counts: Mapping[str, int]) -> str:
    answers = f"{counted(counts['answers'], 'answer')} with {counted(counts['candidates'], 'candidate')}"
    kinds = sorted((-number, kind) for kind, number in counts.items() if kind.startswith("error: "))
    reasons = ", ".join(f"{kind.removeprefix('error: ')} {-number:,}" for number, kind in kinds)
    errors = f", {counted(counts['errors'], 'error')} ({reasons})" if reasons else ""
    return f"{counted(counts['requests'], 'request')}: {answers}{errors}"
