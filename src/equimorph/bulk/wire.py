"""Frames in the pipes between a worker and its process: a letter, a length in bytes, and that many bytes."""

from __future__ import annotations

import json
import signal
import struct
from collections.abc import Mapping
from typing import IO, Any

JOB, ROW = b"J", b"R"
READY, ERROR, MISSING, DATA, END, STEP = b"K", b"X", b"M", b"D", b"E", b"S"
OUT_OF_MEMORY = 71
"""The exit code of a process that had not enough memory for a row."""

LATE = (signal.SIGPROF, signal.SIGALRM)
"""The signals that end a process whose row takes too much processor time, or waits too long."""

_HEAD = struct.Struct(">cQ")


class Gone(Exception):
    """The other side is no more, or ended in the middle of a frame."""


def send(stream: IO[bytes], kind: bytes, data: bytes = b"") -> None:
    """Write a frame; the caller flushes."""
    stream.write(_HEAD.pack(kind, len(data)))
    stream.write(data)


def send_json(stream: IO[bytes], kind: bytes, data: Mapping[str, Any]) -> None:
    """Write a frame with JSON; names of files that are not UTF-8 go through."""
    send(stream, kind, json.dumps(data).encode())


def receive(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """Read a frame.

    Raises:
        Gone: there is none, or not all of it.
    """
    kind, size = _HEAD.unpack(_exactly(stream, _HEAD.size))
    return kind, _exactly(stream, size)


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise Gone
    return data
