"""Long work on self-contained lines that we write ourselves: in parts, with several processes, and again after a kill."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimorph.bulk.inputs import PART_ROWS, Lines
from equimorph.bulk.outputs import to_file, to_parts
from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.bulk.workers import Workers
from equimorph.rows.jsonl import ROWS, check_suffix

__all__ = ["SECONDS", "Target", "worked"]

SECONDS = 3600.0
_PARTS, _LEAST = 64, 8
"""The usual number of parts of a file, and the minimum of lines of a part, unless another number is given."""


@dataclass(frozen=True)
class Target:
    """Output of a run, and the workers that produce it.

    Attributes:
        out: the file of JSON Lines (.jsonl, .jsonl.gz), written whole or not at all; while the run lasts, ``OUT.partial`` beside
            it has the parts that are done.
        parts: a folder for the parts instead.
        part_rows: how many lines are a part of that folder.
        jobs: how many processes, or `Workers` with more options.
        restart: forget what an earlier run left in ``OUT.partial``.
        retry: Whether a model is asked again where its answer was an error; see `models.asking.write_answers`.
        reporter: gets what fails.

    Raises:
        ValueError: the name of the file has another suffix.
    """

    out: Path | None = None
    parts: Path | None = None
    part_rows: int = PART_ROWS
    jobs: int | Workers = 1
    restart: bool = False
    reporter: Reporter = SILENT
    retry: bool | None = None

    def __post_init__(self) -> None:
        for name in ("out", "parts"):
            if isinstance(value := getattr(self, name), str):
                object.__setattr__(self, name, Path(value))
        if self.out is not None:
            check_suffix(self.out, ROWS)


def worked(
    target: Target,
    work: str,
    options: Mapping[str, Any],
    lines: Iterable[bytes],
    label: str,
    identity: Mapping[str, Any],
    seconds: float = SECONDS,
    wanted: Callable[[bytes], bool] | None = None,
    shared: Iterable[bytes] | None = None,
    least: int = _LEAST,
) -> int:
    """Do the work on each of the lines, and write what it makes in their order; the same call continues with a stopped run.

    Args:
        target: Destination of the rows.
        work, options: See `Job`.
        lines: Lines of JSON, each with its line end, or blank ones, which only count.
        label: Name of the lines in messages.
        identity: Everything else that the rows depend on.
        seconds: Time limit for a line, if the target does not set it.
        wanted: Decides whether a row is written to a file; called with each row in order. None to write all rows.
        shared: Everything that the work on all lines needs besides its options, as the pieces of a file whose path it
            gets; None for nothing. The workers read it, not the manifest; a continued run must have the same one.
        least: Minimum number of lines of a part: small where each line is long work.

    Returns:
        How many rows there are.

    Raises:
        BulkError: another run is at work there; or what is done was made with other options, or from other lines.
        OSError: something cannot be written.
    """
    workers = Workers(target.jobs, seconds) if isinstance(target.jobs, int) else target.jobs
    with tempfile.TemporaryDirectory(prefix=".equimorph.", dir=_beside(target, workers)) as folder:
        place = Path(folder, "lines.jsonl")
        with place.open("wb") as stream:
            stream.writelines(lines)
        source, common = Lines(place, label), None
        if shared is not None:
            common = Path(folder, "shared")
            with common.open("wb") as stream:
                stream.writelines(shared)
        if target.parts is not None:
            job = workers.job(work, options, target.parts)
            return to_parts(
                job, source, target.part_rows, identity, workers.engine(), target.reporter, common
            )
        if target.out is None:
            raise ValueError("neither a file nor a folder of parts is given")
        job = workers.job(work, options, target.out.with_name(f"{target.out.name}.partial"))
        rows = max(least, min(PART_ROWS, source.count() // _PARTS))
        done = to_file(
            target.out,
            job,
            source,
            rows,
            identity,
            workers.engine(),
            target.reporter,
            restart=target.restart,
            wanted=wanted,
            shared=common,
        )
        return sum(part.made for part in done)


def _beside(target: Target, workers: Workers) -> Path | None:
    """Return the folder for files that the workers read, visible to other machines; None for the system's."""
    if workers.scheduler is None or target.out is None:
        return None
    return target.out.resolve().parent
