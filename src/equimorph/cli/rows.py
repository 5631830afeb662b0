"""The verbs that make rows of rows: `invert`, which also takes a tree, and `undo`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.cli.arguments import JsonFile, OutFile, Quiet, regular
from equimorph.cli.session import Session, output, reported
from equimorph.rows.by_row import invert_row, undo_diff_row, undo_row
from equimorph.rows.jsonl import JsonLine, count_rows, encode, json_lines, line_message
from equimorph.rows.row import Row, parse_line
from equimorph.trees.rewriting import invert_tree
from mutators import MutationError
from parsers import ParseError

__all__ = [
    "AtLines",
    "DiffField",
    "HunkField",
    "PatchField",
    "invert",
    "rows_to_rows",
    "undo",
    "undoing",
]


def invert(
    path: Annotated[Path, typer.Argument(help="A rewritten tree, or JSON Lines of mutants.", exists=True)],
    records: Annotated[
        Path | None, typer.Option(help="The mutations.jsonl of the tree.", exists=True, dir_okay=False)
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for a tree, file for JSON Lines.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Restore originals byte for byte: of a rewritten tree, or of each line of a JSON Lines file."""
    session = Session(quiet)
    if path.is_dir():
        if records is None or out is None:
            raise typer.BadParameter("a tree needs --records and --out")
        with reported(session), session.bar(None, "files") as advance:
            try:
                restored = invert_tree(path, records, out, on_file=lambda _: advance())
            except MutationError as error:
                raise MutationError(f"{records}: {error}; are these the records of {path}?") from error
        session.end(f"{restored} files restored")
        return
    if records is not None:
        raise typer.BadParameter("--records is for trees")
    rows_to_rows(path, out, session, invert_row, "originals restored")


PatchField = Annotated[
    str | None, typer.Option(help="Field that holds the patched mutant.", show_default=False)
]
HunkField = Annotated[
    str | None,
    typer.Option(help="Field that holds a hunk instead, lines of the row's mutant.", show_default=False),
]
AtLines = Annotated[
    str | None,
    typer.Option(
        help="Field that tells which lines of the row's mutant the hunk replaces: a number, or [first, last].",
        show_default=False,
    ),
]
DiffField = Annotated[
    str | None,
    typer.Option(help="Field that holds a unified diff of the mutant instead.", show_default=False),
]


def undo(
    path: JsonFile,
    field: PatchField = None,
    hunk: HunkField = None,
    at_lines: AtLines = None,
    diff: DiffField = None,
    out: OutFile = None,
    quiet: Quiet = False,
) -> None:
    """Take mutations out of patched mutants; adds undone, verdict (undone, conflict, unparsable, empty), reason, stripped."""
    rows_to_rows(path, out, Session(quiet), undoing(field, hunk, at_lines, diff), "rows")


def undoing(
    field: str | None, hunk: str | None, at_lines: str | None, diff: str | None
) -> Callable[[Row], dict[str, Any]]:
    """Return what undoes the mutation of a row, as the options say.

    Raises:
        typer.BadParameter: they do not go together.
    """
    match field, hunk, at_lines, diff:
        case str(), None, None, None:
            return partial(undo_row, field=field)
        case None, str(), str(), None:
            return partial(undo_row, field=hunk, at_lines=at_lines)
        case None, None, None, str():
            return partial(undo_diff_row, field=diff)
        case _:
            raise typer.BadParameter("give either --field, or --diff, or both --hunk and --at-lines")


def rows_to_rows(
    path: Path,
    out: Path | None,
    session: Session,
    made: Callable[[Row], dict[str, Any]],
    what: str,
    read: Callable[[JsonLine], Row] = parse_line,
) -> None:
    """Write what is made of each row of a file; report rows of which nothing can be made.

    Args:
        made: what is made of a row.
        what: the word for the results.
        read: makes a row of a line.
    """
    count = 0
    with reported(session), output(out) as stream:
        total = count_rows(regular(path))
        with path.open("rb") as lines:
            for line in session.progress(json_lines(lines), total, "rows"):
                try:
                    found = made(read(line))
                except (MutationError, ParseError) as error:
                    session.failed(line_message(path, line.number, error))
                    continue
                stream.write(encode(found))
                count += 1
    session.end(f"{count} {what}")
