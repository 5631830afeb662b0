"""``OUT.partial``: the working folder of an unfinished run, locked against a second run."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from equimorph.runs.manifests import Refused, check_same, write_manifest
from equimorph.runs.whole import check_folder

LOCK = ".lock"
"""A file in the folder, which the run that is at work there holds."""
_OPTIONS = "run.json"


@contextmanager
def partial(out: Path, options: Mapping[str, Any], refused: Refused, restart: bool) -> Iterator[Path]:
    """Work in ``OUT.partial``, which is removed at the end; after an exception it stays, so that the next run continues there.

    Args:
        out: a file or a folder.
        options: Everything that the result depends on, as data for JSON. A run that left anything must have had the same.
        refused: the error for a folder that another run is in, or for other options.
        restart: discard an unfinished run (OUT.partial) and start over.

    Raises:
        Exception: what `refused` returns.
        OSError: the folder cannot be made or removed.
    """
    work = out.with_name(f"{out.name}.partial")
    check_folder(work.parent)
    with passing(work, _OPTIONS, refused, restart):
        record = work / _OPTIONS
        if record.exists() and _holds_anything(work):
            check_same(work, {"run": json.loads(record.read_bytes())}, {"run": options}, refused)
        else:
            write_manifest(record, options, sort_keys=True)
        yield work


@contextmanager
def passing(work: Path, manifest: str, refused: Refused, restart: bool) -> Iterator[None]:
    """Work in a folder that is removed at the end; after an exception it stays, and the next run continues there.

    Args:
        work: the folder; it may be there already.
        manifest: the name of the file that says what the run is of; what is there without it is the rest of a removed folder.
        refused: the error for a folder that another run is in.
        restart: discard what an earlier run left.

    Raises:
        Exception: what `refused` returns.
        OSError: the folder cannot be made or removed.
    """
    work.mkdir(exist_ok=True)
    with alone(work, refused):
        if restart or not (work / manifest).exists():
            (work / manifest).unlink(
                missing_ok=True
            )  # first: what a kill leaves of the rest is no unfinished run
            _clear(work)
        yield
        (work / manifest).unlink(
            missing_ok=True
        )  # first, so that what is left of the folder is no unfinished run
        shutil.rmtree(work)


@contextmanager
def alone(folder: Path, refused: Refused) -> Iterator[None]:
    """Keep other runs out of a folder.

    Raises:
        Exception: another one is there: what `refused` returns.
        OSError: the lock cannot be written.
    """
    import fcntl  # POSIX alone has it; the rest of the command is for all

    with (folder / LOCK).open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise refused(f"{folder}: another run writes here") from None
        yield


def whole_lines(path: Path) -> list[bytes]:
    """Return the whole lines of a file that is appended to, and cut off the piece of one that a kill left.

    Raises:
        OSError: the file cannot be read or written.
    """
    data = path.read_bytes() if path.is_file() else b""
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        os.truncate(path, len(whole))
    return whole.splitlines()


def _clear(folder: Path) -> None:
    """Remove everything but the lock."""
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != LOCK:
            path.unlink()


def _holds_anything(work: Path) -> bool:
    """Return whether a folder has more than the options, the lock and empty files."""
    return any(
        one.is_dir() or one.stat().st_size for one in work.iterdir() if one.name not in (_OPTIONS, LOCK)
    )
