"""The options of the commands that can work in bulk, and the input, engine and job that they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.engines import Engine
from equimorph.bulk.inputs import PART_ROWS, Files, Lines, Source, Table
from equimorph.bulk.job import SECONDS, Job
from equimorph.bulk.workers import Workers
from equimorph.cli.arguments import FORMATS
from equimorph.cli.commands import Panel
from equimorph.cli.session import Session, found_files
from equimorph.cli.streams import STANDARD, name_of, regular, spooled, to_standard
from equimorph.rows.parquet import ColumnType, schema

__all__ = [
    "BulkOptions",
    "Format",
    "Jobs",
    "Memory",
    "PartRows",
    "Parts",
    "Scheduler",
    "Timeout",
    "source_of",
]

MOST_SECONDS = 1_000_000


Jobs = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Number of worker processes. A crash or hang loses only the row being processed. Default: none; with --parts 1.",
        show_default=False,
        rich_help_panel=Panel.WORKERS,
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        max=MOST_SECONDS,
        help=f"Seconds that a worker may take for a row. Default: {SECONDS:g}.",
        show_default=False,
        rich_help_panel=Panel.WORKERS,
    ),
]
Memory = Annotated[
    int | None,
    typer.Option(
        min=64,
        help="MiB of address space for each worker. Default: no limit.",
        show_default=False,
        rich_help_panel=Panel.WORKERS,
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        help="Address of a Dask scheduler, whose workers do the parts instead.",
        show_default=False,
        rich_help_panel=Panel.WORKERS,
    ),
]
Parts = Annotated[
    Path | None,
    typer.Option(
        help="Folder for the output in parts, with a manifest; the same command continues a run that was stopped.",
        show_default=False,
        rich_help_panel=Panel.WORKERS,
        file_okay=False,
    ),
]
PartRows = Annotated[
    int | None,
    typer.Option(
        min=1,
        help=f"Rows of the input in each part. Default: {PART_ROWS}.",
        show_default=False,
        rich_help_panel=Panel.WORKERS,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="Format of the parts: jsonl or parquet. Default: jsonl.",
        show_default=False,
        autocompletion=FORMATS.complete,
        rich_help_panel=Panel.WORKERS,
    ),
]


@dataclass(frozen=True)
class BulkOptions:
    """The options of a command that change how it works, not what comes out; a row is a file, a line, a row of a table.

    Attributes:
        jobs, timeout, memory, scheduler, parts, part_rows, form: as given, None where not given.
    """

    jobs: int | None = None
    timeout: float | None = None
    memory: int | None = None
    scheduler: str | None = None
    parts: Path | None = None
    part_rows: int | None = None
    form: str | None = None

    def __bool__(self) -> bool:
        """Return whether workers are asked for."""
        return self.jobs is not None or self.scheduler is not None or self.parts is not None

    def check(self, out: Path | None, inputs: Sequence[Path | None] = ()) -> None:
        """Check that they go together.

        Args:
            out: the file or folder of the output.
            inputs: the files of the input, as far as they are given.

        Raises:
            typer.BadParameter: they do not.
        """
        if self.parts is not None and out is not None:
            raise typer.BadParameter("give either --out or --parts")
        if self.parts is None and (self.part_rows is not None or self.form is not None):
            raise typer.BadParameter("--part-rows and --format need --parts")
        if not self and (self.timeout is not None or self.memory is not None):
            raise typer.BadParameter("--timeout and --memory need --jobs, --scheduler or --parts")
        if self.jobs is not None and self.scheduler is not None:
            raise typer.BadParameter("give either --jobs or --scheduler")
        if self.scheduler is not None and self.parts is None and to_standard(out):
            raise typer.BadParameter("--scheduler needs --parts or --out, in a folder that all workers share")
        if self.scheduler is not None and not all(
            path is None or path.is_dir() or (path != STANDARD and not path.exists()) or regular(path)
            for path in inputs
        ):
            raise typer.BadParameter(
                "--scheduler needs files that all workers can read, not a pipe or a .gz file"
            )
        if self.form not in (None, "jsonl", "parquet"):
            raise typer.BadParameter(f"--format {self.form!r} is neither jsonl nor parquet")

    @property
    def workers(self) -> Workers:
        """The processes that are asked for, with the defaults."""
        timeout = SECONDS if self.timeout is None else self.timeout
        return Workers(self.jobs or 1, timeout, self.memory, self.scheduler)

    def engine(self) -> Engine:
        """Return what does the parts.

        Raises:
            ModuleNotFoundError: it is not installed.
        """
        return self.workers.engine()

    def job(self, work: str, options: Mapping[str, Any], folder: Path) -> Job:
        """Return the job with these options."""
        return self.workers.job(work, options, folder)

    def job_of_parts(
        self, work: str, options: Mapping[str, Any], columns: Mapping[str, ColumnType]
    ) -> tuple[Job, int]:
        """Return the job for the folder of --parts, and the rows of a part.

        Raises:
            ModuleNotFoundError: Parquet is asked for, and pyarrow is not installed.
        """
        assert self.parts is not None
        job = self.job(work, options, self.parts)
        if self.form == "parquet":
            schema(columns)  # pyarrow is missing now, not when a part is done
            job = replace(job, columns=columns)
        return job, self.part_rows or PART_ROWS


@contextmanager
def source_of(
    paths: Sequence[Path],
    jsonl: Path | None,
    table: Path | None,
    session: Session,
    *,
    reread: bool = False,
    keep_missing: bool = False,
    narrowed: Callable[[Sequence[Path]], Sequence[Path]] = list,
    language: str | None = None,
) -> Iterator[Source]:
    """Open the input: files, or the one file with rows.

    Standard input and rows in a pipe are copied to a temporary file.

    Args:
        paths: of files and folders.
        jsonl, table: the file with rows, or None.
        session: gets notes and failures of the search for files.
        reread: files are read more than once, or by other processes; so those that are pipes are copied, too.
        keep_missing: as in `found_files`.
        narrowed: chooses among the files that were found.
        language: of the files below folders; Java for None.

    Raises:
        OSError: it cannot be read.
    """
    rows = table if jsonl is None else jsonl
    with ExitStack() as stack:
        if rows is None:
            found = narrowed(list(found_files(paths, session, keep_missing, language)))
            places = {
                str(path): str(stack.enter_context(spooled(path)))
                for path in dict.fromkeys(found)
                if path == STANDARD or (reread and path.exists() and not path.is_file())
            }
            yield Files([str(path) for path in found], places=places)
        else:
            place = stack.enter_context(spooled(rows))
            label = "" if place == rows else name_of(rows)
            yield Table(place, label) if jsonl is None else Lines(place, label)
