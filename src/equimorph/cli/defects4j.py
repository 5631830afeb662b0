"""The verbs of `equimorph defects4j`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.catalogue import DEFAULTS, Choice
from equimorph.cli.arguments import (
    Encoding,
    Full,
    Known,
    LimitPerMethod,
    LimitPerMutator,
    OutFile,
    Quiet,
    Seed,
    configured,
    with_mutators,
)
from equimorph.cli.commands import Panel
from equimorph.cli.epilogs import epilog
from equimorph.cli.placing import Folder, put, restore
from equimorph.cli.rebuilding import bugs as known_bugs
from equimorph.cli.rebuilding import checkout as check_out
from equimorph.cli.rows import AtLines, DiffField, HunkField, PatchField, rows_to_rows, undoing
from equimorph.cli.session import Session, ranges, reported
from equimorph.cli.streams import STANDARD, made_file, name_of, output, spooled, stays, to_standard
from equimorph.cli.values import input_file
from equimorph.defects4j.bugs import BugOptions, write
from equimorph.defects4j.checkout import Checkout, read
from equimorph.defects4j.fault_mutants import FAULT, FaultChoice, FaultMutant
from equimorph.defects4j.faults import Fix
from equimorph.defects4j.output import open_folders, open_patches
from equimorph.defects4j.whole_files import WholeFiles
from equimorph.rows.joining import MutantRows
from equimorph.rows.jsonl import JsonLine, encode
from equimorph.rows.row import Row, parse_line
from parsers.encoding import UTF_8

__all__ = ["app"]

app = typer.Typer(
    help="Mutate the faulty methods of a bug of Defects4J.",
    no_args_is_help=True,
    epilog=epilog("defects4j"),
)

Folders = Annotated[
    list[Path],
    typer.Argument(help="Folders of checked-out bugs.", exists=True, file_okay=False, show_default=False),
]
FixOption = Annotated[
    str,
    typer.Option(
        "--fix",
        help="The fix: a patch file, from the buggy version to the fixed one or back, or a folder with the fixed version or files. "
        "{project}, {number} and {checkout} stand for those of the bug.",
        rich_help_panel=Panel.INPUT,
    ),
]
SourceDir = Annotated[
    str | None,
    typer.Option(
        help="Folder of the classes in the checkout. Default: what its properties say.",
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]
TestDir = Annotated[
    str | None,
    typer.Option(
        help="Folder of the tests in it. Default: what its properties say.",
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]
_FAULT = Known("choice", lambda: FAULT)
FaultOption = Annotated[
    str,
    typer.Option(
        help=f"Whether mutants may touch the faulty lines: {', '.join(FAULT)}.",
        callback=_FAULT.check,
        autocompletion=_FAULT.complete,
        rich_help_panel=Panel.SELECTION,
    ),
]


@app.command()
def faults(
    checkout: Folder,
    fix: FixOption,
    source_dir: SourceDir = None,
    test_dir: TestDir = None,
    encoding: Encoding = UTF_8,
    quiet: Quiet = False,
) -> None:
    """Show what the fix changes: path:line, faulty or omission, and the method."""
    session = Session(quiet)
    with reported(session), output(None) as out:
        asked = BugOptions(fix, source_dir=source_dir, test_dir=test_dir, encoding=encoding)
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


@app.command()
@with_mutators
def mutate(
    checkouts: Folders,
    fix: FixOption,
    choice: Choice = DEFAULTS,
    seed: Seed = 0,
    fault: FaultOption = "any",
    limit_per_method: LimitPerMethod = None,
    limit_per_mutator: LimitPerMutator = None,
    full: Full = False,
    compact: Annotated[
        bool,
        typer.Option(
            "--compact",
            help="Leave out `original`, which the record gives back from the mutant.",
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = False,
    out: OutFile = None,
    patches: Annotated[
        Path | None,
        typer.Option(
            help="New folder for a patch file of each mutant.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = None,
    folders: Annotated[
        Path | None,
        typer.Option(
            help="New folder for a copy of the checkout with each mutant.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="With several checkouts: number of worker processes. Default: 1.",
            show_default=False,
            rich_help_panel=Panel.WORKERS,
        ),
    ] = None,
    restart: Annotated[
        bool,
        typer.Option(
            "--restart",
            help="With several checkouts: forget what an earlier run left in OUT.partial.",
            rich_help_panel=Panel.WORKERS,
        ),
    ] = False,
    source_dir: SourceDir = None,
    test_dir: TestDir = None,
    encoding: Encoding = UTF_8,
    quiet: Quiet = False,
) -> None:
    """Make mutants of the faulty methods: rows as those of `mutate`, and patch files or folders.

    Several checkouts give one file of rows. The same command continues a run that was stopped.
    """
    configured(choice)
    asked = BugOptions(
        fix,
        choice,
        seed,
        cast(FaultChoice, fault),
        limit_per_method,
        full,
        compact,
        source_dir,
        test_dir,
        encoding,
        limit_per_mutator,
    )
    if len(checkouts) > 1:
        if patches is not None or folders is not None:
            raise typer.BadParameter("--patches and --folders are for one checkout")
        _mutate_many(checkouts, asked, out, jobs, restart, Session(quiet))
    else:
        if jobs is not None or restart:
            raise typer.BadParameter("--jobs and --restart are for several checkouts")
        _check_places(checkouts[0], out, patches, folders)
        _mutate_one(checkouts[0], asked, out, patches, folders, Session(quiet))


def _mutate_one(
    checkout: Path,
    asked: BugOptions,
    out: Path | None,
    patches: Path | None,
    folders: Path | None,
    session: Session,
) -> None:
    count = 0
    places = [str(place) for place in (out, patches, folders) if place is not None and not to_standard(place)]
    if places:
        session.lost = f"{' and '.join(places)} {'were' if len(places) > 1 else 'was'} not written"
    with reported(session), ExitStack() as stack:
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
    checkouts: list[Path],
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
        session.resume = (
            f"{out}.partial keeps the bugs that are done: the same command continues, --restart begins anew;"
            " remove that folder if you do not need it"
        )
    with reported(session), made_file(out) as place:
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


app.command()(put)


@app.command()
def undo(
    checkouts: Folders,
    answers: Annotated[
        Path,
        typer.Argument(
            help="JSON Lines: rows of mutants with answers; with --mutants, answers with the ids of mutants. - for standard input.",
            callback=input_file,
        ),
    ],
    mutants: Annotated[
        Path | None,
        typer.Option(
            help="The rows of the mutants, where the answers have only their ids.",
            show_default=False,
            callback=input_file,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    field: PatchField = None,
    hunk: HunkField = None,
    at_lines: AtLines = None,
    diff: DiffField = None,
    out: OutFile = None,
    encoding: Encoding = UTF_8,
    quiet: Quiet = False,
) -> None:
    """Take mutations out of patched mutants as `equimorph undo` does, with the whole files that are in the checkouts."""
    session, undone = Session(quiet), undoing(field, hunk, at_lines, diff)
    if answers == mutants == STANDARD:
        raise typer.BadParameter("answers and --mutants cannot both be standard input")
    with ExitStack() as stack:
        with reported(session):
            files = WholeFiles([read(checkout, source_dir=".", encoding=encoding) for checkout in checkouts])
            known = None
            if mutants is not None:
                place = stack.enter_context(spooled(mutants))
                known = MutantRows(name_of(mutants), stack.enter_context(place.open("rb")))

        def row(line: JsonLine) -> Row:
            return files.row(parse_line(line if known is None else known.joined(line)))

        rows_to_rows(answers, out, session, undone, "row", read=row)


app.command()(restore)
app.command()(check_out)
app.command()(known_bugs)


def _fix(checkout: Checkout, asked: BugOptions, session: Session) -> Fix:
    """Read the fix, and report what is not usual of it."""
    fix = asked.read_fix(checkout)
    aside: dict[str, list[str]] = {}
    for one in fix.aside:
        aside.setdefault(one.reason, []).append(one.path)
    for reason, paths in aside.items():
        if len(paths) > _MANY:
            session.note(f"left aside: {paths[0]} and {counted(len(paths) - 1, 'other file')}: {reason}")
        else:
            for path in paths:
                session.note(f"left aside: {path}: {reason}")
    if fix.held == "old" and asked.fix.endswith(_OF_DEFECTS4J):
        session.note(
            f"{asked.fix}: the checkout holds the side that is the fixed one in patches of Defects4J; is it fixed already?"
        )
    for path in fix.deleted:
        session.note(f"{path}: the fix deletes it, so that all its lines are faulty")
    for path in fix.unnamed:
        session.note(f"{path}: the fix changes it, but d4j.classes.modified does not name it")
    for path in fix.unchanged:
        session.note(f"{path}: d4j.classes.modified names it, but the fix does not change it")
    for fault in fix.faults:
        if fault.outside:
            lines = ranges(fault.outside)
            session.note(f"{fault.path}: in no method: line{'' if len(fault.outside) == 1 else 's'} {lines}")
    return fix


_OF_DEFECTS4J = ".src.patch"
"""The end of the names of its patches, which go from the fixed version to the buggy one."""
_MANY = 3
"""More files than these are not all named."""


def _methods(fix: Fix) -> int:
    return sum(len(fault.methods) for fault in fix.faults)
