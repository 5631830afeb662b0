"""Files of lines side by side: line N of one belongs to line N of the others.

Such files are cut at the same lines. A file that ends with a line end may have an empty last line behind it, which is how
programs write that join lines; any further line that another file has not is a bad row.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from io import BufferedReader
from itertools import count
from pathlib import Path

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.files import below, opened, unreadable
from equimorph.leakage.training.format import Read
from equimorph.leakage.training.lines import Line, cuts, lines
from equimorph.leakage.training.reading import text_line
from equimorph.rows.tables import BadRow
from mutators import MutationError

_BLOCK = 1 << 20
_OVER = -1
"""The start of a file of which nothing is left for a chunk, not even an empty line behind its last line end."""


def has_twin(twin: Callable[[str], str]) -> Callable[[Path], bool]:
    """Return whether the other file of a pair is beside a file."""
    return lambda path: path.with_name(twin(path.name)).is_file()


def twin_of(first: str, second: str) -> Callable[[str], str]:
    """Return a function that gives the name of the other file of a pair: the last `first` in the name becomes `second`."""
    return lambda name: second.join(name.rsplit(first, 1))


def cut_parallel(
    origin: Origin, is_file: Callable[[str], bool], others: Callable[[Path], Sequence[str]], size: int
) -> Iterator[Chunk]:
    """Yield the chunks of files side by side; in each, the first file has about `size` bytes.

    Args:
        origin: what was given: one of the first files, or a folder.
        is_file: which files below a folder are first ones.
        others: returns the names of the files beside a first one.
        size: bytes.

    Raises:
        OSError: a file that was given, or one beside it, cannot be read.
        MutationError: the file that was given is not a first one.
    """
    if origin.folder:
        firsts = below(origin.path, is_file)
    elif not is_file(origin.path.as_posix()):
        raise MutationError(
            f"{origin.label}: not the first of files side by side as {origin.format} has them"
        )
    else:
        origin, firsts = origin.beside(), iter([origin.path.name])
    for first in firsts:
        folder = os.path.dirname(first)  # noqa: PTH120 - with slashes, as it is
        names = others(origin.place(first))
        files = (first, *(f"{folder}/{name}" if folder else name for name in names))
        try:
            yield from _cut(origin, files, size)
        except OSError as error:
            if not origin.folder:
                raise
            yield replace(
                unreadable(origin, first, error),
                files=files,
                starts=(0,) * len(files),
                ends=(0,) * len(files),
            )


def _cut(origin: Origin, files: tuple[str, ...], size: int) -> Iterator[Chunk]:
    with ExitStack() as stack:
        streams = [stack.enter_context(opened(origin.place(file))) for file in files]
        sizes = [os.fstat(stream.fileno()).st_size for stream in streams]
        others = [_Follower(stream) for stream in streams[1:]]
        row, at = 1, 0
        for cut in cuts(streams[0], size):
            last = cut.end == sizes[0]
            taken = [other.take(None if last else cut.lines) for other in others]
            hasher = hashlib.sha256(bytes.fromhex(cut.sha256))
            yield _chunk(origin, files, (_Taken(cut.start, cut.end, hasher.digest()), *taken), cut.first)
            row, at = cut.first + cut.lines, cut.end
        if at == 0 and any(sizes):
            nothing = _Taken(0, 0, hashlib.sha256().digest())
            yield _chunk(origin, files, (nothing, *(other.take(None) for other in others)), row)


@dataclass(frozen=True, slots=True)
class _Taken:
    """A chunk's part of a file: its bytes, and their hash."""

    start: int
    end: int
    known: bytes


class _Follower:
    """A file that is cut where another one was cut."""

    def __init__(self, stream: BufferedReader) -> None:
        self._stream = stream
        self._at = 0
        self._over = False

    def take(self, wanted: int | None) -> _Taken:
        """Take the wanted number of lines, or as many as there are; all for None."""
        if self._over:
            return _Taken(_OVER, _OVER, b"")
        start, hasher, last = self._at, hashlib.sha256(), b"\n"
        self._stream.seek(start)
        while (wanted is None or wanted) and (block := self._stream.read(_BLOCK)):
            line_count = block.count(b"\n")
            if wanted is not None:
                block = _lines_of(block, wanted) if line_count >= wanted else block
                wanted -= min(line_count, wanted)
            hasher.update(block)
            self._at += len(block)
            last = block[-1:]
        self._over = bool(wanted) or last != b"\n"
        return _Taken(start, self._at, hasher.digest())


def _lines_of(block: bytes, wanted: int) -> bytes:
    """Return the first lines of a block that has as many."""
    end = 0
    for _ in range(wanted):
        end = block.index(b"\n", end) + 1
    return block[:end]


def _chunk(origin: Origin, files: tuple[str, ...], taken: Sequence[_Taken], first: int) -> Chunk:
    hasher = hashlib.sha256()
    for file, extent in zip(files, taken, strict=True):
        name = os.fsencode(os.path.basename(file))  # noqa: PTH119 - a name, not a path
        hasher.update(len(name).to_bytes(8) + name + extent.known)
    starts, ends = tuple(extent.start for extent in taken), tuple(extent.end for extent in taken)
    return Chunk(origin, files, starts, ends, first, hasher.hexdigest())


def each_row(chunk: Chunk, item_of: Callable[[int, str, Sequence[bytes]], Item]) -> Iterator[Read]:
    """Yield the results for the rows of a chunk of files side by side, in order.

    Args:
        chunk: what to read.
        item_of: returns the item of a row; gets its number, what items call the first file, and a line of each file,
            without their ends.
    """
    origin = chunk.origin
    name, short = origin.name(chunk.files[0]), origin.short(chunk.files[0])
    number = chunk.first
    try:
        with ExitStack() as stack:
            columns = [
                _Column(
                    stack.enter_context(opened(origin.place(file))), origin.name(file), start, end, number
                )
                for file, start, end in chunk.spans
            ]
            for number in count(chunk.first):
                if not any([column.advance() for column in columns]):
                    return
                try:
                    yield item_of(number, short, [column.text() for column in columns])
                except MutationError as error:
                    yield BadRow(name, number, str(error))
    except OSError as error:
        yield BadRow(name, number, f"{error.filename}: {error.strerror}" if error.filename else str(error))


class _Column:
    def __init__(self, stream: BufferedReader, name: str, start: int, end: int, first: int) -> None:
        stream.seek(max(start, 0))
        self._name = name
        self._lines = lines(stream, first, end - start)
        self._line: Line | None = None
        self._spare = start != _OVER
        self._empty = False

    def advance(self) -> bool:
        """Go to the next line, and return whether there is one."""
        self._line = next(self._lines, None)
        if self._line is None:
            self._empty, self._spare = self._spare, False
            return False
        self._spare = isinstance(self._line.data, bytes) and self._line.data.endswith(b"\n")
        return True

    def text(self) -> bytes:
        """Return the line without its end.

        Raises:
            MutationError: it is too long, or there is none, and none can be meant.
        """
        if self._line is not None:
            return text_line(self._line).removesuffix(b"\n").removesuffix(b"\r")
        if not self._empty:
            raise MutationError(f"{self._name} has no such line")
        return b""
