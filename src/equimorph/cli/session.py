"""The session of the command line: messages and progress."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import typer

from equimorph.bulk.job import PARTIAL, BulkError, CannotWork, reason_of
from equimorph.bulk.reporting import counted
from equimorph.cli.streams import STANDARD, output, to_standard
from equimorph.mutants.showing import visible
from equimorph.rows.tables import BadRow
from equimorph.runs.budgets import BudgetSpent
from equimorph.trees.files import source_files
from mutators import MutationError
from parsers import ParseError
from parsers.language import find_language
from parsers.oracles.errors import InterpreterError, JdkError, JdkNotFound

SPENT = 3
"""The exit code for a run that ended because its budget is spent."""
INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it: 128 and the number of the signal."""
_FIRST = 3
"""How many errors of one kind, and how many members that are left alone, are shown one by one."""
REMOVE = "; remove that folder if you do not need it"
"""The end of `Session.keeps` for runs that may be given up."""
_VARYING = re.compile(
    r"\b[0-9a-f]{12}\b|\d+|; there are: .*|(?<=a second row of ).*|(?<=a second answer of ).*|(?<=a second answer to ).*",
    re.DOTALL,
)
"""What may differ between messages of one kind: ids, numbers, the fields of a row, what comes twice."""

Item = TypeVar("Item")


class Session:
    """One run of a verb: counts what failed, reports it on stderr, and ends with the exit code for it.

    Args:
        quiet: no progress and no summary; failures are reported all the same.

    Attributes:
        bars: progress bars, where there is a terminal for them.
        resume: how the user can continue after an interrupt or an error; "" if nothing is kept.
        lost: what an interrupt leaves, if nothing is kept; "" if there is nothing to say.
    """

    def __init__(self, quiet: bool = False) -> None:
        self._quiet, self.bars = quiet, True
        self._failures = self._skipped = self._named = 0
        self._kinds: dict[str, tuple[int, str]] = {}
        self._done, self._what = 0, ""
        self._total: int | None = None
        self.resume = self.lost = ""

    def failed(self, message: object, reason: str = "") -> None:
        """Report that something failed, and go on.

        Args:
            message: with the place.
            reason: without the place, if many rows may fail for the same one; then only the first few are shown.
        """
        self._failures += 1
        if reason:
            kind = _VARYING.sub("", reason)
            before, first = self._kinds.get(kind, (0, reason))
            self._kinds[kind] = (before + 1, first)
            if before >= _FIRST:
                return
        typer.echo(f"error: {visible(reason_of(message))}", err=True)

    def bad_row(self, bad: BadRow) -> None:
        """Report a bad row, and go on."""
        self.failed(str(bad), bad.reason)

    def keeps(self, out: Path, what: str = "what is done", end: str = "") -> None:
        """Say how to continue a run that keeps things beside its output."""
        self.resume = f"{out}.partial keeps {what}: the same command continues, --restart begins anew{end}"

    def keeps_parts(self, folder: Path) -> None:
        """Say how to continue a run that keeps its parts."""
        self.resume = f"{folder} keeps the parts that are done: the same command continues there"

    def loses(self, *places: Path | None) -> None:
        """Say that files or folders are written whole at the end, or not at all."""
        lost = [str(place) for place in places if not to_standard(place)]
        self.lost = f"{' and '.join(lost)} {'were' if len(lost) > 1 else 'was'} not written" if lost else ""

    def failed_row(self, name: str, number: int, error: object) -> None:
        """Report that a row of a file failed, and go on.

        Args:
            name: of the file.
            number: of the line, from 1.
            error: may begin with the line.
        """
        reason = str(error).removeprefix(f"line {number}: ")
        self.failed(f"{name}: line {number}: {reason}", reason)

    def skipped(self, count: int, messages: Iterable[object] = ()) -> None:
        """Count members that are left alone, and report the first few."""
        self._skipped += count
        for message in messages:
            if self._named < _FIRST:
                self._named += 1
                self.note(str(message))

    @property
    def failures(self) -> int:
        """How much failed."""
        return self._failures

    def failed_earlier(self, count: int) -> None:
        """Count what failed, and was reported, in an earlier run that this one goes on with."""
        self._failures += count

    def note(self, message: str) -> None:
        """Report something, unless quiet."""
        if not self._quiet:
            typer.echo(visible(message), err=True)

    @contextmanager
    def bar(self, total: int | None, what: str) -> Iterator[Callable[..., None]]:
        """Show a progress bar on stderr, if that is a terminal; yield what is to be called after each item, or after so many."""
        self._done, self._total, self._what = 0, total, what
        if self._quiet or not self.bars or sys.stderr is None or not sys.stderr.isatty():
            yield self._count
            return
        from rich.console import Console  # slow to import, and seldom needed
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(what, total=total)

            def advance(count: int = 1) -> None:
                self._count(count)
                bar.advance(task, count)

            yield advance

    def _count(self, count: int = 1) -> None:
        self._done += count

    def progress(self, items: Iterable[Item], total: int | None, what: str) -> Iterator[Item]:
        """Yield the items, with a progress bar as `bar` has it."""
        with self.bar(total, what) as advance:
            for item in items:
                yield item
                advance()

    def end(self, summary: str) -> None:
        """Report the summary, and end with exit code 1 if anything failed."""
        self.close()
        self.note(summary + self.counts())
        if self._failures:
            raise typer.Exit(1)

    def counts(self) -> str:
        """Return the end of a summary: how many members were left alone, and how much failed."""
        skipped = f"; {counted(self._skipped, 'member')} skipped" if self._skipped else ""
        return skipped + (f"; {self._failures:,} failed" if self._failures else "")

    def close(self) -> None:
        """Report how often errors and notes came that were not shown."""
        for count, first in self._kinds.values():
            if count > _FIRST:
                rows, what = counted(count - _FIRST, "more row"), first.partition("; there are: ")[0]
                typer.echo(f"error: ... and {rows} with the same error: {what}", err=True)
        self._kinds.clear()
        if self._skipped > self._named > 0:
            self.note(f"... and {counted(self._skipped - self._named, 'more member')} skipped")
            self._named = self._skipped

    def interrupted(self) -> None:
        """Report what is done, and what the user may do."""
        self.close()
        of = "" if self._total is None else f" of {self._total:,}"
        done = f" after {self._done:,}{of} {self._what}" if self._what else ""
        left = self.resume or self.lost
        typer.echo(f"interrupted{done}{left and f'; {left}'}", err=True)


