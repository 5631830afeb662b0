"""A quick proof that two code objects differ, without their normal forms."""

from __future__ import annotations

import dis
from itertools import compress
from types import CodeType

__all__ = ["surely_differ"]

_OPS = {name: bytes([number]) for name, number in dis.opmap.items() if number < 256}
_NO_STEPS = b"\0" + b"".join(
    _OPS.get(name, b"") for name in ("EXTENDED_ARG", "NOP", "MAKE_CELL", "COPY_FREE_VARS", "CACHE")
)
"""Instructions that the normal form leaves out."""
_ALIKE = bytes.maketrans(
    b"".join(_OPS.get(name, _OPS["LOAD_FAST"]) for name in ("LOAD_FAST_CHECK", "LOAD_CLOSURE")),
    _OPS["LOAD_FAST"] * 2,
)
"""Instructions that the normal form, or a part of it, takes for one another."""
_SPLIT = [
    (_OPS[pair], _OPS[first] + _OPS[second])
    for pair, first, second in (
        ("LOAD_FAST_LOAD_FAST", "LOAD_FAST", "LOAD_FAST"),
        ("STORE_FAST_LOAD_FAST", "STORE_FAST", "LOAD_FAST"),
        ("STORE_FAST_STORE_FAST", "STORE_FAST", "STORE_FAST"),
    )
    if pair in _OPS
]


def _only(*names: str) -> bytes:
    numbers = {_OPS[name][0] for name in names}
    return bytes([number in numbers for number in range(256)])


_OPERATIONS, _CONSTANTS = _only("BINARY_OP", "COMPARE_OP", "IS_OP", "CONTAINS_OP"), _only("LOAD_CONST")


def surely_differ(left: CodeType, right: CodeType) -> bool:
    """Return whether two code objects certainly have different normal forms."""
    if _signature(left) != _signature(right):
        return True
    loaded, others = _loaded(left), _loaded(right)
    if loaded is None or others is None:
        return False
    return len(loaded) != len(others) or any(map(_are_apart, loaded, others))


def _are_apart(left: object, right: object) -> bool:
    """Return whether two constants certainly count as different ones."""
    if isinstance(left, CodeType) and isinstance(right, CodeType):
        return surely_differ(left, right)
    if type(left) is not type(right):
        return True
    if isinstance(left, float | complex):
        return repr(left) != repr(right)
    return isinstance(left, int | str | bytes) and left != right


def _signature(code: CodeType) -> tuple[bytes, bytes]:
    """Return the instructions of a code object, and which operations they are."""
    names, arguments = code.co_code[::2], code.co_code[1::2]
    steps = names.translate(_ALIKE, _NO_STEPS)
    for pair, both in _SPLIT:
        steps = steps.replace(pair, both)
    return steps, bytes(compress(arguments, names.translate(_OPERATIONS)))


def _loaded(code: CodeType) -> list[object] | None:
    """Return the constants that a code object loads, in order; None where there are too many to tell at once."""
    if len(code.co_consts) > 256:
        return None
    numbers = compress(code.co_code[1::2], code.co_code[::2].translate(_CONSTANTS))
    return [code.co_consts[number] for number in numbers]
