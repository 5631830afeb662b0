"""Ranges of integral expressions, judged by their text.

These ranges ignore the overflow of a counter: ``n++`` does not make ``n`` negative here, nor does ``size() + 1``. So results from
these ranges are likely, not proved. That is enough to refuse a mutant, but not to accept one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from parsers.java.syntax.expressions import bare, sign_of, unwrapped
from parsers.java.values.constants import Constant

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.names.bindings import Declaration
    from parsers.java.syntax.tree import Node

_DEPTH = 40
_MAX = 2**31 - 1
_LENGTHS = frozenset(
    {"size", "length", "getLength", "getSize", "cardinality", "ordinal", "capacity", "remaining"}
)


@dataclass(frozen=True, slots=True)
class Interval:
    """The whole numbers from `low` to `high`, both included; none if `low` is greater."""

    low: int
    high: int

    def __and__(self, other: Interval) -> Interval:
        return Interval(max(self.low, other.low), min(self.high, other.high))

    def __or__(self, other: Interval) -> Interval:
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __contains__(self, other: Interval) -> bool:
        return self.low <= other.low and other.high <= self.high

    @property
    def single(self) -> int | None:
        """The only number in it, or None."""
        return self.low if self.low == self.high else None

    @property
    def natural(self) -> bool:
        """Whether nothing in it is negative."""
        return self.low >= 0


ANY = Interval(-(2**1100), 2**1100)
"""All that a number can be, a floating-point one included."""
_TYPES = {
    "byte": Interval(-(2**7), 2**7 - 1),
    "short": Interval(-(2**15), 2**15 - 1),
    "char": Interval(0, 2**16 - 1),
    "int": Interval(-(2**31), _MAX),
    "long": Interval(-(2**63), 2**63 - 1),
}
_ZERO = Interval(0, 0)
_CALLS = {
    **{(name, 0): Interval(0, _MAX) for name in _LENGTHS},
    **{(name, n): Interval(-1, _MAX) for name in ("indexOf", "lastIndexOf") for n in (1, 2)},
    ("read", 0): Interval(-1, 2**16 - 1),
    ("nextInt", 1): Interval(0, _MAX),
    ("bitCount", 1): Interval(0, 64),
    ("numberOfLeadingZeros", 1): Interval(0, 64),
    ("numberOfTrailingZeros", 1): Interval(0, 64),
    ("signum", 1): Interval(-1, 1),
}
"""The usual ranges of methods' results, by name and number of arguments."""


def calls(method: Method, node: Node) -> tuple[str, list[Node]]:
    """Return the name and the arguments of a method invocation."""
    name = node.child("name")
    return (method.node_text(name) if name is not None else "", method.types.arguments(node))


def integer_of(method: Method, node: Node) -> int | None:
    """Return the value of a constant expression of an integral type, or None."""
    found = method.constants.value(bare(node))
    if isinstance(found, Constant) and isinstance(found.value, int) and found.type in _TYPES:
        return int(found.value)
    return None


def is_integral(method: Method, node: Node) -> bool:
    """Return whether an expression is a whole number, by its type or as a length."""
    node = bare(node)
    if method.types.of(node).unboxed.is_integral:
        return True
    return method.types.of(node).is_unknown and _length(method, node) is not None


def _length(method: Method, node: Node) -> Interval | None:
    if node.type == "field_access":
        field = node.child("field")
        return Interval(0, _MAX) if field is not None and method.node_text(field) == "length" else None
    if node.type != "method_invocation":
        return None
    name, arguments = calls(method, node)
    return _CALLS.get((name, len(arguments)))


class _Variable(NamedTuple):
    """The range of all values ever assigned to a variable, found while nothing else was in question.

    `draft` has the ranges asked for on the way, `met` the variables that were met, itself included, `height` how much deeper the
    questions went.
    """

    range: Interval
    draft: dict[Node, Interval]
    met: frozenset[Declaration]
    height: int


