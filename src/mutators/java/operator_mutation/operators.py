"""Operators of Java expressions, their possible exchanges by syntax alone, and the edits (JLS 15.14 to 15.26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from mutators.java.tools.negation import merged, opening, prefixed, removal
from mutators.model import Edit
from parsers.java.syntax.expressions import in_annotation, is_condition, sign_of, unwrapped
from parsers.java.syntax.operators import (
    ARITHMETIC,
    BITWISE,
    COMPARISONS,
    EQUALITY,
    JUNCTIONS,
    PRECEDENCE,
    SHIFTS,
)
from parsers.java.syntax.precedence import binding_of, min_binding_at

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

__all__ = ["Change", "changes", "edits_of"]


@dataclass(frozen=True)
class Change:
    """One operator exchanged, inserted before an operand, or removed.

    Attributes:
        group: the set of operators that it belongs to.
        node: a binary, assignment, update or unary expression; for an insertion the operand.
        old: its operator, such as ``<`` or ``+=``; of an update expression ``x++``, ``++x``, ``x--`` or ``--x``; "" for an
            insertion.
        new: what it becomes, spelled in the same way; "" for a removal.
    """

    group: str
    node: Node
    old: str
    new: str


def _each(*signs: str) -> dict[str, tuple[str, ...]]:
    return {sign: tuple(other for other in signs if other != sign) for sign in signs}


_BINARY: dict[str, tuple[str, tuple[str, ...]]] = {
    **{sign: ("arithmetic", others) for sign, others in _each(*ARITHMETIC).items()},
    **{
        sign: ("equality" if sign in EQUALITY else "relational", others)
        for sign, others in _each(*COMPARISONS).items()
    },
    **{sign: ("conditional", others) for sign, others in _each(*JUNCTIONS, *BITWISE).items()},
    **{sign: ("bitwise", others) for sign, others in _each(*BITWISE, *JUNCTIONS).items() if sign in BITWISE},
    **{sign: ("shift", others) for sign, others in _each(*SHIFTS).items()},
}
_ASSIGNMENT = {
    f"{sign}=": (*(f"{other}=" for other in others), "=")
    for signs in (ARITHMETIC, BITWISE, SHIFTS)
    for sign, others in _each(*signs).items()
}
_UPDATE = {"x++": ("x--", "++x"), "x--": ("x++", "--x"), "++x": ("--x", "x++"), "--x": ("++x", "x--")}
_UNARY = {"-": ("", "~"), "~": ("", "-"), "+": ("-",), "!": ("",)}
_SIGNED = frozenset({"array_access", "field_access", "identifier", "method_invocation"})
"""Operands that get a ``-`` or ``~``."""
_NEGATED = frozenset(
    {
        *_SIGNED,
        "assignment_expression",
        "binary_expression",
        "cast_expression",
        "instanceof_expression",
        "ternary_expression",
    }
)
"""Operands that get a ``!``, comparisons aside, which have an opposite."""
_VALUES = {
    "argument_list": None,
    "array_access": "index",
    "array_initializer": None,
    "assignment_expression": "right",
    "binary_expression": None,
    "cast_expression": "value",
    "return_statement": None,
    "ternary_expression": None,
    "variable_declarator": "value",
}
"""Nodes in which a value is used as it is, and as which part; None: as any."""


def changes(method: Method) -> Iterator[Change]:
    """Yield the possible changes of a method by syntax alone, expression by expression in source order."""
    found: dict[tuple[int, int], tuple[Change, ...]] = {}
    for node in method.nodes:
        if node.type in _NODES and (here := tuple(_changes_at(node))):
            place = node.start, node.end
            found[place] = found.get(place, ()) + here
    return chain.from_iterable(found.values())


def _changes_at(node: Node) -> Iterator[Change]:
    if in_annotation(node):
        return
    old = operator_of(node)
    group, others = _exchanges(node, old)
    for new in others:
        yield Change(group, node, old, new)
    for new in _insertions(node):
        yield Change("unary", node, "", new)


def operator_of(node: Node) -> str:
    """Return the operator of an expression, spelled as in `Change`; "" if it has none."""
    if node.type == "update_expression":
        first, last = node.children[0].type, node.children[-1].type
        return f"{first}x" if first in ("++", "--") else f"x{last}"
    return sign_of(node)


def _exchanges(node: Node, old: str) -> tuple[str, tuple[str, ...]]:
    if node.type == "binary_expression":
        return _BINARY[old]
    if node.type == "assignment_expression":
        return "assignment", _ASSIGNMENT.get(old, ())
    if node.type == "update_expression":
        return "increment", _UPDATE[old]
    return "unary", _UNARY[old] if node.type == "unary_expression" else ()


def _insertions(node: Node) -> Iterator[str]:
    outer = unwrapped(node)
    above = outer.parent
    if node.type in _NEGATED and sign_of(node) not in COMPARISONS:
        joined = above is not None and above.type == "binary_expression" and sign_of(above) in JUNCTIONS
        if joined or is_condition(outer):
            yield "!"
    if node.type in _SIGNED and node.parent is not None and node.parent.type in _VALUES:
        part = _VALUES[node.parent.type]
        fits = (part is None and node.field not in ("condition", "name")) or node.field == part
        if fits and sign_of(node.parent) not in JUNCTIONS:
            yield from ("-", "~")


_NODES = frozenset(
    {"binary_expression", "assignment_expression", "update_expression", "unary_expression", *_NEGATED}
)


def edits_of(method: Method, change: Change) -> list[Edit]:
    """Return the edits of a change; if the new operator binds differently, parentheses keep the operands."""
    return merged(method.source.data, list(_edits(method, change)))


def _edits(method: Method, change: Change) -> Iterable[Edit]:
    node, old, new = change.node, change.old, change.new
    if not old:
        return prefixed(node, new)
    if node.type == "binary_expression":
        return _exchanged(node, new)
    if node.type == "update_expression":
        return _updated(node, old, new)
    operator = node.child("operator")
    assert operator is not None
    if not new:
        return [removal(method.source.data, *opening(method.source.data, node.start))]
    return [Edit(operator.start, old, new)]


def _exchanged(node: Node, new: str) -> Iterator[Edit]:
    left, operator, right = node.children
    level = PRECEDENCE[new]
    for part, loose in (
        (node, level < min_binding_at(node)),
        (left, binding_of(left) < level),
        (right, binding_of(right) <= level),
    ):
        if loose:
            yield Edit(part.start, "", "(")
            yield Edit(part.end, "", ")")
    yield Edit(operator.start, operator.type, new)


def _updated(node: Node, old: str, new: str) -> Iterator[Edit]:
    before, after = old.strip("x"), new.strip("x")
    start = node.start if old.endswith("x") else node.end - 2
    if old.endswith("x") == new.endswith("x"):
        yield Edit(start, before, after)
        return
    yield Edit(start, before, "")
    yield Edit(node.start if new.endswith("x") else node.end, "", after)
