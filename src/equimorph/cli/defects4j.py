"""The verbs of `equimorph defects4j`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.catalogue import DEFAULTS, Choice
from equimorph.cli.arguments import (
    Encoding,
    Full,
    JsonFile,
    Known,
    LimitPerMethod,
    OutFile,
    Quiet,
    Seed,
    configured,
    input_file,
    with_mutators,
)
from equimorph.cli.epilogs import epilog
from equimorph.cli.rows import AtLines, DiffField, HunkField, PatchField, rows_to_rows, undoing
from equimorph.cli.session import Session, counted, ranges, reported
from equimorph.cli.streams import output, spooled
from equimorph.defects4j.bugs import BugOptions, write
from equimorph.defects4j.checkout import Checkout, read
from equimorph.defects4j.fault_mutants import FAULT, FaultChoice, FaultMutant
from equimorph.defects4j.faults import Fix
from equimorph.defects4j.output import in_place, open_folders, open_patches, original_in_place
from equimorph.defects4j.output import put as put_mutant
from equimorph.defects4j.output import restore as restore_original
from equimorph.defects4j.whole_files import WholeFiles
from equimorph.rows.joining import MutantRows
from equimorph.rows.jsonl import JsonLine, encode, json_lines, line_message
from equimorph.rows.row import Row, parse_line
from mutators import MutationError, RecordMismatch

__all__ = ["app"]

app = typer.Typer(
    help="Mutate the faulty methods of a bug that Defects4J checked out.",
    no_args_is_help=True,
    epilog=epilog("defects4j"),
)

Folder = Annotated[
    Path,
    typer.Argument(help="Folder of the checked-out bug.", exists=True, file_okay=False),
]
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
    ),
]
SourceDir = Annotated[
    str | None,
    typer.Option(
        help="Folder of the classes in the checkout. Default: what its properties say.", show_default=False
    ),
]
TestDir = Annotated[
    str | None,
    typer.Option(help="Folder of the tests in it. Default: what its properties say.", show_default=False),
]
_FAULT = Known("choice", lambda: FAULT)
FaultOption = Annotated[
    str,
    typer.Option(
        help=f"Whether mutants may touch the faulty lines: {', '.join(FAULT)}.",
        callback=_FAULT.check,
        autocompletion=_FAULT.complete,
    ),
]
RowId = Annotated[
    str | None, typer.Option("--id", help="The mutant with this id, or its beginning.", show_default=False)
]
Line = Annotated[
    int | None, typer.Option("--line", min=1, help="The mutant in this line of the file.", show_default=False)
]


@app.command()
def faults(
    checkout: Folder,
    fix: FixOption,
    source_dir: SourceDir = None,
    test_dir: TestDir = None,
    encoding: Encoding = "utf-8",
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
    full: Full = False,
    compact: Annotated[
        bool,
        typer.Option("--compact", help="Leave out `original`, which the record gives back from the mutant."),
    ] = False,
    out: OutFile = None,
    patches: Annotated[
        Path | None, typer.Option(help="New folder for a patch file of each mutant.", show_default=False)
    ] = None,
    folders: Annotated[
        Path | None,
        typer.Option(help="New folder for a copy of the checkout with each mutant.", show_default=False),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, help="With several checkouts: number of worker processes. Default: 1.", show_default=False
        ),
    ] = None,
    restart: Annotated[
        bool,
        typer.Option(
            "--restart", help="With several checkouts: forget what an earlier run left in OUT.partial."
        ),
    ] = False,
    source_dir: SourceDir = None,
    test_dir: TestDir = None,
    encoding: Encoding = "utf-8",
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
        raise typer.BadParameter("several checkouts need --out")
    if len({checkout.resolve() for checkout in checkouts}) < len(checkouts):
        raise typer.BadParameter("a checkout is given twice")
    with reported(session):
        made = write(out, checkouts, asked, jobs=jobs or 1, restart=restart, reporter=session)
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


@app.command()
def put(
    checkout: Folder,
    rows: JsonFile,
    wanted: RowId = None,
    line: Line = None,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="First take out the mutants of this file that the checkout holds."),
    ] = False,
    encoding: Encoding = "utf-8",
    quiet: Quiet = False,
) -> None:
    """Put one mutant into the checkout, in place of its original."""
    if (wanted is None) == (line is None):
        raise typer.BadParameter("give either --id or --line")
    session = Session(quiet)
    with reported(session):
        subject = _read(checkout, ".", None, encoding)
        row = _one([row for row in _rows(rows) if _is_wanted(row, wanted, line)], rows)
        _check(row, rows)
        if replace:
            for _ in _restored(subject, rows, session):
                pass
        elif (there := next(_standing(subject, rows, row), None)) is not None:
            raise RecordMismatch(
                f"{subject.file(there.path or '')}: holds mutant {there.id} (line {there.number} of {rows}) already; "
                "take it out with `restore`, or give --replace"
            )
        file = put_mutant(subject, row)
    session.end(f"{file}: {row.mutator} {row.id}")


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
        ),
    ] = None,
    field: PatchField = None,
    hunk: HunkField = None,
    at_lines: AtLines = None,
    diff: DiffField = None,
    out: OutFile = None,
    encoding: Encoding = "utf-8",
    quiet: Quiet = False,
) -> None:
    """Take mutations out of patched mutants as `equimorph undo` does, with the whole files that are in the checkouts."""
    session, undone = Session(quiet), undoing(field, hunk, at_lines, diff)
    with ExitStack() as stack:
        with reported(session):
            files = WholeFiles([_read(checkout, ".", None, encoding) for checkout in checkouts])
            known = None
            if mutants is not None:
                known = MutantRows(
                    mutants, stack.enter_context(stack.enter_context(spooled(mutants)).open("rb"))
                )

        def row(line: JsonLine) -> Row:
            return files.row(parse_line(line if known is None else known.joined(line)))

        rows_to_rows(answers, out, session, undone, "row", read=row)


@app.command()
def restore(
    checkout: Folder,
    rows: JsonFile,
    encoding: Encoding = "utf-8",
    quiet: Quiet = False,
) -> None:
    """Restore the original, byte for byte, in place of each mutant of the file that stands in the checkout."""
    session = Session(quiet)
    with reported(session):
        subject = _read(checkout, ".", None, encoding)
        done = sum(1 for _ in _restored(subject, rows, session))
        if not done:
            raise RecordMismatch(f"{checkout}: holds no mutant of {rows}")
    session.end(f"{done} restored")


def _restored(checkout: Checkout, path: Path, session: Session) -> Iterator[Row]:
    """Restore the originals of all mutants of a file of rows that stand in the checkout; yield their rows."""
    done, found = set[int | None](), True
    # A mutant that is gone may bring those behind it in the file back to their places.
    while found:
        found = False
        for row in _rows(path):
            if row.number not in done and in_place(checkout, row):
                session.note(f"{restore_original(checkout, row)}: original in place of {row.id}")
                done.add(row.number)
                found = True
                yield row


def _standing(checkout: Checkout, path: Path, wanted: Row) -> Iterator[Row]:
    """Yield the rows of the mutants that stand where the original of a row belongs, and do not hold it."""
    if original_in_place(checkout, wanted):
        return
    yield from (row for row in _rows(path) if row.path == wanted.path and in_place(checkout, row))


def _read(checkout: Path, source_dir: str | None, test_dir: str | None, encoding: str) -> Checkout:
    return read(checkout, source_dir=source_dir, test_dir=test_dir, encoding=encoding)


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


def _rows(path: Path) -> Iterator[Row]:
    with path.open("rb") as stream:
        for line in json_lines(stream):
            try:
                yield parse_line(line)
            except MutationError as error:
                raise RecordMismatch(line_message(path, line.number, error)) from error


def _check(row: Row, path: Path) -> None:
    try:
        row.check()
    except MutationError as error:
        raise RecordMismatch(line_message(path, row.number, error)) from error


def _is_wanted(row: Row, wanted: str | None, line: int | None) -> bool:
    return row.number == line if wanted is None else row.id.startswith(wanted)


def _one(found: list[Row], path: Path) -> Row:
    if not found:
        raise RecordMismatch(f"{path}: has no such mutant")
    if len(found) > 1:
        lines = ", ".join(str(row.number) for row in found[:9])
        raise RecordMismatch(f"{path}: has several, in lines {lines}; give one as --line")
    return found[0]
