"""The verbs of `equimorph defects4j`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.catalogue import DEFAULTS, Choice
from equimorph.cli.arguments import (
    Full,
    JsonFile,
    Known,
    LimitPerMethod,
    OutFile,
    Quiet,
    Seed,
    configured,
    with_mutators,
)
from equimorph.cli.epilogs import epilog
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output
from equimorph.defects4j.checkout import Checkout, read
from equimorph.defects4j.fault_mutants import FAULT, FaultChoice, FaultMutant, mutants
from equimorph.defects4j.faults import Fix, read_fix
from equimorph.defects4j.output import in_place, open_folders, open_patches
from equimorph.defects4j.output import put as put_mutant
from equimorph.defects4j.output import restore as restore_original
from equimorph.rows.jsonl import encode, json_lines, line_message
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
FixOption = Annotated[
    Path,
    typer.Option(
        "--fix",
        help="The fix: a patch file, from the buggy version to the fixed one or back, or a folder with the fixed version.",
        exists=True,
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
Encoding = Annotated[str, typer.Option(help="Encoding of the sources.")]
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
        found = _fix(_read(checkout, source_dir, test_dir, encoding), fix, session)
        for line in _fault_lines(found):
            # Names of files need not be UTF-8: their bytes go through.
            out.write(line.encode("utf-8", "surrogateescape"))
    session.end(f"{_methods(found)} faulty methods in {len(found.faults)} files")


def _fault_lines(fix: Fix) -> Iterator[str]:
    for fault in fix.faults:
        for line in fault.all_lines:
            names = [m.name for m in fault.methods if line in fault.within(m)]
            kind = "faulty" if line in fault.lines else "omission"
            yield f"{fault.path}:{line}: {kind} in {', '.join(names) or 'no method'}\n"


@app.command()
@with_mutators
def mutate(
    checkout: Folder,
    fix: FixOption,
    choice: Choice = DEFAULTS,
    seed: Seed = 0,
    fault: FaultOption = "any",
    limit_per_method: LimitPerMethod = None,
    full: Full = False,
    out: OutFile = None,
    patches: Annotated[
        Path | None, typer.Option(help="New folder for a patch file of each mutant.", show_default=False)
    ] = None,
    folders: Annotated[
        Path | None,
        typer.Option(help="New folder for a copy of the checkout with each mutant.", show_default=False),
    ] = None,
    source_dir: SourceDir = None,
    test_dir: TestDir = None,
    encoding: Encoding = "utf-8",
    quiet: Quiet = False,
) -> None:
    """Make mutants of the faulty methods: rows as those of `mutate`, and patch files or folders."""
    chosen = configured(choice)
    _check_places(checkout, out, patches, folders)
    session, count = Session(quiet), 0
    with reported(session), ExitStack() as stack:
        subject = _read(checkout, source_dir, test_dir, encoding)
        found = _fix(subject, fix, session)
        stream = stack.enter_context(output(out))
        writers = _writers(subject, patches, folders, stack)
        made = mutants(
            subject,
            found,
            chosen,
            seed=seed,
            fault=cast(FaultChoice, fault),
            limit_per_method=limit_per_method,
            on_conflict=session.failed,
        )
        for mutant in made:
            written = {field: write(mutant) for field, write in writers.items()}
            stream.write(encode({**mutant.row(full=full), **written}))
            count += 1
    session.end(f"{count} mutants of {_methods(found)} faulty methods")


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
        file = put_mutant(subject, row)
    session.end(f"{file}: {row.mutation.mutator} {row.id}")


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
        subject, done, found = _read(checkout, ".", None, encoding), set[int | None](), True
        # A mutant that is gone may bring those behind it in the file back to their places.
        while found:
            found = False
            for row in _rows(rows):
                if row.number not in done and in_place(subject, row):
                    session.note(f"{restore_original(subject, row)}: original in place of {row.id}")
                    done.add(row.number)
                    found = True
        if not done:
            raise RecordMismatch(f"{checkout}: holds no mutant of {rows}")
    session.end(f"{len(done)} restored")


def _read(checkout: Path, source_dir: str | None, test_dir: str | None, encoding: str) -> Checkout:
    return read(checkout, source_dir=source_dir, test_dir=test_dir, encoding=encoding)


def _fix(checkout: Checkout, place: Path, session: Session) -> Fix:
    fix = read_fix(checkout, place)
    for one in fix.aside:
        session.note(f"left aside: {one.path}: {one.reason}")
    for fault in fix.faults:
        if fault.outside:
            session.note(f"{fault.path}: in no method: lines {', '.join(map(str, fault.outside))}")
    return fix


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
