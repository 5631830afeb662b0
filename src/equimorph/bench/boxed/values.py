"""Values on their way between the tests and a candidate: plain data alone, as lines of JSON.

What a candidate returns may be any object. Only values of exactly these types are copied: None, bool, int, float, complex, str,
bytes, bytearray, list, tuple, dict, set, frozenset, range, slice, Counter, OrderedDict, deque, Decimal, Fraction, UUID, the types
of `datetime`, paths, compiled patterns. A defaultdict passes as the dict that it is equal to. An object that claims to be equal
to everything is not copied: see `exchange`.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

Convert: TypeAlias = Callable[[Any], Any]


class NotPlain(TypeError):
    """A value that is not plain data."""


class Kind(NamedTuple):
    """A type whose values are made of other values.

    Attributes:
        parts: Returns the parts of a value.
        make: Makes a value of them; of a container, an empty one, from the data of its parts.
        fill: Puts parts into an empty container; None for values that do not change.
    """

    parts: Convert
    make: Convert
    fill: Callable[[Any, Any], None] | None = None


class Containers:
    """The containers of a message, numbered in the order in which they occur in it, so that a container stays one object.

    Attributes:
        all: The containers.
    """

    def __init__(self, containers: Iterable[object] = ()) -> None:
        self.all = list(containers)
        self._numbers = {id(container): number for number, container in enumerate(self.all)}

    def number(self, container: object) -> int | None:
        """Return the number of a container; None for one that is new."""
        number = self._numbers.setdefault(id(container), len(self.all))
        if number < len(self.all):
            return number
        self.all.append(container)
        return None


def whole(value: object) -> int:
    """Return a whole number.

    Raises:
        NotPlain: the value has another type.
    """
    if type(value) is not int:
        raise NotPlain("the data are no number")
    return value


def _flat(value: dict[Any, Any]) -> list[Any]:
    return [part for item in value.items() for part in item]


def _fill(value: dict[Any, Any], parts: list[Any]) -> None:
    for key, part in zip(parts[::2], parts[1::2], strict=True):
        value[key] = part


def _empty(kind: type) -> Convert:
    return lambda _: kind()


KINDS: dict[type, Kind] = {
    **{kind: Kind(list, kind) for kind in (tuple, frozenset)},
    list: Kind(list, _empty(list), list.extend),
    set: Kind(list, _empty(set), set.update),
    **{kind: Kind(_flat, _empty(kind), _fill) for kind in (dict, OrderedDict, Counter)},
    deque: Kind(
        lambda value: [value.maxlen, *value],
        lambda data: deque(maxlen=data[0]),
        lambda value, parts: value.extend(parts[1:]),
    ),
    bytearray: Kind(list, _empty(bytearray), bytearray.extend),
    complex: Kind(lambda value: [value.real, value.imag], lambda parts: complex(*parts)),
    bytes: Kind(bytes.hex, bytes.fromhex),
    range: Kind(lambda value: [value.start, value.stop, value.step], lambda parts: range(*parts)),
    slice: Kind(lambda value: [value.start, value.stop, value.step], lambda parts: slice(*parts)),
    re.Pattern: Kind(lambda value: [value.pattern, value.flags], lambda parts: re.compile(*parts)),
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
_OF_LIBRARY = frozenset(
    [
        "date",
        "datetime",
        "Decimal",
        "Fraction",
        "PosixPath",
        "PurePosixPath",
        "time",
        "timedelta",
        "timezone",
        "UUID",
    ]
)
"""Names of types of the module `library`, which is loaded where one of them is met: each import takes milliseconds."""


def load_library() -> None:
    """Load the types of the module `library`."""
    kinds: Mapping[type, Kind] = import_module("equimorph.bench.boxed.library").LIBRARY
    KINDS.update(kinds)
    for kind, entry in kinds.items():
        _BY_NAME[kind.__name__], _TYPES[kind.__name__] = entry, kind


def _load_for(name: object) -> None:
    if name in _OF_LIBRARY and name not in _BY_NAME:
        load_library()


def _refused(value: object) -> Any:  # noqa: ANN401 - never
    raise NotPlain(f"a value of the type {type(value).__name__} is not plain data")


def packed(value: object, other: Convert = _refused, containers: Containers | None = None) -> Any:  # noqa: ANN401 - JSON
    """Return a value as JSON data.

    Args:
        other: Returns the data of a value that is not plain.
        containers: The containers so far; None to copy one again where it occurs again.

    Raises:
        NotPlain: it is not plain data.
        RecursionError: it is nested too deep; without containers, also where it contains itself.
    """
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is defaultdict:
        kind = dict
    _load_for(kind.__name__)
    if (entry := KINDS.get(kind)) is not None:
        shared = None if entry.fill is None or containers is None else containers.number(value)
        if shared is not None:
            return {"again": shared}
        parts = entry.parts(value)
        if isinstance(parts, list):
            return {kind.__name__: [packed(part, other, containers) for part in parts]}
        return {kind.__name__: packed(parts, other, containers)}
    for name, constant in _CONSTANTS.items():
        if value is constant:
            return {"constant": name}
    if isinstance(value, type):
        _load_for(value.__name__)
    if isinstance(value, type) and _TYPES.get(value.__name__) is value:
        return {"type": value.__name__}
    return other(value)


def unpacked(
    data: Any,  # noqa: ANN401 - JSON
    other: Callable[[str, Any], Any] | None = None,
    containers: Containers | None = None,
) -> Any:  # noqa: ANN401 - any plain value
    """Return the value of JSON data.

    Args:
        other: Returns the value of data of a kind that is not plain.
        containers: The containers so far, as of `packed`.

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
            _load_for(value)
            return _TYPES[value]
        if kind == "again" and containers is not None:
            return containers.all[whole(value)]
        _load_for(kind)
        if (entry := _BY_NAME.get(kind)) is None:
            if other is None:
                raise NotPlain("the data are no value")
            return other(kind, value)
        if entry.fill is not None:
            container = entry.make(value)
            if containers is not None:
                containers.number(container)
            entry.fill(container, [unpacked(part, other, containers) for part in value])
            return container
        if isinstance(value, list):
            return entry.make([unpacked(part, other, containers) for part in value])
        return entry.make(unpacked(value, other, containers))
    except (KeyError, IndexError, TypeError, ValueError, ArithmeticError, re.error) as error:
        raise NotPlain(f"the data are no value: {error}") from error


