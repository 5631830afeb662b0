"""A comparison whose operands are swapped: when that is possible, and what is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from mutators.java.match import JavaMatch
from mutators.model import Edit
from parsers.java.effects.model import Verdict
from parsers.java.method import Method
from parsers.java.syntax.operators import EQUALITY, MIRRORED
from parsers.java.syntax.tree import Node


class Comparison(JavaMatch):
    """A comparison of two operands."""

    def __init__(self, method: Method, node: Node, purity: str) -> None:
        super().__init__(method, node, purity=purity)
        self.left, self.operator, self.right = node.children
        self._conventional = purity == "conventional"

    def obstacle(self) -> str | None:
        """Return why the operands cannot be evaluated in the other order, or why that would change nothing."""
        if self._is_equality and self.text(self.left) == self.text(self.right):
            return "the operands are the same"
        return self._verdict.reason

    def assumptions(self) -> tuple[str, ...]:
        """Return the methods and fields that are taken for pure by their names."""
        return self._verdict.assumptions

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the exchange of the operands, and the mirrored operator."""
        old, new = self.text(self.left), self.text(self.right)
        chained = self.left.type == "binary_expression" and self.left.children[1].type in EQUALITY
        yield self.replace(self.left, f"({new})" if _ends_in_lambda(self.right) else new)
        yield Edit(self.operator.start, self.operator.type, MIRRORED[self.operator.type])
        yield self.replace(self.right, f"({old})" if chained and self._is_equality else old)

    @property
    def _is_equality(self) -> bool:
        return self.operator.type in EQUALITY

    @cached_property
    def _verdict(self) -> Verdict:
        return self.method.effects.commute(
            self.left, self.right, self.operator.type, conventional=self._conventional
        )


def _ends_in_lambda(node: Node) -> bool:
    while node.children:
        if node.type == "lambda_expression":
            return True
        node = node.children[-1]
    return False
