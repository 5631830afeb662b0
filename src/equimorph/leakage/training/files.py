"""The files of training data: the given file, or all files of a kind below a folder; cut into chunks."""

from __future__ import annotations

import errno
import gzip
import hashlib
import lzma
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from equimorph.leakage.training.chunk import Chunk, Origin
from equimorph.leakage.training.lines import Cut, cuts
from equimorph.rows.packing import open_unpacked

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

_PACKED = (".gz", ".xz", ".zst")


def with_suffix(*suffixes: str) -> Callable[[str], bool]:
    """Return whether a file's path ends in one of the suffixes, in whatever case."""
    return lambda path: path.lower().endswith(suffixes)


def with_packed_suffix(*suffixes: str) -> Callable[[str], bool]:
    """Return whether a file's path ends in one of the suffixes, alone or with the suffix of a compression."""
    return with_suffix(*(suffix + packed for suffix in suffixes for packed in ("", *_PACKED)))


def is_packed(path: Path) -> bool:
    """Return whether a file is compressed, by its name."""
    return path.suffix.lower() in _PACKED


def opened(path: Path) -> BufferedReader:
    """Open a file for reading bytes; a pipe or device is refused, since it could never end, or be read twice.

    Raises:
        OSError: it cannot be read, or is no file.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        os.scandir(path).close()  # one that cannot be listed says so
        raise OSError(errno.EISDIR, "a folder", str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a file", str(path))
    return path.open("rb")


@contextmanager
def unpacked(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading bytes as `opened` does; one whose name ends in ``.gz``, ``.xz`` or ``.zst`` is decompressed.

    Raises:
        OSError: it cannot be read, or its compressed data are damaged or cut off.
        ModuleNotFoundError: it is a ``.zst``, and nothing here decompresses it.
    """
    with opened(path) as stream:
        if path.suffix.lower() == ".zst":
            with open_unpacked(path) as rows:
                yield rows
            return
        if not is_packed(path):
            yield stream
            return
        try:
            with gzip.open(stream) if path.suffix.lower() == ".gz" else lzma.open(stream) as unpacked_stream:
                yield cast(BinaryIO, unpacked_stream)
        except (EOFError, zlib.error, gzip.BadGzipFile, lzma.LZMAError) as error:
            raise OSError(errno.EIO, f"damaged {path.suffix[1:].lower()} data: {error}", str(path)) from error


def head_of(path: Path, size: int = 1 << 16) -> bytes:
    """Return the first bytes of a file, decompressed; none where it cannot be read."""
    try:
        with unpacked(path) as stream:
            return stream.read(size)
    except OSError:
        return b""


def below(folder: Path, wanted: Callable[[str], bool]) -> Iterator[str]:
    """Yield the files below a folder in sorted order, relative to it, with slashes; links to folders are not followed.

    A folder that cannot be listed is among them, since reading it says why. So is a link that leads nowhere. A folder
    whose name is wanted is none.
    """
    lost: list[str] = []
    for place, inner, names in os.walk(folder, onerror=lambda error: lost.append(str(error.filename))):
        inner.sort()
        here = Path(place).relative_to(folder)
        yield from filter(wanted, ((here / name).as_posix() for name in sorted(names)))
        yield from (Path(path).relative_to(folder).as_posix() for path in lost)
        lost.clear()
    yield from (Path(path).relative_to(folder).as_posix() for path in lost)


def hash_next(stream: BinaryIO, size: int, known: Hash) -> Hash:
    """Add the next bytes of a file to a hash, and return it.

    Args:
        stream: the file.
        size: how many bytes.
        known: the hash.
    """
    while size > 0 and (block := stream.read(min(size, 1 << 20))):
        known.update(block)
        size -= len(block)
    return known


def line_cuts(path: Path, size: int) -> Iterator[Cut]:
    """Yield the pieces of a file of lines.

    Raises:
        OSError: it cannot be read.
    """
    with opened(path) as stream:
        yield from cuts(stream, size)


def cut_files(
    origin: Origin, is_file: Callable[[str], bool], cut: Callable[[Path, int], Iterator[Cut]], size: int
) -> Iterator[Chunk]:
    """Yield the chunks of the file that was given, or of those below the folder; small files share a chunk.

    A compressed file is not cut, since it cannot be read from its middle.

    Args:
        origin: what was given.
        is_file: which files of a folder are read.
        cut: cuts a file that is not compressed.
        size: bytes.

    Raises:
        OSError: the file that was given cannot be read.
    """
    files = below(origin.path, is_file) if origin.folder else iter([""])
    return grouped((piece for file in files for piece in _pieces(origin, file, cut, size)), size)


def _pieces(
    origin: Origin, file: str, cut: Callable[[Path, int], Iterator[Cut]], size: int
) -> Iterator[Chunk]:
    path = origin.place(file)
    try:
        if is_packed(path):
            with opened(path) as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
                yield Chunk(origin, (file,), (0,), (stream.tell(),), 1, digest)
            return
        for piece in cut(path, size):
            yield Chunk(origin, (file,), (piece.start,), (piece.end,), piece.first, piece.sha256)
    except OSError as error:
        if not origin.folder:
            raise
        yield unreadable(origin, file, error)


def grouped(pieces: Iterator[Chunk], size: int) -> Iterator[Chunk]:
    """Yield chunks of whole files that combine small ones; pieces of large files stay alone.

    Args:
        pieces: Pieces of one file each, in order.
        size: Maximum number of bytes in a group.
    """
    group: list[Chunk] = []
    total = 0
    for piece in pieces:
        whole = piece.first == 1 and piece.starts == (0,)
        if group and not (whole and total + piece.ends[0] <= size):
            yield _joined(group)
            group, total = [], 0
        group.append(piece)
        total += piece.ends[0] if whole else size
    if group:
        yield _joined(group)


def _joined(group: list[Chunk]) -> Chunk:
    first = group[0]
    if len(group) == 1:
        return first
    hasher = hashlib.sha256()
    for piece in group:
        name = os.fsencode(piece.files[0])
        hasher.update(len(name).to_bytes(8) + name + bytes.fromhex(piece.sha256))
    files = tuple(piece.files[0] for piece in group)
    ends = tuple(piece.ends[0] for piece in group)
    return Chunk(first.origin, files, (0,) * len(group), ends, 1, hasher.hexdigest())


def unreadable(origin: Origin, file: str, error: OSError) -> Chunk:
    """Return a chunk of a file that cannot be read: reading it says why, and the other files continue."""
    reason = hashlib.sha256(f"{error.strerror}".encode()).hexdigest()
    return Chunk(origin, (file,), (0,), (0,), 1, reason)
