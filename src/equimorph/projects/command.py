"""The runner "command": a shell command of the user's, which compiles a checkout and runs its tests."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import ClassVar

from equimorph.projects.copies import Copy
from equimorph.projects.failing_tests import read_entries
from equimorph.projects.options import RunnerOptions
from equimorph.projects.processes import Ended, Processes
from equimorph.projects.project import Project
from equimorph.projects.reports import FAILING_TESTS, TAIL_LINES, Report

DOES_NOT_COMPILE = 64
_LIMITED = 'ulimit -d "$1" && shift && exec "$@"'


class Workplace:
    """A copy of a checkout in which commands run, within limits of time and memory.

    Args:
        options: the limits.
        scratch: an empty folder for the copy.
        leave_out: names of files and folders of the checkout that are not copied.
    """

    def __init__(self, options: RunnerOptions, scratch: Path, leave_out: Collection[str] = ()) -> None:
        self._options, self._scratch, self._left_out = options, scratch, leave_out
        self._processes = Processes()
        self._copy: Copy | None = None

    @property
    def folder(self) -> Path:
        """The folder of the copy."""
        return self._scratch / "work"

    @property
    def failing(self) -> Path:
        """The list of the tests that fail, which a command writes."""
        return self.folder / FAILING_TESTS

    def prepare(self, project: Project, path: str, file: bytes) -> None:
        """Bring the copy into the state of a checkout with one file replaced, without a list of tests that fail."""
        if self._copy is not None and self._copy.root == project.folder.resolve():
            self._copy.restore()
        else:
            if self._copy is not None:
                self._copy.remove()
            self._copy = Copy(project.folder, self.folder, self._left_out)
        self._copy.put(Path(path), file)
        self.failing.unlink(missing_ok=True)

    def run(self, command: Sequence[str], limit: float | None = None, **variables: str) -> Ended:
        """Run a command in the copy.

        Args:
            command: Program and its arguments.
            limit: Limit in seconds; None for the options' limit.
            variables: Environment variables in addition to this process's.
        """
        limited = ("/bin/sh", "-c", _LIMITED, "sh", str(self._options.memory << 10), *command)
        seconds = self._options.timeout if limit is None else limit
        return self._processes.run(limited, self.folder, seconds, {**os.environ, **variables})

    def report(self, ended: Ended) -> Report:
        """Return the report of the tests: an exit code other than 0 without a test that fails is a crash."""
        output, folders = ended.tail(TAIL_LINES), (str(self.folder),)
        if ended.code is None:
            return Report("timeout", output=output, folders=folders)
        data = self.failing.read_bytes() if self.failing.is_file() else b""
        entries = read_entries(data)
        if data.strip() and not entries:
            return Report(
                "crash", output=f"{FAILING_TESTS} cannot be read\n{output}".rstrip(), folders=folders
            )
        if ended.code != 0 and not entries:
            return Report("crash", output=f"exit code {ended.code}\n{output}".rstrip(), folders=folders)
        return Report("ended", data.decode("utf-8", "backslashreplace"), output, folders)

    def close(self) -> None:
        """End what runs."""
        self._processes.stop()


class CommandEngine:
    """Runs a command of the user's.

    The variable EQUIMORPH_FILE has the path of the patched file in the checkout, EQUIMORPH_TESTS the tests that are wanted, a
    line each; it is empty for all.

    Args:
        options: the command and its limits.
        scratch: an empty folder for copies.
        cache: not used.
    """

    language: ClassVar[str | None] = None

    def __init__(self, options: RunnerOptions, scratch: Path, cache: Path) -> None:
        self._command = options.command or ""
        self._place = Workplace(options, scratch)

    def identity(self) -> list[str]:
        """Return the inputs of a report besides the checkout, the file and the tests."""
        return ["command", self._command]

    def close(self) -> None:
        """End what runs."""
        self._place.close()

    def run(self, project: Project, path: str, file: bytes, tests: Sequence[str] | None) -> Report:
        """Run in a copy, as `Engine.run`."""
        self._place.prepare(project, path, file)
        wanted = "".join(f"{test}\n" for test in tests or ())
        ended = self._place.run(("/bin/sh", "-c", self._command), EQUIMORPH_FILE=path, EQUIMORPH_TESTS=wanted)
        if ended.code == DOES_NOT_COMPILE:
            return Report("compile_failure", output=ended.tail(TAIL_LINES))
        return self._place.report(ended)
