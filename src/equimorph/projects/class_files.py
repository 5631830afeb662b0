"""The visible part of a class file: classes whose visible part is unchanged need no compilation of others.

JVMS 17, chapter 4, has the format. The code of methods, private members and what javac makes up are nobody else's.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from equimorph.checking.constant_pool import UTF8, constant_pool

ClassOutline: TypeAlias = frozenset[tuple[object, ...]]

_PRIVATE, _SYNTHETIC, _ANNOTATION = 0x2, 0x1000, 0x2000
_INSIDE = frozenset({"EnclosingMethod"})
_OWN = frozenset({"Code", "SourceFile", "BootstrapMethods", "NestMembers", "InnerClasses", "Synthetic"})
"""Attributes that are of no concern to others; of InnerClasses a part is."""


@dataclass(frozen=True)
class _Member:
    flags: int
    name: str
    type: str
    attributes: tuple[tuple[str, bytes], ...]


def outline(classes: Iterable[bytes]) -> ClassOutline | None:
    """Return the visible part of a file's classes; None if it is not known.

    Two equal outlines: whatever compiles against the one compiles against the other, and to the same.

    Args:
        classes: class files.
    """
    seen: set[tuple[object, ...]] = set()
    for data in classes:
        class_file = _Class(data)
        if class_file.flags & _ANNOTATION:
            return None  # values of annotations are not read
        if not class_file.is_inside:
            seen.update(class_file.outline())
    return frozenset(seen)


def source_name(data: bytes) -> str | None:
    """Return the name of the source file of a class file; None if it does not say it."""
    class_file = _Class(data)
    value = dict(class_file.attributes).get("SourceFile")
    return None if value is None else class_file.text(int.from_bytes(value))


class _Class:
    """A class file that has been read."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 8
        self._pool = self._constants()
        self.flags, this, super_class, interfaces = self._numbers(4)
        self.name, self._super = self._class(this), self._class(super_class)
        self._interfaces = [self._class(index) for index in self._numbers(interfaces)]
        self.fields, self.methods = self._members(), self._members()
        self.attributes = self._attributes()

    @property
    def is_inside(self) -> bool:
        """Whether it is an anonymous or local class, or one that javac makes up."""
        return bool(self.flags & _SYNTHETIC) or any(name in _INSIDE for name, _ in self.attributes)

    def outline(self) -> Iterator[tuple[object, ...]]:
        """Yield the visible part."""
        head = ("class", self.name, self.flags, self._super, tuple(self._interfaces))
        yield (*head, tuple(self._shown(self.attributes)))
        yield from (("member", self.name, *inner_class) for inner_class in self._member_classes())
        for kind, members in (("field", self.fields), ("method", self.methods)):
            for member in members:
                if not member.flags & (_PRIVATE | _SYNTHETIC) and member.name != "<clinit>":
                    shown = tuple(self._shown(member.attributes))
                    yield (kind, self.name, member.flags, member.name, member.type, shown)

    def _shown(self, attributes: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, object]]:
        """Yield attributes with their contents; only the size if they hold code or annotations."""
        for name, value in sorted(attributes):
            if name in ("Signature", "ConstantValue"):
                yield name, self._constant(int.from_bytes(value))
            elif name in ("Exceptions", "PermittedSubclasses"):
                yield name, tuple(self._class(index) for (index,) in struct.iter_unpack(">H", value[2:]))
            elif name == "Record":
                yield name, tuple(self._components(value))
            elif name not in _OWN:
                yield name, len(value)

    def _components(self, value: bytes) -> Iterator[tuple[object, ...]]:
        """Yield the components of a record, whose order patterns of others depend on (JLS 21, 14.30)."""
        at = 2
        for _ in range(int.from_bytes(value[:2])):
            name, type, count = struct.unpack_from(">3H", value, at)
            at += 6
            for _ in range(count):
                (size,) = struct.unpack_from(">I", value, at + 2)
                at += 6 + size
            yield self.text(name), self.text(type)

    def _member_classes(self) -> Iterator[tuple[object, ...]]:
        for name, value in self.attributes:
            if name == "InnerClasses":
                for inner, outer, _, flags in struct.iter_unpack(">4H", value[2:]):
                    if outer and self._class(outer) == self.name:
                        yield self._class(inner), flags

    def _constants(self) -> dict[int, tuple[int, bytes]]:
        """Read the constant pool: tag and bytes of each entry; a text loses its length."""
        pool, self._at = constant_pool(self._data)
        entries = {index: (self._data[entry.start], self._data[entry][1:]) for index, entry in pool.items()}
        return {index: (tag, value[2:] if tag == UTF8 else value) for index, (tag, value) in entries.items()}

    def _numbers(self, count: int) -> tuple[int, ...]:
        numbers = struct.unpack_from(f">{count}H", self._data, self._at)
        self._at += 2 * count
        return numbers

    def text(self, index: int) -> str:
        return self._pool[index][1].decode("utf-8", "surrogatepass")

    def _class(self, index: int) -> str:
        return self.text(int.from_bytes(self._pool[index][1])) if index else ""

    def _constant(self, index: int) -> tuple[int, bytes]:
        tag, value = self._pool[index]
        return self._pool[int.from_bytes(value)] if tag == 8 else (tag, value)

    def _members(self) -> tuple[_Member, ...]:
        members = list[_Member]()
        for _ in range(self._numbers(1)[0]):
            flags, name, type = self._numbers(3)
            members.append(_Member(flags, self.text(name), self.text(type), self._attributes()))
        return tuple(members)

    def _attributes(self) -> tuple[tuple[str, bytes], ...]:
        attributes = list[tuple[str, bytes]]()
        for _ in range(self._numbers(1)[0]):
            (name,) = self._numbers(1)
            (size,) = struct.unpack_from(">I", self._data, self._at)
            self._at += 4
            attributes.append((self.text(name), self._data[self._at : self._at + size]))
            self._at += size
        return tuple(attributes)
