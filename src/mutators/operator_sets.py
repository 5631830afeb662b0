"""The sets of operators from which operator mutators of any language take exchanges, and the option that chooses some of them."""

from mutators.options import Option

__all__ = ["OPERATORS", "OPERATOR_SETS"]

OPERATOR_SETS = (
    "arithmetic",
    "relational",
    "equality",
    "conditional",
    "bitwise",
    "shift",
    "assignment",
    "increment",
    "unary",
)
"""The sets of operators; a language may lack the operators of a set."""

OPERATORS = Option(
    "operators", OPERATOR_SETS, "set of operators for operator-mutation", many=True, noun="set of operators"
)
"""The option of mutators that exchange operators."""
