"""string-equality: the sides of a comparison of Strings change places, ``a.equals("x")`` -> ``"x".equals(a)``, and back.

Relation: preserving.
Preconditions:
    - both sides have the static type java.lang.String, whose `equals` and `equalsIgnoreCase` are symmetric for Strings;
    - neither side is null: `equals` of null throws, and `equals` with null is false (JLS 15.12.4.4). See `Nullness`;
    - the sides may be evaluated in the other order (JLS 15.12.4.1, 15.12.4.2), as `EffectAnalysis.commute` has it;
    - javac reads the added parentheses as parentheses (it takes ``yield (a, b)`` for a call);
    - the sides are not the same text, so that something changes.
Rewrite: the two texts change places; blanks and comments between them stay. What is no primary expression (JLS 15.8) gets
    parentheses where a method is called of it. No parentheses are taken away.
Limits: nothing is known about a field unless it is a constant, nor about the result of a method outside the table.
    Sides that both call something are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.model import Edit
from parsers.java.javac import YIELD_CALL, takes_yield_for_call
from parsers.java.method import Method
from parsers.java.syntax.tree import Node

__all__ = ["StringEquality"]

_NAMES = frozenset({"equals", "equalsIgnoreCase"})
_PRIMARY = frozenset(
    {
        "array_access",
        "field_access",
        "identifier",
        "method_invocation",
        "object_creation_expression",
        "parenthesized_expression",
        "string_literal",
    }
)


class StringEquality(Mutator):
    """See the module's docstring."""

    name = "string-equality"
    language = "java"
    relation = "preserving"
    by_default = False
    hint = re.compile(rb"equals")
    examples = (
        *Example.rows(
            "boolean f(String s, String t, Object o, int n) { @ }",
            'return s != null && s.equals("x"); -> return s != null && "x".equals(s);',
            'return s != null && "x".equals(s); -> return s != null && s.equals("x");',
            'return s.isEmpty() || s.equalsIgnoreCase("x"); -> return s.isEmpty() || "x".equalsIgnoreCase(s);',
            'if (s == null) return false; return s.equals("a" + n);'
            ' -> if (s == null) return false; return ("a" + n).equals(s);',
            'String k = "k"; return k.equals(s.trim()); -> String k = "k"; return s.trim().equals(k);',
            'return s.equals("x"); -> !a side may be null',
            'return "x".equals(s); -> !a side may be null',
            'return "x".equals(o); -> !a side may be no String',
            'return o.equals("x"); -> !a side may be no String',
            'return "x".equals("x"); -> !the sides are the same',
            "return s.trim().equals(s = t.trim()); -> !an operand may change what the other uses",
            "return s.substring(n).equals(t.substring(n)); -> !both operands may throw",
            'return switch (n) { default->{ yield "x".equals("a" + new int[] {1, 2}.length); } };'
            " -> !javac takes yield for a method if parentheses with a comma follow",
            "return s != null && s.equals((n = 1) + t.substring(n));"
            " -> return s != null && ((n = 1) + t.substring(n)).equals(s);",
        ),
    )

    def matches(self, method: Method) -> Iterator[Comparison]:
        for node in method.nodes:
            if node.type != "method_invocation":
                continue
            object_, name = node.child("object"), node.child("name")
            if object_ is None or name is None or method.node_text(name) not in _NAMES:
                continue
            sides = [object_, *method.types.arguments(node)]
            if len(sides) == 2 and any(method.types.of(side).is_string for side in sides):
                yield Comparison(method, node, *sides)


class Comparison(JavaMatch):
    """A call of `equals` or `equalsIgnoreCase` of one String with another."""

    def __init__(self, method: Method, node: Node, left: Node, right: Node) -> None:
        super().__init__(method, node)
        self.left, self.right = left, right

    def obstacle(self) -> str | None:
        """Return why the sides cannot change places, or why that would change nothing."""
        types, nullness = self.method.types, self.method.nullness
        if self.text(self.left) == self.text(self.right):
            return "the sides are the same"
        if not (types.of(self.left).is_string and types.of(self.right).is_string):
            return "a side may be no String"
        if not (nullness.is_not_null(self.left) and nullness.is_not_null(self.right)):
            return "a side may be null"
        if self._needs_pair and takes_yield_for_call(self.method, self.left, self.right):
            return YIELD_CALL
        verdict = self.method.effects.commute(self.left, self.right, "==")
        return verdict.reason

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the exchange of the sides."""
        left, right = self.text(self.left), self.text(self.right)
        yield self.replace(self.left, f"({right})" if self._needs_pair else right)
        yield self.replace(self.right, left)

    @property
    def _needs_pair(self) -> bool:
        """Whether the right side needs parentheses in the place of the left one."""
        return self.right.type not in _PRIMARY
