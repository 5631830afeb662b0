"""Logical operators that give the same, and evaluate nothing that shows (JLS 15.22.2, 15.23, 15.24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mutators.equivalence.places import HOLDS, Place, comparisons, pure, spelling
from mutators.equivalence.values import operands_of
from parsers.java.bindings import bare
from parsers.java.constants import Constant
from parsers.java.effects import Throws

if TYPE_CHECKING:
    from mutators.operators import Change
    from parsers.java.syntax import Node
    from parsers.source import Method

__all__ = ["excluding_conditions", "same_conditions", "short_circuit"]

_AND, _OR, _EITHER = frozenset({"&&", "&"}), frozenset({"||", "|"}), frozenset({"||", "|", "^"})
_SHORT = frozenset({"&&", "||"})
_GUARDS = frozenset({"null_literal", "instanceof_expression", "method_invocation"})


def short_circuit(method: Method, change: Change) -> bool:
    """``a && b`` and ``a & b`` where evaluating ``b`` neither changes nor throws anything."""
    sides = operands_of(change)
    pair = {change.old, change.new}
    return sides is not None and (pair <= _AND or pair <= _OR) and _quiet(method, *sides, pair)


def excluding_conditions(method: Method, change: Change) -> bool:
    """``x < 0 || x > 9`` and ``x < 0 ^ x > 9``: both cannot be true."""
    sides = operands_of(change)
    pair = {change.old, change.new}
    if sides is None or not pair <= _EITHER or not _is_boolean(method, change):
        return False
    return _exclude(method, change.node, *sides) and _quiet(method, *sides, pair)


def same_conditions(method: Method, change: Change) -> bool:
    """``a && a`` and ``a || a``, where ``a`` has no effect."""
    sides = operands_of(change)
    if sides is None or not {change.old, change.new} <= _AND | _OR or not _is_boolean(method, change):
        return False
    return spelling(method, sides[0]) == spelling(method, sides[1]) and pure(method, sides[0])


def _is_boolean(method: Method, change: Change) -> bool:
    return change.group == "conditional" or method.types.of(change.node).unboxed.is_boolean


def _quiet(method: Method, left: Node, right: Node, pair: set[str]) -> bool:
    """Whether it does not show if the right operand is evaluated in vain."""
    if not pair & _SHORT:
        return True
    effects = method.effects.of(right, conventional=True)
    if effects.writes_anything or effects.throws > Throws.NPE:
        return False
    unboxes = not (method.types.of(right).is_primitive or method.types.of(right).is_unknown)
    # A reference that may be null is guarded by a condition that asks for it.
    guarded = any(node.type in _GUARDS for node in left.walk())
    return not guarded or (effects.throws == Throws.NONE and not unboxes)


def _exclude(method: Method, node: Node, left: Node, right: Node) -> bool:
    """Whether two conditions are never both true."""
    for side in (left, right):
        constant = method.effects.constants.value(bare(side))
        if isinstance(constant, Constant) and constant.value is False:
            return True
    if not (pure(method, left) and pure(method, right)):
        return False
    place = Place(method, node, extra=tuple(comparisons(left, True)))
    for fact in comparisons(right, True):
        true = HOLDS[fact.sign] if fact.holds else frozenset("<=>?") - HOLDS[fact.sign]
        if not true & place.cases(fact.left, fact.right):
            return True
    return False
