"""Training data: items with a buggy and a fixed side, from the formats in which they are published.

`read_training` yields the items of data; `chunks` cuts them, and `items` yields those of a chunk, in any process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import CHUNK_BYTES, Chunk, Origin
from equimorph.leakage.training.format import Format
from equimorph.leakage.training.jsonl import JSONL
from equimorph.leakage.training.sides import Fields
from equimorph.rows.tables import BadRow, Failed, RowCount, raised
from mutators import MutationError

__all__ = ["CHUNK_BYTES", "FORMATS", "Chunk", "Fields", "chunks", "guess", "items", "read_training"]

FORMATS: Mapping[str, Format] = {made.name: made for made in (JSONL,)}
"""The formats by name."""


def read_training(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    fields: Mapping[str, str] | None = None,
    failed: Failed = raised,
    count: RowCount | None = None,
) -> Iterator[Item]:
    """Yield the items of training data in their order; a bad row is reported, and the rest goes on.

    Args:
        path: a file or a folder.
        format: one of `FORMATS`; guessed for None.
        fields: of formats with columns, which of them has what: keys buggy, fixed, id; without a key for a side, there is none.
        failed: gets the bad rows.
        count: counts the rows: what was read is what is yielded and what is bad.

    Raises:
        MutationError: there is no such format, none fits, or the data are refused.
        OSError: the file or folder cannot be read.
        ModuleNotFoundError: it is Parquet, and pyarrow is not installed.
    """
    for chunk in chunks(path, format, fields):
        yield from items(chunk, failed, count)


def chunks(
    path: str | os.PathLike[str],
    format: str | None = None,
    fields: Mapping[str, str] | None = None,
    size: int = CHUNK_BYTES,
) -> Iterator[Chunk]:
    """Yield the chunks of training data in their order; the data are read once.

    Args:
        path, format, fields: as of `read_training`.
        size: bytes in a chunk, about; a row is in one chunk.

    Raises:
        MutationError, OSError, ModuleNotFoundError: as of `read_training`.
    """
    if size < 1:
        raise ValueError("a chunk has at least a byte")
    columns = Fields.of(fields)
    place = Path(os.fspath(path))
    place.stat()
    found = guess(place) if format is None else _named(format)
    return found.cut(Origin.of(path, found.name, columns), size)


def items(chunk: Chunk, failed: Failed = raised, count: RowCount | None = None) -> Iterator[Item]:
    """Yield the items of a chunk.

    Args:
        chunk: one of those that `chunks` yields.
        failed, count: as of `read_training`.
    """
    for made in _named(chunk.origin.format).read(chunk):
        if count is not None:
            count.read += 1
        if isinstance(made, BadRow):
            if count is not None:
                count.dropped["bad row"] += 1
            failed(made)
        else:
            yield made


def guess(path: Path) -> Format:
    """Return the format that a file or folder looks like.

    Raises:
        MutationError: it looks like none.
    """
    for found in FORMATS.values():
        if found.fits(path):
            return found
    known = "; ".join(f"{made.name}: {made.looks}" for made in FORMATS.values())
    raise MutationError(f"{path}: looks like no format of training data; name one of these. {known}")


def _named(name: str) -> Format:
    try:
        return FORMATS[name]
    except KeyError:
        raise MutationError(f"no format {name!r} of training data; there are: {', '.join(FORMATS)}") from None
