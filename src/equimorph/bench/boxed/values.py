"""Values on their way between the tests and a candidate: plain data alone, as lines of JSON.

What a candidate returns may be any object. Only values of exactly these types are copied: None, bool, int, float, complex, str,
bytes, bytearray, list, tuple, dict, set, frozenset, range, slice, Counter, OrderedDict, deque, Decimal, Fraction, UUID, the types
of `datetime`, paths, compiled patterns. A defaultdict passes as the dict that it is equal to. An object that claims to be equal
to everything is not copied: see `exchange`.
"""

from __future__ import annotations

import builtins
import re
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import PosixPath, PurePosixPath
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

Convert: TypeAlias = Callable[[Any], Any]


class NotPlain(TypeError):
    """A value that is not plain data."""


class _Kind(NamedTuple):
    """A type whose values are made of other values.

    Attributes:
        parts: Returns the parts of a value.
        make: Makes a value of them.
    """

    parts: Convert
    make: Convert


def _zone(value: Any) -> timedelta | None:  # noqa: ANN401 - a datetime or a time
    if value.tzinfo is None or type(value.tzinfo) is timezone:
        return None if value.tzinfo is None else value.utcoffset()
    raise NotPlain(f"a time zone of the type {type(value.tzinfo).__name__} is not plain data")


def _at(offset: timedelta | None) -> timezone | None:
    return None if offset is None else timezone(offset)


def _moment(value: datetime) -> list[Any]:
    day = [value.year, value.month, value.day, value.hour, value.minute, value.second]
    return [*day, value.microsecond, value.fold, _zone(value)]


KINDS: dict[type, _Kind] = {
    **{kind: _Kind(list, kind) for kind in (list, tuple, set, frozenset)},
    **{kind: _Kind(lambda value: [*value.items()], kind) for kind in (dict, OrderedDict)},
    Counter: _Kind(lambda value: [*value.items()], lambda parts: Counter(dict(parts))),
    deque: _Kind(lambda value: [[*value], value.maxlen], lambda parts: deque(*parts)),
    complex: _Kind(lambda value: [value.real, value.imag], lambda parts: complex(*parts)),
    bytes: _Kind(bytes.hex, bytes.fromhex),
    bytearray: _Kind(bytearray.hex, bytearray.fromhex),
    range: _Kind(lambda value: [value.start, value.stop, value.step], lambda parts: range(*parts)),
    slice: _Kind(lambda value: [value.start, value.stop, value.step], lambda parts: slice(*parts)),
    Decimal: _Kind(str, Decimal),
    Fraction: _Kind(
        lambda value: [value.numerator, value.denominator], lambda parts: Fraction(*map(_number, parts))
    ),
    UUID: _Kind(lambda value: value.hex, UUID),
    date: _Kind(date.isoformat, date.fromisoformat),
    datetime: _Kind(_moment, lambda parts: datetime(*parts[:7]).replace(fold=parts[7], tzinfo=_at(parts[8]))),
    time: _Kind(
        lambda value: [value.replace(tzinfo=None).isoformat(), value.fold, _zone(value)],
        lambda parts: time.fromisoformat(parts[0]).replace(fold=parts[1], tzinfo=_at(parts[2])),
    ),
    timedelta: _Kind(
        lambda value: [value.days, value.seconds, value.microseconds], lambda parts: timedelta(*parts)
    ),
    timezone: _Kind(lambda value: value.utcoffset(None), timezone),
    **{kind: _Kind(str, kind) for kind in (PosixPath, PurePosixPath)},
    re.Pattern: _Kind(lambda value: [value.pattern, value.flags], lambda parts: re.compile(*parts)),
}
_BY_NAME = {kind.__name__: entry for kind, entry in KINDS.items()}
_CONSTANTS = {"NotImplemented": NotImplemented, "Ellipsis": ...}
_TYPES: dict[str, type] = {
    kind.__name__: kind
    for kind in (*vars(builtins).values(), *KINDS)
    if isinstance(kind, type) and (kind in KINDS or kind in (bool, int, float, str, object))
}
_TYPES |= {
    name: kind
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, Exception)
}


def _number(value: object) -> int:
    if type(value) is not int:
        raise NotPlain("the data are no number")
    return value


