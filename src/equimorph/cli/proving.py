"""What `verify --prove` does: rows or trees get their proofs, in parts by worker processes."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import typer

from equimorph.bulk.inputs import Files, Lines, Source
from equimorph.bulk.job import file_hash
from equimorph.bulk.outputs import to_file, to_stream
from equimorph.bulk.reporting import counted
from equimorph.bulk.workers import Workers
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import name_of, output, spooled, stays, to_standard
from equimorph.proving import PROVE, prove_options
from equimorph.proving.trees import PROVE_FILES, files_to_prove
from equimorph.trees.files import check_folder
from equimorph.version import __version__
from parsers.java.jdk import find_jdk

__all__ = ["ToProve", "proved"]

PART_ROWS = 25
"""Rows, or files, that a run which is stopped may lose."""
_SECONDS = 240.0
"""For a row: javac compiles twice, and each compilation and the checker have 60 seconds of their own."""
_SHOWN = 5


@dataclass(frozen=True)
class ToProve:
    """What is to be proved, and how.

    Attributes:
        rows: the file of rows; None for trees.
        trees: the mutated and the original folder; None for rows.
        classpath: as it was given, with its separators.
        sourcepath, checkouts, encoding: as in `prove_options`.
        jobs: how many worker processes.
        restart: forget what an earlier run left.
    """

    rows: Path | None
    trees: tuple[Path, Path] | None
    classpath: str
    sourcepath: Sequence[Path]
    checkouts: Sequence[Path]
    encoding: str
    jobs: int
    restart: bool

    def options(self) -> dict[str, Any]:
        """Return the options of the work, plain data."""
        options = prove_options(
            classpath=[part for part in self.classpath.split(os.pathsep) if part],
            sourcepath=self.sourcepath,
            checkouts=self.checkouts,
            encoding=self.encoding,
        )
        if self.trees is None:
            return options
        return {**options, "mutated": str(self.trees[0]), "original": str(self.trees[1])}

    def originals(self) -> str:
        """Return a hash of the original tree; "" for rows, which have their originals."""
        if self.trees is None:
            return ""
        files = sorted(self.trees[1].rglob("*.java"))
        return hashlib.sha256(b"".join(file_hash(path).encode() for path in files)).hexdigest()

    @contextmanager
    def source(self) -> Iterator[Source]:
        """Open the input.

        Raises:
            OSError, MutationError: it cannot be read, or the trees do not have the same files.
        """
        if self.trees is not None:
            mutated, original = self.trees
            yield Files([str(mutated / name) for name in files_to_prove(mutated, original)])
            return
        assert self.rows is not None
        with spooled(self.rows) as place:
            yield Lines(place, "" if place == self.rows else name_of(self.rows))


def proved(wanted: ToProve, out: Path | None, session: Session) -> None:
    """Write the rows, or a row for each file, with their proofs, and report how many are proved.

    Raises:
        typer.Exit: a row is damaged, or a mutant does not compile; there is no JDK, or no such folder.
    """
    with reported(session):
        find_jdk()
        if out is not None and stays(out):
            check_folder(out.absolute().parent)
    tally = _Tally(session)
    work = PROVE if wanted.trees is None else PROVE_FILES
    workers = Workers(wanted.jobs, _SECONDS)
    if out is not None and stays(out):
        session.resume = (
            f"{out}.partial keeps what is done: the same command continues, --restart begins anew"
        )
    with reported(session), wanted.source() as source:
        if out is not None and stays(out):
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
                restart=wanted.restart,
                wanted=tally.counted,
            )
        else:
            with TemporaryFile() as spool:
                job = workers.job(work, wanted.options(), Path())
                to_stream(job, source, workers.engine(), session, spool, None)
                spool.seek(0)
                with output(out) as stream:
                    for line in spool:
                        tally.counted(line)
                        if out is not None:
                            stream.write(line)
    with reported(session):
        _report(tally.summary(), to_standard(out) and out is not None, session)
    session.end(counted(tally.rows, "file" if wanted.trees is not None else "row"))


def _report(lines: Sequence[str], rows_out: bool, session: Session) -> None:
    for line in lines:
        if rows_out:
            session.note(line)
        else:
            typer.echo(line)


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
