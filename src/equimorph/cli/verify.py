"""The verb `verify`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.checking.equivalence import equivalence as compared
from equimorph.checking.options import VerifyOptions
from equimorph.checking.verdicts import Equivalence
from equimorph.checking.verification import CHECKS, Verification, first_lines
from equimorph.checking.verification import verify as verified
from equimorph.cli.arguments import Encoding, OptionalJsonFile, Quiet
from equimorph.cli.session import Session, report, reported
from equimorph.cli.streams import name_of, output, spooled, to_standard, total_of
from equimorph.cli.values import rows_format
from equimorph.cli.verify_aliases import Aliases
from equimorph.defects4j import WholeFiles
from equimorph.defects4j import read as read_checkout
from equimorph.rows.jsonl import lines_of
from equimorph.runs.declared import Option, Panel
from parsers.encoding import UTF_8
from parsers.oracles.interpreter import Interpreter, InterpreterError
from parsers.oracles.jdk import Jdk
from parsers.oracles.prover import Prover

_OUT = (
    "With --equivalence: file for the rows that are kept (.jsonl, .jsonl.gz), written whole or not at all; - for standard"
    " output, then the counts go to stderr."
)


def verify(
    *,
    path: OptionalJsonFile = None,
    options: VerifyOptions,
    aliases: Aliases,
    out: Annotated[
        Path | None, Option(flags="--out -o", panel=Panel.OUTPUT, help=_OUT, check=rows_format)
    ] = None,
    encoding: Encoding = UTF_8,
    quiet: Quiet = False,
) -> None:
    """Check mutants: records, and that each parser which accepts the original accepts the mutant."""
    session = Session(quiet)
    if aliases.run(path, options, out, encoding, session) or path is None:
        return
    if not to_standard(out):
        session.lost = f"{out} was not written"
    tally = _Tally()
    with reported(session), spooled(path) as place, ExitStack() as stack:
        results = _results(stack, place, options, encoding)
        keep = stack.enter_context(_copied(place, out))
        for result, verdict in session.progress(results, total_of(place), "rows"):
            where = f"{name_of(path)}: line {result.number}" + (f" ({result.id})" if result.id else "")
            failures = tally.failures(result, verdict, where)
            for failure in failures:  # that of the record names the line itself
                reason = failure.replace(f": line {result.number}: ", ": ", 1)
                session.failed(f"{where}: {reason}", reason)
            if verdict is not None and verdict.kept and not failures:
                keep(result.number)
                tally.kept += 1
    report(tally.summary(), out, session)
    for line in tally.reasons():
        session.note(line)
    session.end(counted(tally.rows, "row") + (f", {tally.kept:,} kept" if options.equivalence else ""))


def _results(
    stack: ExitStack, place: Path, options: VerifyOptions, encoding: str
) -> Iterator[tuple[Verification, Equivalence | None]]:
    """Return the result of each row, and its verdict with --equivalence.

    Args:
        stack: closes the compilers.
        place: the file of rows.
        encoding: of the files at their paths.
    """
    compilers = options.compilers
    bugs = [read_checkout(checkout, encoding=encoding) for checkout in compilers.checkout]
    jdk, interpreter = _compilers(stack, place, options, encoding)
    files: dict[str, Any] = {
        "sourcepath": compilers.sourcepath,
        "surroundings": WholeFiles(bugs) if bugs else None,
        "encoding": encoding,
    }
    rows = verified(
        place,
        jdk=jdk if options.javac else None,
        python=interpreter if options.compile else None,
        **files,
    )
    verdicts: Iterator[Equivalence] = iter(())
    if options.equivalence:
        prover = None if jdk is None else stack.enter_context(Prover(classpath=compilers.classpath_parts()))
        verdicts = compared(place, jdk=jdk, python=interpreter, prover=prover, **files)
    return zip_longest(rows, verdicts)


def _compilers(
    stack: ExitStack, rows: Path, options: VerifyOptions, encoding: str
) -> tuple[Jdk | None, Interpreter | None]:
    """Return the compilers that the rows need.

    Args:
        stack: closes them.
        rows: the file of them.
        encoding: of the files in the source path.

    Raises:
        typer.BadParameter: a row is of another language than an option, or the command is no Python.
        JdkNotFound: there is no JDK.
    """
    if not options:
        return None, None
    compilers = options.compilers
    lines = first_lines(lines_of(rows))
    for given, option, language, instead in (
        (options.javac, "--javac", "python", "--compile"),
        (options.compile, "--compile", "java", "--javac"),
    ):
        if given and language in lines:
            line = lines[language]
            raise typer.BadParameter(
                f"{option} does not go with {language.title()}, and line {line} is a row of it: give {instead}"
            )
    jdk = interpreter = None
    if "java" in lines:
        jdk = stack.enter_context(Jdk(classpath=compilers.classpath_parts(), options=("-encoding", encoding)))
    try:
        if options.compile or options.equivalence:
            interpreter = stack.enter_context(
                Interpreter(sys.executable if compilers.python is None else compilers.python)
            )
        if interpreter is not None and "python" in lines:
            _ = interpreter.version
    except InterpreterError as error:
        raise typer.BadParameter(str(error), param_hint="--python") from error
    return jdk, interpreter


_COMPILED = (
    " (--classpath, --sourcepath, --checkout, or rows made with --full, give javac what is around a member)"
)
_HINTS = {"javac": _COMPILED, "equivalence": _COMPILED}


class _Tally:
    """Counts of the rows by result, for each check."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self.rows = self.kept = self._proved = 0
        self._none: dict[str, tuple[int, str]] = {}

    def failures(self, found: Verification, verdict: Equivalence | None, where: str) -> Collection[str]:
        """Count a row at a place, and return what failed of it."""
        self.rows += 1
        self._counts.update(found.outcomes.items())
        for check, reason in found.reasons.items():
            self._silent(check, where, reason)
        if verdict is not None and verdict.verdict == "no opinion":
            self._silent("equivalence", where, verdict.reason or "")
        failures = dict.fromkeys(found.failures)  # both may name the record and javac
        if verdict is not None:
            self._counts["equivalence", verdict.verdict] += 1
            self._proved += verdict.proved
            if verdict.verdict == "failed" and verdict.reason is not None:
                failures[verdict.reason] = None
        return failures

    def _silent(self, check: str, where: str, reason: str) -> None:
        count, first = self._none.get(check, (0, f"{where}: {' '.join(reason.split())}"))
        self._none[check] = (count + 1, first)

    def reasons(self) -> Iterator[str]:
        """Yield a line for each check that had no opinion on a row: why, with the first such row."""
        for check, (count, first) in self._none.items():
            others = f"; and {counted(count - 1, 'more row')}" if count > 1 else ""
            yield f"{check} has no opinion: {first}{others}{_HINTS.get(check, '')}"

    def summary(self) -> Iterator[str]:
        """Yield a line for each check that was made."""
        for check in (*CHECKS, "equivalence"):
            counts = sorted((outcome, n) for (name, outcome), n in self._counts.items() if name == check)
            if counts:
                yield f"{check}: {', '.join(f'{n} {outcome}' for outcome, n in counts)}"
        if self._proved:
            yield f"equivalence: {self._proved} of the equivalent ones have other class bytes, and are proved to do the same"


@contextmanager
def _copied(path: Path, out: Path | None) -> Iterator[Callable[[int], object]]:
    """Copy lines of a file byte for byte; yield what is to be called with their numbers, in ascending order."""
    if out is None:
        yield lambda _: None
        return
    with path.open("rb") as source, output(out) as target:
        lines = enumerate(source, 1)
        yield lambda wanted: target.write(next(line for number, line in lines if number == wanted))
