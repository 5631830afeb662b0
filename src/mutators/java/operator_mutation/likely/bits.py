"""The bits of an integral expression that may be set (JLS 15.19, 15.22.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mutators.java.operator_mutation.likely.ranges import integer_of
from parsers.java.syntax.expressions import bare, sign_of
from parsers.java.syntax.operators import SHIFTS

if TYPE_CHECKING:
    from mutators.java.operator_mutation.likely.ranges import Ranges
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

_WIDTHS = {"byte": 8, "short": 16, "char": 16, "int": 32, "long": 64}
_DEPTH = 40


def width_of(method: Method, node: Node) -> int:
    """Return the number of bits that an operator computes with: 32, or 64 where an operand is or may be a long."""
    return 32 if method.types.of(node).unboxed.name in ("byte", "short", "char", "int") else 64


def bits_of(method: Method, ranges: Ranges, node: Node, width: int, depth: int = 0) -> int:
    """Return a mask of the bits that may be set in an expression, widened to a number of bits.

    Args:
        method: the method.
        ranges: what its expressions can be.
        node: the expression.
        width: 32 or 64.
        depth: how many expressions it is part of.
    """
    node = bare(node)
    every = (1 << width) - 1
    value = integer_of(method, node)
    if value is not None:
        return value & every
    range_ = ranges.of(node)
    known = (1 << range_.high.bit_length()) - 1 if range_.natural else every
    if depth > _DEPTH:
        return known & every
    own = min(width, width_of(method, node))
    found = _bits(method, ranges, node, own, depth + 1) & ((1 << own) - 1)
    if own < width and found >> (own - 1):
        found |= every ^ ((1 << own) - 1)  # the sign is repeated (JLS 5.1.2)
    return found & known & every


def _bits(method: Method, ranges: Ranges, node: Node, width: int, depth: int) -> int:
    every = (1 << width) - 1
    if node.type == "cast_expression":
        value = node.child("value")
        size = _WIDTHS.get(method.types.of(node).name)
        if value is None or size is None:
            return every
        inner = bits_of(method, ranges, value, max(width, width_of(method, value)), depth) & ((1 << size) - 1)
        signed = method.types.of(node).name != "char" and size < width and inner >> (size - 1)
        return inner | (every ^ ((1 << size) - 1)) if signed else inner
    if node.type == "identifier":
        reference = method.scopes.reference(node)
        declaration = reference.declaration if reference is not None else None
        if (
            declaration is None
            or declaration.written
            or declaration.kind != "local"
            or declaration.value is None
        ):
            return every
        return bits_of(method, ranges, declaration.value, width, depth)
    left, right = node.child("left"), node.child("right")
    if node.type != "binary_expression" or left is None or right is None:
        return every
    sign = sign_of(node)
    if sign in SHIFTS:
        return _shifted(bits_of(method, ranges, left, width, depth), sign, integer_of(method, right), width)
    if sign not in ("&", "|", "^", "+"):
        return every
    one, other = (bits_of(method, ranges, part, width, depth) for part in (left, right))
    if sign == "&":
        return one & other
    return every if sign == "+" and one & other else one | other


def _shifted(mask: int, sign: str, distance: int | None, width: int) -> int:
    every = (1 << width) - 1
    if distance is None:
        return every if mask else 0
    distance %= width
    if sign == "<<":
        return (mask << distance) & every
    shifted = mask >> distance
    if sign == ">>" and mask >> (width - 1):
        shifted |= every ^ (every >> distance)
    return shifted
