"""The interpreter oracle: compiling and comparing in a child process, and running programs, each in its own."""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from parsers.oracles.errors import InterpreterError
from parsers.oracles.interpreter.code import Nested
from parsers.oracles.interpreter.process import Child, ChildGone, clean_environment
from parsers.oracles.interpreter.results import Compilation, Run
from parsers.oracles.processes import Closing, kill_group
from parsers.python.syntax.wrapping import wrapper

__all__ = ["Interpreter"]

_PROGRAM = Path(__file__).with_name("program.py")
_BOM = b"\xef\xbb\xbf"


class Interpreter(Closing):
    """A Python interpreter, as a context manager; its child process starts on demand and is replaced when lost.

    Threads may share it, but take turns at compiling.

    Args:
        command: the interpreter: a program as a shell would read it, such as "python3.12" or "uv run python", or its words. By
            default the interpreter of this process.
        timeout: seconds for one compilation.
    """

    def __init__(self, command: str | Sequence[str] = sys.executable, *, timeout: float = 60.0) -> None:
        self.command = _words(command)
        self._timeout = timeout
        self._lock = threading.RLock()
        self._child: Child | None = None
        self._closed = False

    def close(self) -> None:
        """End the child process; this object cannot be used afterwards."""
        self._closed = True
        self._stop()

    @property
    def version(self) -> tuple[int, ...]:
        """The version, such as (3, 12, 1).

        Raises:
            InterpreterError: the command is no Python that is known here, or does not start.
        """
        with self._lock:
            return self._started().version

    def compile(self, text: str | bytes, *, nested: Nested = "by keyword") -> Compilation:
        """Compile a text, and return the digest of its normal form.

        Args:
            text: A module, or functions alone, whose first line may be indented or lack the indentation of the others;
                bytes are UTF-8.
            nested: See `parsers.oracles.interpreter.code.digest`.

        Raises:
            InterpreterError: the command is no Python that is known here, or does not start.
        """
        data = (text.encode(errors="surrogatepass") if isinstance(text, str) else text).removeprefix(_BOM)
        head = wrapper(data)
        try:
            whole = (head + data).decode()
        except UnicodeDecodeError as error:
            return Compilation(None, f"not UTF-8: {error}")
        with self._lock:
            child = self._started()
            try:
                answer = child.ask({"text": whole, "nested": nested}, self._timeout)
            except ChildGone as gone:
                return Compilation(None, f"the interpreter broke down: {gone}", crashed=True)
            finally:
                if not child.is_alive:
                    self._child = None
        if "digest" in answer:
            return Compilation(answer["digest"])
        line = answer.get("line")
        return Compilation(None, answer["error"], None if line is None else max(1, line - bool(head)))

    def same_code(self, left: str | bytes, right: str | bytes, *, nested: Nested = "by keyword") -> bool:
        """Return whether two texts compile to code objects of one normal form, as `compile` reads them.

        Raises:
            InterpreterError: the command is no Python that is known here, or does not start.
        """
        before, after = (self.compile(text, nested=nested) for text in (left, right))
        return before.ok and before.digest == after.digest

    def run(self, text: str | bytes, *, timeout: float = 10.0) -> Run:
        """Run a program in a process of its own, in an empty folder and without input; hashes of strings are the same in each run.

        Args:
            text: a module; bytes are UTF-8.
            timeout: seconds, after which it is ended with all processes that it started.

        Raises:
            InterpreterError: the command does not start.
        """
        self._check_open()
        data = (text.encode() if isinstance(text, str) else text).removeprefix(_BOM)
        token = secrets.token_hex(16)
        with tempfile.TemporaryDirectory(prefix="equimorph-python-") as folder:
            program, work = Path(folder, "program"), Path(folder, "work")
            program.write_bytes(data)
            work.mkdir()
            with Path(folder, "out").open("w+b") as out, Path(folder, "err").open("w+b") as err:
                code = self._ended([str(program), token], work, (out.fileno(), err.fileno()), timeout)
                out.seek(0)
                err.seek(0)
                printed, errors = out.read(), err.read()
        errors, found, thrown = errors.partition(f"\n{token} ".encode())
        exception = thrown.split(b"\n", 1)[0].decode() if found else None
        if code is None:
            return Run("timeout", None, None, printed, errors)
        if exception is not None:
            return Run("exception", exception, code, printed, errors)
        return Run("ok" if code == 0 else "exit" if code > 0 else "crashed", None, code, printed, errors)

    def _ended(
        self, arguments: Sequence[str], work: Path, outputs: tuple[int, int], timeout: float
    ) -> int | None:
        """Run a program; return its exit status, or None for a timeout."""
        command = [*self.command, "-P", "-s", "-B", "-X", "utf8", str(_PROGRAM), *arguments]
        try:
            process = subprocess.Popen(
                command,
                cwd=work,
                stdin=subprocess.DEVNULL,
                stdout=outputs[0],
                stderr=outputs[1],
                env=clean_environment() | {"PYTHONHASHSEED": "0"},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise InterpreterError(f"{command[0]!r} does not start: {error}") from error
        try:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(timeout)
            return None
        finally:
            kill_group(process)

    def _started(self) -> Child:
        self._check_open()
        if self._child is not None and self._child.owner != os.getpid():
            self._child = None  # we are a fork: that process talks to our parent
        if self._child is None:
            self._child = Child(self.command)
        return self._child

    def _stop(self) -> None:
        with self._lock:
            child, self._child = self._child, None
            if child is not None and child.owner == os.getpid():
                child.stop()

    def _check_open(self) -> None:
        if self._closed:
            raise InterpreterError("this Interpreter is closed")


def _words(command: str | Sequence[str]) -> tuple[str, ...]:
    """Return the words of a command; a program whose path has blanks is one word.

    Raises:
        InterpreterError: there is no word, or a quote that does not end.
    """
    if not isinstance(command, str):
        words = list(command)
    elif shutil.which(command) is not None:
        words = [command]
    else:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise InterpreterError(f"{command!r} is no command: {error}") from None
    if not words:
        raise InterpreterError("no Python: the command is empty")
    if os.sep in words[0]:  # a relative path still holds in another folder
        words[0] = str(Path(words[0]).absolute())
    return tuple(words)