def parts_of(container: object) -> list[Any]:
    """Return the parts of a container."""
    parts: list[Any] = _kind(container).parts(container)
    return parts


def refill(container: Any, parts: list[Any]) -> None:  # noqa: ANN401 - any container
    """Replace the parts of a container."""
    fill = _kind(container).fill
    assert fill is not None
    container.clear()
    fill(container, parts)


def _kind(container: object) -> Kind:
    return KINDS[dict if type(container) is defaultdict else type(container)]


def error_data(error: BaseException) -> list[Any]:
    """Return an error as data: the nearest built-in class, its other classes, its arguments and attributes, if they are plain."""
    # Its own text may be anything, or itself an error.
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
    others = [kind for kind in type(error).__mro__ if kind.__module__ != "builtins"]
    names = [[str(kind.__module__), kind.__name__] for kind in others]
    return [_base(type(error)).__name__, names, arguments, fields]


def _base(kind: type) -> type:
    return next((each for each in kind.__mro__ if each.__module__ == "builtins"), RuntimeError)


def _class_of(base: type, names: list[Any], classes: dict[str, type[Exception]]) -> type[Exception]:
    """Return the first class of a name that this side has, too, with a base; otherwise the base."""
    for module, name in names:
        same = classes.get(str(name))
        if str(module).partition(".")[0] in sys.stdlib_module_names:
            same = getattr(sys.modules.get(str(module)), str(name), None)
        if isinstance(same, type) and issubclass(same, Exception) and _base(same) is base:
            return same
    return base


def error_of(data: Any, classes: dict[str, type[Exception]]) -> Exception:  # noqa: ANN401 - JSON
    """Return an error from its data: one of a class with its name and base, or else of the built-in class.

    Args:
        classes: Classes of errors that are not of Python.

    Raises:
        NotPlain: the data are no error.
    """
    if not (isinstance(data, list) and len(data) == 4 and isinstance(data[3], dict)):
        raise NotPlain("the data are no error")
    name, names, arguments, fields = data
    try:
        values = [unpacked(argument) for argument in arguments]
        base = getattr(builtins, str(name), None)
        if not (isinstance(base, type) and issubclass(base, Exception)):
            return RuntimeError(f"{name}: {names}")
        kind = _class_of(base, names, classes)
        error: Exception = kind.__new__(kind, *values)
        if kind is base:
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
        return RuntimeError(f"{name}: {names}")  # UnicodeDecodeError wants more
    except (ValueError, AttributeError) as wrong:
        raise NotPlain(f"the data are no error: {wrong}") from wrong
    return error
