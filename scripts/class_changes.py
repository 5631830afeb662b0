"""Random changes of one instruction in a class file: what a checker of byte code must not take for the same.

Each change keeps the length of the code, so nothing else has to be moved (JVMS 17, 4.7.3, 6.5).
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Change", "changes"]

_SIZES = {
    **dict.fromkeys((0x10, 0x12, *range(0x15, 0x1A), *range(0x36, 0x3B), 0xBC), 2),
    **dict.fromkeys(
        (0x11, 0x13, 0x14, 0x84, *range(0x99, 0xA9), *range(0xB2, 0xB9), 0xBB, 0xBD, 0xC0, 0xC1, 0xC6, 0xC7),
        3,
    ),
    **dict.fromkeys((0xC5,), 4),
    **dict.fromkeys((0xB9, 0xBA, 0xC8), 5),
}
_FAMILIES = (
    *((0x60 + kind, 0x64 + kind, 0x68 + kind, 0x6C + kind, 0x70 + kind) for kind in range(4)),
    *((0x78 + kind, 0x7A + kind, 0x7C + kind) for kind in range(2)),
    *((0x7E + kind, 0x80 + kind, 0x82 + kind) for kind in range(2)),
    tuple(range(0x02, 0x09)),
    (0x09, 0x0A),
    (0x0B, 0x0C, 0x0D),
    (0x0E, 0x0F),
    tuple(range(0x1A, 0x1E)),
    tuple(range(0x1E, 0x22)),
    tuple(range(0x2A, 0x2E)),
    tuple(range(0x3B, 0x3F)),
    tuple(range(0x4B, 0x4F)),
    (0x91, 0x92, 0x93),
    (0x95, 0x96),
    (0x97, 0x98),
    tuple(range(0x99, 0x9F)),
    tuple(range(0x9F, 0xA5)),
    (0xA5, 0xA6),
    (0xC6, 0xC7),
)
_ALIKE = {opcode: family for family in _FAMILIES for opcode in family}
_CODE = b"Code"


@dataclass(frozen=True)
class Change:
    """A changed class file.

    Attributes:
        text: what was changed, for people.
        data: the whole file.
    """

    text: str
    data: bytes


class _File:
    """Where things lie in a class file."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.constants: dict[int, tuple[int, int]] = {}
        at, index = 10, 1
        while index < self.short(8):
            tag = data[at]
            self.constants[index] = tag, at
            index += 2 if tag in (5, 6) else 1
            at += (
                3 + self.short(at + 1)
                if tag == 1
                else {7: 3, 8: 3, 16: 3, 19: 3, 20: 3, 15: 4, 5: 9, 6: 9}.get(tag, 5)
            )
        self.end = at

    def short(self, at: int) -> int:
        found: int = struct.unpack_from(">H", self.data, at)[0]
        return found

    def text(self, index: int) -> bytes:
        at = self.constants[index][1]
        return self.data[at + 3 : at + 3 + self.short(at + 1)]

    def codes(self) -> Iterator[tuple[str, int, int]]:
        """Yield the name of each method with a body, and where its code begins and ends."""
        at = self.end + 8 + 2 * self.short(self.end + 6)
        for kind in ("field", "method"):
            count, at = self.short(at), at + 2
            for _ in range(count):
                name, attributes, at = self.text(self.short(at + 2)), self.short(at + 6), at + 8
                for _ in range(attributes):
                    size = struct.unpack_from(">I", self.data, at + 2)[0]
                    if kind == "method" and self.text(self.short(at)) == _CODE:
                        length = struct.unpack_from(">I", self.data, at + 10)[0]
                        yield name.decode(), at + 14, at + 14 + length
                    at += 6 + size

    def instructions(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the offset and the size of each instruction."""
        at = start
        while at < end:
            size = _SIZES.get(self.data[at], 1)
            if self.data[at] in (0xAA, 0xAB):
                table = at + 1 + (-(at + 1 - start)) % 4
                low, high = struct.unpack_from(">ii", self.data, table + 4)
                size = table - at + (12 + 4 * (high - low + 1) if self.data[at] == 0xAA else 8 + 8 * low)
            elif self.data[at] == 0xC4:
                size = 6 if self.data[at + 1] == 0x84 else 4
            yield at, size
            at += size

    def others(self, index: int) -> list[int]:
        """Return other constants of the same kind; of members those with the same type."""
        tag, _ = self.constants[index]
        found = [i for i, (kind, _) in self.constants.items() if kind == tag and i != index]
        if tag in (9, 10, 11):
            types = {
                i: self.short(self.constants[self.short(self.constants[i][1] + 3)][1] + 3)
                for i in (*found, index)
            }
            found = [i for i in found if types[i] == types[index]]
        return found


def changes(data: bytes, count: int, seed: int) -> Iterator[Change]:
    """Yield some changes of a class file, at random places."""
    file, rng = _File(data), random.Random(seed)
    places = [
        (name, start, at, size)
        for name, start, end in file.codes()
        for at, size in file.instructions(start, end)
    ]
    rng.shuffle(places)
    made = 0
    for name, start, at, size in places:
        if made == count:
            return
        new = _changed(file, at, size, rng)
        if new is not None and new != data[at : at + size]:
            made += 1
            old = data[at : at + size].hex()
            yield Change(
                f"{name}, byte {at - start}: {old} -> {new.hex()}", data[:at] + new + data[at + size :]
            )


def _changed(file: _File, at: int, size: int, rng: random.Random) -> bytes | None:
    opcode, rest = file.data[at], file.data[at + 1 : at + size]
    if opcode == 0x84 and rng.random() < 0.5:
        return bytes((opcode, rest[0], (rest[1] + 1) % 256))
    if opcode == 0x84:
        return b"\0\0\0"
    if opcode in _ALIKE:
        return bytes((rng.choice([other for other in _ALIKE[opcode] if other != opcode]),)) + rest
    if opcode in (0x10, 0x11):
        return bytes((opcode,)) + rest[:-1] + bytes(((rest[-1] + rng.choice((1, 255))) % 256,))
    if opcode == 0xB5:
        return None if _is_wide(file, file.short(at + 1)) else b"\x58\0\0"
    if opcode == 0xB3:
        return None if _is_wide(file, file.short(at + 1)) else b"\x57\0\0"
    if opcode in (0x12, 0x13, 0x14, 0xB2, 0xB4, 0xB6, 0xB7, 0xB8, 0xB9):
        index = rest[0] if opcode == 0x12 else file.short(at + 1)
        others = [i for i in file.others(index) if i < 256] if opcode == 0x12 else file.others(index)
        if not others:
            return None
        other = rng.choice(others)
        return bytes((opcode, other)) if opcode == 0x12 else struct.pack(">BH", opcode, other) + rest[2:]
    return None


def _is_wide(file: _File, index: int) -> bool:
    names = file.constants[file.short(file.constants[index][1] + 3)][1]
    return file.text(file.short(names + 3)) in (b"J", b"D")
