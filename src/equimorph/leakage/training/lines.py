"""Files of lines: cut where a line ends, read line by line, in memory that does not grow with the file."""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple

MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""
LONGEST = 1 << 28
"""Bytes of the longest line that is read: a file with no line end at all must not fill the memory."""
_BLOCK = 1 << 20


class Cut(NamedTuple):
    """A piece of a file of lines.

    Attributes:
        start, end: its bytes, from one to another.
        first: the number of its first line, 1-based.
        lines: how many there are in it; a last one without an end is one, too.
        sha256: SHA-256 of the bytes, hex.
    """

    start: int
    end: int
    first: int
    lines: int
    sha256: str


@dataclass(slots=True)
class _Piece:
    start: int
    first: int
    lines: int = 0
    open: bool = False

    def add(self, data: memoryview, newlines: int) -> None:
        self.lines += newlines
        self.open = data[-1] != 10


def cuts(stream: BinaryIO, size: int) -> Iterator[Cut]:
    """Yield the pieces of a file: each ends with the line in which it reaches `size` bytes. An empty file has none.

    Args:
        stream: The file, at its start.
        size: Size of a piece in bytes, at least 1.
    """
    piece, hasher, at = _Piece(0, 1), hashlib.sha256(), 0
    while block := stream.read(_BLOCK):
        done, view = 0, memoryview(block)
        while done < len(block):
            wanted = piece.start + size - at - 1  # in the block, the first byte after which the piece may end
            line_end = block.find(b"\n", max(wanted, done)) + 1 if wanted < len(block) else 0
            end = line_end or len(block)
            piece.add(view[done:end], block.count(b"\n", done, end))
            hasher.update(view[done:end])
            done = end
            if line_end:
                yield Cut(piece.start, at + end, piece.first, piece.lines, hasher.hexdigest())
                piece, hasher = _Piece(at + end, piece.first + piece.lines), hashlib.sha256()
        at += len(block)
    if at > piece.start:
        yield Cut(piece.start, at, piece.first, piece.lines + piece.open, hasher.hexdigest())


class TooLong(NamedTuple):
    """A line that was too long to be read.

    Attributes:
        size: its bytes, its end included.
    """

    size: int


class Line(NamedTuple):
    """A line of a file.

    Attributes:
        number: 1-based.
        data: its bytes, its end included; or that it is too long.
    """

    number: int
    data: bytes | TooLong


def lines(stream: BinaryIO, first: int, left: int | None = None) -> Iterator[Line]:
    """Yield the lines of a file from where it is.

    Args:
        stream: the file.
        first: the number of the first line.
        left: how many bytes to read, up to the end of a line; None for all.

    Raises:
        OSError: there are fewer bytes.
    """
    number, longest = first, LONGEST
    while left is None or left > 0:
        line = stream.readline(longest)
        if not line:
            if left is None:
                return
            raise OSError(errno.EIO, "shorter than when it was cut into chunks")
        size = len(line)
        if size == longest and not line.endswith(b"\n"):
            while not line.endswith(b"\n") and (line := stream.readline(_BLOCK)):
                size += len(line)
            yield Line(number, TooLong(size))
        else:
            yield Line(number, line)
        number += 1
        if left is not None:
            left -= size


def too_long(line: TooLong) -> str:
    """Return the faults of a line that was not read."""
    return f"a line of {line.size:,} bytes; the longest that is read has {LONGEST:,}"
