"""What a format of training data is: three functions, under a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.rows.tables import BadRow

__all__ = ["Format", "Read"]

Read: TypeAlias = Item | BadRow
"""What becomes of a row."""


@dataclass(frozen=True)
class Format:
    """A format of training data.

    Attributes:
        name: such as jsonl.
        looks: what it looks like, for messages and docs, in a few words.
        fits: whether a file or folder looks like it; reads its first bytes at most, and raises nothing.
        cut: yields the chunks of data, each of about so many bytes; raises `OSError` where the file or folder that was
            given cannot be read, and `MutationError` where it is not in this format at all.
        read: yields what becomes of each row of a chunk, in order: the same whatever the size of chunks. An `OSError` ends it.
    """

    name: str
    looks: str
    fits: Callable[[Path], bool]
    cut: Callable[[Origin, int], Iterator[Chunk]]
    read: Callable[[Chunk], Iterator[Read]]
