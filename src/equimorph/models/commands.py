"""A model that is a command: it reads requests line by line, and writes an answer line to each."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from equimorph.models.exchange import (
    SECONDS,
    CannotRun,
    Connection,
    Endpoint,
    Hello,
    NoAnswer,
    answered,
    model_name,
    plain,
)
from equimorph.models.processes import Gone, Late, Process
from equimorph.models.protocol import Answer, Request
from equimorph.rows.jsonl import encode
from mutators import MutationError

__all__ = ["CommandModel"]

_START_SECONDS = 5.0
_NOT_RUN = (126, 127)
"""Exit codes of the shell: not executable, not found. A command of ours that cannot load its model uses them, too."""


@dataclass(frozen=True)
class CommandModel(Endpoint):
    """A command that speaks the protocol: one process for each connection, started again behind a crash or a hang.

    Attributes:
        command: Line for ``/bin/sh``; or the program and its arguments.
        timeout: Seconds for a request.
        start_timeout: Seconds for the answer to the hello; None for the same as `timeout`, but at least 5.
        given_name: Name in rows, instead of the command's own name.
        shown: Identification of the command in manifests, if not the command itself.
        environment: Further variables.
    """

    command: str | Sequence[str]
    timeout: float = SECONDS
    start_timeout: float | None = None
    given_name: str | None = None
    shown: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not (self.command.strip() if isinstance(self.command, str) else self.command):
            raise MutationError("the command of the model is empty")
        if "\0" in "".join(self.command):
            raise MutationError("the command of the model holds a null byte")

    @property
    def label(self) -> str:
        """The given name, or the name of the program."""
        return self.given_name or plain(Path(self._program()).name) or "command"

    @property
    def identity(self) -> Mapping[str, Any]:
        """The command. How long it may take decides on errors alone, and these can be asked again."""
        command = self.command if isinstance(self.command, str) else list(self.command)
        return {"command": self.shown or command, "name": self.given_name}

    def connect(self, hello: Hello) -> Connection:
        """Return a connection with a process of its own."""
        return _CommandConnection(self, hello)

    def started(self) -> Process:
        """Start the command.

        Raises:
            CannotRun: the program does not exist.
        """
        # An interpreter that buffers what goes into a pipe would keep the answer to itself.
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **self.environment}
        try:
            return Process(self.command, environment)
        except OSError as error:
            raise CannotRun(f"the model's command cannot be started: {error.strerror or error}") from error

    def _program(self) -> str:
        if not isinstance(self.command, str):
            return os.fspath(self.command[0])
        try:
            return shlex.split(self.command)[0]
        except (ValueError, IndexError):  # for the shell to complain about
            return self.command.split()[0]


class _CommandConnection:
    """A process of the command, or the next one."""

    def __init__(self, model: CommandModel, hello: Hello) -> None:
        self._model, self._hello = model, hello
        self._name = model.given_name or ""
        self._process: Process | None = None
        self._answers = self._hellos = 0
        self._stopped = False

    def ask(self, request: Request) -> Answer:
        try:
            return self._answer(request)
        except NoAnswer as error:
            self._drop()
            return Answer(request.id, self._name, (), plain(error))
        except BaseException:
            self._drop()
            raise

    def stop(self) -> None:
        """Kill the process."""
        self._stopped = True
        if (process := self._process) is not None:
            process.kill()

    def close(self) -> None:
        """Let the process end by itself; kill it if it does not."""
        if (process := self._process) is not None:
            self._process = None
            process.end()

    def _answer(self, request: Request) -> Answer:
        """Return the answer.

        A process that dies behind answers to others may be worn out: the request has a second try, with a fresh process.
        """
        try:
            line = self._asked(request)
        except Gone as gone:
            worn = self._answers > 0
            self._drop()
            if not worn:
                raise NoAnswer(f"the command {gone}") from gone
            try:
                line = self._asked(request)
            except Gone as again:
                raise NoAnswer(f"the command {again}") from again
        answer = answered(request, line, self._name)
        assert self._process is not None
        if rest := self._process.rest():
            answered(request, rest, self._name)  # raises, if it is noise
            raise NoAnswer("more than one answer to this request")
        self._answers += 1
        return answer

    def _asked(self, request: Request) -> bytes:
        process = self._process or self._started()
        try:
            return process.exchange(encode(request.to_row()), self._model.timeout)
        except Late as late:
            raise NoAnswer(f"no answer within {self._model.timeout:g} seconds") from late

    def _started(self) -> Process:
        """Start a process, and greet it."""
        if self._stopped:
            raise NoAnswer("stopped")
        process = self._process = self._model.started()
        if self._stopped:  # in between
            process.kill()
        model, self._answers = self._model, 0
        seconds = max(model.timeout, _START_SECONDS) if model.start_timeout is None else model.start_timeout
        try:
            name = model_name(process.exchange(encode(self._hello.to_row()), seconds))
        except Late as late:
            raise NoAnswer(f"no answer to the hello within {seconds:g} seconds") from late
        except Gone as gone:
            if gone.code in _NOT_RUN and not self._hellos:
                raise CannotRun(f"the model's command cannot be run: {gone.said or gone}") from gone
            raise NoAnswer(f"before its hello, the command {gone}") from gone
        except NoAnswer as error:
            raise NoAnswer(f"hello: {error}") from error
        self._hellos += 1
        self._name = model.given_name or name
        return process

    def _drop(self) -> None:
        if (process := self._process) is not None:
            self._process = None
            process.kill()
            process.end()
