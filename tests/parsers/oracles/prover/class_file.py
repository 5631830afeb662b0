"""Class files taken apart and put together again, to plant one change at a time (JVMS 17, 4)."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Attribute", "ClassFile", "Member"]

_SIZES = {
    7: 2,
    8: 2,
    16: 2,
    19: 2,
    20: 2,
    15: 3,
    3: 4,
    4: 4,
    9: 4,
    10: 4,
    11: 4,
    12: 4,
    17: 4,
    18: 4,
    5: 8,
    6: 8,
}
_WIDE = (5, 6)


@dataclass
class Attribute:
    """An attribute: the index of its name, and its content."""

    name: int
    data: bytes


@dataclass
class Member:
    """A field or a method."""

    flags: int
    name: int
    type: int
    attributes: list[Attribute]


class _Bytes:
    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def take(self, size: int) -> bytes:
        self.at += size
        assert self.at <= len(self.data)
        return self.data[self.at - size : self.at]

    def short(self) -> int:
        return int.from_bytes(self.take(2), "big")

    def attributes(self) -> list[Attribute]:
        return [
            Attribute(self.short(), self.take(int.from_bytes(self.take(4), "big")))
            for _ in range(self.short())
        ]


def _attributes(found: list[Attribute]) -> bytes:
    parts = (struct.pack(">HI", each.name, len(each.data)) + each.data for each in found)
    return struct.pack(">H", len(found)) + b"".join(parts)


class ClassFile:
    """A class file whose parts can be changed; `bytes` puts them together again."""

    def __init__(self, data: bytes) -> None:
        read = _Bytes(data)
        self.magic = read.take(4)
        self.minor, self.major = read.short(), read.short()
        count = read.short()
        self.constants: list[tuple[int, bytes]] = [(0, b"")]
        while len(self.constants) < count:
            tag = read.take(1)[0]
            size = read.short() if tag == 1 else _SIZES[tag]
            self.constants += [(tag, read.take(size)), *([(0, b"")] if tag in _WIDE else [])]
        self.flags, self.this, self.parent = read.short(), read.short(), read.short()
        self.interfaces = [read.short() for _ in range(read.short())]
        self.fields, self.methods = ([self._member(read) for _ in range(read.short())] for _ in range(2))
        self.attributes = read.attributes()
        assert read.at == len(data)

    @staticmethod
    def _member(read: _Bytes) -> Member:
        return Member(read.short(), read.short(), read.short(), read.attributes())

    def bytes(self) -> bytes:
        """Return the class file."""
        parts = [self.magic, struct.pack(">HHH", self.minor, self.major, len(self.constants))]
        for tag, data in self.constants:
            size = struct.pack(">H", len(data)) if tag == 1 else b""
            parts.append(bytes([tag]) + size + data if tag else b"")
        parts.append(struct.pack(">HHHH", self.flags, self.this, self.parent, len(self.interfaces)))
        parts += [struct.pack(">H", each) for each in self.interfaces]
        for members in (self.fields, self.methods):
            parts.append(struct.pack(">H", len(members)))
            for each in members:
                parts += [struct.pack(">HHH", each.flags, each.name, each.type), _attributes(each.attributes)]
        return b"".join([*parts, _attributes(self.attributes)])

    def constant(self, tag: int, data: bytes) -> int:
        """Return the index of a constant, which is added if there is none."""
        if (tag, data) not in self.constants:
            self.constants += [(tag, data), *([(0, b"")] if tag in _WIDE else [])]
        return self.constants.index((tag, data))

    def text(self, text: str) -> int:
        """Return the index of a text."""
        return self.constant(1, text.encode())

    def type(self, name: str) -> int:
        """Return the index of a class."""
        return self.constant(7, struct.pack(">H", self.text(name)))

    def pair(self, name: str, type_: str) -> int:
        """Return the index of a name with a type."""
        return self.constant(12, struct.pack(">HH", self.text(name), self.text(type_)))

    def named(self, index: int) -> str:
        """Return a text by its index."""
        return self.constants[index][1].decode()

    def member(self, name: str) -> Member:
        """Return the one field or method of a name."""
        [found] = (each for each in (*self.fields, *self.methods) if self.named(each.name) == name)
        return found

    def attribute(self, name: str, of: str | None = None) -> Attribute:
        """Return the attribute of a name, of the class or of a member."""
        [found] = (each for each in self.owner(of) if self.named(each.name) == name)
        return found

    def owner(self, of: str | None) -> list[Attribute]:
        """Return the attributes of the class, or of a member."""
        return self.attributes if of is None else self.member(of).attributes

    def put(self, name: str, data: bytes, of: str | None = None) -> None:
        """Give the class or a member an attribute instead of that of the same name."""
        self.drop(name, of)
        self.owner(of).append(Attribute(self.text(name), data))

    def drop(self, name: str, of: str | None = None) -> None:
        """Take an attribute from the class or a member."""
        self.owner(of)[:] = [each for each in self.owner(of) if self.named(each.name) != name]

    def flip(self, bits: int, of: str | None = None) -> None:
        """Change flags of the class or of a member."""
        if of is None:
            self.flags ^= bits
        else:
            self.member(of).flags ^= bits

    def rename(self, of: str, name: str) -> None:
        """Give a member another name."""
        self.member(of).name = self.text(name)

    def retype(self, of: str, type_: str) -> None:
        """Give a member another descriptor."""
        self.member(of).type = self.text(type_)

    def set(self, name: str, at: int, value: int, of: str | None = None) -> None:
        """Change a byte of an attribute, by its index from the start or from the end."""
        found = self.attribute(name, of)
        data = bytearray(found.data)
        assert data[at] != value
        data[at] = value
        found.data = bytes(data)

    def turn(self, name: str, of: str | None = None, size: int = 2) -> None:
        """Turn around the list that an attribute is: a count, and elements of a size."""
        self._list(name, of, size, lambda parts: parts[::-1])

    def shorten(self, name: str, of: str | None = None, size: int = 2) -> None:
        """Take the last element from the list that an attribute is."""
        self._list(name, of, size, lambda parts: parts[:-1])

    def _list(
        self, name: str, of: str | None, size: int, change: Callable[[list[bytes]], list[bytes]]
    ) -> None:
        found = self.attribute(name, of)
        parts = [found.data[at : at + size] for at in range(2, len(found.data), size)]
        assert len(parts) == int.from_bytes(found.data[:2], "big")
        assert change(parts) != parts
        found.data = struct.pack(">H", len(change(parts))) + b"".join(change(parts))

    def replace(self, old: tuple[int, bytes], new: tuple[int, bytes]) -> None:
        """Put another constant in the place of one."""
        self.constants[self.constants.index(old)] = new

    def body(self, of: str, **changes: Callable[[Any], Any]) -> None:
        """Change parts of the body of a method: `stack`, `locals`, `code`, `handlers`, `attributes`."""
        code = Code(self, of)
        for name, change in changes.items():
            new = change(getattr(code, name))
            assert new != getattr(code, name)
            setattr(code, name, new)
        code.done()

    def names(self) -> set[str]:
        """Return the names of all attributes, also of those of bodies."""
        members = [*self.fields, *self.methods]
        bodies = [Code(self, each) for each in self.methods if self._has(each, "Code")]
        lists = [self.attributes, *(each.attributes for each in (*members, *bodies))]
        return {self.named(each.name) for found in lists for each in found}

    def _has(self, member: Member, name: str) -> bool:
        return any(self.named(each.name) == name for each in member.attributes)


class Code:
    """The body of a method."""

    def __init__(self, file: ClassFile, of: str | Member) -> None:
        member = file.member(of) if isinstance(of, str) else of
        [self._target] = (each for each in member.attributes if file.named(each.name) == "Code")
        read = _Bytes(self._target.data)
        self.stack, self.locals = read.short(), read.short()
        self.code = read.take(int.from_bytes(read.take(4), "big"))
        self.handlers = [read.take(8) for _ in range(read.short())]
        self.attributes = read.attributes()

    def done(self) -> None:
        """Put the body back into its class file."""
        head = struct.pack(">HHI", self.stack, self.locals, len(self.code)) + self.code
        handlers = struct.pack(">H", len(self.handlers)) + b"".join(self.handlers)
        self._target.data = head + handlers + _attributes(self.attributes)
