"""The verb `prove`: rows or trees get their proofs, in parts by worker processes."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any

import typer

from equimorph.bulk.inputs import Files, Lines, Source
from equimorph.bulk.outputs import to_file, to_stream
from equimorph.bulk.reporting import counted
from equimorph.bulk.workers import Workers
from equimorph.checking.options import CompilerOptions
from equimorph.cli.arguments import Encoding, Quiet
from equimorph.cli.declared import Taken
from equimorph.cli.rows import tree_or_file
from equimorph.cli.session import Session, report, reported
from equimorph.cli.streams import name_of, output, spooled, stays
from equimorph.cli.values import rows_format
from equimorph.proving import PROVE, prove_options
from equimorph.proving.trees import PROVE_FILES, files_to_prove
from equimorph.runs.declared import Option, Panel
from equimorph.runs.hashes import file_hash
from equimorph.runs.whole import check_folder
from equimorph.version import __version__
from parsers.encoding import UTF_8
from parsers.oracles.jdk import find_jdk

PART_ROWS = 25
"""Rows, or files, that a run which is stopped may lose."""
_SECONDS = 240.0
"""For a row: javac compiles twice, and each compilation and the checker have 60 seconds of their own."""
_SHOWN = 5


_PATH = "JSON Lines, which may be compressed (.gz); - for standard input. Or the folder of a rewritten tree, with --original."
_ORIGINAL = "Folder of the original tree, for a rewritten tree instead of rows."
_OUT = (
    "Output file for the rows, or a row for each file of a tree, with their proofs (.jsonl, .jsonl.gz), written whole or not at"
    " all; - for standard output, then the counts go to stderr. Default: only the counts."
)
_RESTART = "Discard an unfinished run (OUT.partial) and start over."


def prove(
    *,
    path: Annotated[Path, typer.Argument(help=_PATH, callback=tree_or_file)],
    original: Annotated[
        Path | None, Option(panel=Panel.INPUT, exists=True, folder=True, help=_ORIGINAL)
    ] = None,
    compilers: Annotated[CompilerOptions, Taken(without=["python"])],
    out: Annotated[
        Path | None, Option(flags="--out -o", panel=Panel.OUTPUT, help=_OUT, check=rows_format)
    ] = None,
    restart: Annotated[bool, Option(panel=Panel.OUTPUT, help=_RESTART)] = False,
    jobs: Annotated[int, Option(panel=Panel.WORKERS, minimum=1, help="Number of worker processes.")] = 1,
    encoding: Encoding = UTF_8,
    quiet: Quiet = False,
) -> None:
    """Prove on byte code that each Java mutant does what its original does."""
    tree = path if path.is_dir() else None
    if (tree is None) is not (original is None):
        raise typer.BadParameter("a folder of a rewritten tree and --original go together")
    if tree is not None and compilers.checkout:
        raise typer.BadParameter("--checkout is for rows, not for a tree")
    if restart and out is None:
        raise typer.BadParameter("--restart needs --out")
    wanted = ToProve(None if tree else path, tree, original, compilers, encoding, jobs)
    proved(wanted, out, Session(quiet), restart=restart)


@dataclass(frozen=True)
class ToProve:
    """What is to be proved, and how.

    Attributes:
        rows: the file of rows; None for trees.
        tree, original: the folders of the mutated and the original tree; None for rows.
        compilers: the class path and sources.
        encoding: of the files.
        jobs: how many worker processes.
    """

    rows: Path | None
    tree: Path | None
    original: Path | None
    compilers: CompilerOptions
    encoding: str
    jobs: int

    def options(self) -> dict[str, Any]:
        """Return the options of the work, plain data."""
        options = prove_options(
            classpath=self.compilers.classpath_parts(),
            sourcepath=self.compilers.sourcepath,
            checkouts=self.compilers.checkout,
            encoding=self.encoding,
        )
        if self.tree is None:
            return options
        return {**options, "mutated": str(self.tree), "original": str(self.original)}

    def originals(self) -> str:
        """Return a hash of the original tree; "" for rows, which have their originals."""
        if self.original is None:
            return ""
        files = sorted(self.original.rglob("*.java"))
        return hashlib.sha256(b"".join(file_hash(path).encode() for path in files)).hexdigest()

    @contextmanager
    def source(self) -> Iterator[Source]:
        """Open the input.

        Raises:
            OSError, MutationError: it cannot be read, or the trees do not have the same files.
        """
        if self.tree is not None and self.original is not None:
            yield Files([str(self.tree / name) for name in files_to_prove(self.tree, self.original)])
            return
        assert self.rows is not None
        with spooled(self.rows) as place:
            yield Lines(place, "" if place == self.rows else name_of(self.rows))


def proved(wanted: ToProve, out: Path | None, session: Session, *, restart: bool) -> None:
    """Write the rows, or a row for each file, with their proofs, and report how many are proved.

    Args:
        wanted: what is to be proved.
        out: the output; None for the counts alone.
        session: gets the failures and the counts.
        restart: discard an unfinished run.

    Raises:
        typer.Exit: a row is damaged, or a mutant does not compile; there is no JDK, or no such folder.
    """
    kept = out is not None and stays(out)
    with reported(session):
        find_jdk()
        if out is not None and kept:
            check_folder(out.absolute().parent)
    tally = _Tally(session)
    work = PROVE if wanted.tree is None else PROVE_FILES
    workers = Workers(wanted.jobs, _SECONDS)
    if kept:
        session.resume = (
            f"{out}.partial keeps what is done: the same command continues, --restart begins anew"
        )
    with reported(session), wanted.source() as source:
        if out is not None and kept:
            job = workers.job(work, wanted.options(), out.with_name(f"{out.name}.partial"))
            identity = {"versions": {"equimorph": __version__}, "original": wanted.originals()}
            to_file(
                out,
                job,
                source,
                PART_ROWS,
                identity,
                workers.engine(),
                session,
                restart=restart,
                wanted=tally.counted,
            )
        else:
            job = workers.job(work, wanted.options(), Path())
            with TemporaryFile() as spool:
                to_stream(job, source, workers.engine(), session, spool, None)
                spool.seek(0)
                with output(out) as stream:
                    for line in spool:
                        tally.counted(line)
                        if out is not None:
                            stream.write(line)
    report(tally.summary(), out, session)
    session.end(counted(tally.rows, "row" if wanted.tree is None else "file"))


class _Tally:
    """Counts of verdicts, and the first rows without a proof."""

    def __init__(self, session: Session) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._session, self._left = session, Counter[str]()
        self.rows = 0

    def counted(self, line: bytes) -> bool:
        """Count a line of the output; return true, for it is kept."""
        row = json.loads(line)
        self.rows += 1
        self._counts[str(row.get("relation", "")), row["proof_how"] or row["proof"]] += 1
        wanted = row.get("relation", "preserving") == "preserving" or row["proof"] == "no-opinion"
        if row["proof"] != "proved" and wanted:
            self._left[row["proof"]] += 1
            if self._left[row["proof"]] <= _SHOWN:
                what = row["proof"].replace("-", " ")
                self._session.note(f"{what}: {row.get('id') or row['path']}: {row['proof_reason']}")
        return True

    def summary(self) -> list[str]:
        """Return a line for each relation."""
        lines = []
        for relation in sorted({relation for relation, _ in self._counts}):
            of = {how: n for (each, how), n in self._counts.items() if each == relation}
            by = [f"{of[how]:,} by {how}" for how in ("bytes", "graph") if how in of]
            rest = [f"{of[how]:,} {how.replace('-', ' ')}" for how in ("unproved", "no-opinion") if how in of]
            count = of.get("bytes", 0) + of.get("graph", 0)
            found = [f"{count:,} proved" + (f" ({', '.join(by)})" if by else ""), *rest]
            lines.append(f"proof{' of ' if relation else ''}{relation}: {', '.join(found)}")
        return lines
