"""The two forms of a choice between two values: a conditional expression, and an if statement (JLS 14.9.2, 15.25)."""

from __future__ import annotations

from abc import abstractmethod
from random import Random

from mutators.comments import not_kept
from mutators.java.match import JavaMatch
from mutators.java.ternary_to_if.target import Declared, Target, target_of
from mutators.java.tools import insertion
from mutators.model import Edit
from parsers.java.javac import declaring_beside
from parsers.java.method import Method
from parsers.java.syntax.expressions import bare
from parsers.java.syntax.operators import Binding
from parsers.java.syntax.precedence import binding_of
from parsers.java.syntax.statements import STATEMENT_LISTS, statements_of
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node
from parsers.java.types.conditional import joins_alike, splits_alike


class Choice(JavaMatch):
    """A statement that stores or returns one of two values.

    Args:
        method: The member.
        node: The statement.
        target: Target of the values.
        condition: Condition that chooses the value; without the parentheses of an if.
        yes, no: The values.
    """

    form = ""

    def __init__(
        self, method: Method, node: Node, target: Target, condition: Node, yes: Node, no: Node
    ) -> None:
        super().__init__(method, node, form=self.form)
        self.target = target
        self.condition = condition
        self.yes = yes
        self.no = no

    def obstacle(self) -> str | None:
        """Return why the other form may do something else, or None."""
        if reason := declaring_beside(self.method, self.node):
            return reason
        reason = self.target.obstacle(self.node, self.condition)
        if reason is None and not self.is_alike():
            return "it is not certain that a value alone is converted as in the conditional expression"
        return reason or not_kept(self)

    @abstractmethod
    def is_alike(self) -> bool:
        """Return whether the values are certainly converted to the target's type as in the other form."""

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits between the parts; comments stay."""
        spans = (
            (self.target.start, self.condition.start),
            (self.condition.end, self.yes.start),
            (self.yes.end, self.no.start),
            (self.no.end, self.node.end),
        )
        slices = (self.method.source.slice(start, end) for start, end in spans)
        return insertion.keeping_comments(
            [
                Edit(start, old, new)
                for (start, _), old, new in zip(spans, slices, self.between(), strict=True)
            ]
        )

    @abstractmethod
    def between(self) -> tuple[str, str, str, str]:
        """Return the texts before the condition, between the parts, and behind the second value."""


class _ToIf(Choice):
    """``x = c ? a : b;`` -> ``if (c) x = a; else x = b;``."""

    form = "to-if"

    def is_alike(self) -> bool:
        """Return whether each value alone is converted as in the expression."""
        assert self.yes.parent is not None
        return splits_alike(self.method, self.target.type, self.yes.parent)

    def between(self) -> tuple[str, str, str, str]:
        """Return the keywords and the target, with braces where the statement is not in a list of statements."""
        listed = self.node.parent is not None and self.node.parent.type in STATEMENT_LISTS
        opened, closed = ("", "") if self.condition.type == "parenthesized_expression" else ("(", ")")
        store = self.target.store
        return (
            f"{'' if listed else '{ '}{self.target.prefix}if {opened}",
            f"{closed} {store}",
            f"; else {store}",
            ";" if listed else "; }",
        )


class _ToTernary(Choice):
    """``if (c) x = a; else x = b;`` -> ``x = c ? a : b;``."""

    form = "to-ternary"

    def is_alike(self) -> bool:
        """Return whether the expression converts its operands as they are converted alone."""
        return joins_alike(self.method, self.target.type, self.yes, self.no)

    def between(self) -> tuple[str, str, str, str]:
        """Return the target and the operators, with parentheses around what binds no tighter."""
        parts = (self.condition, self.yes, self.no)
        (a, x), (b, y), (c, z) = (
            ("", "") if binding_of(part) > Binding.CONDITIONAL else ("(", ")") for part in parts
        )
        return f"{self.target.store}{a}", f"{x} ? {b}", f"{y} : {c}", f"{z};"


def choice_at(method: Method, node: Node) -> Choice | None:
    """Return the choice that a statement makes between two values, None if it makes none."""
    if node.type == "if_statement":
        return _if(method, node)
    target = target_of(method, node)
    value = bare(target.value) if target is not None else None
    if target is None or value is None or value.type != "ternary_expression":
        return None
    condition, yes, no = value.named_children()
    return _ToIf(method, node, target, condition, yes, no)


def _if(method: Method, node: Node) -> Choice | None:
    condition, yes, no = map(node.child, ("condition", "consequence", "alternative"))
    if condition is None or yes is None or no is None:
        return None
    one, other = (target_of(method, _only(branch)) for branch in (yes, no))
    if one is None or other is None or isinstance(one, Declared) or _words(one) != _words(other):
        return None
    one.start = node.start
    return _ToTernary(method, node, one, condition.named_children()[0], one.value, other.value)


def _only(branch: Node) -> Node:
    while branch.type == "block" and len(inside := statements_of(branch)) == 1:
        branch = inside[0]
    return branch


def _words(target: Target) -> list[bytes]:
    return [token.text for token in tokenize(target.store.encode())]
