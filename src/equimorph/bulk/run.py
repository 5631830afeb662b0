"""A run: a folder of parts, with a manifest that says what they are, so that a run which was stopped can be continued."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from equimorph.bulk.inputs import Plan, Source
from equimorph.bulk.job import PARTIAL, SHARED, BulkError, Failure, Job, Part, PartDone
from equimorph.bulk.parts import RECEIPTS, finished
from equimorph.rows.jsonl import encode
from equimorph.runs import partial
from equimorph.runs.hashes import file_hash
from equimorph.runs.manifests import check_same, write_manifest
from equimorph.runs.whole import whole_file

__all__ = ["DRAWN", "MANIFEST", "REPLIES", "Run", "Totals", "opened", "passing"]

MANIFEST = "manifest.json"
ERRORS = "errors.jsonl"
DRAWN = ".drawn"
"""Name of the folder for parts from which the parts of the run are made."""
REPLIES = "replies"
"""Name of the folder for what the work pays for, which is kept until the parts are done."""
_SCHEMA = 1
_EMPTY = re.compile(rf"{RECEIPTS}|{SHARED}|\{partial.LOCK}|\..*\{PARTIAL}")
"""Names in the folder of a run that has no manifest yet."""
_OWN = re.compile(rf"{_EMPTY.pattern}|part-\d+\.(jsonl|parquet)|\{DRAWN}|{REPLIES}|{MANIFEST}|{ERRORS}")


@dataclass(frozen=True)
class Totals:
    """Sums over all parts.

    Attributes:
        rows: Rows of the input.
        made: rows of the output.
        failed: what failed.
        skipped: members of sources that were left alone, such as methods with a syntax error.
    """

    rows: int
    made: int
    failed: int
    skipped: int = 0


class Run:
    """A run of a job over a planned input, in a folder that is this run's alone; see `opened`.

    Attributes:
        job: Job to pass to `run_part`.
        plan: The parts.
    """

    def __init__(self, job: Job, plan: Plan, head: Mapping[str, Any]) -> None:
        self.job, self.plan = job, plan
        self._folder, self._head = Path(job.folder), head

    def done(self) -> Iterator[PartDone]:
        """Yield the parts that are done, in order."""
        for part in self.plan.parts:
            if (result := finished(self.job, part)) is not None:
                yield result

    def left(self, done: Iterable[PartDone]) -> Iterator[Part]:
        """Yield the parts that are not in `done`."""
        numbers = {result.number for result in done}
        return (part for part in self.plan.parts if part.number not in numbers)

    def leading(self) -> Iterator[PartDone]:
        """Yield, in order, the finished parts before the first unfinished one."""
        for part in self.plan.parts:
            if (result := finished(self.job, part)) is None:
                return
            yield result

    def whole(self) -> Iterator[PartDone]:
        """Yield all parts, in order.

        Raises:
            BulkError: a part is not done.
        """
        for part in self.plan.parts:
            if (result := finished(self.job, part)) is None:
                raise BulkError(f"{part.name} is not done")
            yield result

    def finish(self) -> Totals:
        """Write what failed and the manifest of the whole run.

        Raises:
            BulkError: a part is not done.
            OSError: they cannot be written.
        """
        parts: list[dict[str, Any]] = []
        failed = skipped = 0
        with whole_file(self._folder / ERRORS) as errors:
            for done in self.whole():
                for failure in done.failures:
                    errors.write(_line(failure))
                failed += len(done.failures)
                skipped += done.skipped
                parts.append(
                    {
                        **{"name": done.name, "rows": done.rows, "made": done.made},
                        **{"failed": len(done.failures), "size": done.size, "sha256": done.sha256},
                    }
                )
        totals = Totals(self.plan.rows, sum(part["made"] for part in parts), failed, skipped)
        whole = {**self._head, "complete": True, **vars(totals), "parts": parts}
        write_manifest(self._folder / MANIFEST, whole)
        (self._folder / SHARED).unlink(missing_ok=True)
        _sweep(self._folder)
        return totals


def _line(failure: Failure) -> bytes:
    return encode({name: getattr(failure, name) for name in ("row", "reason", "lost", "whole")})


@contextmanager
def opened(
    job: Job, source: Source, part_rows: int, identity: Mapping[str, Any], shared: Path | None = None
) -> Iterator[Run]:
    """Begin a run in the job's folder, or continue the one that is there; no other run may be in it meanwhile.

    Args:
        identity: what else the rows depend on, besides job and input.
        shared: a file that the work on all rows needs; it is copied into the folder, where all workers can read it, until the run
            is finished. The job of the run knows its hash.

    Raises:
        BulkError: another run is at work in the folder; or its parts are of other options, input or version.
        OSError: input or folder cannot be read or written.
    """
    folder = Path(job.folder)
    if folder.exists() and not (folder / MANIFEST).exists():
        _refuse_others(folder, _EMPTY)
    (folder / RECEIPTS).mkdir(parents=True, exist_ok=True)
    with partial.alone(folder, BulkError):
        yield _begun(job, source, part_rows, identity, shared, "give another folder")


@contextmanager
def passing(
    job: Job,
    source: Source,
    part_rows: int,
    identity: Mapping[str, Any],
    restart: bool,
    shared: Path | None = None,
) -> Iterator[Run]:
    """Run as `opened` does, in a folder that is removed at the end, for an output that is put together from its parts.

    The folder stays if an exception ends the context; then the next call continues the run.

    Args:
        restart: Discard an unfinished run and start over.

    Raises:
        BulkError, OSError: see `opened`.
    """
    folder = Path(job.folder)
    if folder.exists():
        _refuse_others(folder, _OWN)  # they would be removed
    with partial.passing(folder, MANIFEST, BulkError, restart):
        (folder / RECEIPTS).mkdir(exist_ok=True)
        yield _begun(job, source, part_rows, identity, shared, "give --restart")


def _begun(
    job: Job, source: Source, part_rows: int, identity: Mapping[str, Any], shared: Path | None, instead: str
) -> Run:
    folder = Path(job.folder)
    plan = source.plan(part_rows)
    known_job = job if shared is None else replace(job, shared=file_hash(shared))
    head = _head(known_job, source, plan, part_rows, identity)
    known = _known(folder)
    if known is None:
        write_manifest(folder / MANIFEST, {**head, "complete": False})
    else:
        check_same(folder, known, head, BulkError, instead)
    _sweep(folder)
    if shared is not None:
        with whole_file(folder / SHARED) as copy, shared.open("rb") as stream:
            shutil.copyfileobj(stream, copy, 1 << 20)
    return Run(known_job, plan, head)


def _refuse_others(folder: Path, pattern: re.Pattern[str]) -> None:
    if not all(pattern.fullmatch(path.name) for path in folder.iterdir()):
        raise FileExistsError(17, "holds something else than parts", str(folder))


def _head(
    job: Job, source: Source, plan: Plan, part_rows: int, identity: Mapping[str, Any]
) -> dict[str, Any]:
    head = {
        "schema": _SCHEMA,
        "version": job.version,
        "work": job.work,
        "format": "jsonl" if job.columns is None else "parquet",
        "part-rows": part_rows,
        "timeout": job.timeout,
        "memory": job.memory,
        "options": {**job.options, **identity},
        **({} if job.shared is None else {"shared": job.shared}),
        "input": {"told": source.description, "rows": plan.rows, "sha256": plan.sha256},
    }
    data: dict[str, Any] = json.loads(json.dumps(head))
    return data


def _known(folder: Path) -> dict[str, Any] | None:
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_bytes())
    except FileNotFoundError:
        return None
    return manifest


def _sweep(folder: Path) -> None:
    """Remove what killed processes left half done."""
    for place in (folder, folder / RECEIPTS):
        for path in place.glob(f".*{PARTIAL}"):
            path.unlink(missing_ok=True)
