"""The verb `verify`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer

from equimorph.checking.class_bytes import Equivalence
from equimorph.checking.class_bytes import equivalence as compared
from equimorph.checking.verification import CHECKS, Verification
from equimorph.checking.verification import verify as verified
from equimorph.cli.arguments import Classpath, JsonFile, Quiet, Sourcepath, regular
from equimorph.cli.session import Session, reported
from equimorph.defects4j import WholeFiles
from equimorph.defects4j import read as read_checkout
from equimorph.rows.jsonl import count_rows
from equimorph.trees.files import whole_file
from parsers.java.jdk import Jdk

__all__ = ["verify"]


def verify(
    path: JsonFile,
    javac: Annotated[
        bool, typer.Option("--javac", help="Also compile, with the JDK of this machine.")
    ] = False,
    equivalence: Annotated[
        bool, typer.Option("--equivalence", help="Also compare class bytes of breaking mutants.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="With --equivalence: file for the rows that are kept, written whole or not at all.",
            show_default=False,
        ),
    ] = None,
    classpath: Classpath = "",
    sourcepath: Sourcepath = None,
    checkout: Annotated[
        list[Path] | None,
        typer.Option(
            help="Defects4J checkout with the originals of the rows: javac gets their whole files, and its sources (repeatable).",
            exists=True,
            file_okay=False,
            show_default=False,
        ),
    ] = None,
    encoding: Annotated[str, typer.Option(help="Encoding of the sources in --checkout.")] = "utf-8",
    quiet: Quiet = False,
) -> None:
    """Check mutants: records, and that each parser which accepts the original accepts the mutant."""
    if out is not None and not equivalence:
        raise typer.BadParameter("--out needs --equivalence")
    if not (javac or equivalence) and (classpath or sourcepath):
        raise typer.BadParameter("--classpath and --sourcepath need --javac or --equivalence")
    if encoding != "utf-8" and not checkout:
        raise typer.BadParameter("--encoding needs --checkout")
    session, tally = Session(quiet), _Tally()
    with reported(session), ExitStack() as stack:
        parts = [part for part in classpath.split(os.pathsep) if part]
        bugs = [read_checkout(one, encoding=encoding) for one in checkout or ()]
        surroundings = WholeFiles(bugs) if bugs else None
        read_as = ("-encoding", encoding)  # of the files in the source path
        jdk = stack.enter_context(Jdk(classpath=parts, options=read_as)) if javac or equivalence else None
        keep = stack.enter_context(_copied(path, out))
        folders = sourcepath or ()
        asked = jdk if javac else None
        rows = verified(path, jdk=asked, sourcepath=folders, surroundings=surroundings)
        verdicts: Iterator[Equivalence] = iter(())
        if equivalence and jdk:
            verdicts = compared(path, jdk=jdk, sourcepath=folders, surroundings=surroundings)
        total = count_rows(regular(path))
        for found, verdict in session.progress(zip_longest(rows, verdicts), total, "rows"):
            place = f"{path}: line {found.number}" + (f" ({found.id})" if found.id else "")
            failures = tally.failures(found, verdict)
            for failure in failures:  # that of the record names the line itself
                session.failed(f"{place}: {failure.replace(f': line {found.number}: ', ': ', 1)}")
            if verdict is not None and verdict.kept and not failures:
                keep(found.number)
                tally.kept += 1
    for line in tally.summary():
        typer.echo(line)
    session.end(f"{tally.rows} rows" + (f", {tally.kept} kept" if equivalence else ""))


class _Tally:
    """Counts of the rows by result, for each check."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self.rows = self.kept = 0

    def failures(self, found: Verification, verdict: Equivalence | None) -> Collection[str]:
        """Count a row, and return what failed of it."""
        self.rows += 1
        self._counts.update(found.outcomes.items())
        failures = dict.fromkeys(found.failures)  # both may tell of the record and of javac
        if verdict is not None:
            self._counts["equivalence", verdict.verdict] += 1
            if verdict.verdict == "failed" and verdict.reason is not None:
                failures[verdict.reason] = None
        return failures

    def summary(self) -> Iterator[str]:
        """Yield a line for each check that was made."""
        for check in (*CHECKS, "equivalence"):
            counts = sorted((outcome, n) for (name, outcome), n in self._counts.items() if name == check)
            if counts:
                yield f"{check}: {', '.join(f'{n} {outcome}' for outcome, n in counts)}"


@contextmanager
def _copied(path: Path, out: Path | None) -> Iterator[Callable[[int], object]]:
    """Copy lines of a file byte for byte; yield what is to be called with their numbers, in ascending order."""
    if out is None:
        yield lambda _: None
        return
    with path.open("rb") as source, whole_file(out) as target:
        lines = enumerate(source, 1)
        yield lambda wanted: target.write(next(line for number, line in lines if number == wanted))
