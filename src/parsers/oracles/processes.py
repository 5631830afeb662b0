"""Processes: a group of its own for each, its output drained, and an end to all that it started."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from contextlib import suppress
from typing import IO, Self

_KEPT_BYTES = 4000


class Closing:
    """A context manager that is closed at its end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End what it has started."""
        raise NotImplementedError


class Tail:
    """The end of a stream, which a thread reads so that its writer never waits.

    Args:
        stream: Output of a process; closed at its end.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._kept = bytearray()
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    def read(self, seconds: float = 5.0) -> bytes:
        """Return the last bytes, within `seconds` seconds if another process holds the stream open."""
        self._thread.join(seconds)
        return bytes(self._kept)

    def _drain(self) -> None:
        with self._stream:
            while data := self._stream.read1(1 << 16):  # type: ignore[attr-defined]  # a BufferedReader
                self._kept += data
                del self._kept[:-_KEPT_BYTES]


class Watcher:
    """A line for the shell that does its work when this process ends, even by a kill: its input ends then.

    It is in a session of its own, so that no signal to us ends it.

    Args:
        line: Line that waits for the end of its input.
        argument: ``$1`` of the line.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, line: str, argument: str) -> None:
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", line, "sh", argument],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def stop(self) -> None:
        """End it: there is nothing to do any more."""
        self._process.kill()
        close(self._process)


def pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    """Return the standard input and output of a process, which are pipes."""
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End a process that has a group of its own by force, and all processes that it left behind there; wait for it."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def close(process: subprocess.Popen[bytes], seconds: float | None = None) -> None:
    """Close the pipes of a process, and wait for its end.

    Args:
        process: the process.
        seconds: Limit, after which it is ended by force; None to wait.
    """
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(BrokenPipeError):  # of a request that it did not live to read
                stream.close()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
