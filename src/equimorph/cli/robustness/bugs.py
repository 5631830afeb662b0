"""The verb `robustness bugs`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Encoding, OutFile
from equimorph.cli.robustness.options import ProgramLanguage, QuixBugs
from equimorph.cli.session import Session
from equimorph.cli.streams import output, stays
from equimorph.defects4j.methods.bug import Bug
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
_SOURCE_DIR = "Source folder in the checkout. Default: from its properties."
_TEST_DIR = "Test folder in the checkout. Default: from its properties."
_TOGETHER = "Ask about all faulty methods of a file in one request, if they are the bug's whole fix."
_SINGLE_LINE = "Only bugs whose fix replaces exactly one line in one method."


def bugs(
    *,
    checkouts: Annotated[
        tuple[Path, ...], Option(argument=True, help=_CHECKOUTS, exists=True, folder=True)
    ] = (),
    fix: Annotated[str, Option(panel=Panel.INPUT, help=_FIX)] = FIX,
    quixbugs: QuixBugs = None,
    language: ProgramLanguage = None,
    single_line: Annotated[bool, Option(help=_SINGLE_LINE)] = False,
    together: Annotated[bool, Option(help=_TOGETHER)] = False,
    source_dir: Annotated[str | None, Option(panel=Panel.INPUT, help=_SOURCE_DIR)] = None,
    test_dir: Annotated[str | None, Option(panel=Panel.INPUT, help=_TEST_DIR)] = None,
    encoding: Encoding = UTF_8,
    out: OutFile = None,
    session: Session,
) -> None:
    """Collect the faulty methods of bugs, each with its fault lines and its repaired text."""
    if bool(checkouts) == (quixbugs is not None):
        raise typer.BadParameter("give either checkouts or --quixbugs")
    if quixbugs is None and language is not None:
        raise typer.BadParameter("--language is for --quixbugs: checkouts say what they are")
    if quixbugs is not None and (fix != FIX or source_dir is not None or test_dir is not None or together):
        raise typer.BadParameter(
            "--fix, --source-dir, --test-dir and --together are for checkouts, not for --quixbugs"
        )
    if single_line and together:
        raise typer.BadParameter("--single-line is of bugs of one method: it does not go with --together")
    reading = Reading()
    if stays(out):
        session.loses(out)
    with output(out) as stream:
        common: dict[str, Any] = {"single_line": single_line, "failed": session.failed, "reading": reading}
        if quixbugs is not None:
            found = read_quixbugs(quixbugs, language or Bug.language, **common)
        else:
            where: dict[str, Any] = {"source_dir": source_dir, "test_dir": test_dir, "encoding": encoding}
            found = read_bugs(checkouts, fix=fix, together=together, **where, **common)
        for bug in found:
            stream.write(encode(bug_row(bug, out if stays(out) else None)))
    for reason, count in sorted(reading.unfixed.items()):
        session.note(f"{counted(count, 'faulty method')} without a repaired text: {reason}")
    for note in scope_notes(reading.scopes):
        session.note(note)
    session.end(f"faulty methods: {reading.count.summary()}")
