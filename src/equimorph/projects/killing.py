"""Running a project's own tests on mutants: which are killed, and which survive.

Nothing is written into the project. Each job has a copy, in which build and tests first run once on the original. Every mutant
starts from the state after that: everything that the run of one mutant leaves behind is removed before the next one.
"""

from __future__ import annotations

import codecs
import shutil
import time
from collections import deque
from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, Literal

from equimorph.projects.copies import check_links
from equimorph.projects.processes import Ended, Processes
from equimorph.rows.jsonl import JsonLine, lines_of
from equimorph.rows.row import Row, check_line
from equimorph.trees.files import copy_tree
from mutators import MutationError, RecordMismatch
from mutators.mutant import Relation
from parsers import ParseError
from parsers.encoding import UTF_8, declared

__all__ = ["KillStatus", "TestRun", "run_tests"]

KillStatus = Literal["killed", "survived", "timeout", "does_not_compile", "error"]

_BASE_SECONDS, _TIMES = 10.0, 5.0
_TAIL_LINES = 5
_MAY_BE_KILLED: tuple[Relation, ...] = ("breaking", "preserving-but-for-output")


@dataclass(frozen=True)
class TestRun:
    """The result of the tests for a row.

    Attributes:
        number: its 1-based line.
        id: Id of the mutation; None if the row cannot be read.
        status: "killed" if the tests fail, "survived" if they pass, "timeout" if they take too long, "does_not_compile" if the
            build fails, "error" if the result is not known: the row is invalid, its file is not in the project, or the tests are
            not stable.
        reason: the exit code and the last lines of the output, or what is wrong; None for a survivor.
        seconds: Seconds of the build and the tests.
        data: the row; empty if the line is not a JSON object.
    """

    __test__ = False  # no test class of pytest

    number: int
    id: str | None
    status: KillStatus
    reason: str | None
    seconds: float
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def fault(self) -> bool:
        """Whether a mutant does not compile, or tests kill a preserving one, or the result is not known.

        Tests that read what is printed may kill a mutant that is "preserving-but-for-output".
        """
        return self.status in ("does_not_compile", "error") or (
            self.status != "survived" and self.data.get("relation") not in _MAY_BE_KILLED
        )

    def row(self) -> dict[str, Any]:
        """Return the row with `status`, `status_reason` and `seconds`."""
        told = {"status": self.status, "status_reason": self.reason, "seconds": round(self.seconds, 3)}
        return {**self.data, **told}


def _reason(ended: Ended) -> str:
    """Return the end of a command, with the end of its output."""
    how = f"longer than {ended.seconds:.0f} seconds" if ended.code is None else f"exit code {ended.code}"
    return f"{how}: {tail}" if (tail := ended.tail(_TAIL_LINES)) else how


def run_tests(
    rows: str | PathLike[str] | Iterable[Mapping[str, Any]],
    tests: str,
    *,
    project: str | PathLike[str],
    build: str | None = None,
    timeout: float | None = None,
    jobs: int = 1,
    encoding: str = "utf-8",
) -> Generator[TestRun, None, None]:
    """Run the tests of a project on each mutant of some rows, in the order of the rows.

    If the tests fail on a preserving mutant, they run once more on the original and on the mutant, since they may not be stable.

    Args:
        rows: A JSON Lines file, or the objects; paths are relative to the project, or name files in it.
        tests: A shell command, run in a copy of the project; exit code 0 means that the tests pass.
        project: A folder with the originals. It is only read.
        build: A command that runs before the tests; if it fails, the mutant does not compile.
        timeout: Seconds for each command; for None, 10 seconds plus 5 times its time on the original.
        jobs: Number of copies of the project in use at once.
        encoding: Encoding of the files of the project; a Python file may declare another one.

    Raises:
        MutationError: the build or the tests fail on the original; an absolute link in the project leads into it; or
            the encoding is unknown.
        OSError: the rows or the project cannot be read.
    """
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise MutationError(f"no encoding is called {encoding!r}") from None
    root = Path(project).resolve()
    if not root.is_dir():
        raise NotADirectoryError(20, "not a folder", str(project))
    with (
        TemporaryDirectory(prefix="equimorph.") as scratch,
        closing(_Copies(_Project(root, encoding), Path(scratch), (build, tests), timeout, jobs)) as copies,
        ThreadPoolExecutor(jobs) as threads,
    ):
        copies.first()
        waiting: deque[Future[TestRun]] = deque()
        try:
            for line in lines_of(rows):
                waiting.append(threads.submit(copies.judged, line))
                if len(waiting) > jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
            copies.close()


@dataclass(frozen=True)
class _Project:
    """A project, which is only read.

    Attributes:
        root: its folder.
        encoding: Encoding of its files.
    """

    root: Path
    encoding: str

    def _holds(self, path: Path) -> bool:
        return path.is_relative_to(self.root)

    def placed(self, row: Row) -> tuple[Path, bytes]:
        """Return the place of a row's mutated file, and its bytes.

        Raises:
            MutationError: the file does not exist, or its text is not the original of the row.
        """
        if row.path is None:
            raise RecordMismatch("the row has no path, so that its file in the project is not known")
        # As it is in the project, or as it was named in the folder where it was mutated.
        paths = (path.resolve() for path in (self.root / row.path, Path(row.path)) if path.is_file())
        path = next(filter(self._holds, paths), None)
        if path is None:
            raise RecordMismatch(f"{row.path}: no such file in {self.root}")
        found_bytes = path.read_bytes()
        encoding = self.encoding
        if encoding == UTF_8:  # not named: the file may declare another one
            try:
                encoding = declared(found_bytes, row.language)
            except ParseError as error:
                raise RecordMismatch(f"{path}: {error}") from None
        try:
            data = found_bytes.decode(encoding).encode()
        except UnicodeError:
            raise RecordMismatch(f"{path}: not {encoding}; --encoding names another one") from None
        original = row.original.encode()
        end = row.offset + len(original)
        if data[row.offset : end] != original or row.original_file() not in (None, data):
            raise RecordMismatch(f"{path} does not hold the original of the row: of another version?")
        mutated = data[: row.offset] + row.mutant.encode() + data[end:]
        return path.relative_to(self.root), mutated.decode().encode(encoding)


