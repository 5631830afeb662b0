"""A child process of an interpreter that answers one line to each line, and is replaced when lost."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import subprocess
import threading
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from parsers.python.interpreter.errors import InterpreterError

__all__ = ["Child", "ChildGone", "clean_environment"]

_CHILD = Path(__file__).with_name("child.py")
_START_SECONDS = 60.0
_ANSWER_BYTES = 1 << 16
_KEPT_BYTES = 4000


class ChildGone(Exception):
    """The process ended, or it took too long; the message says which."""


def clean_environment() -> dict[str, str]:
    """Return the environment for an interpreter: ours without what would change its behaviour."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"LC_ALL": "C.UTF-8", "TZ": "UTC"}


class Child:
    """A process that compiles, from its start to its end.

    Args:
        command: the program and its arguments.

    Attributes:
        version: of the interpreter, such as (3, 12, 1).
        owner: the process that started it.

    Raises:
        InterpreterError: the command is no Python that is known here, or does not start.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.owner = os.getpid()
        token = secrets.token_hex(16)
        try:
            self._process = subprocess.Popen(
                [*command, "-I", "-B", str(_CHILD), token],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=clean_environment(),
                start_new_session=True,  # Ctrl-C is for us; the child ends when its input does
            )
        except (OSError, ValueError) as error:  # a NUL in the command is a ValueError
            raise InterpreterError(f"no Python: {' '.join(command)!r} does not start: {error}") from error
        self._finalizer = weakref.finalize(self, _kill, self._process, self.owner)
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._printed = bytearray()
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._stdin: IO[bytes] = stdin
        threading.Thread(target=_read, args=(stdout, self._answers), daemon=True).start()
        self._drain = threading.Thread(target=_drain, args=(stderr, self._printed), daemon=True)
        self._drain.start()
        self.version = self._hello(command, token)

    def ask(self, request: Mapping[str, Any], timeout: float) -> dict[str, Any]:
        """Send a request, and wait for its answer at most `timeout` seconds.

        Raises:
            ChildGone: there is none; the process is ended.
        """
        try:
            with contextlib.suppress(BrokenPipeError):  # it ended: there is no answer either
                self._stdin.write(json.dumps(request).encode() + b"\n")
                self._stdin.flush()
            return self._answer(timeout)
        except BaseException:  # also Ctrl-C: the answer must not be taken for that to the next request
            self.stop()
            raise

    @property
    def is_alive(self) -> bool:
        """Whether it has not been ended."""
        return self._finalizer.alive

    def stop(self) -> None:
        """End the process."""
        self._finalizer()

    def _answer(self, timeout: float) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=timeout)
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
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self._drain.join(5)
        last = self._printed.decode(errors="replace").strip().splitlines()[-1:]
        code = self._process.returncode
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


def _kill(process: subprocess.Popen[bytes], owner: int) -> None:
    if os.getpid() != owner:
        return  # a fork has a copy of this object, and the process is not its to kill
    process.kill()
    process.wait()
    if process.stdin is not None:
        with contextlib.suppress(BrokenPipeError):  # of a request that it did not live to read
            process.stdin.close()


def _read(stream: IO[bytes], answers: queue.SimpleQueue[bytes]) -> None:
    """Put each line into the queue, and at last an empty one; an endless line is cut, and is no answer."""
    with stream:
        while line := stream.readline(_ANSWER_BYTES):
            answers.put(line)
            if not line.endswith(b"\n"):
                break
    answers.put(b"")


def _drain(stream: IO[bytes], kept: bytearray) -> None:
    """Read what the process itself prints, and keep the end for the error message."""
    with stream:
        while data := stream.read1(65536):  # type: ignore[attr-defined]  # a BufferedReader
            kept += data
            del kept[:-_KEPT_BYTES]