class Ranges:
    """The ranges of the expressions of a method.

    Args:
        method: the method; its facts must be trusted (`Method.untrusted` is None).
    """

    def __init__(self, method: Method) -> None:
        self._method = method
        self._known: dict[Node, Interval] = {}
        self._draft: dict[Node, Interval] = {}
        self._busy: set[Declaration] = set()
        self._depth = 0
        self._deepest = 0
        self._met: set[Declaration] = set()
        self._variables: dict[Declaration, _Variable] = {}
        self._writes: dict[Declaration, list[tuple[str, Node | None]]] = {}

    def of(self, node: Node) -> Interval:
        """Return the range of an expression; `ANY` if nothing is known."""
        node = bare(node)
        found = self._known.get(node)
        if found is None:
            # What is found on the way is wider where a variable depends on itself, so it is kept for this question only.
            self._draft = {}
            found = self._known[node] = self._within(node)
        return found

    def _within(self, node: Node) -> Interval:
        node = bare(node)
        found = self._draft.get(node)
        if found is None:
            widest = _TYPES.get(self._method.types.of(node).unboxed.name, ANY)
            self._deepest = max(self._deepest, self._depth)
            if self._depth > _DEPTH:
                return widest
            self._depth += 1
            found = self._draft[node] = self._compute(node) & widest
            self._depth -= 1
        return found

    def _compute(self, node: Node) -> Interval:
        value = integer_of(self._method, node)
        if value is not None:
            return Interval(value, value)
        rule = _RULES.get(node.type)
        return rule(self, node) if rule is not None else ANY

    def _named(self, node: Node) -> Interval:
        reference = self._method.scopes.reference(node)
        if reference is None or reference.uncertain:
            return ANY
        declaration = reference.declaration
        self._met.add(declaration)
        if declaration in self._busy or declaration.kind not in ("local", "for"):
            return ANY
        known = self._variables.get(declaration)
        if known is not None and self._holds_here(known):
            if self._depth > 1:  # there is more to the question
                self._draft.update(known.draft)
                self._met |= known.met
                self._deepest = max(self._deepest, self._depth + known.height)
            return known.range
        alone = not self._busy and not self._draft
        if alone:
            self._met, self._deepest = {declaration}, self._depth
        self._busy.add(declaration)
        found = self._variable(declaration)
        self._busy.discard(declaration)
        if alone and self._deepest <= _DEPTH:
            self._variables[declaration] = _Variable(
                found, self._draft.copy(), frozenset(self._met), self._deepest - self._depth
            )
        return found

    def _holds_here(self, known: _Variable) -> bool:
        """Return whether the range of a variable would be found again as it was, with the same draft."""
        return (
            self._busy.isdisjoint(known.met)
            and self._draft.keys().isdisjoint(known.draft.keys())
            and self._depth + known.height <= _DEPTH
        )

    def _written(self, declaration: Declaration) -> list[tuple[str, Node | None]]:
        """Return the writes of a variable after its declaration: the operator, and the right operand if it has one."""
        found = self._writes.get(declaration)
        if found is None:
            found = self._writes[declaration] = []
            for reference in declaration.references:
                parent = unwrapped(reference.node).parent
                if reference.access not in ("write", "both") or parent is None:
                    continue
                if parent.type == "update_expression":
                    found.append(("++" if parent.first("++") is not None else "--", None))
                else:
                    found.append((sign_of(parent), parent.child("right")))
        return found

    def _variable(self, declaration: Declaration) -> Interval:
        """Return the range of all values ever assigned; growth has no upper end, and shrinking no lower end."""
        parts = [self._within(declaration.value)] if declaration.value is not None else []
        up = down = False
        for sign, right in self._written(declaration):
            if sign in ("++", "--"):
                up |= sign == "++"
                down |= sign == "--"
                continue
            if right is None:
                return ANY
            value = self._within(right)
            if sign == "=":
                parts.append(value)
            elif sign in ("+=", "-="):
                step = value if sign == "+=" else -value
                up |= step.high > 0
                down |= step.low < 0
            elif not (value.natural and sign in ("/=", "%=", ">>=", "&=")):
                return ANY
            else:
                parts.append(_ZERO)
        if not parts:
            return ANY
        found = parts[0]
        for part in parts[1:]:
            found |= part
        return Interval(ANY.low if down else found.low, ANY.high if up else found.high)

    def _binary(self, node: Node) -> Interval:
        left, right = node.child("left"), node.child("right")
        rule = _ARITHMETIC.get(sign_of(node))
        type_ = self._method.types.of(node)
        if left is None or right is None or rule is None or type_.is_string:
            return ANY
        if not type_.unboxed.is_integral and not (
            is_integral(self._method, left) and is_integral(self._method, right)
        ):
            return ANY
        bits = 64 if self._method.types.of(left).unboxed.name == "long" else 32
        one, other = self._within(left), self._within(right)
        found = rule(one, other, bits)
        widest = _TYPES["long" if type_.unboxed.name == "long" else "int"]
        counts = sign_of(node) in ("+", "-") and (one.single is not None or other.single is not None)
        return found if found in widest or counts else ANY

    def _ternary(self, node: Node) -> Interval:
        yes, no = node.child("consequence"), node.child("alternative")
        return self._within(yes) | self._within(no) if yes is not None and no is not None else ANY

    def _unary(self, node: Node) -> Interval:
        operand = node.child("operand")
        if operand is None or not is_integral(self._method, operand):
            return ANY
        value = self._within(operand)
        return {"+": value, "-": -value, "~": -value + Interval(-1, -1)}.get(sign_of(node), ANY)

    def _cast(self, node: Node) -> Interval:
        value = node.child("value")
        widest = _TYPES.get(self._method.types.of(node).name)
        if value is None or widest is None or not is_integral(self._method, value):
            return ANY
        return self._within(value) if self._within(value) in widest else widest

    def _assignment(self, node: Node) -> Interval:
        right = node.child("right")
        return self._within(right) if right is not None and sign_of(node) == "=" else ANY

    def _length(self, node: Node) -> Interval:
        return _length(self._method, node) or ANY

    def _call(self, node: Node) -> Interval:
        name, arguments = calls(self._method, node)
        if name in ("max", "min") and len(arguments) == 2:
            one, other = map(self._within, arguments)
            pick = max if name == "max" else min
            return Interval(pick(one.low, other.low), pick(one.high, other.high))
        return self._length(node)


