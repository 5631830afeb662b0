"""What verbs on files of rows share: rows in, rows out in parts, bad rows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.inputs import PART_ROWS
from equimorph.bulk.working import Target
from equimorph.cli.bulk_options import BulkOptions
from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD, made_file, name_of, spooled, stays
from equimorph.rows.tables import BadRow, Rows
from equimorph.runs.declared import Panel

Restart = Annotated[
    bool,
    typer.Option(
        "--restart",
        help="Discard an unfinished run (OUT.partial) and start over.",
        rich_help_panel=Panel.WORKERS,
    ),
]


@dataclass(frozen=True)
class _Named(os.PathLike[str]):
    """A copy of an input, under the name of the input."""

    place: Path
    name: str

    def __fspath__(self) -> str:
        return str(self.place)

    def __str__(self) -> str:
        return self.name


@contextmanager
def opened_rows(*paths: Path, out: Path | None = None) -> Iterator[tuple[Rows, ...]]:
    """Yield the rows of files that may be standard input, which is copied to a file for the time.

    Args:
        paths: the files.
        out: where results go.

    Raises:
        typer.BadParameter: two are standard input; or the output is one of the files, which would be replaced.
        OSError: it cannot be read.
    """
    if out is not None and stays(out) and out.exists():
        for path in paths:
            if path != STANDARD and path.exists() and path.samefile(out):
                raise typer.BadParameter(f"the output {str(out)!r} is an input, which it would replace")
    if sum(path == STANDARD for path in paths) > 1:
        raise typer.BadParameter("only one input can be standard input")
    with ExitStack() as stack:
        yield tuple(
            _Named(stack.enter_context(spooled(path)), name_of(path)) if path == STANDARD else path
            for path in paths
        )


@contextmanager
def kept_rows(path: Path) -> Iterator[Rows]:
    """Yield the rows of a file, a pipe or standard input, under its name, so that they can be read more than once.

    Raises:
        OSError: it cannot be read, or what it has not be copied.
    """
    if path != STANDARD and path.is_file():
        yield path
        return
    with spooled(path) as copy:
        yield _Named(copy, name_of(path))


def bad_row(session: Session) -> Callable[[BadRow], None]:
    """Return what reports bad rows."""
    return lambda bad: session.failed(str(bad), bad.reason)


@contextmanager
def target_of(out: Path | None, how: BulkOptions, restart: bool, session: Session) -> Iterator[Target]:
    """Yield where rows go: a file, standard output, or a folder of parts.

    Raises:
        OSError: it cannot be written.
    """
    jobs = how.workers if how.timeout is not None or how.memory is not None else how.jobs or 1
    if how.parts is not None:
        session.resume = f"{how.parts} keeps the parts that are done: the same command continues there"
        yield Target(parts=how.parts, part_rows=how.part_rows or PART_ROWS, jobs=jobs, reporter=session)
        return
    if stays(out):
        session.resume = (
            f"{out}.partial keeps what is done: the same command continues, --restart begins anew;"
            " remove that folder if you do not need it"
        )
    with made_file(STANDARD if out is None else out) as place:
        yield Target(place, jobs=jobs, restart=restart, reporter=session)


def check_outputs(inputs: Sequence[Path], outputs: Sequence[Path | None]) -> None:
    """Check that no output is an input, or another output.

    Raises:
        typer.BadParameter: one is; or an input is not there.
    """
    for path in inputs:
        if path != STANDARD and not path.exists():
            raise typer.BadParameter(f"no such file or folder: {str(path)!r}")
    given = [path for path in outputs if path is not None]
    for one, other in combinations(given, 2):
        if one == other or (stays(one) and one.exists() and other.exists() and one.samefile(other)):
            named = "standard output" if one == STANDARD else repr(str(one))
            raise typer.BadParameter(f"two outputs are {named}")
    for made in given:
        if stays(made) and made.exists():
            for path in inputs:
                if path != STANDARD and path.samefile(made):
                    raise typer.BadParameter(f"the output {str(made)!r} is an input, which it would replace")


def check_target(out: Path | None, how: BulkOptions, restart: bool) -> None:
    """Check that options of the output go together.

    Raises:
        typer.BadParameter: they do not.
    """
    how.check(out)
    if restart and how.parts is not None:
        raise typer.BadParameter("--restart is for --out; a folder of parts can be removed")
