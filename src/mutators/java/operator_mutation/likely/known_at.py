"""Facts about the operands of a comparison from the conditions and assignments before it (JLS 14, 15.20, 15.21)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from mutators.java.operator_mutation.likely.facts import (
    HOLDS,
    Fact,
    Known,
    MethodFacts,
    Spans,
    comparisons,
    facts_of,
    pure,
)
from mutators.java.operator_mutation.likely.ranges import ANY, Interval, is_integral
from parsers.java.syntax.expressions import sign_of
from parsers.java.syntax.operators import JUNCTIONS, MIRRORED, NEGATED
from parsers.java.syntax.statements import LOOPS, OWNERS, STATEMENT_LISTS

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node


def known_at(method: Method, node: Node) -> KnownAt:
    """Return the facts at the place of an expression; they are kept with the method."""
    kept: dict[Node, KnownAt] = method.memo.setdefault(KnownAt, {})
    found = kept.get(node)
    if found is None:
        found = kept[node] = KnownAt(method, node)
    return found


class KnownAt:
    """The knowledge at a place in a method.

    Args:
        method: the method; its facts must be trusted (`Method.untrusted` is None).
        node: the expression at the place.
        extra: what is known beside.
    """

    def __init__(self, method: Method, node: Node, extra: tuple[Fact, ...] = ()) -> None:
        self._method = method
        self._node = node
        self._shared: MethodFacts = facts_of(method)
        self._extra = extra
        self.ranges = self._shared.ranges
        self._intervals: dict[Node, Interval] = {}
        self._cases: dict[tuple[Node, Node], frozenset[str]] = {}

    # -- what is known --------------------------------------

    def _facts(self, text: str) -> Iterator[Known]:
        """Yield the facts about a term that have been found on the way here and still hold."""
        near, lists = self._around
        for known in near:
            if text in (known.one, known.other) and known.lasts():
                yield known
        here = self._node.start
        for block, end, crossed in lists:
            for known, shown in self._shared.behind(block, text, end, here):
                if known.lasts(((shown, here), *crossed)):
                    yield known

    def _about(self, text: str) -> Iterator[tuple[str, int, str, int, Node]]:
        """Yield the relations of a term: sign, constant, and the other term with its node, the term being on the left."""
        for known in self._facts(text):
            fact = known.fact
            sign = fact.sign if fact.holds else NEGATED[fact.sign]
            if known.one == text:
                yield sign, known.m, known.other, known.n, fact.right
            if known.other == text:
                yield MIRRORED[sign], known.n, known.one, known.m, fact.left

    @cached_property
    def _around(self) -> tuple[list[Known], list[tuple[Node, int, Spans]]]:
        """The facts from expressions and statements around the place, and the statement lists around it.

        A list has a limit, before which only statements that complete count, and the spans of other code that runs.
        """
        near = list(self._extra)
        lists: list[tuple[Node, int, Spans]] = []
        below, here = self._node, self._node.start
        crossed: Spans = ()
        for above in self._node.ancestors():
            kind = above.type
            if kind in OWNERS:
                break
            if kind in STATEMENT_LISTS:
                lists.append((above, below.start, crossed))
            else:
                near += _decided(above, below, here, crossed)
            if kind in LOOPS or below.type in ("catch_clause", "finally_clause"):
                crossed = ((above.start, above.end), *crossed)
            below = above
        return [Known(self._shared, fact) for fact in near], lists

    # -- what follows ---------------------------------------

    def interval(self, node: Node) -> Interval:
        """Return the possible values of an integral expression here."""
        found = self._intervals.get(node)
        if found is None:
            found = self._intervals[node] = self._interval(node)
        return found

    def _interval(self, node: Node) -> Interval:
        text, offset = self._shared.term(node)
        found = self.ranges.of(node)
        if not text or not is_integral(self._method, node):
            return found
        excluded = set()
        for sign, shift, _, _, other in self._about(text):
            if is_integral(self._method, other):
                limit = self.ranges.of(other) + Interval(offset - shift, offset - shift)
                found &= _bound(sign, limit)
                excluded |= {limit.low} if sign == "!=" and limit.single is not None else set()
        return _without(found, excluded)

    def cases(self, left: Node, right: Node) -> frozenset[str]:
        """Return the possible orders of two operands here: "<", "=", ">", or "?" for unordered."""
        found = self._cases.get((left, right))
        if found is None:
            found = self._cases[left, right] = self._compared(left, right)
        return found

    def _compared(self, left: Node, right: Node) -> frozenset[str]:
        if not (pure(self._method, left) and pure(self._method, right)):
            return self._ordered(self.ranges.of(left) + -self.ranges.of(right), set())
        if is_integral(self._method, left) and is_integral(self._method, right):
            return self._integral(left, right)
        one, other = self._shared.term(left), self._shared.term(right)
        unknown = all(
            self._method.types.of(side).is_unknown or is_integral(self._method, side)
            for side in (left, right)
        )
        found = frozenset("=?" if one == other else "<=>" if unknown else "<=>?")
        for known in self._facts(one[0] or other[0]):
            first, fact = (known.one, known.m), known.fact
            if {first, (known.other, known.n)} == {one, other}:
                cases = HOLDS[fact.sign if first == one else MIRRORED[fact.sign]]
                found = found & cases if fact.holds else found - cases
        return found

    def _integral(self, left: Node, right: Node) -> frozenset[str]:
        (one, p), (other, q) = self._shared.term(left), self._shared.term(right)
        if one == other:
            return self._ordered(Interval(p - q, p - q), set())
        found = self.interval(left) + -self.interval(right)
        excluded = set()
        # There are more facts about constants than about anything else.
        turned = not one
        for sign, m, text, n, _ in self._about(other if turned else one):
            if text == (one if turned else other):
                sign, m, n = (MIRRORED[sign], n, m) if turned else (sign, m, n)
                limit = n - m + p - q
                found &= _bound(sign, Interval(limit, limit))
                excluded |= {limit} if sign == "!=" else set()
        return self._ordered(found, excluded)

    def _ordered(self, difference: Interval, excluded: set[int]) -> frozenset[str]:
        difference = _without(difference, excluded)
        low, high = difference.low, difference.high
        found = {"<"} if low < 0 else set()
        found |= {"="} if low <= 0 <= high and 0 not in excluded else set()
        return frozenset(found | ({">"} if high > 0 else set()))


def _decided(above: Node, below: Node, here: int, crossed: Spans) -> Iterator[Fact]:
    """Yield the comparisons that a node decides for its child, up to a place in that; `crossed` may run in between."""
    kind, condition = above.type, above.child("condition")
    if kind == "binary_expression" and sign_of(above) in JUNCTIONS and below.field == "right":
        left = above.children[0]
        yield from comparisons(left, sign_of(above) == "&&", ((left.end, here), *crossed))
    elif kind in ("ternary_expression", "if_statement") and condition is not None:
        if below.field in ("consequence", "alternative"):
            yield from comparisons(condition, below.field == "consequence", ((condition.end, here), *crossed))
    elif kind in ("while_statement", "for_statement") and condition is not None and below.field == "body":
        yield from comparisons(condition, True, ((below.start, here), *crossed))


def _bound(sign: str, limit: Interval) -> Interval:
    """Return the interval of the numbers in a relation to one of an interval."""
    low = {"==": limit.low, ">=": limit.low, ">": limit.low + 1}.get(sign, ANY.low)
    high = {"==": limit.high, "<=": limit.high, "<": limit.high - 1}.get(sign, ANY.high)
    return Interval(low, high)


def _without(found: Interval, excluded: set[int]) -> Interval:
    """Return an interval whose ends are not among some numbers."""
    low, high = found.low, found.high
    while low in excluded:
        low += 1
    while high in excluded:
        high -= 1
    return Interval(low, high)
