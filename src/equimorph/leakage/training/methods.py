"""Folders of methods: `buggy_methods/ID.txt` beside `fix_methods/ID.txt`, one method a file.

Other folders side by side, such as `buggy_lines` and `fix_lines`, can be named as fields.

Confirmed from kwz219/NPR4J, Dataset/Extract_RawData.py, which writes these folders, and PrepareData.py, which reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.files import below
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.sides import Fields
from equimorph.leakage.training.whole import cut_whole, each_file, text_of_file
from mutators import MutationError

_FIELDS = Fields("buggy_methods", "fix_methods", None)


def _is_file(path: str) -> bool:
    return PurePosixPath(path).parent.name == _FIELDS.buggy


def _sniff(path: Path) -> bool:
    return (path.parent.parent / str(_FIELDS.fixed)).is_dir()


def _beside(file: str, folder: str) -> str:
    """Return the file of the same name in the folder beside its own one."""
    path = PurePosixPath(file)
    return (path.parent.parent / folder / path.name).as_posix()


def _cut(origin: Origin, size: int) -> Iterator[Chunk]:
    if not origin.folder:
        raise MutationError(f"{origin.label}: methods are a folder, not a file")
    folders = [name for name in (origin.fields.buggy, origin.fields.fixed) if name is not None]

    def names() -> Iterator[str]:
        for file in below(origin.path, lambda path: PurePosixPath(path).parent.name in folders):
            first = _beside(file, folders[0])
            if first == file or not origin.place(first).exists():
                yield first

    return cut_whole(origin, names(), lambda file: [_beside(file, name) for name in folders], size)


def _read(chunk: Chunk) -> Iterator[Read]:
    origin = chunk.origin

    def side(file: str, folder: str | None) -> bytes | None:
        if folder is None:
            return None
        try:
            return text_of_file(origin.place(_beside(file, folder)))
        except FileNotFoundError:
            raise MutationError(f"no file {_beside(file, folder)}") from None

    def item(file: str) -> Item:
        buggy, fixed = side(file, origin.fields.buggy), side(file, origin.fields.fixed)
        return Item(origin.short(file), 1, PurePosixPath(file).stem, buggy, fixed)

    return each_file(chunk, item)


METHODS = Format(
    "methods",
    "a folder with buggy_methods/ID.txt and fix_methods/ID.txt",
    _is_file,
    _cut,
    _read,
    _FIELDS,
    _sniff,
)
