"""Finding source files, and copying trees."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from parsers.language import find_language


def source_files(
    paths: Iterable[Path], failed: Callable[[OSError], None], language: str = "java"
) -> Iterator[Path]:
    """Yield the source files of some paths: the given files, and all of a language below the given folders, in sorted order.

    Args:
        paths: files and folders; a link to a folder is followed only if it is itself one of the paths.
        failed: called with what does not exist or cannot be listed.
        language: whose suffixes the files below folders have.
    """
    suffixes = find_language(language).suffixes
    for path in paths:
        if not path.exists():
            failed(FileNotFoundError(2, "no such file or folder", str(path)))
        elif not path.is_dir():
            yield path
        else:
            for folder, below, names in os.walk(path, onerror=failed):
                below.sort()
                found = (Path(folder, name) for name in sorted(names) if name.endswith(suffixes))
                yield from (file for file in found if file.is_file())


def tree_files(source: Path, language: str = "java") -> Iterator[str]:
    """Yield the files of a language that `copy_tree` asks to change, in the same order: names relative to the tree, with slashes.

    Raises:
        OSError: a folder cannot be listed.
    """
    suffixes = find_language(language).suffixes
    for folder, below, names in os.walk(source, onerror=_raise):
        below.sort()
        for path in (Path(folder, name) for name in sorted(names) if name.endswith(suffixes)):
            if path.is_file() and not path.is_symlink():
                yield path.relative_to(source).as_posix()


def copy_tree(
    source: Path, out: Path, change: Callable[[Path, str], bytes | None], *, leave_out: Collection[str] = ()
) -> None:
    """Copy everything below a folder: files, links as links, empty folders, modes.

    Args:
        source: a folder.
        out: a folder that exists.
        change: gets each regular file and its path relative to `source` (with slashes); returns the bytes of
            the copy, or None to copy the file unchanged.
        leave_out: names of files and folders in `source` itself that are not copied.

    Raises:
        OSError: something cannot be read or written, or is not a file, link or folder.
    """
    folders: list[tuple[Path, Path]] = []
    for folder, below, names in os.walk(source, onerror=_raise):
        here = Path(folder)
        left_out = leave_out if here == source else ()
        below[:] = sorted(name for name in below if name not in left_out)
        there = out / here.relative_to(source)
        folders.append((here, there))
        there.mkdir(exist_ok=True)
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
