"""The binary operators by groups, with their precedence, mirrored and negated forms (JLS 15.17 to 15.26)."""

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "ARITHMETIC",
    "BITWISE",
    "BOOLEAN_RESULTS",
    "COMPARISONS",
    "COMPOUND",
    "DUAL",
    "EQUALITY",
    "JUNCTIONS",
    "MIRRORED",
    "NEGATED",
    "PRECEDENCE",
    "RELATIONAL",
    "SHIFTS",
    "Binding",
]


class Binding(IntEnum):
    """The precedence of an expression; one with a greater precedence is an operand of another without parentheses."""

    LOOSE = 0
    """A lambda or a switch, which no operator takes without parentheses (as a matter of form, for a switch)."""
    ASSIGNMENT = 1
    CONDITIONAL = 2
    OR_ELSE = 3
    AND_ALSO = 4
    OR = 5
    XOR = 6
    AND = 7
    EQUALITY = 8
    RELATIONAL = 9
    SHIFT = 10
    ADDITIVE = 11
    MULTIPLICATIVE = 12
    UNARY = 13
    """Prefix operators and casts."""
    POSTFIX = 14
    PRIMARY = 15


ARITHMETIC = ("+", "-", "*", "/", "%")
SHIFTS = ("<<", ">>", ">>>")
BITWISE = ("&", "|", "^")
RELATIONAL = ("<", "<=", ">", ">=")
EQUALITY = ("==", "!=")
COMPARISONS = RELATIONAL + EQUALITY
JUNCTIONS = ("&&", "||")
BOOLEAN_RESULTS = frozenset(COMPARISONS + JUNCTIONS)
"""The operators whose result is always a boolean (JLS 15.20, 15.21, 15.23, 15.24)."""
COMPOUND = frozenset(ARITHMETIC + SHIFTS + BITWISE)
"""The operators that a compound assignment is made of (JLS 15.26.2)."""

PRECEDENCE = {
    "||": Binding.OR_ELSE,
    "&&": Binding.AND_ALSO,
    "|": Binding.OR,
    "^": Binding.XOR,
    "&": Binding.AND,
    **dict.fromkeys(EQUALITY, Binding.EQUALITY),
    **dict.fromkeys(RELATIONAL, Binding.RELATIONAL),
    **dict.fromkeys(SHIFTS, Binding.SHIFT),
    **dict.fromkeys(("+", "-"), Binding.ADDITIVE),
    **dict.fromkeys(("*", "/", "%"), Binding.MULTIPLICATIVE),
}
"""The binary operators but ``instanceof``; all are left-associative."""

MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
"""The comparison that says the same of the operands in the other order."""
NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}
"""The comparison that says the opposite; of a relational one only where no operand is NaN (JLS 15.20.1)."""
DUAL = {"&&": "||", "||": "&&"}
"""The junction that replaces another one under a negation (De Morgan)."""
