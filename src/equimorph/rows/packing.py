"""Compressed files of rows, decompressed by the suffix of their name: .gz and .zst."""

from __future__ import annotations

import errno
import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, cast

from equimorph.runs.extras import MissingPackage

__all__ = ["PACKED", "kind_of", "open_unpacked", "unpacked_zstd"]

PACKED = (".gz", ".zst")
"""Suffixes of compressed files."""


def kind_of(path: Path) -> str:
    """Return the suffix of a file's name in small letters, without the suffix of its compression, such as .csv; "" for none."""
    if path.suffix.lower() in PACKED:
        path = path.with_suffix("")
    return path.suffix.lower()


@contextmanager
def open_unpacked(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading bytes; one whose name ends in ``.gz`` or ``.zst`` is decompressed.

    Raises:
        OSError: it cannot be read, or its compressed data are damaged or cut off.
        ModuleNotFoundError: it is a ``.zst``, and nothing here decompresses it.
    """
    suffix = path.suffix.lower()
    if suffix not in PACKED:
        with path.open("rb") as stream:
            yield stream
    elif suffix == ".zst":
        frame, bad = _zstd()
        try:
            with path.open("rb") as stream:
                yield cast(BinaryIO, io.BufferedReader(_Frames(stream, frame), 1 << 16))
        except bad as error:
            raise OSError(errno.EIO, f"damaged zstd data: {error}", str(path)) from error
    else:
        try:
            with gzip.open(path) as unpacked_gzip:
                yield cast(BinaryIO, unpacked_gzip)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise OSError(errno.EIO, f"damaged gzip data: {error}", str(path)) from error


def unpacked_zstd(data: bytes) -> bytes:
    """Return the content of data in Zstandard.

    Raises:
        OSError: they are damaged.
        ModuleNotFoundError: nothing here decompresses them.
    """
    frame, bad = _zstd()
    try:
        return _Frames(io.BytesIO(data), frame).readall()
    except bad as error:
        raise OSError(errno.EIO, f"damaged zstd data: {error}") from error


def _zstd() -> tuple[Callable[[], Any], tuple[type[Exception], ...]]:
    """Return a maker of decompressors of Zstandard, from 3.14 on Python's own, and their errors."""
    with suppress(ModuleNotFoundError):
        ours = import_module("compression.zstd")
        return ours.ZstdDecompressor, (EOFError, ours.ZstdError)
    try:
        package = import_module("zstandard")
    except ModuleNotFoundError as error:
        raise MissingPackage(
            "zstandard is not installed: pip install 'equimorph[zst]'", name="zstandard"
        ) from error
    return lambda: package.ZstdDecompressor().decompressobj(), (EOFError, package.ZstdError)


class _Frames(io.RawIOBase):
    """The content of a file in Zstandard, frame after frame; the readers of the packages take a cut-off file for whole."""

    def __init__(self, stream: BinaryIO, frame: Callable[[], Any]) -> None:
        self._stream, self._new = stream, frame
        self._frame: Any = None
        self._packed = self._ready = b""

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - any buffer
        """Fill a buffer, and return the number of bytes.

        Raises:
            EOFError: the file ends within a frame.
        """
        while not self._ready:
            data = self._packed or self._stream.read(1 << 16)
            if not data:
                if self._frame is not None:
                    raise EOFError("the file is cut off")
                return 0
            self._frame = self._frame or self._new()
            self._ready, self._packed = self._frame.decompress(data), b""
            if self._frame.eof:
                self._packed, self._frame = self._frame.unused_data, None
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size
