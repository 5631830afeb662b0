"""The constant pool of a class file (JVMS 17, section 4.4)."""

from __future__ import annotations

UTF8 = 1
_WIDE = (5, 6)
"""Tags of entries that take two places."""
_SIZES = {
    **dict.fromkeys((7, 8, 16, 19, 20), 2),
    15: 3,
    **dict.fromkeys((3, 4, 9, 10, 11, 12, 17, 18), 4),
    **dict.fromkeys(_WIDE, 8),
}
"""Bytes behind a tag."""


def constant_pool(data: bytes | bytearray) -> tuple[dict[int, slice], int]:
    """Return the place of each entry, its tag included, and the end of the pool, in bytes.

    Raises:
        KeyError, IndexError: the data are no class file.
    """
    pool, index, at = dict[int, slice](), 1, 10
    while index < int.from_bytes(data[8:10]):
        tag = data[at]
        size = 2 + int.from_bytes(data[at + 1 : at + 3]) if tag == UTF8 else _SIZES[tag]
        pool[index] = slice(at, at + 1 + size)
        at += 1 + size
        index += 2 if tag in _WIDE else 1
    return pool, at
