"""The verbs that make rows of rows: `invert`, which also takes a tree, and `undo`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, OutFile, SourceEncoding, out_option
from equimorph.cli.known import checked
from equimorph.cli.session import Session
from equimorph.cli.streams import name_of, output, reading, spooled, total_of
from equimorph.cli.values import input_file, rows_format, tree_or_file
from equimorph.rows.by_row import invert_row
from equimorph.rows.jsonl import JsonLine, encode, json_lines
from equimorph.rows.row import Row, parse_line
from equimorph.rows.undoing import undo_diff_row, undo_row
from equimorph.runs.declared import Option, Panel
from equimorph.trees.rewriting import invert_tree
from mutators import MutationError
from parsers import ParseError

_PATH = "A rewritten tree, or JSON Lines of mutants; - for rows on standard input."
_OUT = "Folder for a tree; file for rows (.jsonl, .jsonl.gz), default standard output."


def invert(
    *,
    path: Annotated[Path, Option(argument=True, help=_PATH, check=tree_or_file)],
    records: Annotated[
        Path | None, Option(panel=Panel.INPUT, check=input_file, help="The mutations.jsonl of the tree.")
    ] = None,
    encoding: SourceEncoding = None,
    out: Annotated[Path | None, out_option(_OUT)] = None,
    session: Session,
) -> None:
    """Restore originals byte for byte, from a rewritten tree or from rows of mutants."""
    if path.is_dir():
        if records is None or out is None:
            raise typer.BadParameter("a tree needs --records and --out")
        session.loses(out)
        with spooled(records) as listed, session.bar(None, "files") as advance:
            try:
                restored = invert_tree(path, listed, out, encoding=encoding, on_file=lambda _: advance())
            except MutationError as error:
                name = name_of(records)
                raise MutationError(f"{name}: {error}; are these the records of {path}?") from error
        session.end(f"{counted(restored, 'file')} restored")
        return
    if records is not None or encoding is not None:
        raise typer.BadParameter("--records and --encoding are for trees")
    checked(rows_format, out)
    rows_to_rows(path, out, session, invert_row, "original", " restored")


@dataclass(frozen=True)
class PatchFields:
    """The fields with a patch, and what undoes its mutation.

    Attributes:
        field: Field that holds the patched mutant.
        hunk: Field that holds a hunk instead: some lines of the row's mutant.
        at_lines: Field with the lines of the row's mutant that the hunk replaces: a number, or [first, last].
        diff: Field that holds a unified diff of the mutant instead.

    Raises:
        typer.BadParameter: they do not go together.
    """

    field: Annotated[str | None, Option(panel=Panel.INPUT)] = None
    hunk: Annotated[str | None, Option(panel=Panel.INPUT)] = None
    at_lines: Annotated[str | None, Option(panel=Panel.INPUT)] = None
    diff: Annotated[str | None, Option(panel=Panel.INPUT)] = None

    def __post_init__(self) -> None:
        given = tuple(name for name, value in vars(self).items() if value is not None)
        if given not in (("field",), ("hunk", "at_lines"), ("diff",)):
            raise typer.BadParameter("give either --field, or --diff, or both --hunk and --at-lines")

    def undone(self, row: Row) -> dict[str, Any]:
        """Return the row with its mutation undone.

        Raises:
            MutationError, ParseError: as `undo_row`.
        """
        if self.diff is not None:
            return undo_diff_row(row, self.diff)
        return undo_row(row, self.field or self.hunk or "", self.at_lines)


def undo(*, path: JsonFile, fields: PatchFields, out: OutFile = None, session: Session) -> None:
    """Undo mutations in patched mutants; adds undone, verdict (undone, conflict, unparsable, empty), reason, stripped."""
    rows_to_rows(path, out, session, fields.undone, "row")


def rows_to_rows(
    path: Path,
    out: Path | None,
    session: Session,
    made: Callable[[Row], dict[str, Any]],
    noun: str,
    verb: str = "",
    read: Callable[[JsonLine], Row] = parse_line,
) -> None:
    """Write what is made of each row of a file; report rows of which nothing can be made.

    Args:
        path: of the rows; ``-`` for standard input.
        out: None or ``-`` for standard output.
        session: gets the failures, and the summary.
        made: makes the result of a row.
        noun, verb: words of the summary.
        read: makes a row of a line.
    """
    count, name = 0, name_of(path)
    session.loses(out)
    with output(out) as stream, reading(path) as lines:
        for line in session.progress(json_lines(lines), total_of(path), "rows"):
            try:
                found = made(read(line))
            except (MutationError, ParseError) as error:
                session.failed_row(name, line.number, error)
                continue
            stream.write(encode(found))
            count += 1
    session.end(f"{counted(count, noun)}{verb}")
