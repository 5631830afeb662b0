"""Values on their way between the tests and a candidate: plain data alone, as lines of JSON.

What a candidate returns may be any object. Only values of exactly these types pass: None, bool, int, float, complex, str, bytes,
bytearray, list, tuple, dict, set, frozenset, range; of an iterator of Python's own, such as a generator, all that it has, and the
error by which it ends. A Counter, defaultdict or OrderedDict passes as the dict that it is equal to. An object that claims to be
equal to everything stays where it is.
"""

from __future__ import annotations

import builtins
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from types import GeneratorType
from typing import Any


class NotPlain(TypeError):
    """A value that is not plain data."""


_SEQUENCES: dict[str, Callable[[Any], Any]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
}
_DICTIONARIES = (dict, Counter, OrderedDict, defaultdict)
_ITERATORS: tuple[type[Iterator[Any]], ...] = (
    GeneratorType,
    map,
    filter,
    zip,
    enumerate,
    reversed,
    type(iter([])),
)
_MAKERS: dict[str, Callable[[Any], Any]] = {
    "complex": lambda value: complex(*value),
    "bytes": bytes.fromhex,
    "bytearray": bytearray.fromhex,
    "range": lambda value: range(*value),
}


def packed(value: object) -> Any:  # noqa: ANN401 - JSON
    """Return a value as JSON data.

    Raises:
        NotPlain: it is not plain data.
        RecursionError: it is nested too deep, or contains itself.
    """
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if isinstance(value, list | tuple | set | frozenset) and kind.__name__ in _SEQUENCES:
        return {kind.__name__: [packed(item) for item in value]}
    if isinstance(value, dict) and kind in _DICTIONARIES:
        return {"dict": [[packed(key), packed(item)] for key, item in value.items()]}
    if isinstance(value, complex) and kind is complex:
        return {"complex": [value.real, value.imag]}
    if isinstance(value, bytes | bytearray) and kind in (bytes, bytearray):
        return {kind.__name__: value.hex()}
    if isinstance(value, range):
        return {"range": [value.start, value.stop, value.step]}
    if isinstance(value, _ITERATORS):
        return {"iterator": _items(value)}
    raise NotPlain(f"a value of the type {kind.__name__} is not plain data")


def _items(values: Iterator[Any]) -> list[Any]:
    """Return the items of an iterator, then None or the error that ended it: its name and its class's name."""
    data = list[Any]()
    while True:
        try:
            value = next(values)
        except StopIteration:
            return [data, None]
        except Exception as error:
            return [data, name_of(error)]
        data.append(packed(value))


def _again(items: list[Any], error: list[str] | None) -> Iterator[Any]:
    yield from items
    if error is not None:
        raise error_named(*error)


def unpacked(data: Any) -> Any:  # noqa: ANN401 - any plain value
    """Return the value of JSON data.

    Raises:
        NotPlain: the data are no value.
    """
    if data is None or isinstance(data, bool | int | float | str):
        return data
    if not isinstance(data, dict) or len(data) != 1:
        raise NotPlain("the data are no value")
    [(kind, value)] = data.items()
    try:
        if kind in _SEQUENCES:
            return _SEQUENCES[kind](unpacked(item) for item in value)
        if kind == "dict":
            return {unpacked(key): unpacked(item) for key, item in value}
        if kind == "iterator":
            items, error = value
            return _again([unpacked(item) for item in items], error and [*map(str, error)])
        return _MAKERS[kind](value)
    except (KeyError, TypeError, ValueError) as error:
        raise NotPlain(f"the data are no value: {error}") from error


def name_of(error: BaseException) -> tuple[str, str]:
    """Return the name of the nearest built-in class of an error and the name of its own class."""
    # Its own text may be anything, or itself an error.
    for kind in type(error).__mro__:
        if kind.__module__ == "builtins":
            return kind.__name__, type(error).__name__
    return "RuntimeError", type(error).__name__


def error_named(name: str, message: str) -> Exception:
    """Return the error of Python that has a name, with a message; a RuntimeError for any other."""
    kind = getattr(builtins, name, None)
    if isinstance(kind, type) and issubclass(kind, Exception):
        try:
            return kind(message)
        except TypeError:  # UnicodeDecodeError wants more
            return RuntimeError(f"{name}: {message}")
    return RuntimeError(f"{name}: {message}")
