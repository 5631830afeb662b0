"""reorder-condition: swap the operands of a comparison, ``a < b`` -> ``b > a``.

Relation: preserving.
Precondition: the operands may be evaluated in the other order: neither writes what the other reads or writes, and no exception
    of one can come before or instead of something observable of the other (JLS 15.6, 15.7.1; unboxing 5.1.8). The comparisons
    themselves mirror, NaN included (JLS 15.20.1, 15.21). See `EffectAnalysis.commute`.
Rewrite: operands swap in place, so comments and spacing between them stay, and the operator is mirrored. Equality is
    left-associative (JLS 15.21): a left operand that is itself ``==`` or ``!=`` is parenthesised when it goes to the right, and
    a right operand that ends in a lambda, which reaches as far as it can (JLS 15.27), when it goes to the left.
Limits: two operands that both call something are refused; with ``purity="conventional"`` methods named like getters count as
    pure, and the record says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Edit, Example, Mutator, Site, replacement
from mutators.model import Mutation, MutationError, invert_edits
from mutators.undo.transport import transport
from parsers.java.effects.model import Verdict
from parsers.java.method import Method
from parsers.java.syntax.operators import EQUALITY, MIRRORED
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile

__all__ = ["PURITIES", "ReorderCondition"]

PURITIES = ("proven", "conventional")


class ReorderCondition(Mutator):
    """See the module's docstring.

    Args:
        purity: "proven" (the default), or "conventional": methods named like getters, and field reads, count as pure.

    Raises:
        MutationError: another purity.
    """

    name = "reorder-condition"
    relation = "preserving"
    examples = (
        *Example.rows(
            "boolean f(int i, int j, int[] a, int[] b, boolean c, String s, String t, Integer boxed, List<String> list) "
            "{ return @; }",
            "i < j -> j > i",
            "i > j -> j < i",
            "i <= j -> j >= i",
            "i >= j -> j <= i",
            "i == j -> j == i",
            "i != j -> j != i",
            "i /* low */ == j -> j /* low */ == i",
            "i == j == c -> c == (i == j)",
            "c == (i != j) -> (i != j) == c",
            "i < j == c -> c == i < j",
            "a[0] < j -> j > a[0]",
            "(i = j + 1) > 3 -> 3 < (i = j + 1)",
            "i < list.size() -> list.size() > i",
            "s.length() == 0 -> 0 == s.length()",
            "s.length() <= t.length() -> t.length() >= s.length()",
            "i++ < i -> !an operand may change what the other uses",
            "f(i) < g(i) -> !an operand may change what the other uses",
            "a[0] < a[1] -> !both operands may throw",
            "a[i] < b.length -> !both operands may throw",
            "boxed < (i = 2) -> !an operand may throw before or after the other's effect",
            "s == s -> !the operands are the same",
            "task == (F) ()->run() -> ((F) ()->run()) == task",
            "left == right -> !two field reads, one of which may be volatile",
        ),
        *Example.rows(
            "boolean f(Object status) { @ }",
            "return status != Nfs3Status.OK; -> return Nfs3Status.OK != status;",
            'return"x"==status; -> return status=="x";',
        ),
    )

    def __init__(self, purity: str = "proven") -> None:
        if purity not in PURITIES:
            raise MutationError(f"no purity {purity!r}; there are: {', '.join(PURITIES)}")
        self.purity = purity

    def candidates(self, src: SourceFile) -> Iterator[Site]:
        for method in src.methods:
            if method.untrusted:
                continue
            for node in method.nodes:
                if node.type == "binary_expression" and node.children[1].type in MIRRORED:
                    yield Site(self.name, node.start, node.end, (("purity", self.purity),))

    def refuse(self, src: SourceFile, site: Site) -> str | None:
        found = self._comparison(src, site)
        if found is None:
            return "not a comparison"
        left, operator, right = found[1].children
        if operator.type in EQUALITY and src.slice(left.start, left.end) == src.slice(right.start, right.end):
            return "the operands are the same"
        return self._verdict(*found, site).reason

    def assumptions(self, src: SourceFile, site: Site) -> tuple[str, ...]:
        found = self._comparison(src, site)
        return () if found is None else self._verdict(*found, site).assumptions

    def rewrite(self, src: SourceFile, site: Site, rng: Random) -> Iterator[Edit]:
        found = self._comparison(src, site)
        assert found is not None
        left, operator, right = found[1].children
        old = src.slice(left.start, left.end)
        inner = (
            left.type == "binary_expression"
            and operator.type in EQUALITY
            and left.children[1].type in EQUALITY
        )
        new = src.slice(right.start, right.end)
        yield replacement(src.data, left.start, left.end, f"({new})" if _ends_in_lambda(right) else new)
        yield Edit(operator.start, operator.type, MIRRORED[operator.type])
        yield replacement(src.data, right.start, right.end, f"({old})" if inner else old)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        def refuse(src: SourceFile, start: int, end: int) -> str | None:
            return self.refuse(src, Site(self.name, start, end, mutation.site.params))

        # In the patched text, too, the operands must allow the other order.
        return transport(invert_edits(mutation.edits), mutant, patched, refuse)

    def _verdict(self, method: Method, node: Node, site: Site) -> Verdict:
        left, operator, right = node.children
        conventional = site.param("purity") == "conventional"
        return method.effects.commute(left, right, operator.type, conventional=conventional)

    def _comparison(self, src: SourceFile, site: Site) -> tuple[Method, Node] | None:
        method = src.method_at(site.start)
        if method is None or method.untrusted:
            return None
        node = method.node_at(site.start, site.end, "binary_expression")
        return (method, node) if node is not None and node.children[1].type in MIRRORED else None


def _ends_in_lambda(node: Node) -> bool:
    while node.children:
        if node.type == "lambda_expression":
            return True
        node = node.children[-1]
    return False
