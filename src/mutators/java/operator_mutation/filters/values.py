"""Operators that give the same value for all possible operands (JLS 15.15, 15.17 to 15.19, 15.22).

Both are computed for a sample of the operands' ranges, and carried through what is made of the value at once: a cast, a mask, a
comparison with zero. Where all results agree, the change makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from mutators.java.operator_mutation.likely.bits import bits_of, width_of
from mutators.java.operator_mutation.likely.facts import pure, spelling
from mutators.java.operator_mutation.likely.known_at import KnownAt, known_at
from mutators.java.operator_mutation.likely.ranges import ANY, Interval, calls, integer_of
from parsers.java.syntax.expressions import bare, sign_of, unwrapped
from parsers.java.syntax.operators import EQUALITY, JUNCTIONS, SHIFTS
from parsers.java.values import arithmetic
from parsers.java.values.arithmetic import Constant

if TYPE_CHECKING:
    from mutators.java.operator_mutation.operators import Change
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

COMPUTING = frozenset({"arithmetic", "bitwise", "shift", "assignment"})
"""Sets of operators with values that are computed here."""
_SETTING = frozenset({"|", "^", "+"})
"""Operators that give the same where no bit is set on both sides."""
_NUMBERS = frozenset({"byte", "short", "char", "int", "long", "float", "double"})
_POINTS = (0, 1, 2, 3, 5, 7, 8, 31, 64, 100, 255, 256, 1000, 2**15, 2**16, 2**20 + 3, 2**31 - 1, 2**32, 2**62)
_REALS = (0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 7.25, -100.0, 1e10)
Step = Callable[[Constant], Constant | None]
Value = Constant | None


@dataclass(frozen=True)
class _Operation:
    """A binary operator or a compound assignment, without the ``=`` of it; "" is a plain one, which takes the right operand."""

    old: str
    new: str
    left: Node
    right: Node
    target: str

    def value(self, sign: str, one: Constant, other: Constant) -> Value:
        found = arithmetic.binary(sign, one, other) if sign else other
        return arithmetic.cast(found, self.target) if found is not None and self.target else found


def operands_of(change: Change) -> tuple[Node, Node] | None:
    """Return the left and right operand of a binary or assignment expression."""
    left, right = change.node.child("left"), change.node.child("right")
    if (
        change.node.type not in ("binary_expression", "assignment_expression")
        or left is None
        or right is None
    ):
        return None
    return left, right


def _operation(method: Method, change: Change) -> _Operation | None:
    sides = operands_of(change)
    if sides is None or change.group not in COMPUTING:
        return None
    assigned = change.node.type == "assignment_expression"
    old, new = (sign.removesuffix("=") if assigned else sign for sign in (change.old, change.new))
    return _Operation(old, new, *sides, _type(method, sides[0]) if assigned else "")


def _type(method: Method, node: Node) -> str:
    """Return the primitive type of an expression, "" for another or an unknown one."""
    type_ = method.types.of(node).unboxed
    return type_.name if type_.is_numeric or type_.is_boolean else ""


def _samples(
    method: Method, node: Node, as_type: str, range_: Interval, near: frozenset[int]
) -> tuple[Constant, ...]:
    found = method.constants.value(bare(node))
    if isinstance(found, Constant):
        return (found,) if found.value is not None else ()
    return _sampled(as_type, range_, near)


@lru_cache(maxsize=256)
def _sampled(type_: str, range_: Interval, near: frozenset[int]) -> tuple[Constant, ...]:
    """Return values of a type in a range: its ends, some numbers and their neighbours."""
    if type_ == "boolean":
        return Constant(type_, True), Constant(type_, False)
    if type_ in ("float", "double"):
        return tuple(Constant(type_, value) for value in _REALS if range_.low <= value <= range_.high)
    points = {end + by for end in (range_.low, range_.high, *near) for by in (-2, -1, 0, 1, 2)}
    points |= {sign * point for point in (*_POINTS, *near) for sign in (1, -1)}
    inside = sorted((n for n in points if range_.low <= n <= range_.high and abs(n) <= 2**63), key=abs)
    found = (arithmetic.cast(Constant("long", value), type_) for value in inside)
    return tuple(value for value in found if value is not None)


def _same(one: Value, other: Value) -> bool:
    """Return whether two results are the same; None is an exception."""
    if one is None or other is None:
        return one is other
    return one.value == other.value or (one.value != one.value and other.value != other.value)


def _types(method: Method, *nodes: Node) -> Iterator[tuple[str, ...]]:
    """Yield the types that operands have; where one is not known, two that are tried."""
    found = [_type(method, node) for node in nodes]
    if any(
        not name and not method.types.of(node).is_unknown for name, node in zip(found, nodes, strict=True)
    ):
        return
    if "" not in found:
        yield tuple(found)
        return
    for guess in ("int", "double"):
        yield tuple(name or guess for name in found)


def _agree(method: Method, change: Change, place: KnownAt | None, steps: tuple[Step, ...] = ()) -> bool:
    """Return whether both operators agree for all operands; with a place, for all values possible there."""
    operation = _operation(method, change)
    if operation is None:
        return False
    left, right = operation.left, operation.right
    twins = spelling(method, left) == spelling(method, right) and pure(method, left)
    near = frozenset(
        n for side in (left, right) if (n := integer_of(method, side)) is not None and abs(n) < 2**62
    )
    one, other = (place.interval(side) if place is not None else ANY for side in (left, right))
    tried = False
    for types in _types(method, left, right):
        first = _samples(method, left, types[0], one, near)
        second = _samples(method, right, types[1], other, near)
        pairs = zip(first, first, strict=True) if twins else product(first, second)
        for a, b in pairs:
            before, after = (operation.value(sign, a, b) for sign in (operation.old, operation.new))
            tried |= before is not None or after is not None
            if not _same(_carried(before, steps), _carried(after, steps)):
                return False
    return tried


def _carried(value: Value, steps: tuple[Step, ...]) -> Value:
    for step in steps:
        value = step(value) if value is not None else None
    return value


def _steps(method: Method, node: Node) -> Iterator[Step]:
    """Yield the operations on a value in its context, as long as they lose some of it."""
    while True:
        node = unwrapped(node)
        parent = node.parent
        step = _step(method, node, parent) if parent is not None else None
        if parent is None or step is None:
            return
        yield step
        node = parent if parent.type != "argument_list" else parent.parent or parent


def _step(method: Method, node: Node, parent: Node) -> Step | None:
    if parent.type == "cast_expression":
        name = method.types.of(parent).name
        return (lambda value: arithmetic.cast(value, name)) if name in _NUMBERS else None
    if (
        parent.type == "argument_list"
        and parent.parent is not None
        and parent.parent.type == "method_invocation"
    ):
        name, arguments = calls(method, parent.parent)
        return _absolute if name in _EVEN and arguments == [node] else None
    if parent.type != "binary_expression":
        return None
    sign, (left, _, right) = sign_of(parent), parent.children
    if sign in SHIFTS and node is right:
        bits = Constant("int", 63 if _type(method, left) == "long" else 31)
        return lambda value: arithmetic.binary("&", value, bits)
    known = method.constants.value(bare(right if node is left else left))
    if not isinstance(known, Constant) or known.value is None:
        return None
    zero = sign in EQUALITY and known.value == 0
    if zero or sign == "&" or (node is left and sign in ("%", *SHIFTS)):
        return lambda value: arithmetic.binary(sign, *((value, known) if node is left else (known, value)))
    return None


_EVEN = frozenset({"abs", "isNaN", "isInfinite", "isFinite"})
"""Functions that do not look at the sign."""


def _absolute(value: Constant) -> Constant | None:
    negative = isinstance(value.value, int | float) and value.value < 0
    return arithmetic.unary("-", value) if negative else value


# -- the filters --------------------------------------------


def neutral_constant(method: Method, change: Change) -> bool:
    """Match ``x * 1`` and ``x / 1``, ``x | 0`` and ``x ^ 0``, ``x << 0`` and ``x >> 0``, ``2 + 2`` and ``2 * 2``."""
    sides = operands_of(change)
    if sides is None or not any(isinstance(method.constants.value(bare(side)), Constant) for side in sides):
        return False
    return _agree(method, change, None)


def same_operands(method: Method, change: Change) -> bool:
    """Match ``x - x`` and ``x ^ x``, ``x & x`` and ``x | x``, where ``x`` has no effect."""
    sides = operands_of(change)
    if (
        sides is None
        or spelling(method, sides[0]) != spelling(method, sides[1])
        or not pure(method, sides[0])
    ):
        return False
    if {change.old, change.new} == {"-", "%"} and _type(method, sides[0]) not in ("float", "double"):
        return True  # but for zero, by which x % x divides
    return _agree(method, change, None)


def known_values(method: Method, change: Change) -> bool:
    """Match ``x >> 3`` and ``x >>> 3`` where ``x`` is not negative, ``x = y`` and ``x += y`` where ``x`` is still zero."""
    # && and || may leave an operand out, whatever it does.
    lazy = {change.old, change.new} & {*JUNCTIONS}
    return change.group in COMPUTING and not lazy and _agree(method, change, known_at(method, change.node))


def narrowed(method: Method, change: Change) -> bool:
    """Match ``(byte) (x >> 8)`` and ``(byte) (x >>> 8)``, ``-x == 0`` and ``x == 0``: the context loses the difference."""
    if change.node.type == "assignment_expression":
        return False
    steps = tuple(_steps(method, change.node))
    if {change.old, change.new} == {">>", ">>>"} and _keeps_low_bits(method, change.node):
        return True
    if change.group != "unary":
        return bool(steps) and _agree(method, change, known_at(method, change.node), steps)
    operand = (change.node.child("operand") if change.old else change.node) or change.node
    signs = tuple(sign or "+" for sign in (change.old, change.new))
    if "!" in signs or not (steps or bare(operand).type == "identifier" or operand.type.endswith("_literal")):
        return False
    range_ = known_at(method, change.node).interval(operand)
    tried = False
    for (type_,) in _types(method, operand):
        if type_ in ("float", "double") and "~" in signs:
            continue
        for value in _samples(method, operand, type_, range_, frozenset()):
            before, after = (_carried(arithmetic.unary(sign, value), steps) for sign in signs)
            tried |= before is not None
            if not _same(before, after):
                return False
    return tried


def _keeps_low_bits(method: Method, node: Node) -> bool:
    """Match ``(bits >> 4 * i) & 0xf``: distances for which the sign would show are unusual."""
    outer = unwrapped(node)
    above = outer.parent
    distance = method.constants.value(bare(node.children[-1]))
    if above is None or sign_of(above) != "&" or isinstance(distance, Constant):
        return False
    mask = method.constants.value(bare(above.children[2 if above.children[0] is outer else 0]))
    return isinstance(mask, Constant) and isinstance(mask.value, int) and 0 <= mask.value <= 0xFFFF


def same_bits(method: Method, change: Change) -> bool:
    """Match ``a << 8 | b & 0xff`` and ``a << 8 ^ b & 0xff``: no bit is set on both sides."""
    operation = _operation(method, change)
    if operation is None or not {operation.old, operation.new} <= _SETTING:
        return False
    left, right = operation.left, operation.right
    names = {_type(method, side) for side in (left, right)}
    if names & {"", "boolean", "float", "double"} and names != {""}:
        return False
    place = known_at(method, change.node)
    width = max(width_of(method, side) for side in (left, right))
    mask = (1 << width) - 1
    for side in (left, right):
        here = place.interval(side)
        mask &= bits_of(method, place.ranges, side, width)
        mask &= (1 << here.high.bit_length()) - 1 if here.natural else mask
    return not mask
