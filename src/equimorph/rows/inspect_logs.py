"""Logs of inspect-ai in its format `.eval`: a zip archive with a JSON file for each sample."""

from __future__ import annotations

import errno
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from equimorph.rows.jsonl import JsonLine, document_line
from equimorph.rows.packing import unpacked_zstd

__all__ = ["log_rows"]

_ZSTD = 93
"""The number of Zstandard among the compressions of zip archives."""
_HEADER = struct.Struct("<26xHH")
"""The head of a member: the lengths of its name and of its extra field, which follow."""


def log_rows(path: Path) -> Iterator[JsonLine]:
    """Yield the samples of a log, in the order of the archive; of a sample that was written twice, the last text.

    Raises:
        OSError: it cannot be read, or is no archive.
        ModuleNotFoundError: it is compressed by Zstandard, and nothing here decompresses it.
    """
    try:
        with path.open("rb") as stream, zipfile.ZipFile(stream) as archive:
            members = {member.filename: member for member in archive.infolist()}
            samples = [name for name in members if name.startswith("samples/") and name.endswith(".json")]
            if not samples:
                raise OSError(
                    errno.EINVAL, "no samples: not a log of inspect-ai, or one without results", str(path)
                )
            for number, name in enumerate(samples, 1):
                yield document_line(number, _content(archive, members[name]))
    except (zipfile.BadZipFile, NotImplementedError, EOFError, zlib.error, struct.error) as error:
        raise OSError(errno.EIO, f"no log of inspect-ai: {error}", str(path)) from error


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Return the bytes of a member; `zipfile` knows Zstandard from Python 3.14 on."""
    stream = archive.fp
    if member.compress_type != _ZSTD or stream is None:
        return archive.read(member)
    stream.seek(member.header_offset)
    stream.seek(sum(_HEADER.unpack(stream.read(_HEADER.size))), 1)
    return unpacked_zstd(stream.read(member.compress_size))
