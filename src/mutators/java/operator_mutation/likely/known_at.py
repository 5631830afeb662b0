"""Facts about the operands of a comparison from the conditions and assignments before it (JLS 14, 15.20, 15.21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from mutators.java.operator_mutation.likely.ranges import (
    ANY,
    Interval,
    Ranges,
    integer_of,
    is_integral,
)
from parsers.java.syntax.expressions import bare, sign_of
from parsers.java.syntax.operators import JUNCTIONS, MIRRORED, NEGATED
from parsers.java.syntax.statements import LOOPS, OWNERS, STATEMENT_LISTS, statements_of

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.names.bindings import Declaration
    from parsers.java.syntax.tree import Node

__all__ = ["HOLDS", "Fact", "KnownAt", "comparisons", "known_at", "pure", "spelling"]

HOLDS = {
    "<": frozenset("<"),
    "<=": frozenset("<="),
    ">": frozenset(">"),
    ">=": frozenset(">="),
    "==": frozenset("="),
    "!=": frozenset("<>?"),
}
"""The cases in which a comparison is true: less, equal, greater, or neither (NaN, JLS 15.20.1)."""
_HEAP_WRITERS = frozenset(
    {"method_invocation", "object_creation_expression", "assignment_expression", "update_expression"}
)
Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Fact:
    """A comparison that came out true, or false, with the text since then, in which its operands may have changed."""

    left: Node
    sign: str
    right: Node
    holds: bool
    since: Spans = ()


def spelling(method: Method, node: Node) -> str:
    """Return the tokens of an expression, without comments and outer parentheses; those of local variables with their identity."""
    return " ".join(_word(method, leaf) for leaf in bare(node).walk() if not leaf.children)


def _word(method: Method, leaf: Node) -> str:
    declaration = _variable(method, leaf) if leaf.type == "identifier" else None
    text = method.node_text(leaf)
    return text if declaration is None else f"{text}@{declaration.node.start}"


def _variable(method: Method, name: Node) -> Declaration | None:
    """Return the local variable that a name refers to or declares."""
    reference = method.scopes.reference(name)
    return reference.declaration if reference is not None else method.scopes.declared_at(name.start)


def pure(method: Method, node: Node) -> bool:
    """Return whether an expression changes nothing, judged by the names of methods."""
    return not method.effects.of(node, conventional=True).writes_anything


def comparisons(condition: Node, holds: bool, after: Spans = ()) -> Iterator[Fact]:
    """Yield the comparisons that a condition decides if it is true, or false.

    Args:
        condition: an expression.
        holds: its value.
        after: the text that runs between it and a place.
    """
    end, stack = condition.end, [(condition, holds)]
    while stack:
        node, truth = stack.pop()
        node = bare(node)
        left, right, operand, sign = (
            node.child("left"),
            node.child("right"),
            node.child("operand"),
            sign_of(node),
        )
        if node.type == "unary_expression" and sign == "!" and operand is not None:
            stack.append((operand, not truth))
        elif node.type == "binary_expression" and left is not None and right is not None:
            if sign in (("&&", "&") if truth else ("||", "|")):
                stack += [(right, truth), (left, truth)]
            elif sign in HOLDS:
                yield Fact(left, sign, right, truth, ((node.end, end), *after))


@lru_cache(maxsize=64)
def known_at(method: Method, node: Node) -> KnownAt:
    """Return what is known at the place of an expression."""
    return KnownAt(method, node)


# Two views of one text have trees of their own, which is why the root is asked for.
@lru_cache(maxsize=8)
def _ranges_of(method: Method, root: Node) -> Ranges:
    return Ranges(method)


@lru_cache(maxsize=8)
def _heap_writes(method: Method, root: Node) -> Spans:
    """Return where a method may write fields or elements."""
    writers = (node for node in root.walk() if node.type in _HEAP_WRITERS)
    writes = (node for node in writers if method.effects.of(node, conventional=True).writes_heap)
    return tuple((node.start, node.end) for node in writes)


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
        self._extra = extra
        self.ranges = _ranges_of(method, method.root)
        self._lasting: dict[Fact, bool] = {}

    # -- what is known --------------------------------------

    @cached_property
    def _facts(self) -> tuple[tuple[Fact, str, int, str, int], ...]:
        """What has been compared on the way here, as terms, whether or not it still holds."""
        found = (*self._extra, *self._around())
        return tuple((fact, *self._term(fact.left), *self._term(fact.right)) for fact in found)

    def _about(self, text: str) -> Iterator[tuple[str, int, str, int, Node]]:
        """Yield what holds of a term: its sign, constant, and the other term with its node, the term being on the left."""
        for fact, one, m, other, n in self._facts:
            sign = fact.sign if fact.holds else NEGATED[fact.sign]
            if text in (one, other) and self._lasts(fact):
                if one == text:
                    yield sign, m, other, n, fact.right
                if other == text:
                    yield MIRRORED[sign], n, one, m, fact.left

    def _around(self) -> Iterator[Fact]:
        below, here = self._node, self._node.start
        crossed: Spans = ()
        for above in self._node.ancestors():
            kind, condition = above.type, above.child("condition")
            if kind in OWNERS:
                return
            if kind == "binary_expression" and sign_of(above) in JUNCTIONS and below.field == "right":
                left = above.children[0]
                yield from comparisons(left, sign_of(above) == "&&", ((left.end, here), *crossed))
            elif kind in ("ternary_expression", "if_statement") and condition is not None:
                if below.field in ("consequence", "alternative"):
                    yield from comparisons(
                        condition, below.field == "consequence", ((condition.end, here), *crossed)
                    )
            elif (
                kind in ("while_statement", "for_statement")
                and condition is not None
                and below.field == "body"
            ):
                yield from comparisons(condition, True, ((below.start, here), *crossed))
            elif kind in STATEMENT_LISTS:
                for statement in reversed([s for s in statements_of(above) if s.end <= below.start]):
                    yield from self._after(statement, ((statement.end, here), *crossed))
            if kind in LOOPS or below.type in ("catch_clause", "finally_clause"):
                crossed = ((above.start, above.end), *crossed)
            below = above

    def _after(self, statement: Node, spans: Spans) -> Iterator[Fact]:
        """Yield what is known once a statement has completed normally."""
        kind, condition = statement.type, statement.child("condition")
        if kind == "if_statement" and condition is not None:
            yes, no = statement.child("consequence"), statement.child("alternative")
            own = ((condition.end, statement.end), *spans)
            if yes is not None and not self._method.flow.completes(yes):
                yield from comparisons(condition, False, own)
                if no is not None and no.type == "if_statement":
                    yield from self._after(no, own)
            elif no is not None and not self._method.flow.completes(no):
                yield from comparisons(condition, True, own)
        elif kind in ("while_statement", "do_statement", "for_statement") and condition is not None:
            if not any(below.type == "break_statement" for below in statement.walk()):
                yield from comparisons(condition, False, spans)
        elif kind == "local_variable_declaration":
            for declarator in statement.all("declarator"):
                name, value = declarator.child("name"), declarator.child("value")
                if name is not None and value is not None:
                    yield Fact(name, "==", value, True, ((declarator.end, statement.end), *spans))
        elif kind == "expression_statement" and statement.children[0].type == "assignment_expression":
            assignment = statement.children[0]
            left, right = assignment.child("left"), assignment.child("right")
            if left is None or right is None or sign_of(assignment) != "=" or left.type != "identifier":
                return
            if spelling(self._method, left) not in spelling(self._method, right).split():
                yield Fact(left, "==", right, True, spans)

    def _lasts(self, fact: Fact) -> bool:
        """Return whether the operands of a fact are unchanged since."""
        known = self._lasting.get(fact)
        if known is None:
            known = self._lasting[fact] = all(
                self._stays(side, fact.since) for side in (fact.left, fact.right)
            )
        return known

    def _stays(self, side: Node, since: Spans) -> bool:
        if not self._untouched(side, since):
            return False
        if self._method.scopes.declared_at(side.start) is not None:
            return True
        effects = self._method.effects.of(side, conventional=True)
        return not effects.writes_anything and not (effects.reads_heap and self._writes_heap(since))

    def _untouched(self, side: Node, spans: Spans) -> bool:
        """Return whether no local variable of an expression is set in some text."""
        return not any(
            start <= use.node.start < end
            for leaf in side.walk()
            if leaf.type == "identifier" and (declaration := _variable(self._method, leaf)) is not None
            for use in declaration.references
            if use.access in ("write", "both")
            for start, end in spans
        )

    def _writes_heap(self, spans: Spans) -> bool:
        writes = _heap_writes(self._method, self._method.root)
        return any(start <= first and last <= end for first, last in writes for start, end in spans)

    # -- what follows ---------------------------------------

    def interval(self, node: Node) -> Interval:
        """Return what an integral expression can be here."""
        text, offset = self._term(node)
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
        """Return how two operands may compare here: "<", "=", ">", or "?" for unordered."""
        if not (pure(self._method, left) and pure(self._method, right)):
            return self._ordered(self.ranges.of(left) + -self.ranges.of(right), set())
        if is_integral(self._method, left) and is_integral(self._method, right):
            return self._integral(left, right)
        one, other = self._term(left), self._term(right)
        unknown = all(
            self._method.types.of(side).is_unknown or is_integral(self._method, side)
            for side in (left, right)
        )
        found = frozenset("=?" if one == other else "<=>" if unknown else "<=>?")
        for fact, first, p, second, q in self._facts:
            if {(first, p), (second, q)} == {one, other} and self._lasts(fact):
                cases = HOLDS[fact.sign if (first, p) == one else MIRRORED[fact.sign]]
                found = found & cases if fact.holds else found - cases
        return found

    def _integral(self, left: Node, right: Node) -> frozenset[str]:
        (one, p), (other, q) = self._term(left), self._term(right)
        if one == other:
            return self._ordered(Interval(p - q, p - q), set())
        found = self.interval(left) + -self.interval(right)
        excluded = set()
        for sign, m, text, n, _ in self._about(one):
            if text == other:
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

    def _term(self, node: Node) -> tuple[str, int]:
        """Return an expression as a text plus a constant; the text is "" for a constant."""
        offset, node = 0, bare(node)
        while (value := integer_of(self._method, node)) is None:
            left, right, sign = node.child("left"), node.child("right"), sign_of(node)
            if node.type != "binary_expression" or sign not in ("+", "-") or left is None or right is None:
                break
            if self._method.types.of(node).is_string:
                break
            if (constant := integer_of(self._method, right)) is not None:
                offset += constant if sign == "+" else -constant
                node = bare(left)
            elif sign == "+" and (constant := integer_of(self._method, left)) is not None:
                offset += constant
                node = bare(right)
            else:
                break
        return ("", offset + value) if value is not None else (spelling(self._method, node), offset)


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
