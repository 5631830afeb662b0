"""The signs of operators, which libcst has as classes of nodes (LR 6.5 to 6.12, 7.2.1)."""

from __future__ import annotations

import libcst as cst

_BINARY: dict[type[cst.CSTNode], str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.MatrixMultiply: "@",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.LeftShift: "<<",
    cst.RightShift: ">>",
    cst.BitAnd: "&",
    cst.BitOr: "|",
    cst.BitXor: "^",
}
_SIGNS: dict[type[cst.CSTNode], str] = {
    **_BINARY,
    **{getattr(cst, f"{kind.__name__}Assign"): f"{sign}=" for kind, sign in _BINARY.items()},
    cst.LessThan: "<",
    cst.GreaterThan: ">",
    cst.LessThanEqual: "<=",
    cst.GreaterThanEqual: ">=",
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.Is: "is",
    cst.IsNot: "is not",
    cst.In: "in",
    cst.NotIn: "not in",
    cst.Plus: "+",
    cst.Minus: "-",
    cst.BitInvert: "~",
    cst.Not: "not",
    cst.And: "and",
    cst.Or: "or",
}


def sign_of(operator: cst.CSTNode) -> str:
    """Return the sign of an operator, such as ``+``, ``+=`` or ``not in`` with one blank."""
    return _SIGNS[type(operator)]
