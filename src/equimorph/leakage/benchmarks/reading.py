"""The interface of a benchmark's reader: the place, the wanted unit, and the pieces of its bugs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal, TypeAlias

from equimorph.leakage.samples import LANGUAGE
from equimorph.rows.tables import BadRow, Failed, RowCount, Rows
from mutators import MutationError
from parsers import ParseError

Unit: TypeAlias = Literal["hunk", "method", "class"]
"""The kind of a bug's pieces: lines that one change replaces, a method, or a file of a class."""
UNITS: tuple[Unit, ...] = ("hunk", "method", "class")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a bug.

    Attributes:
        bug_id: Id of the bug, such as Lang-1.
        buggy, fixed: Its sides, as in `Sample`.
        language: Language of them.
    """

    bug_id: str
    buggy: bytes | None
    fixed: bytes | None
    language: str = LANGUAGE


@dataclass(frozen=True)
class Asked:
    """A request to a reader.

    Attributes:
        place: Place of the benchmark; rows may also be given as they are.
        unit: Unit of its pieces.
        fix: place of the fixes of checkouts, as in `read_bugs`.
        failed: gets what cannot be read; the rest continues.
        count: Number of pieces; a bug that cannot be read counts as one.
    """

    place: Rows
    unit: Unit
    fix: str
    failed: Failed
    count: RowCount

    @property
    def path(self) -> Path:
        """The place as a path.

        Raises:
            ValueError: rows are given as they are.
        """
        if not isinstance(self.place, str | PathLike):
            raise ValueError("rows as they are can only be of a format of rows")
        return Path(self.place)


Sides: TypeAlias = tuple[bytes | None, bytes | None]
"""The buggy and the fixed side of a piece."""


@dataclass(frozen=True)
class Source:
    """The source of a bug's pieces.

    Attributes:
        bug_id: Bug id of the bug.
        place: Place of its file or folder, for messages.
        sides: reads the pieces; raises ParseError, MutationError or OSError if it cannot.
        language: Language of the pieces.
    """

    bug_id: str
    place: str
    sides: Callable[[], Iterable[Sides]]
    language: str = LANGUAGE


def unread(bug_id: str, place: str, error: Exception) -> Source:
    """Return a bug that cannot be read, or several that cannot be listed.

    Args:
        bug_id: Bug id of it, or a name for them.
        place: Place for messages.
        error: ParseError, MutationError or OSError.
    """

    def sides() -> Iterable[Sides]:
        raise error

    return Source(bug_id, place, sides)


def pieces_of(sources: Iterable[Source], asked: Asked) -> Iterator[Piece]:
    """Yield the pieces of bugs; a bug that cannot be read, or has none, is reported and counts as one."""
    ids = set[str]()
    for source in sources:
        try:
            if source.bug_id in ids:
                raise MutationError(f"a second {source.bug_id}")
            sides = tuple(source.sides())
            if not sides:
                raise MutationError(
                    f"no {source.language.capitalize()} {asked.unit} of {source.bug_id} differs"
                )
        except (ParseError, MutationError, OSError) as error:
            asked.count.read += 1
            asked.count.dropped["bad row"] += 1
            asked.failed(_bad(error, source.place))
            continue
        ids.add(source.bug_id)
        asked.count.read += len(sides)
        yield from (Piece(source.bug_id, *pair, source.language) for pair in sides)


def _bad(error: Exception, place: str) -> BadRow:
    """Return the faults of a bug: the file and line that the error names, else its place."""
    if isinstance(error, ParseError) and error.path is not None:
        prefix = error.path if error.line is None else f"{error.path}:{error.line}"
        return BadRow(error.path, error.line or 1, str(error).removeprefix(f"{prefix}: "))
    if isinstance(error, OSError) and error.strerror is not None:
        return BadRow(str(error.filename or place), 1, error.strerror)
    return BadRow(place, 1, str(error).removeprefix(f"{place}: "))


@dataclass(frozen=True)
class Benchmark:
    """A kind of benchmark that can be read.

    Attributes:
        name: Name that its samples have; None if they are named after their file.
        units: Possible units of its pieces, the default first.
        layout: Expected contents of its place, for messages and docs.
        is_at: Whether a place looks like it.
        pieces: Reader of the pieces.
        is_named: Whether a place has the name of the kind, if not all of its places have it.
    """

    name: str | None
    units: tuple[Unit, ...]
    layout: str
    is_at: Callable[[Path], bool]
    pieces: Callable[[Asked], Iterator[Piece]]
    is_named: Callable[[Path], bool] = lambda path: True

    def name_at(self, place: Rows) -> str | None:
        """Return the name of the samples at a place; None if they are named after the place."""
        return self.name if isinstance(place, str | PathLike) and self.is_named(Path(place)) else None
