"""Files and folders written completely or not at all."""

from __future__ import annotations

import errno
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_OF_STREAMS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EBADF})
"""Errors of reading and writing a file that is open, of which Python does not say the name."""


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Add the file's name to errors of reading or writing an open file, for example if the disk is full.

    Raises:
        OSError: the error, with the name.
    """
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in _OF_STREAMS:
            raise OSError(error.errno, error.strerror, name) from error
        raise


def check_folder(path: Path) -> None:
    """Check that a path is a folder.

    Raises:
        FileNotFoundError: nothing is there.
        NotADirectoryError: something else is.
    """
    if not path.exists():
        raise FileNotFoundError(2, "no such folder", str(path))
    if not path.is_dir():
        raise NotADirectoryError(20, "not a folder", str(path))


def _check_parent(path: Path) -> None:
    if not path.parent.exists():
        raise FileNotFoundError(errno.ENOENT, "no such folder; make it first", str(path.parent))


def _partial(path: Path) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that takes the place of `path` at the end, and only if nothing went wrong.

    Raises:
        OSError: it cannot be written.
    """
    if path.exists() and not path.is_file():
        with naming(str(path)), path.open("wb") as stream:  # a device or pipe: nothing can take its place
            yield stream
        return
    target = path.resolve()  # through a link, not in place of it
    _check_parent(target)
    partial = _partial(target)
    try:
        with naming(str(path)), partial.open("xb") as stream:
            yield stream
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def check_new(path: Path, besides: str = "") -> None:
    """Check that a folder can be written completely.

    Args:
        path: Path of the folder.
        besides: the name of a file that may be there.

    Raises:
        FileExistsError: `path` exists and is not an empty folder.
    """
    if path.exists() and (not path.is_dir() or any(one.name != besides for one in path.iterdir())):
        raise FileExistsError(17, "exists already, and is not an empty folder", str(path))


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Make a folder beside `path` that takes its place at the end, and only if nothing went wrong.

    Raises:
        FileExistsError: `path` exists and is not an empty folder.
        OSError: it cannot be written.
    """
    check_new(path)
    target = path.resolve()
    _check_parent(target)
    partial = _partial(target)
    partial.mkdir()
    try:
        with naming(str(path)):
            yield partial
        if target.exists():
            target.rmdir()
        partial.rename(target)
    except BaseException:
        shutil.rmtree(partial)
        raise
