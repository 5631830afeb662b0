"""Inputs of functions from JSON, whose tuples, sets and complex numbers are restored after the calls of a program of tests."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from equimorph.bench.errors import ProblemError

__all__ = ["calls_of", "restored"]

_SEQUENCES = (list, tuple, set, frozenset)


@dataclass
class _Shape:
    """The types of values at one place of the calls.

    Attributes:
        types: Types of the values.
        items: Shape of the items of all containers, or of the values of dictionaries; None where there is no item.
    """

    types: set[type] = field(default_factory=set)
    items: _Shape | None = None

    def add(self, value: object) -> None:
        """Take the types of a value in."""
        self.types.add(type(value))
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, _SEQUENCES) else ()
        for item in inner:
            self.items = self.items or _Shape()
            self.items.add(item)

    def sequences(self) -> set[type]:
        """Return the types of sequences at the place and below it."""
        below = self.items.sequences() if self.items is not None else set()
        return {each for each in self.types if each in _SEQUENCES} | below


def calls_of(program: Iterable[ast.stmt], name: str) -> list[list[Any]]:
    """Return the arguments of each call of a function, in the order of a program.

    Raises:
        ProblemError: There is no call, or an argument is no literal.
    """
    nodes = (node for statement in program for node in ast.walk(statement) if isinstance(node, ast.Call))
    calls = [node for node in nodes if isinstance(node.func, ast.Name) and node.func.id == name]
    try:
        values = [[ast.literal_eval(argument) for argument in call.args] for call in calls]
    except (ValueError, TypeError):
        raise ProblemError(
            "an argument in its assertions is no literal, which says the types of no input"
        ) from None
    if not values:
        raise ProblemError(f"its assertions do not call {name}")
    return values


def restored(inputs: Sequence[Sequence[Any]], calls: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return inputs with the types that the arguments of calls have at the same places.

    Args:
        inputs: Arguments as JSON has them. The first ones are the arguments of the calls.
        calls: Arguments of the calls.

    Raises:
        ProblemError: The calls do not say the type of a value, or the first inputs differ from the arguments of the calls.
    """
    shapes = [_Shape() for _ in max(calls, key=len)]
    for call in calls:
        for shape, value in zip(shapes, call, strict=False):
            shape.add(value)
    if any(len(arguments) > len(shapes) for arguments in inputs):
        raise ProblemError("an input has more arguments than the calls in its assertions")
    result = [
        [
            _restored(_number(value, shape), shape, shape.sequences())
            for value, shape in zip(arguments, shapes, strict=False)
        ]
        for arguments in inputs
    ]
    if list(map(_typed, result[: len(calls)])) != list(map(_typed, calls)):
        raise ProblemError("its first inputs are not those of its assertions")
    return result


def _restored(value: Any, shape: _Shape | None, near: set[type]) -> Any:  # noqa: ANN401 - JSON
    """Return a value with the type of a shape; where there is none, with the only type of sequences in the argument."""
    items = None if shape is None else shape.items
    if isinstance(value, dict):
        return {key: _restored(item, items, near) for key, item in value.items()}
    types = set() if shape is None else shape.types
    if not isinstance(value, list):
        return value
    sequences = {each for each in types if each in _SEQUENCES} or near or {list}
    if len(sequences) > 1:
        raise ProblemError(
            "its assertions do not say which of its inputs are lists, and which are tuples or sets"
        )
    return sequences.pop()(_restored(item, items, near) for item in value)


def _number(value: Any, shape: _Shape) -> Any:  # noqa: ANN401 - JSON
    """Return the number that is written as a text, as JSON has complex ones; any other value as it is."""
    if isinstance(value, str) and shape.types <= {int, float, complex}:
        with suppress(ValueError):
            return complex(value) if "j" in value else float(value)
    return value


def _typed(value: object) -> object:
    """Return a value in a form that differs for values of different types."""
    if isinstance(value, dict):
        return dict, {key: _typed(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return type(value), value
    if isinstance(value, list | tuple):
        return type(value), [*map(_typed, value)]
    return (complex if isinstance(value, complex) else float), value
