"""CoCoNuT, and CURE after it: a folder with files of lines side by side, `rem.txt`, `add.txt`, `context.txt`, `meta.txt`.

A row's buggy side is its removed lines, its fixed side the added ones; an empty line is an empty side. The context is a
column that `fields` can name (buggy=context): it is the method around the bug.

Confirmed from lin-tan/CoCoNut-Artifact, source/tokenization/generate_data.py: the names of the files, that their rows belong
together by number, and that they are split at line ends alone, so that the last row may be an empty one. The data are a
release of 3.2 million rows for Java, which was not at hand: the samples of the tests are rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.format import Format, Read
from equimorph.leakage.training.parallel import cut_parallel, each_row
from equimorph.leakage.training.sides import Fields, item_of


def _is_file(path: str) -> bool:
    return PurePosixPath(path).name == "rem.txt"


def _cut(origin: Origin, size: int) -> Iterator[Chunk]:
    fields = origin.fields

    def others(path: Path) -> list[str]:
        names = fields.wanted()
        if fields.id is not None and path.with_name(f"{fields.id}.txt").is_file():
            names.append(fields.id)
        return [f"{name}.txt" for name in dict.fromkeys(names) if name != "rem"]

    return cut_parallel(origin, _is_file, others, size)


def _read(chunk: Chunk) -> Iterator[Read]:
    names = [PurePosixPath(file).stem for file in chunk.files]
    fields = chunk.origin.fields

    def item(row: int, file: str, lines: Sequence[bytes]) -> Item:
        return item_of(dict(zip(names, lines, strict=True)), fields, file, row)

    return each_row(chunk, item)


COCONUT = Format(
    "coconut",
    "a folder with rem.txt, add.txt, context.txt, meta.txt",
    _is_file,
    _cut,
    _read,
    Fields("rem", "add", "meta"),
    lambda path: path.with_name("add.txt").is_file(),
)
