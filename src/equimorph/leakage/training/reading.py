"""Reading the rows of a chunk, whatever their format: its lines, and what becomes of each row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk
from equimorph.leakage.training.files import opened
from equimorph.leakage.training.format import Read
from equimorph.leakage.training.lines import MARK, Line, TooLong, lines, too_long
from equimorph.rows.jsonl import open_rows
from equimorph.rows.tables import BadRow
from mutators import MutationError

__all__ = ["chunk_stream", "each_line", "text_line"]


@contextmanager
def chunk_stream(chunk: Chunk, at: int = 0) -> Iterator[tuple[BinaryIO, int | None]]:
    """Yield a file of a chunk, open where the chunk begins in it, and how many bytes belong to the chunk: None for all.

    Args:
        chunk: what to read.
        at: which of its files.

    Raises:
        OSError: it cannot be read, or its compressed data are damaged or cut off.
    """
    place = chunk.origin.place(chunk.files[at])
    with opened(place) as stream:
        if place.suffix == ".gz":
            with open_rows(place) as unpacked:
                yield unpacked, None
        else:
            stream.seek(chunk.starts[at])
            yield stream, chunk.ends[at] - chunk.starts[at]


def each_line(chunk: Chunk, item_of: Callable[[Line, str], Item | None]) -> Iterator[Read]:
    """Yield what becomes of the lines of a chunk of one file, in order.

    Args:
        chunk: what to read.
        item_of: returns the item of a line, None if it is no row; gets the line, and what items call the file; raises
            `MutationError` for a bad row.
    """
    [file] = chunk.files
    name, short, number = chunk.origin.name(file), chunk.origin.short(file), chunk.first - 1
    try:
        with chunk_stream(chunk) as (stream, left):
            for line in lines(stream, chunk.first, left):
                number = line.number
                try:
                    item = item_of(line, short)
                except MutationError as error:
                    yield BadRow(name, number, str(error))
                    continue
                if item is not None:
                    yield item
    except OSError as error:
        yield BadRow(name, number + 1, error.strerror or str(error))


def text_line(line: Line) -> bytes:
    """Return the bytes of a line, without the byte order mark that a file may begin with.

    Raises:
        MutationError: it is longer than what is read.
    """
    if isinstance(line.data, TooLong):
        raise MutationError(too_long(line.data))
    return line.data.removeprefix(MARK) if line.number == 1 else line.data
