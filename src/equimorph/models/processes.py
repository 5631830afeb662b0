"""A process that answers line by line, with a time limit for each line, and that leaves no children behind.

That holds also if this process is killed: `projects.processes` watches for that through the standard input of a command, which
here is for requests; so a small process of its own does it.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO

from equimorph.models.exchange import MOST_BYTES, NoAnswer
from parsers.oracles.processes import Watcher, kill_group, pipes

_CHUNK = 1 << 16
_TICK = 0.1
"""Seconds after which a process is looked at that says nothing: a child of its may hold the pipe open."""
_WATCHER = 'read -r _; kill -s KILL -- "-$1"'
_END_SECONDS = 2.0
_TAIL = 4000
_SHOWN = 200


class Late(Exception):
    """No line came in time."""


class Gone(Exception):
    """The process ended, or closed its output.

    Attributes:
        code: its exit code; None if it still ran.
        said: the last line that it wrote to stderr since it was sent something; "" if none.
    """

    def __init__(self, reason: str, code: int | None, said: str) -> None:
        super().__init__(reason + (f": {said}" if said else ""))
        self.code, self.said = code, said


class Process:
    """A process in a process group of its own. Its stderr is passed to ours.

    Args:
        command: Line for the shell; or the program and its arguments.
        environment: All variables.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: str | Sequence[str], environment: Mapping[str, str]) -> None:
        self._popen = subprocess.Popen(
            command,
            shell=isinstance(command, str),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment,
            start_new_session=True,
        )
        try:
            self._watcher = Watcher(_WATCHER, str(self._popen.pid))
        except OSError:
            kill_group(self._popen)
            raise
        self._in, self._out, self._err = _pipes(self._popen)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._read = bytearray()
        self._said, self._unsaid = b"", b""
        self._reaped = False

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Send a line, and return the next line that the process writes, without waiting for it to read all.

        Raises:
            Late: none came in time.
            Gone: the process ended, or closed its output.
            NoAnswer: the line is too long.
        """
        deadline = time.monotonic() + seconds
        left, searched, self._said = memoryview(line), 0, b""
        self._watch_input(True)
        try:
            while True:
                if (end := self._read.find(b"\n", searched)) >= 0:
                    reply = bytes(self._read[: end + 1])
                    del self._read[: end + 1]
                    return reply
                searched = len(self._read)
                if searched > MOST_BYTES:
                    raise NoAnswer(f"a line of more than {MOST_BYTES >> 20} MiB")
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    raise Late
                events = [key.fileobj for key, _ in self._selector.select(min(remaining, _TICK))]
                if self._in in events:
                    left = self._send(left)
                if self._err in events:
                    self._listen()
                if self._out in events:
                    if not self._receive():
                        raise self._gone()
                elif not events and self._ended():
                    raise self._gone()
        finally:
            self._watch_input(False)

    def rest(self) -> bytes:
        """Return the text that the process has written behind its line, as far as it is read."""
        return bytes(self._read)

    def kill(self) -> None:
        """Kill the process and its children; another thread may call this."""
        if not self._reaped:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, signal.SIGKILL)

    def end(self) -> None:
        """Close its input, and give it a little time; then kill what is left, and forget it."""
        self._in.close()
        until = time.monotonic() + _END_SECONDS
        while not self._ended() and time.monotonic() < until:
            for key, _ in self._selector.select(0.02):
                if key.fileobj is self._err:
                    self._listen()
                elif not self._receive():
                    self._selector.unregister(self._out)
            self._read.clear()
            if not self._selector.get_map():
                time.sleep(0.02)  # it closed its pipes
        self.kill()
        self._listen()
        self._watcher.stop()  # before the number of the group can be another's
        self._reaped = True
        self._popen.wait()
        self._selector.close()
        self._out.close()
        self._err.close()

    def _watch_input(self, on: bool) -> None:
        with suppress(KeyError, ValueError):
            if on:
                self._selector.register(self._in, selectors.EVENT_WRITE)
            else:
                self._selector.unregister(self._in)

    def _send(self, left: memoryview) -> memoryview:
        try:
            left = left[os.write(self._in.fileno(), left[:_CHUNK]) :]
        except BlockingIOError:
            return left
        except BrokenPipeError:  # it reads no more; what it writes decides
            left = left[:0]
        if not left:
            self._watch_input(False)
        return left

    def _receive(self) -> bool:
        """Read from stdout; return whether it is still open."""
        data = _piece(self._out)
        if data:
            self._read += data
        return data != b""

    def _listen(self) -> None:
        """Read from stderr what is there, and pass whole lines on."""
        while data := _piece(self._err):
            self._said = (self._said + data)[-_TAIL:]
            lines, end, self._unsaid = (self._unsaid + data).rpartition(b"\n")
            if end:
                _say(lines + end)
            if len(self._unsaid) > _CHUNK:
                _say(self._unsaid)
                self._unsaid = b""
        if data == b"":
            with suppress(KeyError, ValueError):
                self._selector.unregister(self._err)

    def _ended(self) -> bool:
        """Return whether the process ended; it stays a zombie, so that the number of its group remains its own."""
        return os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def _gone(self) -> Gone:
        until = time.monotonic() + _END_SECONDS
        while not self._ended() and time.monotonic() < until:
            time.sleep(0.01)
        self._listen()
        said = self._said.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2].strip()[:_SHOWN]
        ended = os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return Gone("closed its output", None, said)
        if ended.si_code == os.CLD_EXITED:
            return Gone(f"ended with exit code {ended.si_status}", ended.si_status, said)
        return Gone(f"died of {_signal(ended.si_status)}", -ended.si_status, said)


def _pipes(popen: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert popen.stderr is not None
    found = (*pipes(popen), popen.stderr)
    for pipe in found:
        os.set_blocking(pipe.fileno(), False)
    return found


def _piece(pipe: IO[bytes]) -> bytes | None:
    """Return the bytes that can be read now; b"" at the end, None if there are none yet."""
    try:
        return os.read(pipe.fileno(), _CHUNK)
    except BlockingIOError:
        return None


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"


def _say(text: bytes) -> None:
    if sys.stderr is not None:
        sys.stderr.write(text.decode("utf-8", "backslashreplace"))
        sys.stderr.flush()
