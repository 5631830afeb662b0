"""The options of the commands that can work in bulk, and the input, engine and job that they describe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.engines import Engine
from equimorph.bulk.inputs import PART_ROWS, Files, Lines, Source, Table
from equimorph.bulk.job import SECONDS, Job
from equimorph.bulk.workers import Workers
from equimorph.cli.arguments import FORMATS
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
        help="Processes that do the rows; one that crashes or hangs loses only its row. Default: none; with --parts 1.",
        show_default=False,
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        max=MOST_SECONDS,
        help=f"Seconds for a row, where processes do the rows. Default: {SECONDS:g}.",
        show_default=False,
    ),
]
Memory = Annotated[
    int | None,
    typer.Option(
        min=64,
        help="MiB of address space for each process that does rows. Default: no limit.",
        show_default=False,
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        help="Address of a Dask scheduler, the workers of which do the parts instead.", show_default=False
    ),
]
Parts = Annotated[
    Path | None,
    typer.Option(
        help="Folder for the output in parts, with a manifest; the same command again goes on where it was.",
        show_default=False,
        file_okay=False,
    ),
]
PartRows = Annotated[
    int | None,
    typer.Option(
        min=1, help=f"Rows of the input for a part, with --parts. Default: {PART_ROWS}.", show_default=False
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="Of the parts: jsonl or parquet. Default: jsonl.",
        show_default=False,
        autocompletion=FORMATS.complete,
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

    def check(self, out: Path | None) -> None:
        """Check that they go together.

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
        if self.scheduler is not None and self.parts is None and out is None:
            raise typer.BadParameter("--scheduler needs --parts or --out, in a folder that all workers share")
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


def source_of(paths: Sequence[str], jsonl: Path | None, table: Path | None) -> Source:
    """Return the input: files, or the one file with rows."""
    if jsonl is not None:
        return Lines(jsonl)
    return Files(paths) if table is None else Table(table)
