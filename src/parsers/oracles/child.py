"""The child process of an oracle: its pipes, the threads that read them, and an end that leaves nothing behind."""

from __future__ import annotations

import contextlib
import os
import queue
import shutil
import subprocess
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Generic, TypeVar

from parsers.oracles.processes import Tail, pipes

Answer = TypeVar("Answer")
Reader = Callable[[IO[bytes], Callable[[Answer], None]], None]
"""Reads a stream to its end, and hands on each answer; the last one says that there are no more."""


class ChildProcess(Generic[Answer]):
    """A process that answers on its standard output; it ends with this object, and when its input ends.

    It has a session of its own, because Ctrl-C is for us. A fork of this process cannot end it.

    Args:
        command: The program and its arguments.
        read: Reads its standard output, in a thread.
        environment: All variables.
        folder: Its working folder, which is removed with it; ours by default.

    Attributes:
        owner: The process that started it.

    Raises:
        OSError, ValueError: The program cannot be started; a NUL in the command is a ValueError.
    """

    def __init__(
        self,
        command: Sequence[str],
        read: Reader[Answer],
        environment: Mapping[str, str],
        folder: Path | None = None,
    ) -> None:
        self.owner = os.getpid()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=environment,
                start_new_session=True,
            )
        except BaseException:
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        self._finalizer = weakref.finalize(self, _end, self._process, folder, self.owner)
        self._answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._stdin, stdout = pipes(self._process)
        assert self._process.stderr is not None
        threading.Thread(target=_read, args=(read, stdout, self._answers), daemon=True).start()
        self._printed = Tail(self._process.stderr)

    @property
    def is_alive(self) -> bool:
        """Whether nobody has ended it."""
        return self._finalizer.alive

    def send(self, message: bytes) -> None:
        """Send a message.

        Raises:
            BrokenPipeError: The process has ended.
        """
        self._stdin.write(message)
        self._stdin.flush()

    def answer(self, timeout: float) -> Answer:
        """Return the next answer.

        Raises:
            queue.Empty: There is none within `timeout` seconds.
        """
        return self._answers.get(timeout=timeout)

    def wait(self, seconds: float) -> int | None:
        """Return the exit status, negative for a signal; None if the process has not ended within `seconds`."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def printed(self) -> str:
        """Return the end of what an ended process has printed on its standard error."""
        return self._printed.read().decode(errors="replace")

    def stop(self) -> None:
        """End the process by force."""
        self._finalizer()


def _end(process: subprocess.Popen[bytes], folder: Path | None, owner: int) -> None:
    if os.getpid() != owner:
        return  # the process is not a fork's to kill
    process.kill()
    process.wait()
    with contextlib.suppress(BrokenPipeError):  # of a request that it did not live to read
        pipes(process)[0].close()
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def _read(read: Reader[Answer], stream: IO[bytes], answers: queue.SimpleQueue[Answer]) -> None:
    with stream:
        read(stream, answers.put)
