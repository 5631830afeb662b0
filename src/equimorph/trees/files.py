"""Finding Java files, and writing files and folders whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["check_folder", "check_new", "copy_tree", "java_files", "tree_files", "whole_file", "whole_folder"]


def check_folder(path: Path) -> None:
    """Check that a path is that of a folder.

    Raises:
        FileNotFoundError: nothing is there.
        NotADirectoryError: something else is.
    """
    if not path.exists():
        raise FileNotFoundError(2, "no such folder", str(path))
    if not path.is_dir():
        raise NotADirectoryError(20, "not a folder", str(path))


def java_files(paths: Iterable[Path], failed: Callable[[OSError], None]) -> Iterator[Path]:
    """Yield the Java files of some paths: files as they are given, of folders all `*.java` below, in sorted order.

    Args:
        paths: files and folders; links to folders are followed only if they are given themselves.
        failed: called with what does not exist or cannot be listed.
    """
    for path in paths:
        if not path.exists():
            failed(FileNotFoundError(2, "no such file or folder", str(path)))
        elif not path.is_dir():
            yield path
        else:
            for folder, below, names in os.walk(path, onerror=failed):
                below.sort()
                found = (Path(folder, name) for name in sorted(names) if name.endswith(".java"))
                yield from (file for file in found if file.is_file())


def tree_files(source: Path) -> Iterator[str]:
    """Yield the Java files of a tree that `copy_tree` asks to change, in the same order: names relative to it, with slashes.

    Raises:
        OSError: a folder cannot be listed.
    """
    for folder, below, names in os.walk(source, onerror=_raise):
        below.sort()
        for path in (Path(folder, name) for name in sorted(names) if name.endswith(".java")):
            if path.is_file() and not path.is_symlink():
                yield path.relative_to(source).as_posix()


def _partial(path: Path) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that takes the place of `path` at the end, and only if nothing went wrong.

    Raises:
        OSError: it cannot be written.
    """
    target = path.resolve()  # through a link, not in place of it
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:  # a device or pipe: nothing can take its place
            yield stream
        return
    partial = _partial(target)
    try:
        with partial.open("xb") as stream:
            yield stream
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def check_new(path: Path) -> None:
    """Check that a folder can be written whole.

    Raises:
        FileExistsError: `path` exists and is not an empty folder.
    """
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
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
    partial = _partial(target)
    partial.mkdir()
    try:
        yield partial
        if target.exists():
            target.rmdir()
        partial.rename(target)
    except BaseException:
        shutil.rmtree(partial)
        raise


def copy_tree(
    source: Path,
    out: Path,
    change: Callable[[Path, str], bytes | None],
    *,
    leave_out: Collection[str] = (),
) -> None:
    """Copy everything below a folder: files, links as links, empty folders, modes.

    Args:
        source: a folder.
        out: a folder that exists.
        change: gets each regular file and its path relative to `source` (with slashes); gives the bytes that
            the copy shall hold, or None to copy the file as it is.
        leave_out: names of files in `source` itself that are not copied.

    Raises:
        OSError: something cannot be read or written, or is neither file, link nor folder.
    """
    folders: list[tuple[Path, Path]] = []
    for folder, below, names in os.walk(source, onerror=_raise):
        below.sort()
        here = Path(folder)
        there = out / here.relative_to(source)
        folders.append((here, there))
        there.mkdir(exist_ok=True)
        left_out = leave_out if here == source else ()
        for name in sorted(names + [name for name in below if (here / name).is_symlink()]):
            if name in left_out:
                continue
            _copy(here / name, there / name, source, change)
    for here, there in reversed(folders):  # at the end, since a folder may be one that cannot be written in
        shutil.copystat(here, there)


def _copy(path: Path, copy: Path, source: Path, change: Callable[[Path, str], bytes | None]) -> None:
    if path.is_symlink():
        copy.symlink_to(path.readlink())
        return
    if not path.is_file():
        raise shutil.SpecialFileError(f"{path} is neither a file, a link nor a folder")
    data = change(path, path.relative_to(source).as_posix())
    if data is None:
        shutil.copy2(path, copy)
    else:
        copy.write_bytes(data)
        shutil.copymode(path, copy)


def _raise(error: OSError) -> None:
    raise error
