"""The options that name a model, and the model that they name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

import typer

from equimorph.asking import Requests
from equimorph.cli.bulk_options import MOST_SECONDS
from equimorph.cli.commands import Panel
from equimorph.cli.row_files import bad_row
from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD, name_of, spooled
from equimorph.cli.values import input_file
from equimorph.models import CommandModel, Endpoint, UrlModel, answer_file, key_from
from mutators import MutationError

__all__ = [
    "AnswersFile",
    "KeyEnv",
    "ModelCommand",
    "ModelOptions",
    "ModelTimeout",
    "ModelUrl",
    "NameOption",
    "Served",
    "StartTimeout",
]

ModelCommand = Annotated[
    str | None,
    typer.Option(
        help="A line for the shell: a command that reads a request line and writes an answer line, again and again.",
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]
ModelUrl = Annotated[
    str | None,
    typer.Option(
        help="URL that takes the same requests by POST.", show_default=False, rich_help_panel=Panel.INPUT
    ),
]
KeyEnv = Annotated[
    str | None,
    typer.Option(
        help="Environment variable with the key for that URL.",
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]
AnswersFile = Annotated[
    Path | None,
    typer.Option(
        help="Take answers that were made elsewhere from this file (.jsonl, .jsonl.gz, .parquet); - for standard input.",
        show_default=False,
        callback=input_file,
        rich_help_panel=Panel.INPUT,
    ),
]
NameOption = Annotated[
    str | None,
    typer.Option(
        help="Name of the model in the rows. Default: what it calls itself.",
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]
ModelTimeout = Annotated[
    float,
    typer.Option(
        min=0.001,
        max=MOST_SECONDS,
        help="Seconds that the model may take for a request.",
        rich_help_panel=Panel.WORKERS,
    ),
]
StartTimeout = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        max=MOST_SECONDS,
        help="Seconds that the model may take to start. Default: those of --timeout, but at least 5, for a Python object 60.",
        show_default=False,
        rich_help_panel=Panel.WORKERS,
    ),
]


class Served(Protocol):
    """What serves a model by its name in a process of its own."""

    def __call__(
        self, name: str, timeout: float, start_timeout: float | None, given_name: str | None
    ) -> CommandModel:
        """Return the model of a name; arguments as of `CommandModel`."""


@dataclass(frozen=True)
class ModelOptions:
    """The model that the options name; each is None if it is not given.

    Attributes:
        served: serves a model by its name.
        word: that the names of the options begin with, "model" or "generator".
    """

    served: Served
    model: str | None
    command: str | None
    url: str | None
    key_env: str | None
    answers: Path | None
    name: str | None
    timeout: float
    start_timeout: float | None
    word: str = "model"

    def check(self) -> None:
        """Check that the options go together.

        Raises:
            typer.BadParameter: they do not.
        """
        word = self.word
        given = [one for one in (self.model, self.command, self.url, self.answers) if one is not None]
        if len(given) != 1:
            raise typer.BadParameter(f"give one of --{word}, --{word}-command, --{word}-url and --answers")
        if self.key_env is not None and self.url is None:
            raise typer.BadParameter(f"--key-env is for --{word}-url")
        if self.start_timeout is not None and self.model is None and self.command is None:
            raise typer.BadParameter(f"--start-timeout is for --{word} and --{word}-command")
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
            return self.served(self.model, self.timeout, self.start_timeout, self.name)
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
