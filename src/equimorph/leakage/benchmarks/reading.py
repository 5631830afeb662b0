"""What a reader of a benchmark gets and gives: where it is, which unit is wanted, and the pieces of its bugs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal, TypeAlias

from equimorph.rows.tables import BadRow, Failed, RowCount, Rows
from mutators import MutationError
from parsers import ParseError

__all__ = ["UNITS", "Asked", "Benchmark", "Piece", "Unit"]

Unit: TypeAlias = Literal["hunk", "method", "class"]
"""What a piece of a bug is: lines that one change replaces, a method, or a file of a class."""
UNITS: tuple[Unit, ...] = ("hunk", "method", "class")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a bug.

    Attributes:
        bug_id: such as Lang-1.
        buggy, fixed: its sides, as those of `Sample`.
    """

    bug_id: str
    buggy: bytes | None
    fixed: bytes | None


@dataclass(frozen=True)
class Asked:
    """What is asked of a reader.

    Attributes:
        place: of the benchmark; rows may also be given as they are.
        unit: of its pieces.
        failed: gets what cannot be read; the rest goes on.
        count: of pieces; a bug that cannot be read counts as one.
    """

    place: Rows
    unit: Unit
    failed: Failed
    count: RowCount

    @property
    def path(self) -> Path:
        """The place as a path; of rows that are given as they are, none that exists."""
        return Path(self.place) if isinstance(self.place, str | PathLike) else Path()

    def drop(self, error: Exception, path: Path) -> None:
        """Report and count a bug that cannot be read.

        Args:
            error: what was wrong.
            path: of its file or folder, unless the error names one itself.
        """
        self.count.read += 1
        self.count.dropped["bad row"] += 1
        self.failed(_bad(error, path))


def _bad(error: Exception, path: Path) -> BadRow:
    name, line, reason = str(path), 1, str(error)
    if isinstance(error, ParseError):
        name, line = error.path or name, error.line or 1
        for known in (f"{error.path}:{error.line}: ", f"{error.path}: ", f"{error.line}: "):
            reason = reason.removeprefix(known)
    elif isinstance(error, OSError):
        name, reason = str(error.filename or name), error.strerror or reason
    elif isinstance(error, MutationError):
        reason = reason.removeprefix(f"{name}: ")
    return BadRow(name, line, reason)


@dataclass(frozen=True)
class Benchmark:
    """A kind of benchmark that can be read.

    Attributes:
        name: that its samples have; None if it is that of its file.
        units: that its pieces can be of, the default first.
        layout: what is expected at its place, for messages and docs.
        is_at: whether a place looks like it.
        pieces: reads it.
    """

    name: str | None
    units: tuple[Unit, ...]
    layout: str
    is_at: Callable[[Path], bool]
    pieces: Callable[[Asked], Iterator[Piece]]
