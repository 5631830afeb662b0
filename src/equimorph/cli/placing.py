"""The verbs `put` and `restore` of `equimorph defects4j`: a mutant in place of its original in the checkout, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Encoding, JsonFile
from equimorph.cli.session import Session
from equimorph.cli.streams import name_of, spooled
from equimorph.defects4j.checkout import Checkout, read
from equimorph.defects4j.output import in_place, original_in_place
from equimorph.defects4j.output import put as put_mutant
from equimorph.defects4j.output import restore as restore_original
from equimorph.rows.jsonl import json_lines, line_message
from equimorph.rows.row import Row, parse_line
from equimorph.runs.declared import Option, Panel
from mutators import MutationError, RecordMismatch
from parsers.encoding import UTF_8

Folder = Annotated[
    Path,
    Option(argument=True, help="Folder of the checked-out bug.", exists=True, folder=True),
]
_ID = "The mutant whose id begins so."
_REPLACE = "First restore the originals of this file's mutants in the checkout."


def put(
    *,
    checkout: Folder,
    rows: JsonFile,
    wanted: Annotated[str | None, Option(flags="--id", help=_ID)] = None,
    line: Annotated[int | None, Option(minimum=1, help="The mutant in this line of the file.")] = None,
    replace: Annotated[bool, Option(panel=Panel.OUTPUT, help=_REPLACE)] = False,
    encoding: Encoding = UTF_8,
    session: Session,
) -> None:
    """Put one mutant into the checkout, in place of its original."""
    if (wanted is None) == (line is None):
        raise typer.BadParameter("give either --id or --line")
    with _opened(rows) as mutants:
        subject = read(checkout, source_dir=".", encoding=encoding)
        row = mutants.one(wanted, line)
        if replace:
            for _ in _restored(subject, mutants, session):
                pass
        elif (there := next(_standing(subject, mutants, row), None)) is not None:
            raise RecordMismatch(
                f"{subject.file(there.path or '')}: holds mutant {there.id} (line {there.number} of {mutants.name}) already; "
                "take it out with `restore`, or give --replace"
            )
        file = put_mutant(subject, row)
    session.end(f"{file}: {row.mutator} {row.id}")


def restore(
    *,
    checkout: Folder,
    rows: JsonFile,
    encoding: Encoding = UTF_8,
    session: Session,
) -> None:
    """Restore the original, byte for byte, in place of each mutant of the file that is in the checkout."""
    with _opened(rows) as mutants:
        subject = read(checkout, source_dir=".", encoding=encoding)
        done = sum(1 for _ in _restored(subject, mutants, session))
        if not done:
            raise RecordMismatch(f"{checkout}: holds no mutant of {mutants.name}")
    session.end(f"{counted(done, 'original')} restored")


@dataclass(frozen=True)
class _Mutants:
    """A file of mutants.

    Attributes:
        place: of a regular file, which can be read more than once.
        name: of the file in messages.
    """

    place: Path
    name: str

    def rows(self) -> Iterator[Row]:
        """Yield its rows.

        Raises:
            RecordMismatch: a line is no row of a mutant; names the line.
        """
        with self.place.open("rb") as stream:
            for line in json_lines(stream):
                with self._naming(line.number):
                    row = parse_line(line)
                yield row

    def one(self, wanted: str | None, line: int | None) -> Row:
        """Return the row in a line, or that whose id begins as wanted.

        Raises:
            RecordMismatch: there is none, or there are several; or it does not agree with itself.
        """
        matches = [row for row in self.rows() if _is_wanted(row, wanted, line)]
        if not matches:
            raise RecordMismatch(f"{self.name}: has no such mutant")
        if len(matches) > 1:
            lines = ", ".join(str(row.number) for row in matches[:9])
            raise RecordMismatch(f"{self.name}: has several, in lines {lines}; give one as --line")
        with self._naming(matches[0].number):
            matches[0].check()
        return matches[0]

    @contextmanager
    def _naming(self, number: int | None) -> Iterator[None]:
        """Have errors begin with the file and the line."""
        try:
            yield
        except MutationError as error:
            raise RecordMismatch(line_message(self.name, number, error)) from error


@contextmanager
def _opened(rows: Path) -> Iterator[_Mutants]:
    """Open a file of mutants, a pipe or standard input.

    Raises:
        OSError: it cannot be read.
    """
    with spooled(rows) as place:
        yield _Mutants(place, name_of(rows))


def _is_wanted(row: Row, wanted: str | None, line: int | None) -> bool:
    return row.number == line if wanted is None else row.id.startswith(wanted)


def _restored(checkout: Checkout, mutants: _Mutants, session: Session) -> Iterator[Row]:
    """Restore the originals of all mutants of a file that stand in the checkout; yield their rows."""
    done, progress = set[int | None](), True
    # A mutant that is gone may bring those behind it in the file back to their places.
    while progress:
        progress = False
        for row in mutants.rows():
            if row.number not in done and in_place(checkout, row):
                session.note(f"{restore_original(checkout, row)}: original in place of {row.id}")
                done.add(row.number)
                progress = True
                yield row


def _standing(checkout: Checkout, mutants: _Mutants, wanted: Row) -> Iterator[Row]:
    """Yield the rows of the mutants that stand where the original of a row belongs, and do not hold it."""
    if original_in_place(checkout, wanted):
        return
    yield from (row for row in mutants.rows() if row.path == wanted.path and in_place(checkout, row))
