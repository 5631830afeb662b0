"""The session of the command line: messages, progress and output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

import typer

from equimorph.bulk.job import BulkError, reason_of
from equimorph.bulk.parts import PARTIAL
from equimorph.trees.files import java_files, whole_file
from mutators import MutationError
from parsers import ParseError
from parsers.java.jdk import JdkError

__all__ = ["Session", "counted", "found_files", "output", "ranges", "reported"]

Item = TypeVar("Item")


class Session:
    """One run of a verb: counts what failed, reports it on stderr, and ends with the exit code for it.

    Args:
        quiet: no progress and no summary; failures are reported all the same.
        bars: progress bars, where there is a terminal for them.
    """

    def __init__(self, quiet: bool = False, bars: bool = True) -> None:
        self._quiet, self._bars = quiet, bars
        self._failures = 0

    def failed(self, message: object) -> None:
        """Report that something failed, and go on."""
        self._failures += 1
        typer.echo(f"error: {reason_of(message)}", err=True)

    def failed_earlier(self, count: int) -> None:
        """Count what failed, and was reported, in an earlier run that this one goes on with."""
        self._failures += count

    def note(self, message: str) -> None:
        """Report something, unless quiet."""
        if not self._quiet:
            typer.echo(message, err=True)

    @contextmanager
    def bar(self, total: int | None, what: str) -> Iterator[Callable[..., None]]:
        """Show a progress bar on stderr, if that is a terminal; yield what is to be called after each item, or after so many."""
        if self._quiet or not self._bars or not sys.stderr.isatty():
            yield lambda count=1: None
            return
        from rich.console import Console  # slow to import, and seldom needed
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda count=1: bar.advance(task, count)

    def progress(self, items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
        """Yield the items, with a progress bar as `bar` has it."""
        with self.bar(total, what) as advance:
            for item in items:
                yield item
                advance()

    def end(self, summary: str) -> None:
        """Report the summary, and end with exit code 1 if anything failed."""
        self.note(summary + (f"; {self._failures} failed" if self._failures else ""))
        if self._failures:
            raise typer.Exit(1)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def ranges(numbers: Iterable[int]) -> str:
    """Return ascending numbers as ranges, such as `3-5, 9`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(f"{first}-{last}" if first < last else str(first) for first, last in found)


def found_files(paths: Iterable[Path], session: Session) -> Iterator[Path]:
    """Yield files as `java_files` does; report what is not there as a failure, and note a folder without any."""
    for path in paths:
        count = 0
        for count, file in enumerate(java_files([path], session.failed), 1):  # noqa: B007
            yield file
        if not count and path.is_dir():
            session.note(f"{path}: no file named *.java in this folder")


@contextmanager
def reported(session: Session) -> Iterator[None]:
    """Turn the errors that are the user's to know into a message and exit code 1."""
    try:
        yield
    except BrokenPipeError:  # of `equimorph ... | head`: typer ends quietly
        raise
    except (OSError, MutationError, ParseError, JdkError, BulkError, ModuleNotFoundError) as error:
        session.failed(_named(error))
        raise typer.Exit(1) from error


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
    return OSError(error.errno, error.strerror, str(folder))


@contextmanager
def output(path: Path | None) -> Iterator[BinaryIO]:
    """Open the file, to be written whole or not at all; standard output for None."""
    if path is None:
        stream = sys.stdout.buffer
        yield stream
        stream.flush()
    else:
        with whole_file(path) as stream:
            yield stream
