"""The verb `prove`: rows or trees get their proofs, in parts by worker processes."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.checking.options import CompilerOptions
from equimorph.cli.arguments import Encoding, OutputRestart, out_option
from equimorph.cli.declared import Taken
from equimorph.cli.session import Session, report
from equimorph.cli.streams import made_file, name_of, spooled, stays
from equimorph.cli.values import rows_format, tree_or_file
from equimorph.proving.writing import ToProve, write_proofs
from equimorph.runs.declared import Option, Panel
from equimorph.runs.whole import check_folder
from parsers.encoding import UTF_8
from parsers.oracles.jdk import find_jdk

_PATH = "JSON Lines, which may be compressed (.gz); - for standard input. Or the folder of a rewritten tree, with --original."
_ORIGINAL = "Folder of the original tree, for a rewritten tree instead of rows."
_OUT = (
    "Output file for the rows, or a row for each file of a tree, with their proofs (.jsonl, .jsonl.gz), written whole or not at"
    " all; - for standard output, then the counts go to stderr. Default: only the counts."
)


def prove(
    *,
    path: Annotated[Path, Option(argument=True, help=_PATH, check=tree_or_file)],
    original: Annotated[
        Path | None, Option(panel=Panel.INPUT, exists=True, folder=True, help=_ORIGINAL)
    ] = None,
    compilers: Annotated[CompilerOptions, Taken(without=["python"])],
    out: Annotated[Path | None, out_option(_OUT, rows_format)] = None,
    restart: OutputRestart = False,
    jobs: Annotated[int, Option(panel=Panel.WORKERS, minimum=1, help="Number of worker processes.")] = 1,
    encoding: Encoding = UTF_8,
    session: Session,
) -> None:
    """Prove on byte code that each Java mutant does what its original does."""
    tree = path if path.is_dir() else None
    if (tree is None) is not (original is None):
        raise typer.BadParameter("a folder of a rewritten tree and --original go together")
    if tree is not None and compilers.checkout:
        raise typer.BadParameter("--checkout is for rows, not for a tree")
    if restart and out is None:
        raise typer.BadParameter("--restart needs --out")
    wanted = ToProve(None if tree else path, tree, original, compilers, encoding)
    proved(wanted, out, session, jobs=jobs, restart=restart)


def proved(wanted: ToProve, out: Path | None, session: Session, *, jobs: int, restart: bool) -> None:
    """Write the rows, or a row for each file, with their proofs, and report how many are proved.

    Args:
        wanted: what is to be proved.
        out: the output; None for the counts alone.
        session: gets the failures and the counts.
        jobs: how many worker processes.
        restart: discard an unfinished run.

    Raises:
        typer.Exit: a row is damaged, or a mutant does not compile.
        JdkNotFound, OSError: there is no JDK, or no such folder.
    """
    find_jdk()
    if out is not None and stays(out):
        check_folder(out.absolute().parent)
        session.keeps(out)
    rows = wanted.rows
    with (
        nullcontext(rows) if rows is None else spooled(rows) as place,
        TemporaryDirectory(prefix="equimorph.") as folder,
        made_file(Path(folder, "proofs.jsonl") if out is None else out) as made,
    ):
        label = "" if rows is None or place == rows else name_of(rows)
        tally = write_proofs(
            made, replace(wanted, rows=place, label=label), session, jobs=jobs, restart=restart
        )
    report(tally.summary(), out, session)
    session.end(counted(tally.rows, "row" if wanted.tree is None else "file"))
