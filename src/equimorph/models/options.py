"""The options that name a model, and the model that they name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Protocol

from equimorph.models.asking import Requests
from equimorph.models.chat import Chat, ChatOptions
from equimorph.models.commands import CommandModel
from equimorph.models.exchange import SECONDS, CannotRun, Endpoint
from equimorph.models.files import answer_file
from equimorph.models.local import Local, LocalOptions
from equimorph.models.sampling import Sampling, check_unused
from equimorph.models.urls import UrlModel, key_from
from equimorph.rows.tables import Failed
from equimorph.runs.declared import MOST_SECONDS, Option, Panel

__all__ = ["ModelOptions", "Served"]


class Served(Protocol):
    """Returns a model by its name, in a process of its own."""

    def __call__(
        self, name: str, timeout: float, start_timeout: float | None, given_name: str | None
    ) -> CommandModel:
        """Return the model of a name; arguments as of `CommandModel`."""


@dataclass(frozen=True)
class ModelOptions:
    """The model that the options name; each is None if it is not given.

    Attributes:
        served: Returns a model by its name.
        model: Name of the model.
        command: Shell command that reads one JSON request per line and writes one JSON answer per line.
        url: URL that accepts the same requests by POST.
        key_env: Environment variable with the key of the server. Default for --chat: OPENAI_API_KEY, if it is set.
        answers: Read existing answers from this file (.jsonl, .jsonl.gz, .parquet); - for standard input.
        name: Name of the model in the rows. Default: the model's own name.
        timeout: Time limit of the model per request, in seconds.
        start_timeout: Time limit for the model's start, in seconds. Default: --timeout, but 5 or more (60 for a Python object).
        chat: Options of a chat model.
        local: Options of a local model.
        word: First word of the options' names, "model" or "generator".
        template: Prompt template of a chat model, unless --prompt names another one.

    Raises:
        CannotRun: not exactly one model is named, or options do not go together.
    """

    served: Served
    model: str | None = None
    command: Annotated[str | None, Option(flags="--model-command", panel=Panel.INPUT)] = None
    url: Annotated[str | None, Option(flags="--model-url", panel=Panel.INPUT)] = None
    key_env: Annotated[str | None, Option(panel=Panel.INPUT, metavar="NAME")] = None
    answers: Annotated[Path | None, Option(panel=Panel.INPUT)] = None
    name: Annotated[str | None, Option(panel=Panel.INPUT)] = None
    timeout: Annotated[float, Option(panel=Panel.WORKERS, minimum=0.001, maximum=MOST_SECONDS)] = SECONDS
    start_timeout: Annotated[
        float | None, Option(panel=Panel.WORKERS, minimum=0.001, maximum=MOST_SECONDS)
    ] = None
    chat: ChatOptions = ChatOptions()  # noqa: RUF009 - it is frozen
    local: LocalOptions = LocalOptions()  # noqa: RUF009 - it is frozen
    word: str = "model"
    template: str = "repair"

    def __post_init__(self) -> None:
        word = self.word
        chat, hf = self.chat.chat, self.local.hf
        ways = (self.model, self.command, self.url, self.answers, chat, hf)
        if sum(way is not None for way in ways) != 1:
            raise CannotRun(
                f"give one of --{word}, --{word}-command, --{word}-url, --chat, --hf and --answers"
            )
        if self.key_env is not None and self.url is None and chat is None:
            raise CannotRun(f"--key-env is for --{word}-url and --chat")
        if chat is None and hf is None:
            check_unused(self.chat, {field.name for field in fields(Sampling)}, "--chat or --hf")
        if self.local.device is not None and hf is None:
            raise CannotRun("--device is for --hf")
        if self.start_timeout is not None and self.model is None and self.command is None:
            raise CannotRun(f"--start-timeout is for --{word} and --{word}-command")
        if self.name is not None and not (self.name.strip() and self.name.isprintable()):
            raise CannotRun("--name is empty, or holds what cannot be printed")
        if self.answers is None and chat is None and hf is None:
            self.endpoint()

    def endpoint(self) -> Endpoint:
        """Return the model; not for a file of answers.

        Raises:
            CannotRun: it cannot be asked as the options say.
            ModuleNotFoundError: a chat or local model needs a package that is not installed.
        """
        if self.model is not None:
            return self.served(self.model, self.timeout, self.start_timeout, self.name)
        if self.command is not None:
            return CommandModel(self.command, self.timeout, self.start_timeout, self.name)
        if self.url is not None:
            key = None if self.key_env is None else key_from(self.key_env)
            return UrlModel(self.url, key, self.timeout, self.name)
        if self.chat.chat is not None:
            return Chat.of(replace(self.chat, prompt=self.chat.prompt or self.template), self.name)
        return Local.of(replace(self.local, prompt=self.local.prompt or self.template), self.name)

    @contextmanager
    def opened(
        self, requests: Requests, failed: Failed, *, place: Path | None = None, label: str = ""
    ) -> Iterator[Endpoint]:
        """Yield the model.

        Args:
            requests: Requests that it will get.
            failed: Gets the rows of a file of answers that belong to no request.
            place: Path of the file of answers, if it differs from `answers`.
            label: Name of the file of answers in messages.

        Raises:
            CannotRun, ModuleNotFoundError: see `endpoint`.
            OSError: the file of answers cannot be read.
        """
        if self.answers is None:
            yield self.endpoint()
            return
        path = place or self.answers
        with answer_file(path, failed, requests.ids(), self.name, label or str(self.answers)) as model:
            yield model
