"""Logical operators that have the same result, and evaluate nothing observable (JLS 15.22.2, 15.23, 15.24)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mutators.java.operator_mutation.filters.values import operands_of
from mutators.java.operator_mutation.likely.facts import HOLDS, Fact, comparisons, pure, spelling
from mutators.java.operator_mutation.likely.known_at import KnownAt
from parsers.java.effects.model import Throws
from parsers.java.syntax.expressions import bare, sign_of
from parsers.java.syntax.operators import EQUALITY, JUNCTIONS
from parsers.java.values.constants import Constant

if TYPE_CHECKING:
    from mutators.java.operator_mutation.operators import Change
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

AND, OR, EITHER = frozenset({"&&", "&"}), frozenset({"||", "|"}), frozenset({"||", "|", "^"})
"""Operators that mean a conjunction, a disjunction, or either of two."""
_QUESTION = re.compile(
    "(is|has|contains|equals|startsWith|endsWith|matches)([A-Z]\\w*)?|length|size|indexOf|lastIndexOf|charAt|get"
)
_TEST = re.compile("(?i)null|empty|blank|exist|present|valid|contains|has")
"""Calls that may ask whether there is something at all."""
_AT = frozenset({"charAt", "get"})
"""Questions that have no answer for an index out of range."""
_NOT_UNBOXING = frozenset(JUNCTIONS + EQUALITY)
_ACTIONS = frozenset(
    {
        "array_creation_expression",
        "assignment_expression",
        "lambda_expression",
        "object_creation_expression",
        "switch_expression",
        "update_expression",
    }
)
_GUARDS = frozenset({"null_literal", "instanceof_expression", "method_invocation"})


def short_circuit(method: Method, change: Change) -> bool:
    """Match ``a && b`` and ``a & b`` where evaluating ``b`` neither changes nor throws anything."""
    sides = operands_of(change)
    pair = {change.old, change.new}
    return sides is not None and (pair <= AND or pair <= OR) and _quiet(method, *sides, pair)


def excluding_conditions(method: Method, change: Change) -> bool:
    """Match ``x < 0 || x > 9`` and ``x < 0 ^ x > 9``: both cannot be true."""
    sides = operands_of(change)
    pair = {change.old, change.new}
    if sides is None or not pair <= EITHER or not _is_boolean(method, change):
        return False
    return _exclude(method, change.node, *sides) and _quiet(method, *sides, pair)


def same_conditions(method: Method, change: Change) -> bool:
    """Match ``a && a`` and ``a || a``, where ``a`` has no effect."""
    sides = operands_of(change)
    if sides is None or not {change.old, change.new} <= AND | OR or not _is_boolean(method, change):
        return False
    return spelling(method, sides[0]) == spelling(method, sides[1]) and pure(method, sides[0])


def never_counts(method: Method, change: Change) -> bool:
    """Match a change in what a constant makes needless: ``true | a > 0``, ``false && a > 0``, ``if (false) f(a + 1);``."""
    inner = change.node
    for above in change.node.ancestors():
        if above.type in ("ternary_expression", "if_statement") and inner.field != "condition":
            if _truth(method, above.child("condition")) is (inner.field == "alternative"):
                return True
        elif above.type == "binary_expression" and (sign := sign_of(above)) in _DECIDED_BY:
            first, last = above.child("left"), above.child("right")
            others = [first] if inner.field == "right" else [last] if sign in ("&", "|") else []
            if any(_truth(method, other) is _DECIDED_BY[sign] for other in others):
                return True
        inner = above
    return False


_DECIDED_BY = {"&&": False, "&": False, "||": True, "|": True}
"""The constant operand that decides what an operator gives, whatever the other operand is."""


def _truth(method: Method, node: Node | None) -> bool | None:
    """Return the value of a constant condition, None for another one."""
    found = method.constants.value(bare(node)) if node is not None else None
    return found.value if isinstance(found, Constant) and isinstance(found.value, bool) else None


def _is_boolean(method: Method, change: Change) -> bool:
    return change.group == "conditional" or method.types.of(change.node).unboxed.is_boolean


def _quiet(method: Method, left: Node, right: Node, pair: set[str]) -> bool:
    """Return whether a needless evaluation of the right operand is unobservable."""
    if not pair.intersection(JUNCTIONS):
        return True
    if _asks(method, left, right):
        return True
    effects = method.effects.of(right, conventional=True)
    if effects.writes_anything or effects.throws > Throws.NPE:
        return False
    unboxes = not (method.types.of(right).is_primitive or method.types.of(right).is_unknown)
    # A reference that may be null is guarded by a condition that asks for it.
    guarded = any(node.type in _GUARDS for node in left.walk())
    return not guarded or (effects.throws == Throws.NONE and not unboxes)


def _asks(method: Method, left: Node, right: Node) -> bool:
    """Return whether an operand only queries, and needs no guard by the left one."""
    names = _names(method, left)
    tested = any(
        node.type in ("null_literal", "instanceof_expression")
        or (node.type == "identifier" and node.field == "name" and _TEST.search(method.node_text(node)))
        for node in left.walk()
    )
    for node in right.walk():
        guarded = not names.isdisjoint(_names(method, node))
        if node.type in _ACTIONS or sign_of(node) in ("/", "%"):
            return False
        if node.type in ("array_access", "cast_expression") and guarded:
            return False
        if tested and guarded and _may_unbox(method, node):
            return False
        if node.type == "method_invocation" and not _is_question(method, node, names, tested):
            return False
    return True


def _may_unbox(method: Method, node: Node) -> bool:
    """Return whether an operator may unbox an operand, which may be null (JLS 5.1.8)."""
    if node.type != "binary_expression" or sign_of(node) in _NOT_UNBOXING:
        return False
    return not all(method.types.of(side).is_primitive for side in (node.children[0], node.children[2]))


def _is_question(method: Method, call: Node, names: set[str], tested: bool) -> bool:
    """Return whether a call is of a method named like a question, on an object that the left operand has not checked."""
    name, object_ = call.child("name"), call.child("object")
    if name is None or not _QUESTION.fullmatch(text := method.node_text(name)):
        return False
    if text in _AT and not names.isdisjoint(_names(method, call)):
        return False
    simple = object_ is None or object_.type in ("identifier", "this", "string_literal", "field_access")
    if object_ is None or (simple and not tested):
        return True
    return names.isdisjoint(_names(method, object_))


def _names(method: Method, node: Node) -> set[str]:
    return {method.node_text(part) for part in node.walk() if part.type == "identifier"}


def _exclude(method: Method, node: Node, left: Node, right: Node) -> bool:
    """Return whether two conditions are never both true."""
    for side in (left, right):
        constant = method.constants.value(bare(side))
        if isinstance(constant, Constant) and constant.value is False:
            return True
    if not (pure(method, left) and pure(method, right)):
        return False
    place = KnownAt(method, node, extra=tuple(comparisons(left, True)))
    for fact in comparisons(right, True):
        # x < low || x > high: what is below the lower bound is not above the upper one.
        if any(_are_bounds(method, fact, other) for other in comparisons(left, True)):
            return True
        true = HOLDS[fact.sign] if fact.holds else frozenset("<=>?") - HOLDS[fact.sign]
        if not true & place.cases(fact.left, fact.right):
            return True
    return False


def _are_bounds(method: Method, one: Fact, other: Fact) -> bool:
    constants = method.constants
    if all(isinstance(constants.value(bare(fact.right)), Constant) for fact in (one, other)):
        return False
    if not (one.holds and other.holds) or spelling(method, one.left) != spelling(method, other.left):
        return False
    return (one.sign[0] + other.sign[0]) in ("<>", "><")
