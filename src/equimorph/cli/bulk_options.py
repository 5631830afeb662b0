"""The options of the commands that can work in bulk, and the input, engine and job that they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.inputs import PART_ROWS, Files, Lines, Source, Table
from equimorph.bulk.job import SECONDS, Job
from equimorph.bulk.workers import Workers
from equimorph.bulk.working import SECONDS as LONG
from equimorph.cli.declared import Taken
from equimorph.cli.session import Session, found_files
from equimorph.cli.streams import STANDARD, name_of, regular, spooled, to_standard
from equimorph.cli.values import input_file, json_lines_file
from equimorph.rows.parquet import ColumnType, schema
from equimorph.runs.declared import MOST_SECONDS, Option, Panel

_JOBS = "Number of worker processes. A crash or hang loses only the {} being processed. Default: {}."
_TIMEOUT = "Processor time limit per {}, in seconds. Default: {:g}."
_PART_ROWS = f"Input rows per part. Default: {PART_ROWS}."


@dataclass(frozen=True)
class BulkOptions:
    """The options of a command that change how it works, not what comes out; a row is a file, a line, a row of a table.

    A verb takes them all, or as `WorkerBulk` and the like have them.

    Attributes:
        jobs: how many processes on this machine; None where not given, like all others.
        timeout: Seconds of processor time for a row.
        memory: Address space per worker, in MiB. Default: no limit.
        scheduler: Run on the Dask cluster at this address.
        parts: Write the output in parts to this folder, with a manifest; the same command continues a stopped run.
        part_rows: rows of the input in each part.
        form: Format of the parts: jsonl or parquet. Default: jsonl.
    """

    jobs: Annotated[
        int | None,
        Option(panel=Panel.WORKERS, minimum=1, help=_JOBS.format("row", "none; with --parts 1")),
    ] = None
    timeout: Annotated[
        float | None,
        Option(
            panel=Panel.WORKERS, minimum=0.001, maximum=MOST_SECONDS, help=_TIMEOUT.format("row", SECONDS)
        ),
    ] = None
    memory: Annotated[int | None, Option(panel=Panel.WORKERS, minimum=64)] = None
    scheduler: Annotated[str | None, Option(panel=Panel.WORKERS)] = None
    parts: Annotated[Path | None, Option(panel=Panel.WORKERS, folder=True)] = None
    part_rows: Annotated[int | None, Option(panel=Panel.WORKERS, minimum=1, help=_PART_ROWS)] = None
    form: Annotated[
        str | None, Option(flags="--format", panel=Panel.WORKERS, suggestions=("jsonl", "parquet"))
    ] = None

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

    def job_of_parts(
        self, work: str, options: Mapping[str, Any], columns: Mapping[str, ColumnType]
    ) -> tuple[Job, int]:
        """Return the job for the folder of --parts, and the rows of a part.

        Raises:
            ModuleNotFoundError: Parquet is asked for, and pyarrow is not installed.
        """
        assert self.parts is not None
        job = self.workers.job(work, options, self.parts)
        if self.form == "parquet":
            schema(columns)  # pyarrow is missing now, not when a part is done
            job = replace(job, columns=columns)
        return job, self.part_rows or PART_ROWS


WORKER_JOBS = Option(help=_JOBS.format("row", "1"))
"""Of verbs that always have a worker."""
FILE_JOBS = Option(help=_JOBS.format("file", "none"))
FILE_TIMEOUT = Option(help=_TIMEOUT.format("file", SECONDS))
LONG_TIMEOUT = Option(help=_TIMEOUT.format("row", LONG))
_WORKERS = ("jobs", "timeout", "memory", "scheduler")

LongBulk = Annotated[BulkOptions, Taken(*_WORKERS, jobs=WORKER_JOBS, timeout=LONG_TIMEOUT)]
"""Of verbs whose rows take long."""
FileBulk = Annotated[BulkOptions, Taken(*_WORKERS, jobs=FILE_JOBS, timeout=FILE_TIMEOUT)]
"""Of verbs that work in this process unless workers are asked for, file by file."""


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """The input: files, or the one file with rows.

    Attributes:
        paths: Source files, and folders with them; - for the text of one on standard input.
        jsonl: Read the texts from this JSON Lines file instead, which may be compressed (.gz); - for standard input.
        table: Read the texts from this Parquet file instead; - for standard input.
        field: Field of --jsonl or column of --parquet that holds the text.

    Raises:
        typer.BadParameter: there is no input, or more than one.
    """

    paths: Annotated[tuple[Path, ...], Option(argument=True)] = ()
    jsonl: Annotated[Path | None, Option(panel=Panel.INPUT, check=json_lines_file)] = None
    table: Annotated[Path | None, Option(flags="--parquet", panel=Panel.INPUT, check=input_file)] = None
    field: Annotated[str, Option(panel=Panel.INPUT)] = "source"

    def __post_init__(self) -> None:
        if [bool(self.paths), self.jsonl is not None, self.table is not None].count(True) != 1:
            raise typer.BadParameter(
                "give either paths or --jsonl or --parquet; a path - is a text on standard input"
            )

    @property
    def files(self) -> list[Path]:
        """The files and folders that are given."""
        return [path for path in (*self.paths, self.jsonl, self.table) if path is not None]

    def check_encoding(self, encoding: str | None) -> None:
        """Check that an encoding is for source files.

        Raises:
            typer.BadParameter: it is not.
        """
        if encoding is not None and not self.paths:
            raise typer.BadParameter("--encoding is for source files; JSON and Parquet are UTF-8")

    @contextmanager
    def opened(
        self,
        session: Session,
        *,
        reread: bool = False,
        keep_missing: bool = False,
        narrowed: Callable[[Sequence[Path]], Sequence[Path]] = list,
        language: str | None = None,
    ) -> Iterator[Source]:
        """Open the input; standard input and rows in a pipe are copied to a temporary file.

        Args:
            session: gets notes and failures of the search for files.
            reread: files are read more than once, or by other processes; so pipes are copied, too.
            keep_missing: as in `found_files`.
            narrowed: chooses among the files that were found.
            language: of the files below folders; Java for None.

        Raises:
            OSError: it cannot be read.
        """
        rows = self.table if self.jsonl is None else self.jsonl
        with ExitStack() as stack:
            if rows is None:
                found = narrowed(list(found_files(self.paths, session, keep_missing, language)))
                places = {
                    str(path): str(stack.enter_context(spooled(path)))
                    for path in dict.fromkeys(found)
                    if path == STANDARD or (reread and path.exists() and not path.is_file())
                }
                yield Files([str(path) for path in found], places=places)
            else:
                place = stack.enter_context(spooled(rows))
                label = "" if place == rows else name_of(rows)
                yield Table(place, label) if self.jsonl is None else Lines(place, label)
