"""Class files of tests, in which comparisons are asked of `EquimorphFence` and not of what a candidate returns.

A call of `equals` on a value is replaced by a static call with the same effect on the stack, so that nothing else changes.
JVMS 17, chapters 4 and 6, have the format and the instructions.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator, Mapping

from equimorph.bench.errors import ProblemError
from equimorph.checking.constant_pool import UTF8, constant_pool

__all__ = ["FENCE", "fenced"]

FENCE = "EquimorphFence"
_OBJECT, _ARRAY, _TWO = "Ljava/lang/Object;", "[Ljava/lang/Object;", "(Ljava/lang/Object;Ljava/lang/Object;)"
_COMPARING = {
    ("equals", "Z"): "equals",
    ("compareTo", "I"): "compareTo",
    ("contains", "Z"): "contains",
    ("containsAll", "Z"): "containsAll",
    ("containsKey", "Z"): "containsKey",
    ("containsValue", "Z"): "containsValue",
    ("indexOf", "I"): "indexOf",
}
_METHODS = {
    **_COMPARING,
    ("add", "Z"): "add",
    ("addAll", "Z"): "addAll",
    ("get", _OBJECT): "get",
    ("lastIndexOf", "I"): "lastIndexOf",
    ("remove", "Z"): "remove",
    ("remove", _OBJECT): "removeKey",
    ("removeAll", "Z"): "removeAll",
    ("retainAll", "Z"): "retainAll",
}
"""Methods of the fence for methods with one argument, by name and type of the result."""
_STATIC = {
    ("java/util/Objects", "equals", f"{_TWO}Z"): "same",
    ("java/util/Objects", "deepEquals", f"{_TWO}Z"): "deep",
    ("java/util/Arrays", "equals", f"({_ARRAY}{_ARRAY})Z"): "same",
    ("java/util/Arrays", "deepEquals", f"({_ARRAY}{_ARRAY})Z"): "deep",
    ("java/util/Collections", "frequency", f"(Ljava/util/Collection;{_OBJECT})I"): "frequency",
    ("java/util/Collections", "disjoint", "(Ljava/util/Collection;Ljava/util/Collection;)Z"): "disjoint",
}
_FINAL = {
    f"java/lang/{name}" for name in ("String", "Integer", "Long", "Double", "Float", "Boolean", "Character")
}
"""Classes whose values are never of another class."""
_CLASS, _METHOD, _INTERFACE_METHOD, _NAME_AND_TYPE, _HANDLE = 7, 10, 11, 12, 15
_VIRTUAL, _CALL_STATIC, _INTERFACE, _TABLE, _LOOKUP, _WIDER, _INCREASE = 182, 184, 185, 170, 171, 196, 132
_LENGTHS = {
    **dict.fromkeys((16, 18, *range(21, 26), *range(54, 59), 169, 188), 2),
    **dict.fromkeys((17, 19, 20, 132, *range(153, 169), *range(178, 185), 187, 189, 192, 193, 198, 199), 3),
    **{197: 4, 185: 5, 186: 5, 200: 5, 201: 5},
}


def fenced(data: bytes, classes: Collection[str]) -> bytes:
    """Return a class file of the tests that compares values by `FENCE`.

    Args:
        data: The class file.
        classes: Names of the classes of tests and reference, with slashes.

    Raises:
        ProblemError: a method reference would ask the candidate.
    """
    return _Class(data, classes).fenced()


class _Class:
    def __init__(self, data: bytes, classes: Collection[str]) -> None:
        self._data, self._classes = bytearray(data), classes
        pool, self._end = constant_pool(data)
        self._pool = {index: entry.start for index, entry in pool.items()}
        self._added = bytearray()
        self._count: int = int.from_bytes(data[8:10])
        self._new = dict[tuple[str, str], int]()

    def fenced(self) -> bytes:
        for at in self._pool.values():
            if self._data[at] == _HANDLE:
                self._handle(at)
        for start, end in self._codes():
            self._code(start, end)
        count = struct.pack(">H", self._count)
        return bytes(
            self._data[:8] + count + self._data[10 : self._end] + self._added + self._data[self._end :]
        )

    def _u2(self, at: int) -> int:
        return int.from_bytes(self._data[at : at + 2])

    def _u4(self, at: int) -> int:
        return int.from_bytes(self._data[at : at + 4])

    def _text(self, index: int) -> str:
        at = self._pool[index]
        return self._data[at + 3 : at + 3 + self._u2(at + 1)].decode(errors="replace")

    def _instead(
        self, index: int, static: bool, methods: Mapping[tuple[str, str], str] = _METHODS
    ) -> int | None:
        """Return the method of the fence for one in the pool."""
        at = self._pool[index]
        if self._data[at] not in (_METHOD, _INTERFACE_METHOD):
            return None
        owner = self._text(self._u2(self._pool[self._u2(at + 1)] + 1))
        pair = self._pool[self._u2(at + 3)]
        name, type = self._text(self._u2(pair + 1)), self._text(self._u2(pair + 3))
        if static:
            method = _STATIC.get((owner, name, type))
            if name == "assertEquals" and type == f"{_TWO}V" and owner not in self._classes:
                method = name
            return None if method is None else self._method(method, type)
        method = methods.get((name, type[type.index(")") + 1 :]))
        if method is None or not type.startswith("(L") or type.index(";") + 1 != type.index(")"):
            return None
        if owner in _FINAL or (name == "equals" and type != f"({_OBJECT})Z"):
            return None
        if name not in ("equals", "compareTo") and not owner.startswith("java/util/"):
            return None
        return self._method(method, f"{_TWO}{type[type.index(')') + 1 :]}")

    def _method(self, name: str, type: str) -> int:
        if (name, type) not in self._new:
            texts = [
                self._add(UTF8, struct.pack(">H", len(text)) + text.encode()) for text in (FENCE, name, type)
            ]
            owner = self._add(_CLASS, struct.pack(">H", texts[0]))
            pair = self._add(_NAME_AND_TYPE, struct.pack(">2H", *texts[1:]))
            self._new[name, type] = self._add(_METHOD, struct.pack(">2H", owner, pair))
        return self._new[name, type]

    def _add(self, tag: int, data: bytes) -> int:
        self._added += bytes([tag]) + data
        self._count += 1
        return self._count - 1

    def _handle(self, at: int) -> None:
        kind, index = self._data[at + 1], self._u2(at + 2)
        if kind == 6 and (new := self._instead(index, True)) is not None:
            self._data[at + 2 : at + 4] = struct.pack(">H", new)
        elif kind in (5, 9) and self._instead(index, False, _COMPARING) is not None:
            raise ProblemError(
                "the tests have a method reference to equals or the like, which would ask the candidate's code; write a lambda"
            )

    def _codes(self) -> Iterator[tuple[int, int]]:
        """Yield the bounds of the instructions of each method."""
        at = self._end + 6
        at += 2 + 2 * self._u2(at)
        for _ in ("fields", "methods"):
            count, at = self._u2(at), at + 2
            for _ in range(count):
                attributes, at = self._u2(at + 6), at + 8
                for _ in range(attributes):
                    if self._text(self._u2(at)) == "Code":
                        yield at + 14, at + 14 + self._u4(at + 10)
                    at += 6 + self._u4(at + 2)

    def _code(self, start: int, end: int) -> None:
        at = start
        while at < end:
            operation, length = self._data[at], 1
            if operation in (_VIRTUAL, _CALL_STATIC, _INTERFACE):
                new = self._instead(self._u2(at + 1), operation == _CALL_STATIC)
                if new is not None:
                    self._data[at : at + 3] = struct.pack(">BH", _CALL_STATIC, new)
                    if operation == _INTERFACE:
                        self._data[at + 3 : at + 5] = bytes(2)  # two that do nothing
            if operation in (_TABLE, _LOOKUP):
                head = at + 4 - (at - start) % 4
                number = self._u4(head + 4)
                length = head - at + 8 + 8 * number
                if operation == _TABLE:
                    length = head - at + 12 + 4 * (self._u4(head + 8) - number + 1)
            elif operation == _WIDER:
                length = 6 if self._data[at + 1] == _INCREASE else 4
            else:
                length = _LENGTHS.get(operation, 1)
            at += length
