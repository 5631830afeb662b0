"""JSON arrays: cut between two items, and read item by item, in memory that does not grow with the file."""

from __future__ import annotations

import errno
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from equimorph.leakage.training.files import hash_next, head_of, opened
from equimorph.leakage.training.lines import LONGEST, MARK, Cut, Line

__all__ = ["array_cuts", "array_items", "is_array"]

_BLOCK = 1 << 20
_HEAD = re.compile(rb"\s*\[\s*(?:[{\]]|\Z)")
_OPENING, _BETWEEN, _CLOSING = (
    re.compile(rb"(?:\xef\xbb\xbf)?\s*\[?"),
    re.compile(rb"[\s,]*"),
    re.compile(rb"\]?\s*"),
)
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+("?)|[][{},]', re.DOTALL)
"""A text, whose last quote a buffer may not have yet; a bracket, or a comma."""


class _Item(NamedTuple):
    """An item of an array.

    Attributes:
        data: Its bytes.
        end: The number of bytes up to its end, from where reading began.
    """

    data: bytes
    end: int


def is_array(path: Path) -> bool:
    """Return whether a file begins as an array of objects does."""
    return _HEAD.match(head_of(path).removeprefix(MARK)) is not None


def array_cuts(path: Path, size: int) -> Iterator[Cut]:
    """Yield the pieces of an array: each ends with the item in which it reaches `size` bytes, the last one with the file.

    Raises:
        OSError: The file cannot be read.
    """
    start, first, at, number = 0, 1, 0, 0
    with opened(path) as stream, opened(path) as again:
        length = path.stat().st_size
        try:
            for number, item in enumerate(_items(stream), 1):
                at = item.end
                if at - start >= size:
                    digest = hash_next(again, at - start, hashlib.sha256()).hexdigest()
                    yield Cut(start, at, first, number + 1 - first, digest)
                    start, first = at, number + 1
        except OSError:  # reading the last piece says so
            pass
        if start < length:
            digest = hash_next(again, length - start, hashlib.sha256()).hexdigest()
            yield Cut(start, length, first, number + 1 - first, digest)


def array_items(stream: BinaryIO, first: int, left: int | None = None) -> Iterator[Line]:
    """Yield the items of an array from where a stream is, as if each were a line.

    Args:
        stream: The file, at its start or behind an item.
        first: Number of the first item.
        left: Number of bytes to read; None for all.

    Raises:
        OSError: The array has no end, or something is behind it; an item is too long.
    """
    for number, item in enumerate(_items(stream, left), first):
        yield Line(number, item.data)


def _items(stream: BinaryIO, left: int | None = None) -> Iterator[_Item]:
    """Yield the items; see `array_items`."""
    more = _Buffer(stream, left)
    if stream.tell() == 0:
        more.skip(_OPENING)
    while True:
        more.skip(_BETWEEN)
        if more.at_end():
            if left is None or not stream.read(1):
                raise OSError(errno.EIO, "a list in JSON without its end")
            return
        if more.data.startswith(b"]", more.place):
            more.skip(_CLOSING)
            if not more.at_end():
                raise OSError(errno.EIO, "a list in JSON with more behind its end")
            return
        yield _Item(more.item(), more.used + more.place)


class _Buffer:
    """Bytes of a stream that are not used yet.

    Attributes:
        data: Bytes that were read.
        place: Number of them that are used.
        used: Number of bytes used before.
    """

    def __init__(self, stream: BinaryIO, left: int | None) -> None:
        self._stream, self._left = stream, left
        self.data, self.place, self.used = b"", 0, 0

    def at_end(self) -> bool:
        """Return whether all bytes are used."""
        return self.place == len(self.data) and not self._fill()

    def skip(self, pattern: re.Pattern[bytes]) -> None:
        """Use what a pattern matches, also where more bytes go on with it."""
        while not self.at_end():
            match = pattern.match(self.data, self.place)
            self.place = match.end() if match else self.place
            if self.place < len(self.data):
                return

    def item(self) -> bytes:
        """Use an item and return it.

        Raises:
            OSError: The file ends first, or the item is too long.
        """
        depth, at = 0, 0  # from the place of the item, which moves
        while True:
            for token in _TOKEN.finditer(self.data, self.place + at):
                text = token[0]
                if text.startswith(b'"'):
                    if not token[1]:
                        break
                elif text in (b"[", b"{"):
                    depth += 1
                elif not depth:  # a comma or bracket behind a number, or another item without brackets
                    return self._taken(token.start())
                elif text in (b"]", b"}"):
                    depth -= 1
                    if not depth:
                        return self._taken(token.end())
                at = token.end() - self.place
            if len(self.data) - self.place > LONGEST:
                raise OSError(errno.EFBIG, f"an item of more than {LONGEST:,} bytes")
            if not self._fill():
                if not self.data.startswith((b'"', b"[", b"{"), self.place):
                    return self._taken(len(self.data))  # a number behind which a piece ends
                raise OSError(errno.EIO, "a list in JSON without its end")

    def _taken(self, end: int) -> bytes:
        data, self.place = self.data[self.place : end], end
        return data

    def _fill(self) -> bool:
        """Read more bytes, at least as many as there are; return whether there were any."""
        self.used, self.data, self.place = self.used + self.place, self.data[self.place :], 0
        wanted = max(_BLOCK, len(self.data))
        block = self._stream.read(wanted if self._left is None else min(wanted, self._left))
        if self._left is not None:
            self._left -= len(block)
        self.data += block
        return bool(block)