def _times(one: Interval, other: Interval, bits: int) -> Interval:
    ends = [a * b for a in (one.low, one.high) for b in (other.low, other.high)]
    return Interval(min(ends), max(ends))


def _divided(one: Interval, other: Interval, bits: int) -> Interval:
    if other.low > 0:
        ends = [
            abs(a) // b * (1 if a >= 0 else -1) for a in (one.low, one.high) for b in (other.low, other.high)
        ]
        return Interval(min(ends), max(ends))
    return ANY


def _rest(one: Interval, other: Interval, bits: int) -> Interval:
    most = max(abs(other.low), abs(other.high)) - 1
    return Interval(0 if one.natural else max(-most, one.low), 0 if one.high <= 0 else min(most, one.high))


def _common(one: Interval, other: Interval, bits: int) -> Interval:
    limits = [value.high for value in (one, other) if value.natural]
    return Interval(0, min(limits)) if limits else ANY


def _union(one: Interval, other: Interval, bits: int) -> Interval:
    if not (one.natural and other.natural):
        return ANY
    return Interval(0, (1 << max(one.high, other.high).bit_length()) - 1)


def _left(one: Interval, other: Interval, bits: int) -> Interval:
    distance = other.single
    return (
        Interval(one.low << (distance % bits), one.high << (distance % bits)) if distance is not None else ANY
    )


def _right(one: Interval, other: Interval, bits: int) -> Interval:
    distance = other.single
    if distance is not None:
        return Interval(one.low >> (distance % bits), one.high >> (distance % bits))
    return one | _ZERO


def _unsigned(one: Interval, other: Interval, bits: int) -> Interval:
    if one.natural:
        return _right(one, other, bits)
    distance = other.single
    return (
        Interval(0, ((1 << bits) - 1) >> (distance % bits))
        if distance is not None and distance % bits
        else ANY
    )


_ARITHMETIC: dict[str, Callable[[Interval, Interval, int], Interval]] = {
    "+": lambda one, other, bits: one + other,
    "-": lambda one, other, bits: one + -other,
    "*": _times,
    "/": _divided,
    "%": _rest,
    "&": _common,
    "|": _union,
    "^": _union,
    "<<": _left,
    ">>": _right,
    ">>>": _unsigned,
}
_RULES: dict[str, Callable[[Ranges, Node], Interval]] = {
    "assignment_expression": Ranges._assignment,
    "binary_expression": Ranges._binary,
    "cast_expression": Ranges._cast,
    "field_access": Ranges._length,
    "identifier": Ranges._named,
    "method_invocation": Ranges._call,
    "ternary_expression": Ranges._ternary,
    "unary_expression": Ranges._unary,
}
