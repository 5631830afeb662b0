"""The verbs that make rows of rows: `invert`, which also takes a tree, and `undo`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, OutFile, Quiet, SourceEncoding
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import name_of, output, reading, spooled, to_standard, total_of
from equimorph.cli.values import input_file, rows_format
from equimorph.rows.by_row import invert_row
from equimorph.rows.jsonl import JsonLine, encode, json_lines
from equimorph.rows.row import Row, parse_line
from equimorph.rows.undoing import undo_diff_row, undo_row
from equimorph.runs.declared import Option, Panel
from equimorph.trees.rewriting import invert_tree
from mutators import MutationError
from parsers import ParseError


def tree_or_file(path: Path) -> Path:
    """Return the path of a folder or an input file.

    Raises:
        typer.BadParameter: it is neither.
    """
    return path if path.is_dir() else input_file(path)


_PATH = "A rewritten tree, or JSON Lines of mutants; - for rows on standard input."
_OUT = "Folder for a tree; file for rows (.jsonl, .jsonl.gz), default standard output."


def invert(
    path: Annotated[Path, typer.Argument(help=_PATH, callback=tree_or_file)],
    records: Annotated[
        Path | None, Option(panel=Panel.INPUT, check=input_file, help="The mutations.jsonl of the tree.")
    ] = None,
    encoding: SourceEncoding = None,
    out: Annotated[Path | None, Option(flags="--out -o", panel=Panel.OUTPUT, help=_OUT)] = None,
    quiet: Quiet = False,
) -> None:
    """Restore originals byte for byte, from a rewritten tree or from rows of mutants."""
    session = Session(quiet)
    if path.is_dir():
        if records is None or out is None:
            raise typer.BadParameter("a tree needs --records and --out")
        session.lost = f"{out} was not written"
        with reported(session), spooled(records) as listed, session.bar(None, "files") as advance:
            try:
                restored = invert_tree(path, listed, out, encoding=encoding, on_file=lambda _: advance())
            except MutationError as error:
                name = name_of(records)
                raise MutationError(f"{name}: {error}; are these the records of {path}?") from error
        session.end(f"{counted(restored, 'file')} restored")
        return
    if records is not None or encoding is not None:
        raise typer.BadParameter("--records and --encoding are for trees")
    rows_format(out)
    rows_to_rows(path, out, session, invert_row, "original", " restored")


PatchField = Annotated[str | None, Option(panel=Panel.INPUT, help="Field that holds the patched mutant.")]
_HUNK = "Field that holds a hunk instead: some lines of the row's mutant."
HunkField = Annotated[str | None, Option(panel=Panel.INPUT, help=_HUNK)]
_AT_LINES = "Field with the lines of the row's mutant that the hunk replaces: a number, or [first, last]."
AtLines = Annotated[str | None, Option(panel=Panel.INPUT, help=_AT_LINES)]
_DIFF = "Field that holds a unified diff of the mutant instead."
DiffField = Annotated[str | None, Option(panel=Panel.INPUT, help=_DIFF)]


def undo(
    path: JsonFile,
    field: PatchField = None,
    hunk: HunkField = None,
    at_lines: AtLines = None,
    diff: DiffField = None,
    out: OutFile = None,
    quiet: Quiet = False,
) -> None:
    """Undo mutations in patched mutants; adds undone, verdict (undone, conflict, unparsable, empty), reason, stripped."""
    rows_to_rows(path, out, Session(quiet), undoing(field, hunk, at_lines, diff), "row")


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
    session.lost = "" if to_standard(out) else f"{out} was not written"
    with reported(session), output(out) as stream, reading(path) as lines:
        for line in session.progress(json_lines(lines), total_of(path), "rows"):
            try:
                found = made(read(line))
            except (MutationError, ParseError) as error:
                session.failed_row(name, line.number, error)
                continue
            stream.write(encode(found))
            count += 1
    session.end(f"{counted(count, noun)}{verb}")
