"""The verb `verify`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.checking.checked import checked
from equimorph.checking.options import VerifyOptions
from equimorph.checking.verdicts import Equivalence
from equimorph.checking.verification import CHECKS, Verification
from equimorph.cli.arguments import ROWS, Encoding, out_option
from equimorph.cli.known import usage_errors
from equimorph.cli.session import Session, report
from equimorph.cli.streams import name_of, output, spooled, total_of
from equimorph.cli.values import input_file, rows_format
from equimorph.cli.verify_aliases import Aliases
from equimorph.defects4j import WholeFiles
from equimorph.defects4j import read as read_checkout
from equimorph.runs.declared import Option
from parsers.encoding import UTF_8
from parsers.oracles.interpreter import InterpreterError

_OUT = (
    "With --equivalence: file for the rows that are kept (.jsonl, .jsonl.gz), written whole or not at all; - for standard"
    " output, then the counts go to stderr."
)


def verify(
    *,
    path: Annotated[Path | None, Option(argument=True, help=ROWS, check=input_file)] = None,
    options: VerifyOptions,
    aliases: Aliases,
    out: Annotated[Path | None, out_option(_OUT, rows_format)] = None,
    encoding: Encoding = UTF_8,
    session: Session,
) -> None:
    """Check mutants: records, and that each parser which accepts the original accepts the mutant."""
    if aliases.run(path, options, out, encoding, session) or path is None:
        return
    session.loses(out)
    tally = _Tally()
    with spooled(path) as place, ExitStack() as stack:
        bugs = [read_checkout(checkout, encoding=encoding) for checkout in options.compilers.checkout]
        around = WholeFiles(bugs) if bugs else None
        try:
            with usage_errors():
                results = stack.enter_context(checked(place, options, surroundings=around, encoding=encoding))
        except InterpreterError as error:
            raise typer.BadParameter(str(error), param_hint="--python") from error
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
