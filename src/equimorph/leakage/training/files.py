"""The files of training data: the one that was given, or those of a kind below a folder."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path

from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.lines import cuts

__all__ = ["below", "cut_lines", "ends", "opened", "starts_with", "unreadable"]


def ends(name: str, *suffixes: str) -> bool:
    """Return whether a name ends in one of the suffixes, in whatever case."""
    return name.lower().endswith(suffixes)


def opened(path: Path) -> BufferedReader:
    """Open a file for reading bytes; a pipe or device is refused, since it could never end, or be read twice.

    Raises:
        OSError: it cannot be read, or is no file.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        what = "a folder" if path.is_dir() else "not a file"
        raise OSError(errno.EINVAL, what, str(path))
    return path.open("rb")


def starts_with(path: Path, size: int = 1 << 16) -> bytes:
    """Return the first bytes of a file; none where it cannot be read."""
    try:
        with opened(path) as stream:
            return stream.read(size)
    except OSError:
        return b""


def below(folder: Path, wanted: Callable[[str], bool]) -> Iterator[str]:
    """Yield the files below a folder in sorted order, relative to it, with slashes; links to folders are not followed.

    A folder that cannot be listed is among them, since reading it says why. So is a link that leads nowhere. A folder
    whose name is wanted is none.

    Args:
        folder: where to look.
        wanted: of a file's name.
    """
    lost: list[str] = []
    for place, inner, names in os.walk(folder, onerror=lambda error: lost.append(str(error.filename))):
        inner.sort()
        here = Path(place).relative_to(folder)
        yield from ((here / name).as_posix() for name in sorted(names) if wanted(name))
        yield from (Path(path).relative_to(folder).as_posix() for path in lost)
        lost.clear()
    yield from (Path(path).relative_to(folder).as_posix() for path in lost)


def cut_lines(origin: Origin, files: Iterator[str], size: int) -> Iterator[Chunk]:
    """Yield the chunks of files of lines; a compressed file is one, since it cannot be read from its middle.

    Args:
        origin: what was given.
        files: relative to its root; "" is the root itself, which must be readable.
        size: bytes.

    Raises:
        OSError: the root is a file that cannot be read.
    """
    for file in files:
        try:
            with opened(origin.place(file)) as stream:
                if file.endswith(".gz") or (not file and origin.root.endswith(".gz")):
                    known = hashlib.file_digest(stream, "sha256").hexdigest()
                    yield Chunk(origin, (file,), (0,), (stream.tell(),), 1, known)
                    continue
                for cut in cuts(stream, size):
                    yield Chunk(origin, (file,), (cut.start,), (cut.end,), cut.first, cut.sha256)
        except OSError as error:
            if not file:
                raise
            yield unreadable(origin, file, error)


def unreadable(origin: Origin, file: str, error: OSError) -> Chunk:
    """Return a chunk of a file that cannot be read: reading it says why, and the other files go on."""
    reason = hashlib.sha256(f"{error.strerror}".encode()).hexdigest()
    return Chunk(origin, (file,), (0,), (0,), 1, reason)
