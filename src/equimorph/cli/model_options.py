"""The options that name a model, and the model that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Protocol

import typer

from equimorph.cli.bulk_options import MOST_SECONDS
from equimorph.cli.known import usage_errors
from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD, name_of, spooled
from equimorph.cli.values import input_file
from equimorph.models import CommandModel, Endpoint, UrlModel, answer_file, key_from
from equimorph.models.asking import Requests
from equimorph.models.exchange import SECONDS
from equimorph.runs.declared import Option, Panel


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
        model: its name.
        command: Shell command that reads one JSON request per line and writes one JSON answer per line.
        url: URL that accepts the same requests by POST.
        key_env: Environment variable with the key for that URL.
        answers: Read existing answers from this file (.jsonl, .jsonl.gz, .parquet); - for standard input.
        name: Name of the model in the rows. Default: the model's own name.
        timeout: Time limit of the model per request, in seconds.
        start_timeout: Time limit for the model's start, in seconds. Default: --timeout, but 5 or more (60 for a Python object).
        word: that the names of the options begin with, "model" or "generator".

    Raises:
        typer.BadParameter: they do not go together.
    """

    served: Served
    model: str | None = None
    command: Annotated[str | None, Option(flags="--model-command", panel=Panel.INPUT)] = None
    url: Annotated[str | None, Option(flags="--model-url", panel=Panel.INPUT)] = None
    key_env: Annotated[str | None, Option(panel=Panel.INPUT)] = None
    answers: Annotated[Path | None, Option(panel=Panel.INPUT, check=input_file)] = None
    name: Annotated[str | None, Option(panel=Panel.INPUT)] = None
    timeout: Annotated[float, Option(panel=Panel.WORKERS, minimum=0.001, maximum=MOST_SECONDS)] = SECONDS
    start_timeout: Annotated[
        float | None, Option(panel=Panel.WORKERS, minimum=0.001, maximum=MOST_SECONDS)
    ] = None
    word: str = "model"

    def __post_init__(self) -> None:
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
            with usage_errors():
                self._endpoint()

    def opener(self, session: Session) -> Callable[[Requests], AbstractContextManager[Endpoint]]:
        """Return `opened` with a session."""
        return partial(self.opened, session=session)

    @contextmanager
    def opened(self, requests: Requests, session: Session) -> Iterator[Endpoint]:
        """Yield the model; rows of a file of answers that belong to nothing are reported."""
        if self.answers is None:
            yield self._endpoint()
            return
        label = name_of(self.answers)
        with (
            spooled(self.answers) if self.answers == STANDARD else nullcontext(self.answers) as place,
            answer_file(place, session.bad_row, requests.ids(), self.name, label) as found,
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
