"""The verbs of `equimorph defects4j`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Encoding, OutFile
from equimorph.cli.choosing import configured
from equimorph.cli.declared import Taken
from equimorph.cli.placing import Folder
from equimorph.cli.rows import PatchFields, rows_to_rows
from equimorph.cli.session import REMOVE, Session
from equimorph.cli.streams import STANDARD, made_file, name_of, output, spooled, stays
from equimorph.cli.values import input_file
from equimorph.defects4j.bugs import BugOptions, write
from equimorph.defects4j.checkout import Checkout, read
from equimorph.defects4j.fault_mutants import FaultMutant
from equimorph.defects4j.faults import Fix
from equimorph.defects4j.output import open_folders, open_patches
from equimorph.defects4j.whole_files import WholeFiles
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.rows.joining import MutantRows
from equimorph.rows.jsonl import JsonLine, encode
from equimorph.rows.row import Row, parse_line
from equimorph.runs.declared import Option, Panel
from parsers.encoding import UTF_8

Folders = Annotated[
    tuple[Path, ...],
    Option(argument=True, help="Folders of checked-out bugs.", exists=True, folder=True),
]
_JOBS = "Number of worker processes. Only with several checkouts. Default: 1."
_RESTART = "Discard an unfinished run (OUT.partial) and start over. Only with several checkouts."
_ANSWERS = "JSON Lines: rows of mutants with answers; with --mutants, answers with the ids of mutants. - for standard input."
_ROWS = "Rows of the mutants, if the answers have only ids."


def faults(
    *,
    checkout: Folder,
    options: Annotated[BugOptions, Taken("fix", "source_dir", "test_dir")],
    encoding: Encoding = UTF_8,
    session: Session,
) -> None:
    """Show what the fix changes: path:line, faulty or omission, and the method."""
    with output(None) as out:
        asked = replace(options, encoding=encoding)
        found = _fix(asked.checkout(checkout), asked, session)
        for line in _fault_lines(found):
            # Names of files need not be UTF-8: their bytes go through.
            out.write(line.encode("utf-8", "surrogateescape"))
    methods, files = counted(_methods(found), "faulty method"), counted(len(found.faults), "file")
    session.end(f"{methods} in {files}")


def _fault_lines(fix: Fix) -> Iterator[str]:
    for fault in fix.faults:
        for line in fault.all_lines:
            names = [m.name for m in fault.methods if line in fault.within(m)]
            kind = "faulty" if line in fault.lines else "omission"
            yield f"{fault.path}:{line}: {kind} in {', '.join(names) or 'no method'}\n"


def mutate(
    *,
    checkouts: Folders,
    choice: Choice = DEFAULTS,
    options: BugOptions,
    out: OutFile = None,
    patches: Annotated[
        Path | None, Option(panel=Panel.OUTPUT, help="New folder for a patch file of each mutant.")
    ] = None,
    folders: Annotated[
        Path | None,
        Option(panel=Panel.OUTPUT, help="New folder for a copy of the checkout with each mutant."),
    ] = None,
    jobs: Annotated[int | None, Option(panel=Panel.WORKERS, minimum=1, help=_JOBS)] = None,
    restart: Annotated[bool, Option(panel=Panel.WORKERS, help=_RESTART)] = False,
    encoding: Encoding = UTF_8,
    session: Session,
) -> None:
    """Make mutants of the faulty methods: rows like those of `mutate`, and patch files or folders.

    Several checkouts give one file of rows. The same command continues a run that was stopped.
    """
    configured(choice)
    asked = replace(options, choice=choice, encoding=encoding)
    if len(checkouts) > 1:
        if patches is not None or folders is not None:
            raise typer.BadParameter("--patches and --folders are for one checkout")
        _mutate_many(checkouts, asked, out, jobs, restart, session)
    else:
        if jobs is not None or restart:
            raise typer.BadParameter("--jobs and --restart are for several checkouts")
        _check_places(checkouts[0], out, patches, folders)
        _mutate_one(checkouts[0], asked, out, patches, folders, session)


def _mutate_one(
    checkout: Path,
    asked: BugOptions,
    out: Path | None,
    patches: Path | None,
    folders: Path | None,
    session: Session,
) -> None:
    count = 0
    session.loses(*(place for place in (out, patches, folders) if place is not None))
    with ExitStack() as stack:
        subject = asked.checkout(checkout)
        found = _fix(subject, asked, session)
        stream = stack.enter_context(output(out))
        writers = _writers(subject, patches, folders, stack)
        for mutant in asked.mutants(subject, found, session.failed):
            written = {field: write(mutant) for field, write in writers.items()}
            stream.write(encode({**mutant.row(full=asked.full, compact=asked.compact), **written}))
            count += 1
    methods = _methods(found)
    if not count:
        why = "`equimorph sites --why` says why none can be made" if methods else "the fix changes no method"
        session.note(f"no mutants of {checkout}: {why}")
    session.end(f"{counted(count, 'mutant')} of {counted(methods, 'faulty method')}")


def _mutate_many(
    checkouts: Sequence[Path],
    asked: BugOptions,
    out: Path | None,
    jobs: int | None,
    restart: bool,
    session: Session,
) -> None:
    if out is None:
        raise typer.BadParameter("several checkouts need --out; - for standard output")
    if len({checkout.resolve() for checkout in checkouts}) < len(checkouts):
        raise typer.BadParameter("a checkout is given twice")
    if stays(out):
        session.keeps(out, "the bugs that are done", REMOVE)
    with made_file(out) as place:
        made = write(place, checkouts, asked, jobs=jobs or 1, restart=restart, reporter=session)
    for checkout in (name for name, count in made.items() if not count):
        session.note(f"no mutants of {checkout}")
    session.end(f"{counted(sum(made.values()), 'mutant')} of {counted(len(made), 'checkout')}")


def _check_places(checkout: Path, out: Path | None, patches: Path | None, folders: Path | None) -> None:
    if folders is None:
        return
    if patches is not None and patches.resolve() == folders.resolve():
        raise typer.BadParameter("--patches and --folders are the same folder")
    for name, place in (("--out", out), ("--patches", patches)):
        if place is not None and place.resolve().is_relative_to(checkout.resolve()):
            raise typer.BadParameter(f"{name} lies in the checkout, so that --folders would copy it")


def _writers(
    checkout: Checkout, patches: Path | None, folders: Path | None, stack: ExitStack
) -> dict[str, Callable[[FaultMutant], str]]:
    """Return what writes a mutant and gives the name of the file or folder, by the field of the row that holds the name."""
    writers = {}
    if patches is not None:
        writers["patch_file"] = stack.enter_context(open_patches(patches))
    if folders is not None:
        writers["folder"] = stack.enter_context(open_folders(folders, checkout))
    return writers


def undo(
    *,
    checkouts: Folders,
    answers: Annotated[Path, Option(argument=True, help=_ANSWERS, check=input_file)],
    mutants: Annotated[Path | None, Option(panel=Panel.INPUT, check=input_file, help=_ROWS)] = None,
    fields: PatchFields,
    out: OutFile = None,
    encoding: Encoding = UTF_8,
    session: Session,
) -> None:
    """Undo mutations in patched mutants as `equimorph undo` does, reading whole files from the checkouts."""
    if answers == mutants == STANDARD:
        raise typer.BadParameter("answers and --mutants cannot both be standard input")
    with ExitStack() as stack:
        files = WholeFiles([read(checkout, source_dir=".", encoding=encoding) for checkout in checkouts])
        known = None
        if mutants is not None:
            place = stack.enter_context(spooled(mutants))
            known = MutantRows(name_of(mutants), stack.enter_context(place.open("rb")))

        def row(line: JsonLine) -> Row:
            return files.row(parse_line(line if known is None else known.joined(line)))

        rows_to_rows(answers, out, session, fields.undone, "row", read=row)


def _fix(checkout: Checkout, asked: BugOptions, session: Session) -> Fix:
    """Read the fix, and report what is not usual of it."""
    fix = asked.read_fix(checkout)
    for note in fix.notes(asked.fix):
        session.note(note)
    return fix


def _methods(fix: Fix) -> int:
    return sum(len(fault.methods) for fault in fix.faults)
