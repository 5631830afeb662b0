"""Bugs2Fix: two files of lines side by side, a method a line; the buggy ones, and the fixed ones.

Confirmed from microsoft/CodeXGLUE, Code-Code/code-refinement/data: `train.buggy-fixed.buggy` beside
`train.buggy-fixed.fixed`, tokens with blanks between them, names abstracted (METHOD_1, VAR_1, TYPE_1, STRING_1). From
descriptions of the first release (Tufano et al.): folders with `buggy.txt` beside `fixed.txt`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.format import Format
from equimorph.leakage.training.parallel import cut_parallel, each_row, has_twin, twin_of

_fixed_name: Callable[[str], str] = twin_of("buggy", "fixed")


def _is_file(path: str) -> bool:
    name = PurePosixPath(path).name
    return name == "buggy.txt" or name.endswith(".buggy")


def _cut(origin: Origin, size: int) -> Iterator[Chunk]:
    return cut_parallel(origin, _is_file, lambda path: [_fixed_name(path.name)], size)


def _item(row: int, file: str, lines: Sequence[bytes]) -> Item:
    buggy, fixed = lines
    return Item(file, row, None, buggy, fixed)


BUGS2FIX = Format(
    "bugs2fix",
    "lines side by side, X.buggy and X.fixed, or buggy.txt and fixed.txt",
    _is_file,
    _cut,
    lambda chunk: each_row(chunk, _item),
    sniff=has_twin(_fixed_name),
)
