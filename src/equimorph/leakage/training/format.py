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
        name: Name, such as jsonl.
        looks: Appearance of the data in a few words, for messages.
        is_file: Tests whether the path of a file, with slashes, belongs to a file with items. In a folder, these files
            are read.
        cut: Yields the chunks of data, each of about this many bytes; raises `OSError` where the file or folder that was
            given cannot be read, and `MutationError` where it is not in this format at all.
        read: Yields the result of each row of a chunk, in order: the same whatever the size of chunks.
        fields: Columns that are read, if the format has columns.
        sniff: Tests whether the first bytes of a file with items, or the files beside it, fit, too; raises nothing.
    """

    name: str
    looks: str
    is_file: Callable[[str], bool]
    cut: Callable[[Origin, int], Iterator[Chunk]]
    read: Callable[[Chunk], Iterator[Read]]
    fields: Fields | None = None
    sniff: Callable[[Path], bool] = anything
