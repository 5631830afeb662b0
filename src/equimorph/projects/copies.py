"""Copies of a project, in which anything may run: the project itself is only read."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TypeAlias

from equimorph.trees.files import copy_tree
from mutators import MutationError

_State: TypeAlias = tuple[int, ...]


def check_links(root: Path) -> None:
    """Check that no absolute link leads into a project, since it would still lead to the project from a copy.

    Args:
        root: Folder of the project, an absolute path without links.

    Raises:
        MutationError: one does.
    """
    for folder, below, names in os.walk(root):
        for path in (Path(folder, name) for name in (*below, *names)):
            if path.is_symlink() and path.readlink().is_absolute() and path.resolve().is_relative_to(root):
                raise MutationError(f"{path}: an absolute link into the project; make it a relative one")


class Copy:
    """A copy of a project that can be brought back to its first state.

    What a run changed is seen by inode and time of the last change, which no program can set; only that is copied again.

    Args:
        root: folder of the project.
        folder: Folder of the copy; it is not there yet.
        leave_out: names of files and folders in `root` itself that are not copied.

    Raises:
        MutationError: an absolute link in the project leads into it.
        OSError: something cannot be read or written.
    """

    def __init__(self, root: Path, folder: Path, leave_out: Collection[str] = ()) -> None:
        self.root, self.folder, self._left_out = root.resolve(), folder, frozenset(leave_out)
        check_links(self.root)
        self._make()

    def put(self, path: Path, data: bytes) -> None:
        """Write a file of the copy.

        Args:
            path: relative to the project.
            data: the bytes.
        """
        file = self.folder / path
        if file.is_symlink():
            file.unlink()  # what it leads to may lie outside
        elif file.exists():
            file.chmod(file.stat().st_mode | stat.S_IWUSR)
        file.write_bytes(data)

    def restore(self) -> None:
        """Remove what is new, and copy again what is changed or gone."""
        states = dict(_states(self.folder))
        changed = [name for name, state in self._known.items() if states.get(name) != state]
        new = states.keys() - self._known.keys()
        if not changed and not new:
            return
        if any(name not in states or stat.S_ISDIR(self._known[name][0]) for name in changed):
            self.remove()
            self._make()
            return
        for path in (self.folder / name for name in sorted(new)):
            if path.is_dir() and not path.is_symlink():
                _remove(path)
            elif os.path.lexists(path):  # not gone with its folder
                path.unlink()
        for name in changed:
            path = self.folder / name
            path.unlink()
            shutil.copy2(self.root / name, path, follow_symlinks=False)
            self._known[name] = _state(path)

    def remove(self) -> None:
        """Remove the copy, if no program has done so."""
        if os.path.lexists(self.folder):
            _remove(self.folder)

    def _make(self) -> None:
        self.folder.mkdir(parents=True)
        copy_tree(self.root, self.folder, lambda _path, _name: None, leave_out=self._left_out)
        self._known = dict(_states(self.folder))


def _states(folder: Path) -> Iterator[tuple[str, _State]]:
    """Yield all that is below a folder, by name relative to it."""
    for here, below, names in os.walk(folder):
        for name in (*below, *names):
            path = Path(here, name)
            yield str(path.relative_to(folder)), _state(path)


def _state(path: Path) -> _State:
    status = path.lstat()
    if stat.S_ISDIR(status.st_mode):
        return (status.st_mode,)  # its times change with what is in it, which is seen by itself
    return (status.st_mode, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _remove(folder: Path) -> None:
    """Remove a folder, also where a program took away the right to write in it."""
    folder.chmod(0o700)
    for here, below, _ in os.walk(folder):
        for path in (Path(here, name) for name in below):
            if not path.is_symlink():
                path.chmod(0o700)
    shutil.rmtree(folder)