def found_files(
    paths: Iterable[Path], session: Session, keep_missing: bool = False, language: str | None = None
) -> Iterator[Path]:
    """Yield files as `source_files` does, and standard input; note a folder without any.

    Args:
        paths: files and folders.
        session: gets the notes, and the failures of what is not there.
        keep_missing: yield what is not there instead: its row will say so.
        language: of the files below folders; Java for None.
    """
    for path in paths:
        if path == STANDARD:
            yield path
            continue
        count = 0
        missing: list[OSError] = []
        failed = missing.append if keep_missing else session.failed
        for count, file in enumerate(source_files([path], failed, language or "java"), 1):  # noqa: B007
            yield file
        yield from (Path(str(error.filename)) for error in missing)
        if not count and path.is_dir():
            names = " or ".join(f"*{suffix}" for suffix in find_language(language or "java").suffixes)
            session.note(f"{path}: no file named {names} in this folder{_other(path, language)}")


def _other(path: Path, language: str | None) -> str:
    """Return a hint where a folder without Java files has Python ones."""
    if language is None and next(source_files([path], lambda error: None, "python"), None) is not None:
        return "; for its *.py files give --language python"
    return ""


@contextmanager
def reported(session: Session) -> Iterator[None]:
    """Turn the errors that are the user's to know into a message and an exit code.

    2 where a package or the JDK is missing, 3 where a budget is spent, else 1; 130 for an interrupt.
    """
    try:
        yield
    except KeyboardInterrupt:
        session.interrupted()
        raise typer.Exit(INTERRUPTED) from None
    except BudgetSpent as error:
        session.close()
        session.failed("; ".join(filter(None, (str(error), session.resume or session.lost))))
        raise typer.Exit(SPENT) from error
    except BrokenPipeError:  # of `equimorph ... | head`: typer ends quietly
        raise
    except (
        OSError,
        MutationError,
        ParseError,
        JdkError,
        InterpreterError,
        BulkError,
        ModuleNotFoundError,
    ) as error:
        session.close()
        session.failed(_named(error))
        if session.resume and type(error) is OSError:  # such as a full disk, in the middle of the work
            session.note(session.resume)
        raise typer.Exit(2 if _is_missing(error) else 1) from error


def report(lines: Iterable[str], out: Path | None, session: Session) -> None:
    """Write the results of a verb to standard output, or as notes where its rows go there.

    Args:
        lines: the results.
        out: where the rows go; None for nowhere.
        session: gets the notes.
    """
    with reported(session):
        for line in lines:
            if out is not None and to_standard(out):
                session.note(line)
            else:
                with output(None) as stream:
                    stream.write(f"{line}\n".encode())


def _is_missing(error: BaseException | None) -> bool:
    """Return whether an error was caused by a missing package or JDK."""
    while error is not None and not isinstance(error, CannotWork | JdkNotFound | ModuleNotFoundError):
        error = error.__cause__
    return error is not None


def _named(error: Exception) -> Exception:
    """Return an error about a file that is being made, whose name is made up, as one about the folder that it should be in."""
    if not isinstance(error, OSError) or not isinstance(error.filename, str):
        return error
    name = Path(error.filename).name
    if not (name.startswith(".") and name.endswith(PARTIAL)):
        return error
    folder = Path(error.filename).parent
    if isinstance(error, FileNotFoundError) and not folder.exists():
        return FileNotFoundError(error.errno, "no such folder; make it first", str(folder))
    if isinstance(error, FileNotFoundError):  # such as /proc
        return OSError(error.errno, "no file can be made in this folder", str(folder))
    return OSError(error.errno, error.strerror, str(folder))
