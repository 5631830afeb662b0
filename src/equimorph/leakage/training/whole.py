"""Files that are items: a file is a side, and its item's row is 1."""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from equimorph.leakage.samples import Item
from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.files import grouped, opened
from equimorph.leakage.training.format import Read
from equimorph.leakage.training.lines import LONGEST, MARK
from equimorph.rows.tables import BadRow
from mutators import MutationError

_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""The byte order marks of UTF-16, and of UTF-32."""


def cut_whole(
    origin: Origin, files: Iterator[str], parts: Callable[[str], Sequence[str]], size: int
) -> Iterator[Chunk]:
    """Yield chunks of files that are items, of about `size` bytes together.

    Args:
        origin: The given data.
        files: Paths relative to its root, one per item.
        parts: Returns the files that contain the sides of an item.
        size: Size of a chunk in bytes.
    """

    def piece(file: str) -> Chunk:
        hasher, total = hashlib.sha256(), 0
        for part in parts(file):
            try:
                with opened(origin.place(part)) as stream:
                    hasher.update(hashlib.file_digest(stream, "sha256").digest())
                    total += stream.tell()
            except (
                OSError
            ) as error:  # reading it says so; that it cannot be read belongs to what the data are
                hasher.update(f"{error.strerror}".encode())
        return Chunk(origin, (file,), (0,), (total,), 1, hasher.hexdigest())

    return grouped(map(piece, files), size)


def text_of_file(path: Path) -> bytes:
    """Return the contents of a file, without a byte order mark.

    Raises:
        OSError: it cannot be read, or is too large.
        MutationError: it is UTF-16 or UTF-32, which text in bytes cannot be compared with.
    """
    with opened(path) as stream:
        data = stream.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise OSError(errno.EFBIG, f"larger than {LONGEST:,} bytes", str(path))
    if data.startswith(_WIDE):
        raise MutationError("UTF-16 or UTF-32, and not UTF-8")
    return data.removeprefix(MARK)


def each_file(chunk: Chunk, item_of: Callable[[str], Item]) -> Iterator[Read]:
    """Yield the results for the files of a chunk, in order.

    Args:
        chunk: what to read.
        item_of: returns the item of a file; raises `OSError` or `MutationError` for a bad one.
    """
    for file in chunk.files:
        try:
            result: Read = item_of(file)
        except OSError as error:
            result = BadRow(chunk.origin.name(file), 1, error.strerror or str(error))
        except MutationError as error:
            result = BadRow(chunk.origin.name(file), 1, str(error))
        yield result
