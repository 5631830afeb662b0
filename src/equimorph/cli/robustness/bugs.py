"""The verb `robustness bugs`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Encoding, OutFile, Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output, stays
from equimorph.defects4j.methods.reading import FIX, Reading, read_bugs, read_quixbugs
from equimorph.rows.jsonl import encode
from parsers.encoding import UTF_8

__all__ = ["bugs"]


def bugs(
    checkouts: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Folders of checked-out bugs, and folders that hold such ones.",
            exists=True,
            file_okay=False,
            show_default=False,
        ),
    ] = None,
    fix: Annotated[
        str,
        typer.Option(
            "--fix",
            help="The fix: a patch file, from the buggy version to the fixed one or back, or a folder with the fixed version or"
            " files. {project}, {number} and {checkout} stand for those of the bug.",
            rich_help_panel=Panel.INPUT,
        ),
    ] = FIX,
    quixbugs: Annotated[
        Path | None,
        typer.Option(
            help="A clone of QuixBugs, whose Java programs are the bugs.",
            exists=True,
            file_okay=False,
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    single_line: Annotated[
        bool,
        typer.Option(
            "--single-line",
            help="Only bugs whose fix replaces one line by one line in one method, and changes nothing else.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = False,
    source_dir: Annotated[
        str | None,
        typer.Option(
            help="Folder of the classes in each checkout. Default: what its properties say.",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    test_dir: Annotated[
        str | None,
        typer.Option(
            help="Folder of the tests in it. Default: what its properties say.",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    encoding: Encoding = UTF_8,
    out: OutFile = None,
    quiet: Quiet = False,
) -> None:
    """Collect the faulty methods of bugs, each with its fault lines and its repaired text."""
    if bool(checkouts) == (quixbugs is not None):
        raise typer.BadParameter("give either checkouts or --quixbugs")
    if quixbugs is not None and (fix != FIX or source_dir is not None or test_dir is not None):
        raise typer.BadParameter("--fix, --source-dir and --test-dir are for checkouts, not for --quixbugs")
    session, reading = Session(quiet), Reading()
    if stays(out):
        session.lost = f"{out} was not written"
    with reported(session), output(out) as stream:
        if quixbugs is not None:
            found = read_quixbugs(quixbugs, single_line=single_line, failed=session.failed, reading=reading)
        else:
            found = read_bugs(
                checkouts or (),
                fix=fix,
                single_line=single_line,
                source_dir=source_dir,
                test_dir=test_dir,
                encoding=encoding,
                failed=session.failed,
                reading=reading,
            )
        for bug in found:
            stream.write(encode(bug.to_row()))
    for reason, count in sorted(reading.unfixed.items()):
        session.note(f"{counted(count, 'faulty method')} without a repaired text: {reason}")
    session.end(f"faulty methods: {reading.count.summary()}")
