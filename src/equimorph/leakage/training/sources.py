"""Source files of Java and of Python: each is an item, with a fixed side alone, as of data that know no bugs."""

from __future__ import annotations

from collections.abc import Iterator

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.files import below, with_suffix
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.whole import cut_whole, each_file, text_of_file


def _read(chunk: Chunk) -> Iterator[Read]:
    origin = chunk.origin

    def item(file: str) -> Item:
        return Item(origin.short(file), 1, None, None, text_of_file(origin.place(file)))

    return each_file(chunk, item)


def _sources(name: str, suffix: str) -> Format:
    is_file = with_suffix(suffix)

    def cut(origin: Origin, size: int) -> Iterator[Chunk]:
        files = below(origin.path, is_file) if origin.folder else iter([""])
        return cut_whole(origin, files, lambda file: (file,), size)

    looks = f"{name.capitalize()} files, or folders of them; the fixed side alone"
    return Format(name, looks, is_file, cut, _read)


JAVA = _sources("java", ".java")
PYTHON = _sources("python", ".py")
