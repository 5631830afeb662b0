"""``OUT.partial``: the working folder of an unfinished run, locked against a second run."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from equimorph.runs.whole import check_folder, whole_file

LOCK = ".lock"
"""A file in the folder, which the run that is at work there holds."""
_OPTIONS = "run.json"
_LONGEST = 60

Refused = Callable[[str], Exception]
"""The error that is raised with a message."""


@contextmanager
def partial(out: Path, refused: Refused, restart: bool) -> Iterator[Path]:
    """Work in ``OUT.partial``, which is removed at the end; after an exception it stays, so that the next run continues there.

    Args:
        out: a file or a folder.
        refused: the error for a folder that another run is in.
        restart: discard an unfinished run (OUT.partial) and start over.

    Raises:
        Exception: what `refused` returns.
        OSError: the folder cannot be made or removed.
    """
    work = out.with_name(f"{out.name}.partial")
    if restart and work.exists():
        shutil.rmtree(work)
    check_folder(work.parent)
    work.mkdir(exist_ok=True)
    with alone(work, refused):
        yield work
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


def check_options(work: Path, what: str, options: Mapping[str, Any], refused: Refused) -> None:
    """Remember the options of a run, or check that they are those of the run that continues, if that left anything.

    Args:
        work: the folder.
        what: is done there, as messages have it: "training".
        options: all that the result depends on, as JSON can have it.
        refused: the error for options that differ, with all their names.

    Raises:
        Exception: what `refused` returns.
        OSError: they cannot be read or written.
    """
    path = work / _OPTIONS
    if not path.is_file() or not _holds_anything(work):
        with whole_file(path) as stream:
            stream.write(json.dumps(options, sort_keys=True).encode())
        return
    before, now = json.loads(path.read_bytes()), json.loads(json.dumps(options))
    names = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    if names:
        changes = ", ".join(
            f"{name} was {_brief(before.get(name))}, is {_brief(now.get(name))}" for name in names
        )
        raise refused(f"{work} is of a {what} with other options ({changes}): give them, or --restart")


def _holds_anything(work: Path) -> bool:
    """Return whether a folder has more than the options, the lock and empty files."""
    return any(
        one.is_dir() or one.stat().st_size for one in work.iterdir() if one.name not in (_OPTIONS, LOCK)
    )


def _brief(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
