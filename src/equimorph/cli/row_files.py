"""What verbs on files of rows share: rows in, rows out in parts, bad rows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.inputs import PART_ROWS
from equimorph.bulk.working import Target
from equimorph.cli.arguments import OutFile, Restart
from equimorph.cli.bulk_options import LONG_TIMEOUT, WORKER_JOBS, BulkOptions
from equimorph.cli.declared import Taken
from equimorph.cli.session import REMOVE, Session
from equimorph.cli.streams import STANDARD, made_file, name_of, spooled, stays
from equimorph.rows.tables import Rows


@dataclass(frozen=True)
class Named(os.PathLike[str]):
    """A copy of an input, under the name of the input."""

    place: Path
    name: str

    def __fspath__(self) -> str:
        return str(self.place)

    def __str__(self) -> str:
        return self.name


@contextmanager
def opened_rows(*paths: Path, out: Path | None = None) -> Iterator[tuple[Rows, ...]]:
    """Yield the rows of files; standard input and pipes, which can be read once, are copied to files for the time.

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
            Named(stack.enter_context(spooled(path)), name_of(path)) if _is_read_once(path) else path
            for path in paths
        )


def _is_read_once(path: Path) -> bool:
    return path == STANDARD or (path.exists() and not path.is_file() and not path.is_dir())


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
        yield Named(copy, name_of(path))


@dataclass(frozen=True, kw_only=True)
class RowsOut:
    """The output of a verb that makes rows of rows, and the workers that make them.

    Raises:
        typer.BadParameter: options do not go together.
    """

    out: OutFile = None
    bulk: BulkOptions = BulkOptions()  # noqa: RUF009 - it is frozen
    restart: Restart = False

    def __post_init__(self) -> None:
        self.bulk.check(self.out)
        if self.restart and self.bulk.parts is not None:
            raise typer.BadParameter("--restart is for --out; a folder of parts can be removed")

    @contextmanager
    def target(self, session: Session) -> Iterator[Target]:
        """Yield where rows go: a file, standard output, or a folder of parts.

        Raises:
            OSError: it cannot be written.
        """
        bulk, out = self.bulk, self.out
        jobs = bulk.workers if bulk.timeout is not None or bulk.memory is not None else bulk.jobs or 1
        if bulk.parts is not None:
            session.keeps_parts(bulk.parts)
            rows = bulk.part_rows or PART_ROWS
            yield Target(parts=bulk.parts, part_rows=rows, jobs=jobs, reporter=session)
            return
        if out is not None and stays(out):
            session.keeps(out, end=REMOVE)
        with made_file(STANDARD if out is None else out) as place:
            yield Target(place, jobs=jobs, restart=self.restart, reporter=session)


_NO_PARTS = ("parts", "part_rows", "form")
_ALWAYS = ("timeout", "memory", "scheduler")
WorkerOut = Annotated[RowsOut, Taken(without=(*_ALWAYS, *_NO_PARTS), jobs=WORKER_JOBS)]
"""Of verbs that write one file."""
PartsOut = Annotated[RowsOut, Taken(without=(*_ALWAYS, "form"), jobs=WORKER_JOBS)]
"""Of verbs that do so, or write a folder of parts."""
LongOut = Annotated[RowsOut, Taken(without=_NO_PARTS, jobs=WORKER_JOBS, timeout=LONG_TIMEOUT)]
"""Of verbs whose rows take long."""


def check_outputs(inputs: Sequence[Path], outputs: Sequence[Path | None]) -> None:
    """Check that no output is an input, or another output.

    Raises:
        typer.BadParameter: one is; or an input is not there.
    """
    for path in inputs:
        if path != STANDARD and not path.exists():
            raise typer.BadParameter(f"no such file or folder: {str(path)!r}")
    targets = [path for path in outputs if path is not None]
    for first, other in combinations(targets, 2):
        if first == other or (stays(first) and first.exists() and other.exists() and first.samefile(other)):
            named = "standard output" if first == STANDARD else repr(str(first))
            raise typer.BadParameter(f"two outputs are {named}")
    for target in targets:
        if stays(target) and target.exists():
            for path in inputs:
                if path != STANDARD and path.samefile(target):
                    raise typer.BadParameter(
                        f"the output {str(target)!r} is an input, which it would replace"
                    )
