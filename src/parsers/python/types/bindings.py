"""The values that the bindings of a function bind names to (LR 7.2, 7.2.1, 8.3, 6.2.4): values, elements, or unseen ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import libcst as cst

from parsers.python.syntax.kinds import concrete
from parsers.python.syntax.signs import sign_of


@dataclass(frozen=True, eq=False)
class Binding:
    """The binding of a name at one place.

    Attributes:
        how: "value" of an expression, "element" that an iterable gives, "count" of ``enumerate``, what an "augmented" assignment
            gives, a new "tuple", "dict" or "list", or "unknown".
        uses: Expressions of the value: the value, the iterable, the name ``enumerate``, or both operands.
        operator: Operator of an augmented assignment, without ``=``.
    """

    how: Literal["value", "element", "count", "augmented", "tuple", "dict", "list", "unknown"]
    uses: tuple[cst.BaseExpression, ...] = ()
    operator: str = ""


_UNKNOWN = Binding("unknown")
_BINDING = concrete(
    cst.Assign, cst.AnnAssign, cst.NamedExpr, cst.AugAssign, cst.For, cst.CompFor, cst.Parameters
)


def bindings_of(nodes: Iterable[cst.CSTNode]) -> dict[cst.Name, Binding]:
    """Return the bindings among the nodes of a function whose value may be known, by their names; all others are unknown."""
    return dict(_bindings(nodes))


def _bindings(nodes: Iterable[cst.CSTNode]) -> Iterator[tuple[cst.Name, Binding]]:
    for node in nodes:
        if type(node) not in _BINDING:
            continue
        if isinstance(node, cst.Assign):
            for target in node.targets:
                yield from _assigned(target.target, node.value)
        elif isinstance(node, cst.AnnAssign | cst.NamedExpr) and node.value is not None:
            yield from _assigned(node.target, node.value)
        elif isinstance(node, cst.AugAssign) and isinstance(node.target, cst.Name):
            yield node.target, Binding("augmented", (node.target, node.value), sign_of(node.operator)[:-1])
        elif isinstance(node, cst.For | cst.CompFor):
            yield from _iterated(node)
        elif isinstance(node, cst.Parameters):
            yield from _parameters(node)


def _assigned(target: cst.BaseExpression, value: cst.BaseExpression) -> Iterator[tuple[cst.Name, Binding]]:
    if isinstance(target, cst.Name):
        yield target, Binding("value", (value,))
    elif isinstance(target, cst.Tuple | cst.List):
        elements = [element.value for element in target.elements]
        values = (
            [element.value for element in value.elements] if isinstance(value, cst.Tuple | cst.List) else []
        )
        parts = [*target.elements, *(value.elements if isinstance(value, cst.Tuple | cst.List) else ())]
        if len(elements) == len(values) and not any(isinstance(part, cst.StarredElement) for part in parts):
            for one, other in zip(elements, values, strict=True):
                yield from _assigned(one, other)
        else:
            yield from _unpacked(target)


def _unpacked(target: cst.BaseExpression) -> Iterator[tuple[cst.Name, Binding]]:
    """Yield that what is unpacked from an unknown value is unknown, but for what is gathered in a new list (LR 7.2)."""
    if isinstance(target, cst.Name):
        yield target, _UNKNOWN
    elif isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            if isinstance(element, cst.StarredElement) and isinstance(element.value, cst.Name):
                yield element.value, Binding("list")
            else:
                yield from _unpacked(element.value)


def _iterated(node: cst.For | cst.CompFor) -> Iterator[tuple[cst.Name, Binding]]:
    if node.asynchronous is not None:
        yield from _unpacked(node.target)
    elif isinstance(node.target, cst.Name):
        yield node.target, Binding("element", (node.iter,))
        return
    counter = _counter(node)
    if counter is not None:
        name, function, rest = counter
        yield name, Binding("count", (function,))
        yield from _unpacked(rest)
    else:
        yield from _unpacked(node.target)


def _counter(node: cst.For | cst.CompFor) -> tuple[cst.Name, cst.Name, cst.BaseExpression] | None:
    """Return the counter of a loop over ``enumerate(...)``, that name, and the target of the elements."""
    target, call = node.target, node.iter
    if not isinstance(target, cst.Tuple | cst.List) or len(target.elements) != 2:
        return None
    if (
        not isinstance(call, cst.Call)
        or not isinstance(call.func, cst.Name)
        or call.func.value != "enumerate"
    ):
        return None
    first, rest = target.elements
    if not isinstance(first.value, cst.Name) or any(isinstance(e, cst.StarredElement) for e in (first, rest)):
        return None
    return first.value, call.func, rest.value


def _parameters(node: cst.Parameters) -> Iterator[tuple[cst.Name, Binding]]:
    if isinstance(node.star_arg, cst.Param):
        yield node.star_arg.name, Binding("tuple")
    if node.star_kwarg is not None:
        yield node.star_kwarg.name, Binding("dict")
