"""Jobs, parts and their results as plain data, which any engine can send anywhere."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias, cast

from equimorph.rows.jsonl import json_line
from equimorph.runs.extras import MissingPackage
from equimorph.runs.hashes import file_hash
from mutators import InternalError, MutationError
from parsers import ParseError
from parsers.oracles.errors import JdkNotFound

__all__ = [
    "MISSING",
    "PARTIAL",
    "ROW_NAME",
    "SHARED",
    "BulkError",
    "CannotWork",
    "Failure",
    "Job",
    "Part",
    "PartDone",
    "Record",
    "Report",
    "Step",
    "Work",
    "guarded",
    "reason_of",
]

SECONDS = 60.0
PATIENCE = 10
"""A row that sleeps ends after this many times its processor time."""
ROW_NAME = "row_name"
"""Field with the name of a row in messages, in lines that we write ourselves. Files of users do not have it."""
SHARED = "shared"
"""The name of the file in the folder of the parts that the work on all rows needs."""


class BulkError(Exception):
    """Something is wrong with the run as a whole, not with one of its rows."""


class CannotWork(BulkError):
    """A package or the JDK is missing, so that no row can be processed; the message says what to install."""


PARTIAL = ".partial"
"""The end of the name of a file that is being written."""
MISSING = (MissingPackage, JdkNotFound)
"""Errors that end a run wherever they occur, since they are no row's fault."""


@dataclass(frozen=True)
class Record:
    """A row of the input.

    Attributes:
        number: 1-based; of a JSON Lines file the line, else which row of the input it is.
        data: A line of JSON, or the bytes of a file's path.
        without: Texts that the row must not make; for `pairs` alone.
        place: Actual place of a file that is not at its path, such as a copy of standard input; else "".
        lost: Steps that must not be tried, with the reasons: each has ended a process.
    """

    number: int
    data: bytes
    without: tuple[str, ...] = ()
    place: str = ""
    lost: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Step:
    """The beginning of a step of the work on a row, which may be lost alone.

    A step has as much time as a row that has no steps.
    """

    number: int


Report: TypeAlias = Callable[[object], None]
Work: TypeAlias = Callable[[Record, Report], Iterator[bytes]]
"""A function that makes the lines of a row.

It reports what fails besides, members that are left alone (`Skipped`) and steps (`Step`), and raises if nothing can be made.
"""


@dataclass(frozen=True)
class Job:
    """The work on each row, and the place of the output.

    Attributes:
        work: ``module:function``; the function takes the options and returns the `Work`.
        options: JSON.
        folder: Absolute path of the folder of the parts, the same for all workers.
        cwd: Folder that relative paths of the input refer to.
        version: Version of equimorph.
        columns: Columns of Parquet parts; None for JSON Lines.
        timeout: Seconds of processor time for a row, after its last line or step; the clock may show `PATIENCE` times as many.
        memory: Address space of the working process in MiB; None for no limit.
        keep: Maximum number of lines of a part, by the lowest ranks (`bulk.sampling`); None for all.
        shared: Hash of the file that the work on all rows needs, `SHARED` in the folder; None if it needs no file.
    """

    work: str
    options: Mapping[str, Any]
    folder: str
    cwd: str
    version: str
    columns: Mapping[str, Any] | None = None
    timeout: float = SECONDS
    memory: int | None = None
    keep: int | None = None
    shared: str | None = None

    def load(self) -> Work:
        """Return the function for the rows; its module makes it of the options, and of the path of the shared file if there is one.

        Raises:
            BulkError: the shared file is not what it was.
            OSError: it cannot be read.
        """
        module, _, name = self.work.partition(":")
        made = getattr(importlib.import_module(module), name)
        if self.shared is None:
            return cast("Work", made(self.options))
        path = Path(self.folder, SHARED)
        if file_hash(path) != self.shared:
            raise BulkError(f"{path}: modified since the run started")
        return cast("Work", made(self.options, path))

    def at(self, folder: str | os.PathLike[str]) -> Job:
        """Return the same job with another folder of parts."""
        return replace(self, folder=str(folder))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Part:
    """A piece of the input.

    Attributes:
        number: Number of the part, from 0.
        kind: "files", "lines" or "table".
        first: Number of its first row; of a JSON Lines file, of its first line.
        rows: Number of rows.
        paths: The files; or the one file that has the rows.
        start, end: Byte range in a JSON Lines file.
        label: Name in messages of the one file that has the rows, if not its path.
        places: Actual places of files that are not at their path, see `Record.place`.
    """

    number: int
    kind: str
    first: int
    rows: int
    paths: tuple[str, ...]
    start: int = 0
    end: int = 0
    label: str = ""
    places: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The name of its output file, without the ending."""
        return f"part-{self.number:05}"

    @property
    def what(self) -> str:
        """The word for its rows."""
        return "files" if self.kind == "files" else "rows"

    def place_of(self, record: Record, reason: str) -> str:
        """Return a reason together with the place of its row."""
        if self.kind == "files":
            path = os.fsdecode(record.data)
            return reason if reason.startswith(path) else f"{path}: {reason}"
        if self.label and isinstance(name := json_line(record.number, record.data).data.get(ROW_NAME), str):
            return f"{name}: {reason.removeprefix(f'line {record.number}: ')}"
        row = f"{'line' if self.kind == 'lines' else 'row'} {record.number}: "
        return f"{self.label or self.paths[0]}: {row}{reason.removeprefix(row)}"

    def kind_of(self, reason: str) -> str:
        """Return a reason that many rows may share, for `Reporter.failed`; "" for files, since each has a name."""
        return "" if self.kind == "files" else reason


@dataclass(frozen=True)
class Failure:
    """A failure of a row.

    Attributes:
        row: Number of the row.
        reason: Reason with the row's place.
        lost: Whether the process died, took too long or had a fault of the program; then nothing is left of the row.
        whole: Whether it ended the work on the row.
        bare: Then also the reason without the place.
    """

    row: int
    reason: str
    lost: bool = False
    whole: bool = False
    bare: str = ""


@dataclass(frozen=True)
class PartDone:
    """The result of a part.

    Attributes:
        number: Number of the part.
        rows: Rows of the input.
        made: Rows of the output.
        name: Name of the output file.
        size: Size of the output file in bytes.
        sha256: SHA-256 of the output file.
        failures: Failures in the order of the rows.
        notes: JSON; of `pairs` alone, on which the parts behind this one depend.
        skipped: Number of members that were left alone.
        first_skipped: Messages about the first of them.
    """

    number: int
    rows: int
    made: int
    name: str
    size: int
    sha256: str
    failures: tuple[Failure, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict)
    skipped: int = 0
    first_skipped: tuple[str, ...] = ()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PartDone:
        """Return the result of which `to_dict` returned the data."""
        failures = tuple(Failure(**failure) for failure in data["failures"])
        return cls(**{**data, "failures": failures, "first_skipped": tuple(data["first_skipped"])})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def guarded(lines: Iterator[bytes], failed: Callable[[Exception], None]) -> Iterator[bytes]:
    """Yield the lines of a row; an error of the row is reported and ends them, an error of the caller is not caught.

    An exception that no input should cause is reported as an `InternalError`; a missing package or JDK is raised.
    """
    while True:
        try:
            line = next(lines, None)
        except (MutationError, ParseError, OSError) as error:
            failed(error)
            return
        except (MemoryError, *MISSING):  # of the process, not of the row
            raise
        except Exception as error:
            failed(InternalError(error))
            return
        if line is None:
            return
        yield line


def reason_of(error: object) -> str:
    """Return an error as a message."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error)
