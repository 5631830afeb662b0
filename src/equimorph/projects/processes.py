"""Commands with a limit of time, each a process group that ends as a whole, also where this process is killed."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mutators import MutationError
from parsers.oracles.processes import Tail, kill_group, pipes

# The watcher reads what nobody writes: it comes to the end of it when this process closes the pipe, or is no more.
_WATCHED = 'exec 3<&0 0</dev/null; { cat <&3 >/dev/null 2>&1; kill -KILL 0; } & exec 3<&-; "$@"'


class Ended(NamedTuple):
    """The end of a command.

    Attributes:
        code: its exit code, above 128 for a signal; None if it took too long.
        output: the last bytes of what it printed on both streams.
        seconds: that it took.
    """

    code: int | None
    output: bytes
    seconds: float

    def tail(self, lines: int) -> str:
        """Return the last lines of the output that are not blank."""
        output_lines = self.output.decode(errors="replace").splitlines()
        return "\n".join([line.rstrip() for line in output_lines if line.strip()][-lines:])


class Processes:
    """Runs commands, one after the other; another thread may stop it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._stopped = False

    def run(
        self,
        command: Sequence[str],
        folder: Path,
        limit: float | None,
        environment: Mapping[str, str] | None = None,
    ) -> Ended:
        """Run a command, and end whatever it leaves behind in its process group.

        Args:
            command: Program and its arguments.
            folder: Working directory.
            limit: Limit in seconds; None for no limit.
            environment: Environment variables; None for this process's.

        Raises:
            MutationError: `stop` was called.
            OSError: no process can be started.
        """
        started = time.monotonic()
        with self._lock:
            if self._stopped:
                raise MutationError("the run was ended")
            process = self._process = subprocess.Popen(
                ["/bin/sh", "-c", _WATCHED, "sh", *command],
                cwd=folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        stdin, stdout = pipes(process)
        output = Tail(stdout)
        code: int | None = None
        try:
            with suppress(subprocess.TimeoutExpired):
                code = process.wait(limit)
        finally:
            seconds = time.monotonic() - started
            with self._lock:
                kill_group(process)
                self._process = None
            stdin.close()
        return Ended(code, output.read(), seconds)

    def stop(self) -> None:
        """End what runs; nothing is run any more."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                kill_group(self._process)
