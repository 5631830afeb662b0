"""Reading the rows of a chunk, whatever their format: file by file, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import BinaryIO, NamedTuple, TypeAlias, TypeVar

from equimorph.leakage.training.chunk import Chunk
from equimorph.leakage.training.files import is_packed, unpacked
from equimorph.leakage.training.lines import MARK, Line, TooLong, lines, too_long
from equimorph.rows.tables import BadRow
from mutators import MutationError

T = TypeVar("T")


class Span(NamedTuple):
    """A chunk's part of one of its files.

    Attributes:
        name: what messages call the file.
        short: what items call it.
        file: relative to the root of the data.
        start, end: see `Chunk`.
        first: the number of the first line or row.
    """

    name: str
    short: str
    file: str
    start: int
    end: int
    first: int


def spans(chunk: Chunk) -> Iterator[Span]:
    """Yield the chunk's part of each of its files, which follow each other."""
    origin, first = chunk.origin, chunk.first
    for file, start, end in chunk.spans:
        yield Span(origin.name(file), origin.short(file), file, start, end, first)
        first = 1


@contextmanager
def span_lines(
    chunk: Chunk, span: Span, read: Callable[[BinaryIO, int, int | None], Iterator[Line]] = lines
) -> Iterator[Iterator[Line]]:
    """Yield the lines of a chunk in one of its files, or what `read` has for lines.

    Raises:
        OSError: it cannot be read, or its compressed data are damaged or cut off.
    """
    place = chunk.origin.place(span.file)
    with unpacked(place) as stream:
        if is_packed(place):
            yield read(stream, span.first, None)
        else:
            stream.seek(span.start)
            yield read(stream, span.first, span.end - span.start)


ReadLines: TypeAlias = Callable[[Chunk, Span], AbstractContextManager[Iterator[Line]]]


def each_line(
    chunk: Chunk, item_of: Callable[[Line, str], T | None], read: ReadLines = span_lines
) -> Iterator[T | BadRow]:
    """Yield the results for the lines of a chunk, in order.

    Args:
        chunk: what to read.
        read: reads the lines, or what counts as lines.
        item_of: returns the item of a line, or its items, None if it is no row; gets the line, and what items call the file; raises
            `MutationError` for a bad row.
    """
    for span in spans(chunk):
        yield from each_line_of(chunk, span, item_of, read)


def each_line_of(
    chunk: Chunk, span: Span, item_of: Callable[[Line, str], T | None], read: ReadLines = span_lines
) -> Iterator[T | BadRow]:
    """Yield the results for the lines of a chunk in one of its files, as `each_line` does."""
    number = span.first - 1
    try:
        with read(chunk, span) as source_lines:
            for line in source_lines:
                number = line.number
                try:
                    item = item_of(line, span.short)
                except MutationError as error:
                    yield BadRow(span.name, number, str(error))
                    continue
                if item is not None:
                    yield item
    except OSError as error:
        yield BadRow(span.name, number + 1, error.strerror or str(error))


def text_line(line: Line) -> bytes:
    """Return the bytes of a line, without the byte order mark that a file may begin with.

    Raises:
        MutationError: it is longer than what is read.
    """
    if isinstance(line.data, TooLong):
        raise MutationError(too_long(line.data))
    return line.data.removeprefix(MARK) if line.number == 1 else line.data