class _Copies:
    """Copies of a project, one for each job, made when they are needed.

    Args:
        project: what is copied.
        scratch: an empty folder.
        commands: the build, or None, and the tests.
        timeout, jobs: see `run_tests`.
    """

    def __init__(
        self,
        project: _Project,
        scratch: Path,
        commands: tuple[str | None, str],
        timeout: float | None,
        jobs: int,
    ) -> None:
        self.project, self.commands = project, commands
        self._timeout = timeout
        self._seconds: tuple[float, float] | None = None
        self._free: SimpleQueue[_Copy] = SimpleQueue()
        self._all = [_Copy(self, scratch / f"{number}") for number in range(jobs)]

    def first(self) -> None:
        """Run build and tests on the original, in one copy.

        Raises:
            MutationError: they fail.
        """
        check_links(self.project.root)
        self._seconds = self._all[0].prepare()
        for copy in self._all:
            self._free.put(copy)

    def limit(self, step: int) -> float | None:
        """Return the seconds for the build (0) or the tests (1); None if there is no limit yet."""
        if self._timeout is not None or self._seconds is None:
            return self._timeout
        return _BASE_SECONDS + _TIMES * self._seconds[step]

    def judged(self, line: JsonLine) -> TestRun:
        """Run the tests on a row, in a copy that is free."""
        copy = self._free.get()
        try:
            return copy.judged(line)
        finally:
            self._free.put(copy)

    def close(self) -> None:
        """End the running commands; do not begin the next ones."""
        for copy in self._all:
            copy.stop()


class _Copy:
    """A copy of a project.

    Args:
        copies: says what is run.
        folder: Folder of the copy, and beside it of the state to which it returns.
    """

    def __init__(self, copies: _Copies, folder: Path) -> None:
        self._copies = copies
        self._work, self._ready = folder / "work", folder / "ready"
        self._processes = Processes()

    def prepare(self) -> tuple[float, float]:
        """Make the copy, and run build and tests on the original in it; return how many seconds they took.

        Raises:
            MutationError: they fail.
        """
        _copy(self._copies.project.root, self._work)
        seconds = [0.0, 0.0]
        for step, what in enumerate(("build command", "test command")):
            ended = self._step(step)
            if ended is not None and ended.code != 0:
                root = self._copies.project.root
                raise MutationError(f"{root}: without a mutant the {what} fails: {_reason(ended)}")
            seconds[step] = 0.0 if ended is None else ended.seconds
        _copy(self._work, self._ready)
        return seconds[0], seconds[1]

    def judged(self, line: JsonLine) -> TestRun:
        row, error = check_line(line)
        id = row.id if row else None
        if row is None or error is not None:
            return TestRun(line.number, id, "error", f"record: {error}", 0.0, line.data)
        if not self._ready.exists():
            self.prepare()
        try:
            place, mutated = self._copies.project.placed(row)
        except MutationError as mismatch:
            return TestRun(line.number, id, "error", str(mismatch), 0.0, line.data)
        started = time.monotonic()
        status, reason = self._status(place, mutated)
        seconds = time.monotonic() - started
        if status in ("killed", "timeout") and line.data.get("relation") not in _MAY_BE_KILLED:
            status, reason = self._confirmed(place, mutated, status, reason)
        return TestRun(line.number, id, status, reason, seconds, line.data)

    def _confirmed(
        self, place: Path, mutated: bytes, status: KillStatus, reason: str | None
    ) -> tuple[KillStatus, str | None]:
        """Return the status of a preserving mutant on which tests failed, after they ran again without it and with it."""
        for data, wanted in ((None, "survived"), (mutated, status)):
            if self._status(place, data)[0] != wanted:
                which = "the original" if data is None else "the same mutant"
                return "error", f"not stable: {reason}; another result in a second run, on {which}"
        return status, reason

    def _status(self, place: Path, mutated: bytes | None) -> tuple[KillStatus, str | None]:
        """Run build and tests with other bytes in a file; None for the original bytes."""
        shutil.rmtree(self._work)
        _copy(self._ready, self._work)
        if mutated is not None:
            file = self._work / place
            file.chmod(file.stat().st_mode | 0o200)
            file.write_bytes(mutated)
        statuses: tuple[KillStatus, ...] = ("does_not_compile", "killed")
        for step, status in enumerate(statuses):
            ended = self._step(step)
            if ended is not None and ended.code is None:
                return "timeout", _reason(ended)
            if ended is not None and ended.code:
                return status, _reason(ended)
        return "survived", None

    def _step(self, step: int) -> Ended | None:
        command = self._copies.commands[step]
        if command is None:
            return None
        return self._processes.run(("/bin/sh", "-c", command), self._work, self._copies.limit(step))

    def stop(self) -> None:
        """End what runs here."""
        self._processes.stop()


def _copy(source: Path, out: Path) -> None:
    out.mkdir(parents=True)
    copy_tree(source, out, lambda _path, _name: None)
