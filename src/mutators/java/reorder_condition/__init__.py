"""reorder-condition: swap the operands of a comparison, ``a < b`` -> ``b > a``.

Relation: preserving.
Preconditions:
    - neither operand writes what the other reads or writes (JLS 15.7.1);
    - if one operand calls something, a final instance field in the other counts as written by the call: the object may still be in
      its constructor, in another thread (JLS 17.5), or in deserialisation (JLS 17.5.3). The same holds for a variable that a
      serialisable local class captures. Only these do not change: constant variables (JLS 4.12.4), class variables of the method's
      own class (JLS 12.4.2), enum constants, and the components of a record without its own canonical constructor (JLS 8.10.4);
    - if both operands read a field, final or not, neither field may be volatile (JLS 17.4.4);
    - no exception of one operand can precede or replace something observable of the other, unboxing included (JLS 15.6);
    - the comparison mirrors, NaN included (JLS 15.20.1, 15.21).
  See `EffectAnalysis.commute`.
Rewrite: operands swap in place, so comments and spacing between them stay, and the operator is mirrored. Equality is
    left-associative (JLS 15.21): a left operand that is itself ``==`` or ``!=`` is parenthesised when it moves to the
    right, and a right operand that ends in a lambda, which reaches as far as it can (JLS 15.27), when it moves to the
    left.
Limits: two operands that both call something are refused; with ``purity="conventional"`` methods named like getters count as
    pure, and the record lists this assumption. Undo swaps a comparison back that a patch changed only if it is certain which one
    it is, and that it is still swapped (`mutators.java.reorder_condition.undo`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mutators.base import Example, Mutator
from mutators.java.reorder_condition.comparison import Comparison
from mutators.java.reorder_condition.undo import restore_changed
from mutators.model import Mutation, Site, UndoConflict, invert_edits
from mutators.purity import PURITY
from mutators.undo.transport import transport
from parsers.java.method import Method
from parsers.java.syntax.operators import MIRRORED
from parsers.source import SourceFile

__all__ = ["Comparison", "ReorderCondition"]


class ReorderCondition(Mutator):
    """See the module's docstring.

    Attributes:
        purity: "proven" (the default), or "conventional": methods named like getters, and field reads, count as pure.
    """

    name = "reorder-condition"
    language = "java"
    relation = "preserving"
    hint = re.compile(rb"[<>]|[=!]=")
    options = (PURITY,)
    purity: str
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

    def matches(self, method: Method) -> Iterator[Comparison]:
        for node in method.nodes:
            if node.type == "binary_expression" and node.children[1].type in MIRRORED:
                yield Comparison(method, node, self.purity)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Move the inverse edits, or swap back what the patch made of the comparison.

        The operands must allow the other order in the patched text, too.
        """

        def refuse(src: SourceFile, start: int, end: int) -> str | None:
            match = self.match_at(src, Site(self.name, start, end, mutation.site.params))
            return "not a comparison" if match is None else match.obstacle()

        try:
            return transport(invert_edits(mutation.edits), mutant, patched, refuse)
        except UndoConflict:
            undone = restore_changed(self, patched, original, mutant, mutation)
            if undone is None:
                raise
            return undone
