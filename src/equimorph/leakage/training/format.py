"""The format of training data: a few functions, under a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.sides import Fields
from equimorph.rows.tables import BadRow

Read: TypeAlias = Item | BadRow
"""The result of reading a row."""


def anything(path: Path) -> bool:
    """Return that a file whose name fits is of the format, whatever is in it."""
    return True


@dataclass(frozen=True)
class Format:
    """A format of training data.

    Attributes:
        name: such as jsonl.
        looks: what it looks like, for messages, in a few words.
        is_file: whether a file's path, with slashes, is that of a file with items. Of a folder those files are read.
        cut: Yields the chunks of data, each of about this many bytes; raises `OSError` where the file or folder that was
            given cannot be read, and `MutationError` where it is not in this format at all.
        read: yields what becomes of each row of a chunk, in order: the same whatever the size of chunks.
        fields: the columns that are read, of formats that have columns.
        sniff: whether the first bytes of such a file, or what is beside it, fit, too; raises nothing.
    """

    name: str
    looks: str
    is_file: Callable[[str], bool]
    cut: Callable[[Origin, int], Iterator[Chunk]]
    read: Callable[[Chunk], Iterator[Read]]
    fields: Fields | None = None
    sniff: Callable[[Path], bool] = anything
