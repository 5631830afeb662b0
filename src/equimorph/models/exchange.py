"""Messages between us and a model: a greeting, requests, answers; and the faults of a reply."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from equimorph.models.protocol import PROTOCOL, Answer, Request
from equimorph.rows.jsonl import json_line
from mutators import MutationError

__all__ = [
    "MOST_BYTES",
    "SECONDS",
    "CannotRun",
    "Connection",
    "Endpoint",
    "Hello",
    "NoAnswer",
    "Shared",
    "SharedConnection",
    "answered",
    "cleaned",
    "described",
    "kind_of",
    "model_name",
    "plain",
    "reply",
]

SECONDS = 60.0
"""That a model may take for a request, unless another number is given."""
MOST_BYTES = 64 << 20
"""Of a reply."""
_SHOWN = 120
"""Characters of a reply that a message shows."""
_MESSAGE = 500
"""The most characters of an error."""


_KINDS = (
    ("timeout", re.compile(r"no answer (to the hello )?within ")),
    ("crash", re.compile(r"(before its hello, )?the command (ended|died|closed)|the connection was closed")),
    ("no row", re.compile("no answer in ")),
)


class NoAnswer(Exception):
    """Why a request gets no answer: the error of its row."""


class CannotRun(MutationError):
    """A model that cannot be asked at all, such as a command that is not there."""


@dataclass(frozen=True)
class Hello:
    """The first message to a model.

    Attributes:
        k: Number of candidates in requests; that number in the first request, if they differ.
        seed: Seed of the first request.
    """

    k: int = 1
    seed: int = 0

    def to_row(self) -> dict[str, Any]:
        """Return the line of a command, or the body of a POST."""
        return {"protocol": PROTOCOL, "k": self.k, "seed": self.seed}


class Connection(Protocol):
    """A running model; one request at a time."""

    def ask(self, request: Request) -> Answer:
        """Return the answer, with failures as its error. Its `model` is "" as long as the model has not said its name.

        Raises:
            CannotRun: the model cannot be asked at all.
        """

    def stop(self) -> None:
        """End the request that is under way, and all later ones; another thread may call this."""

    def close(self) -> None:
        """End the model, and leave nothing behind."""


class Endpoint(ABC):
    """A way to reach a model, as often as needed; a `Model`, too."""

    @property
    @abstractmethod
    def label(self) -> str:
        """The name in the rows of answers, if the model never says its own."""

    @property
    @abstractmethod
    def identity(self) -> Mapping[str, Any]:
        """The settings that decide on answers, as plain data; without secrets."""

    @abstractmethod
    def connect(self, hello: Hello) -> Connection:
        """Return a connection of its own; nothing starts before its first request."""

    @property
    def connections(self) -> int | None:
        """The number of requests at a time, if the model decides on it."""
        return None

    @property
    def is_paid(self) -> bool:
        """Whether requests cost money, so that answers to the same requests are kept unless somebody says otherwise."""
        return False

    @property
    def has_budget(self) -> bool:
        """Whether a limit of what is paid counts earlier answers, too."""
        return False

    def keeping(self, folder: Path) -> AbstractContextManager[None]:
        """Keep what is paid for in a folder while the context lasts, unless the model has a folder of its own for that."""
        return nullcontext()

    def recall(self, request: Request, answer: Answer) -> None:
        """Use what an earlier answer has of the reply to a request: it counts in a budget, and is not paid twice."""
        return

    @property
    def name(self) -> str:
        """The name in the rows of answers, as far as it is known before a request."""
        return self.label

    def repair(self, requests: Iterable[Request], k: int) -> Iterator[Answer]:
        """Yield the answer to each request, in order, each with at most `k` candidates."""
        return self.answers(replace(request, k=k) for request in requests)

    def answers(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """Yield the answer to each request, in order, each with at most as many candidates as it asks for."""
        iterator = iter(requests)
        first = next(iterator, None)
        if first is None:
            return
        with closing(self.connect(Hello(first.k, first.seed))) as connection:
            for request in chain((first,), iterator):
                answer = connection.ask(request)
                yield answer if answer.model else replace(answer, model=self.label)


class Shared(Protocol):
    """A model in this process that several connections ask at once."""

    def answer(self, request: Request) -> Answer:
        """Return the answer to a request."""

    def stop(self) -> None:
        """End what is under way."""


@dataclass(frozen=True)
class SharedConnection:
    """A place in the queue of a model that all connections share.

    Attributes:
        model: The model.
    """

    model: Shared

    def ask(self, request: Request) -> Answer:
        """Return the answer to a request."""
        return self.model.answer(request)

    def stop(self) -> None:
        """End what is under way, for all connections."""
        self.model.stop()

    def close(self) -> None:
        """Do nothing: others may use the model."""


def described(error: BaseException) -> str:
    """Return the message of a model's exception with its type; a `NoAnswer` or `MutationError` needs no type."""
    text = str(error)
    if isinstance(error, NoAnswer | MutationError) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def kind_of(error: str) -> str:
    """Return the word for the error of an answer in a summary: "timeout", "crash", "no row", or "other"."""
    return next((kind for kind, pattern in _KINDS if pattern.match(error)), "other")


def cleaned(data: Any, secret: str | None) -> Any:  # noqa: ANN401 - JSON
    """Return data that can be written as JSON in UTF-8, with null for NaN and infinity, and with asterisks for a secret."""
    match data:
        case float():
            return data if math.isfinite(data) else None
        case str():
            text = data.encode("utf-8", "replace").decode()
            return text if secret is None else text.replace(secret, "***")
        case list():
            return [cleaned(item, secret) for item in data]
        case dict():
            return {cleaned(name, secret): cleaned(value, secret) for name, value in data.items()}
    return data


def plain(message: object) -> str:
    """Return a message that can be written as UTF-8, and is not too long."""
    text = str(message).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= _MESSAGE else f"{text[:_MESSAGE]}..."


def reply(line: bytes) -> Mapping[str, Any]:
    """Return the object of a reply.

    Raises:
        NoAnswer: it is none; shows the beginning.
    """
    parsed_line = json_line(1, line)
    if parsed_line.error is not None:
        raise NoAnswer(f"{parsed_line.error}: {_beginning(line)}")
    return parsed_line.data


def model_name(line: bytes) -> str:
    """Return the name of the model in its reply to the hello.

    Raises:
        NoAnswer: the reply is not ``{"protocol":1,"model":NAME}``.
    """
    data = reply(line)
    name = data.get("model")
    if data.get("protocol") != PROTOCOL or isinstance(data.get("protocol"), bool):
        raise NoAnswer(f'no "protocol": {PROTOCOL} in it: {_beginning(line)}')
    if not (isinstance(name, str) and name and name == plain(name)):
        raise NoAnswer(f'no "model" with a name in it: {_beginning(line)}')
    return name


def answered(request: Request, line: bytes, model: str) -> Answer:
    """Return the answer that a reply is; of its candidates, the first k.

    Raises:
        NoAnswer: it is none, or that to another request.
    """
    data = reply(line)
    if data.get("id") != request.id:
        raise NoAnswer(f"not the answer to this request: {_beginning(line)}")
    try:
        answer = Answer.from_row({**data, "model": model})
    except MutationError as bad:
        raise NoAnswer(f"{bad}: {_beginning(line)}") from bad
    error = None if answer.error is None else plain(answer.error)
    return replace(answer, candidates=answer.candidates[: request.k], error=error)


def _beginning(line: bytes) -> str:
    text = line[: 4 * _SHOWN].decode("utf-8", "backslashreplace").strip()
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")
