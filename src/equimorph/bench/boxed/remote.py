"""Objects of the candidate, as the tests see them: each use is a request.

The candidate's code answers, so it must never get what a test expects and say what that is equal to. Nobody compares
an object that is a result: a comparison, arithmetic, or a method that plain values have, too, ends the tests where it gets an
argument. Objects of the class that a problem asks for, made by its tests, are what these test: their operators may be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NoReturn, Protocol

from equimorph.bench.boxed.values import KINDS, error_data, load_library

_COMPARISONS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")
_BINARY = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "matmul"),
    *("and", "or", "xor", "lshift", "rshift"),
)
OPERATORS = frozenset(
    {
        *(
            "__call__",
            "__len__",
            "__iter__",
            "__next__",
            "__bool__",
            "__str__",
            "__repr__",
            "__int__",
            "__float__",
        ),
        *(
            "__complex__",
            "__index__",
            "__abs__",
            "__neg__",
            "__pos__",
            "__invert__",
            "__reversed__",
            "__round__",
        ),
        *("__trunc__", "__floor__", "__ceil__", "__bytes__", "__format__", "__getitem__", "__setitem__"),
        *("__delitem__", "__enter__", "__exit__", "__contains__", "__hash__", *_COMPARISONS),
        *(f"__{side}{name}__" for side in ("", "r", "i") for name in _BINARY),
    }
)
"""The operators that a class may have."""


class Border(Protocol):
    """The end of the border that sends requests."""

    def request(
        self, request: Sequence[Any], arguments: Sequence[Any] = (), named: Mapping[str, Any] | None = None
    ) -> Any:  # noqa: ANN401 - anything
        """Return the answer to a request."""

    def ended(self, reason: str, outcome: str = "gone") -> BaseException:
        """Return the error to raise where no test can be passed any more."""


class Remote:
    """An object of the candidate's.

    Attributes:
        border: Sends requests.
        number: Its number on the other side.
        under_test: Whether a test made it of the class that its problem asks for.
    """

    __slots__ = ("_equimorph_border", "_equimorph_number", "_equimorph_under_test")
    operators = frozenset[str]()

    def __init__(self, border: Border, number: int, under_test: bool) -> None:
        for name, value in (("border", border), ("number", number), ("under_test", under_test)):
            object.__setattr__(self, f"_equimorph_{name}", value)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - anything
        value = _ask(self, "get", name)
        if isinstance(value, Remote) and not self._equimorph_under_test and name in _plain():
            return _without_arguments(value, name)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        _ask(self, "set", name, value)

    def __delattr__(self, name: str) -> None:
        _ask(self, "delete", name)

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, Remote) and _ask(self, "isinstance", value) is True

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("an object of the candidate cannot be copied")

    def __hash__(self) -> int:
        if not type(self).operators & {"__eq__", "__hash__"}:
            return object.__hash__(self)
        if not self._equimorph_under_test:
            _refuse(self, "puts", "into a set or dictionary")
        result: int = _ask(self, "__hash__")
        return result


@cache
def _plain() -> frozenset[str]:
    """Return the names that plain values have."""
    load_library()
    names = {name for kind in (int, float, str, *KINDS) for name in dir(kind)}
    return frozenset((OPERATORS | names) - {"__call__", "__getitem__", "__format__"})


def _ask(remote: Remote, *request: object) -> Any:  # noqa: ANN401 - anything
    name, *arguments = request
    return remote._equimorph_border.request([name, remote._equimorph_number], arguments)


def _refuse(remote: Remote, verb: str, rest: str) -> NoReturn:
    raise remote._equimorph_border.ended(
        f"a test {verb} an object of the candidate {rest}, so that the candidate's own code would decide; "
        "a test has to compare plain values",
        "fail",
    )


def _without_arguments(method: Remote, name: str) -> Callable[..., Any]:
    def called(*arguments: object, **named: object) -> Any:  # noqa: ANN401 - anything
        if arguments or named:
            _refuse(method, f"asks {name!r} of", "as of a plain value")
        return _ask(method, "__call__")

    return called


def _comparison(name: str) -> Callable[[Remote, object], Any]:
    def compared(self: Remote, other: object) -> Any:  # noqa: ANN401 - a bool, or anything
        names = type(self).operators
        if name not in names and not (name == "__ne__" and "__eq__" in names):
            return NotImplemented
        if not (isinstance(other, Remote) and self._equimorph_under_test and other._equimorph_under_test):
            _refuse(self, "compares", f"by its own {name}")
        return _ask(self, name, other)

    return compared


def _operator(name: str) -> Callable[..., Any]:
    def done(self: Remote, /, *arguments: object, **named: object) -> Any:  # noqa: ANN401 - anything
        if name == "__exit__":
            error = arguments[1]
            arguments = (error_data(error) if isinstance(error, Exception) else None,)
        elif arguments and not self._equimorph_under_test and name in _plain():
            _refuse(self, "uses", f"by its own {name}")
        return self._equimorph_border.request([name, self._equimorph_number], arguments, named)

    return done


@cache
def remote_class(operators: frozenset[str]) -> type[Remote]:
    """Return the class of objects that have these operators."""
    doc = property(lambda remote: _ask(remote, "get", "__doc__"))
    names = {"__slots__": (), "operators": operators, "__doc__": doc}
    operations = {name: _operator(name) for name in operators - {*_COMPARISONS, "__hash__"}}
    compared = {name: _comparison(name) for name in _COMPARISONS}
    return type("Remote", (Remote,), {**names, **operations, **compared, "__hash__": Remote.__hash__})
