"""Conditional expressions in each other, whose branches have different types: boxed, unboxed, promoted, null (JLS 15.25)."""

from __future__ import annotations

from tests.strategies.programs.conditions import Conditions
from tests.strategies.programs.scope import CONDITIONAL, OR, UNARY, Expr

__all__ = ["Mixtures"]

_BRANCHES = {
    "Object": ("int", "char", "Integer", "long", "null", "double", "Character", "String", "byte", "Suit", "boolean", "Short"),
    "double": ("double", "int", "char", "long", "Integer", "Double", "byte", "null"),
    "long": ("long", "int", "char", "Long", "Integer", "short", "Character", "null"),
    "int": ("int", "char", "byte", "short", "Integer", "Character", "Short", "null"),
    "char": ("char", "Character", "null"),
    "boolean": ("boolean", "Boolean", "null"),
    "Integer": ("int", "Integer", "null"),
    "Long": ("long", "Long", "null"),
    "Character": ("char", "Character", "null"),
    "String": ("String", "null"),
    "Suit": ("Suit", "null"),
}  # fmt: skip
"""What the branches may be where the whole is to be assigned to a type."""

_SMALL = {
    "int": ("1", "97", "-1", "70000"),
    "char": ("'a'", "'z'"),
    "double": ("1.0", "0.5"),
    "long": ("1L", "-2L"),
}


class Mixtures(Conditions):
    """Writes conditional expressions of mixed types."""

    def mixture(self, type_: str, depth: int = 2) -> Expr:
        """One that may be assigned to the type; its own type is what the branches make of it."""
        c = self.choices
        condition = self.boolean(min(depth, 1))
        kinds = list(_BRANCHES[type_])
        parts = []
        for _ in range(2):
            if depth > 1 and c.chance(45):
                part = self.mixture(type_, depth - 1)
            else:
                kind = c.pick(kinds)
                part = self._branch(kind)
                if kind == "null":
                    kinds.remove("null")  # of two nulls the type would be no type
            parts.append(f"({part.text})" if c.chance(15) else part.at(CONDITIONAL))
        return Expr(f"{condition.at(OR)} ? {parts[0]} : {parts[1]}", CONDITIONAL)

    def mixes(self, type_: str) -> bool:
        """Whether there are mixtures for a type."""
        return type_ in _BRANCHES

    def _branch(self, kind: str) -> Expr:
        if kind == "null":
            return Expr("null")
        if kind in _SMALL and self.choices.chance(40):
            text = self.choices.pick(_SMALL[kind])
            return Expr(text, UNARY)
        return self.expr(kind, 1 if kind in _SMALL else 0)
