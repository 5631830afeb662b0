"""What is known at a place, found the plain way: all statements before it are walked, and all text in between is looked through."""

from __future__ import annotations

from collections.abc import Iterator

from mutators.java.operator_mutation.likely.facts import Fact, Known, Spans, comparisons
from mutators.java.operator_mutation.likely.known_at import KnownAt
from mutators.java.operator_mutation.likely.ranges import Interval, Ranges, _Variable
from parsers.java.names.bindings import Declaration
from parsers.java.syntax.expressions import sign_of
from parsers.java.syntax.operators import JUNCTIONS
from parsers.java.syntax.statements import LOOPS, OWNERS, STATEMENT_LISTS, statements_of
from parsers.java.syntax.tree import Node

_HEAP_WRITERS = (
    "method_invocation",
    "object_creation_expression",
    "assignment_expression",
    "update_expression",
)


class PlainRanges(Ranges):
    """Ranges that are computed anew for every question."""

    def _holds_here(self, known: _Variable) -> bool:
        return False


class PlainKnownAt(KnownAt):
    """The knowledge at a place, each fact found for this place alone."""

    def _facts(self, text: str) -> Iterator[Known]:
        for fact in (*self._extra, *self._walked()):
            known = Known(self._shared, fact)
            stays = all(self._plainly_stays(side, fact.since) for side in (fact.left, fact.right))
            assert stays == known.lasts()
            if text in (known.one, known.other) and stays:
                yield known

    def _walked(self) -> Iterator[Fact]:
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
                    yes = below.field == "consequence"
                    yield from comparisons(condition, yes, ((condition.end, here), *crossed))
            elif (
                kind in ("while_statement", "for_statement")
                and condition is not None
                and below.field == "body"
            ):
                yield from comparisons(condition, True, ((below.start, here), *crossed))
            elif kind in STATEMENT_LISTS:
                for statement in statements_of(above):
                    if statement.end <= below.start:
                        yield from self._shared._after(statement, ((statement.end, here), *crossed))
            if kind in LOOPS or below.type in ("catch_clause", "finally_clause"):
                crossed = ((above.start, above.end), *crossed)
            below = above

    def _plainly_stays(self, side: Node, since: Spans) -> bool:
        method = self._method

        def variable(leaf: Node) -> Declaration | None:
            reference = method.scopes.reference(leaf)
            return reference.declaration if reference is not None else method.scopes.declared_at(leaf.start)

        for leaf in side.walk():
            declaration = variable(leaf) if leaf.type == "identifier" else None
            for use in declaration.references if declaration is not None else ():
                if use.access in ("write", "both") and any(a <= use.node.start < b for a, b in since):
                    return False
        if method.scopes.declared_at(side.start) is not None:
            return True
        effects = method.effects.of(side, conventional=True)
        if effects.writes_anything:
            return False
        return not effects.reads_heap or not any(
            start <= node.start and node.end <= end
            for node in method.nodes
            if node.type in _HEAP_WRITERS and method.effects.of(node, conventional=True).writes_heap
            for start, end in since
        )


def interval(place: KnownAt, node: Node) -> Interval:
    """What an integral expression can be at a place, with ranges that are computed anew."""
    place.ranges = PlainRanges(place._method)
    return place.interval(node)
