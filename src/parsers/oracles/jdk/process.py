"""A worker process: one JVM that answers over its standard streams, and is replaced when lost."""

from __future__ import annotations

import os
import queue
import secrets
import struct
import tempfile
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import IO

from parsers.oracles.child import ChildProcess
from parsers.oracles.errors import JdkError
from parsers.oracles.jdk.home import clean_environment, worker_classes

_TOKEN_BYTES = 16
_HEADER = struct.Struct(f">{_TOKEN_BYTES}si")
_START_SECONDS = 60.0
_EXIT_SECONDS = 5.0


class WorkerGone(Exception):
    """The JVM is lost: it "ended" (then `exit` is its status), or `reason` is "timeout" or "corrupt"."""

    def __init__(self, reason: str, exit_status: int | None) -> None:
        super().__init__(f"worker JVM: {reason}, exit status {exit_status}")
        self.reason = reason
        self.exit = exit_status


class WorkerProcess:
    """A connection to a JVM that starts on demand, and anew after a loss.

    Threads that share it hold `lock` from a question until they have decided whether to stop the JVM.
    """

    def __init__(
        self,
        home: Path,
        main: str,
        options: Sequence[str],
        scratch: Path | None = None,
        classes: Callable[[Path], Path] = worker_classes,
    ) -> None:
        self._home = home
        self._scratch = scratch
        self._classes = classes
        self._main = main
        self._options = tuple(options)
        self.lock = threading.RLock()
        self._jvm: _Jvm | None = None

    def ask(self, request: bytes, timeout: float) -> bytes:
        """Send a request and wait for its answer, up to `timeout` seconds.

        Raises:
            WorkerGone: There is no answer. The next request is sent to a new JVM.
            JdkError: The JVM does not start.
        """
        with self.lock:
            if self._jvm is not None and self._jvm.owner != os.getpid():
                self._jvm = None  # we are a fork: that JVM talks to our parent
            if self._jvm is None:
                self._jvm = _Jvm(
                    self._home, self._classes(self._home), self._main, self._options, self._scratch
                )
            try:
                return self._jvm.ask(request, timeout)
            except BaseException:  # also Ctrl-C: the answer must not be taken for that to the next request
                self.stop()
                raise

    def stop(self, patience: float = 0) -> int | None:
        """End the JVM, by force if it does not end by itself within `patience` seconds.

        Returns:
            Its exit status, None if it was forced or there was none.
        """
        with self.lock:
            jvm, self._jvm = self._jvm, None
            return jvm.stop(patience) if jvm is not None and jvm.owner == os.getpid() else None


class _Jvm:
    """One process, with the token of its answers."""

    def __init__(
        self, home: Path, classes: Path, main: str, options: Sequence[str], scratch: Path | None
    ) -> None:
        self.owner = os.getpid()
        folder = Path(tempfile.mkdtemp(prefix="equimorph-jdk-", dir=scratch))
        command = [str(home / "bin" / "java"), *options, "-cp", str(classes), f"equimorph.{main}"]
        token = secrets.token_bytes(_TOKEN_BYTES)
        self._child = ChildProcess(command, partial(_read_answers, token), clean_environment(), folder)
        try:
            self._exchange(token, _START_SECONDS)
        except WorkerGone as gone:
            raise JdkError(f"{command[0]} does not start: {gone}\n{self._child.printed()}") from gone

    def ask(self, request: bytes, timeout: float) -> bytes:
        return self._exchange(struct.pack(">i", len(request)) + request, timeout)

    def _exchange(self, message: bytes, timeout: float) -> bytes:
        reason = "ended"
        try:
            self._child.send(message)
            answer = self._child.answer(timeout)
            if isinstance(answer, bytes):
                return answer
            reason = answer
        except queue.Empty:
            reason = "timeout"
        except BrokenPipeError:
            pass  # it ended between two requests, or before it took this one
        raise WorkerGone(reason, self.stop(_EXIT_SECONDS if reason == "ended" else 0))

    def stop(self, patience: float) -> int | None:
        status = self._child.wait(patience) if patience else None
        self._child.stop()
        return status


def _read_answers(token: bytes, stream: IO[bytes], put: Callable[[bytes | str], None]) -> None:
    """Hand on each answer, and at last the reason why there are no more."""
    while len(header := stream.read(_HEADER.size)) == _HEADER.size:
        seen, size = _HEADER.unpack(header)
        if seen != token:
            put("corrupt")
            return
        put(stream.read(size))
    put("corrupt" if header else "ended")
