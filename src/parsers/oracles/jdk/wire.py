"""The data format between client and worker: big-endian numbers, byte strings after their length."""

from __future__ import annotations

import struct
from collections.abc import Iterable

_INT = struct.Struct(">i")


class Writer:
    """A request under construction."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def number(self, value: int) -> Writer:
        """Add a 32-bit number."""
        self._parts.append(_INT.pack(value))
        return self

    def flag(self, value: bool) -> Writer:
        """Add a truth value."""
        self._parts.append(b"\1" if value else b"\0")
        return self

    def data(self, value: bytes) -> Writer:
        """Add bytes."""
        self._parts += (_INT.pack(len(value)), value)
        return self

    def text(self, value: str) -> Writer:
        """Add text, as UTF-8."""
        return self.data(value.encode())

    def texts(self, values: Iterable[str]) -> Writer:
        """Add a list of texts."""
        items = list(values)
        self.number(len(items))
        for item in items:
            self.text(item)
        return self

    def bytes(self) -> bytes:
        """Return the request."""
        return b"".join(self._parts)


class Reader:
    """An answer, read from front to back."""

    def __init__(self, frame: bytes) -> None:
        self._frame = frame
        self._at = 0

    def raw(self, size: int) -> bytes:
        """Return the next `size` bytes."""
        start = self._at
        self._at += size
        if self._at > len(self._frame):
            raise ValueError(f"answer of {len(self._frame)} bytes ends within a field")
        return self._frame[start : self._at]

    def number(self) -> int:
        """Return the next 32-bit number."""
        value: int = _INT.unpack(self.raw(4))[0]
        return value

    def flag(self) -> bool:
        """Return the next truth value."""
        return self.raw(1) != b"\0"

    def data(self) -> bytes:
        """Return the next byte string."""
        return self.raw(self.number())

    def text(self) -> str:
        """Return the next text."""
        return self.data().decode()