def _refused(value: object) -> Any:  # noqa: ANN401 - never
    raise NotPlain(f"a value of the type {type(value).__name__} is not plain data")


def packed(value: object, other: Convert = _refused) -> Any:  # noqa: ANN401 - JSON
    """Return a value as JSON data.

    Args:
        other: Returns the data of a value that is not plain.

    Raises:
        NotPlain: it is not plain data.
        RecursionError: it is nested too deep, or contains itself.
    """
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is defaultdict:
        kind = dict
    if (entry := KINDS.get(kind)) is not None:
        parts = entry.parts(value)
        if isinstance(parts, list):
            return {kind.__name__: [packed(part, other) for part in parts]}
        return {kind.__name__: packed(parts, other)}
    for name, constant in _CONSTANTS.items():
        if value is constant:
            return {"constant": name}
    if isinstance(value, type) and _TYPES.get(value.__name__) is value:
        return {"type": value.__name__}
    return other(value)


def unpacked(data: Any, other: Callable[[str, Any], Any] | None = None) -> Any:  # noqa: ANN401 - any plain value
    """Return the value of JSON data.

    Args:
        other: Returns the value of data of a kind that is not plain.

    Raises:
        NotPlain: the data are no value.
    """
    if data is None or isinstance(data, bool | int | float | str):
        return data
    if not isinstance(data, dict) or len(data) != 1:
        raise NotPlain("the data are no value")
    [(kind, value)] = data.items()
    try:
        if kind == "constant":
            return _CONSTANTS[value]
        if kind == "type":
            return _TYPES[value]
        if (entry := _BY_NAME.get(kind)) is None:
            if other is None:
                raise NotPlain("the data are no value")
            return other(kind, value)
        if isinstance(value, list):
            return entry.make([unpacked(part, other) for part in value])
        return entry.make(unpacked(value, other))
    except (KeyError, IndexError, TypeError, ValueError, ArithmeticError, re.error) as error:
        raise NotPlain(f"the data are no value: {error}") from error


def error_data(error: BaseException) -> list[Any]:
    """Return an error as data: the nearest built-in class, its own class, its arguments, its attributes; of both what is plain."""
    # Its own text may be anything, or itself an error.
    base = next((kind for kind in type(error).__mro__ if kind.__module__ == "builtins"), RuntimeError)
    try:
        arguments = [packed(argument) for argument in vars(BaseException)["args"].__get__(error)]
    except (NotPlain, RecursionError):
        arguments = [type(error).__name__]
    fields = dict[str, Any]()
    for name, value in vars(error).items():
        try:
            fields[name] = packed(value)
        except (NotPlain, RecursionError):
            continue
    return [base.__name__, type(error).__name__, arguments, fields]


def error_of(data: Any, classes: dict[str, type[Exception]]) -> Exception:  # noqa: ANN401 - JSON
    """Return an error from its data: one of a class with its name and base, or else of the built-in class.

    Args:
        classes: Classes of errors that are not built in.

    Raises:
        NotPlain: the data are no error.
    """
    if not (isinstance(data, list) and len(data) == 4 and isinstance(data[3], dict)):
        raise NotPlain("the data are no error")
    base, name, arguments, fields = data
    try:
        values = [unpacked(argument) for argument in arguments]
        kind = getattr(builtins, str(base), None)
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            return RuntimeError(f"{base}: {name}")
        same = classes.get(str(name))
        if same is not None and error_data(same.__new__(same))[0] == base:
            kind = same
        error: Exception = kind.__new__(kind, *values)
        if kind is not same:
            error.__init__(*values)  # type: ignore[misc]  # sets errno and the like
        error.args = tuple(values)
        vars(error).update(
            {
                str(field): unpacked(value)
                for field, value in fields.items()
                if not str(field).startswith("_") and not callable(getattr(kind, str(field), None))
            }
        )
    except TypeError as wrong:
        if isinstance(wrong, NotPlain):
            raise
        return RuntimeError(f"{base}: {name}")  # UnicodeDecodeError wants more
    except (ValueError, AttributeError) as wrong:
        raise NotPlain(f"the data are no error: {wrong}") from wrong
    return error
