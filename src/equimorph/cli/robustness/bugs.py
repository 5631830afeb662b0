"""The verb `robustness bugs`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Encoding, OutFile, Quiet
from equimorph.cli.robustness.options import SingleLine, Together
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output, stays
from equimorph.defects4j.methods.placing import bug_row
from equimorph.defects4j.methods.reading import FIX, Reading, read_bugs, read_quixbugs
from equimorph.defects4j.methods.scope import scope_notes
from equimorph.rows.jsonl import encode
from equimorph.runs.declared import Option, Panel
from parsers.encoding import UTF_8

_CHECKOUTS = "Folders of checked-out bugs, or folders that contain them."
_FIX = (
    "The fix: a patch file, from the buggy version to the fixed one or back, or a folder with the fixed version or files."
    " {project}, {number} and {checkout} are replaced by the bug's."
)
_QUIXBUGS = "A clone of QuixBugs, whose Java programs are the bugs."
_SOURCE_DIR = "Source folder in each checkout. Default: from its properties."
_TEST_DIR = "Test folder in the checkout. Default: from its properties."


def bugs(
    checkouts: Annotated[
        list[Path] | None,
        typer.Argument(help=_CHECKOUTS, exists=True, file_okay=False, show_default=False),
    ] = None,
    fix: Annotated[str, Option(panel=Panel.INPUT, help=_FIX)] = FIX,
    quixbugs: Annotated[
        Path | None, Option(panel=Panel.INPUT, exists=True, folder=True, help=_QUIXBUGS)
    ] = None,
    single_line: SingleLine = False,
    together: Together = False,
    source_dir: Annotated[str | None, Option(panel=Panel.INPUT, help=_SOURCE_DIR)] = None,
    test_dir: Annotated[str | None, Option(panel=Panel.INPUT, help=_TEST_DIR)] = None,
    encoding: Encoding = UTF_8,
    out: OutFile = None,
    quiet: Quiet = False,
) -> None:
    """Collect the faulty methods of bugs, each with its fault lines and its repaired text."""
    if bool(checkouts) == (quixbugs is not None):
        raise typer.BadParameter("give either checkouts or --quixbugs")
    if quixbugs is not None and (fix != FIX or source_dir is not None or test_dir is not None or together):
        raise typer.BadParameter(
            "--fix, --source-dir, --test-dir and --together are for checkouts, not for --quixbugs"
        )
    if single_line and together:
        raise typer.BadParameter("--single-line is of bugs of one method: it does not go with --together")
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
                together=together,
                source_dir=source_dir,
                test_dir=test_dir,
                encoding=encoding,
                failed=session.failed,
                reading=reading,
            )
        for bug in found:
            stream.write(encode(bug_row(bug, out if stays(out) else None)))
    for reason, count in sorted(reading.unfixed.items()):
        session.note(f"{counted(count, 'faulty method')} without a repaired text: {reason}")
    for note in scope_notes(reading.scopes):
        session.note(note)
    session.end(f"faulty methods: {reading.count.summary()}")
