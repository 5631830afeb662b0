"""A child process of an interpreter that answers one line to each line, and is replaced when lost."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from parsers.oracles.child import ChildProcess
from parsers.oracles.errors import InterpreterError

_CHILD = Path(__file__).with_name("child.py")
_START_SECONDS = 60.0
_ANSWER_BYTES = 1 << 16
_EXIT_SECONDS = 5.0


class ChildGone(Exception):
    """The process ended, or it took too long; the message says which."""


def clean_environment() -> dict[str, str]:
    """Return the environment for an interpreter: ours without what would change its behaviour."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"LC_ALL": "C.UTF-8", "TZ": "UTC"}


class Child:
    """A process that compiles, from its start to its end.

    Args:
        command: Program and its arguments.

    Attributes:
        version: Version of the interpreter, such as (3, 12, 1).
        owner: Process that started it.

    Raises:
        InterpreterError: the command is no Python that is known here, or does not start.
    """

    def __init__(self, command: Sequence[str]) -> None:
        token = secrets.token_hex(16)
        whole = [*command, "-I", "-B", str(_CHILD), token]
        try:
            self._child = ChildProcess(whole, _read_lines, clean_environment())
        except (OSError, ValueError) as error:
            raise InterpreterError(f"no Python: {' '.join(command)!r} does not start: {error}") from error
        self.owner = self._child.owner
        self.version = self._hello(command, token)

    def ask(self, request: Mapping[str, Any], timeout: float) -> dict[str, Any]:
        """Send a request, and wait for its answer at most `timeout` seconds.

        Raises:
            ChildGone: there is none; the process is ended.
        """
        try:
            with contextlib.suppress(BrokenPipeError):  # it ended: there is no answer either
                self._child.send(json.dumps(request).encode() + b"\n")
            return self._answer(timeout)
        except BaseException:  # also Ctrl-C: the answer must not be taken for that to the next request
            self.stop()
            raise

    @property
    def is_alive(self) -> bool:
        """Whether it has not been ended."""
        return self._child.is_alive

    def stop(self) -> None:
        """End the process."""
        self._child.stop()

    def _answer(self, timeout: float) -> dict[str, Any]:
        try:
            line = self._child.answer(timeout)
        except queue.Empty:
            raise ChildGone(f"no answer within {timeout:g} seconds") from None
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if isinstance(answer, dict):
            return answer
        if line:
            raise ChildGone(f"it printed {line[:60].decode(errors='replace')!r}")
        code = self._child.wait(_EXIT_SECONDS)
        last = self._child.printed().strip().splitlines()[-1:]
        ended = f"ended by signal {-code}" if code is not None and code < 0 else f"ended with status {code}"
        raise ChildGone(": ".join([ended, *last]))

    def _hello(self, command: Sequence[str], token: str) -> tuple[int, ...]:
        """Return the version that the process says it is."""
        named = repr(" ".join(command))
        try:
            hello = self._answer(_START_SECONDS)
        except ChildGone as gone:
            self.stop()
            raise InterpreterError(f"{named} is no Python 3.11, 3.12 or 3.13: {gone}") from gone
        except BaseException:
            self.stop()
            raise
        if hello.get("equimorph") != token or not hello.get("known"):
            self.stop()
            version = ".".join(map(str, hello.get("version", ())))
            raise InterpreterError(
                f"{named} is {hello.get('name')} {version}; CPython 3.11, 3.12 or 3.13 is wanted"
            )
        return tuple(hello["version"])


def _read_lines(stream: IO[bytes], put: Callable[[bytes], None]) -> None:
    """Hand on each line, and at last an empty one; an endless line is cut, and is no answer."""
    while line := stream.readline(_ANSWER_BYTES):
        put(line)
        if not line.endswith(b"\n"):
            break
    put(b"")
