"""The places of expressions: tests that use only truth, unevaluated places, and expressions that need parentheses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from parsers.python.syntax.kinds import concrete

if TYPE_CHECKING:
    from parsers.python.function import Function

__all__ = ["is_loose", "is_test", "place_of_test", "printed", "takes_any", "unevaluated"]


def place_of_test(function: Function, node: cst.CSTNode) -> str | None:
    """Return the kind of test that an expression is as a whole; None if its value counts.

    It is "if", "while", "assert", "conditional", "comprehension" or "guard" (Python language reference, 6.13, 6.2.4, 7.3, 8.1,
    8.2, 8.6.3). There, CPython calls ``__bool__`` once, and does nothing else with the value.
    """
    parent = function.parent(node) if node is not function.node else None
    field, place = _TESTS.get(type(parent), ("", ""))
    return place if field and getattr(parent, field) is node else None


_TESTS: dict[type, tuple[str, str]] = {
    cst.If: ("test", "if"),
    cst.While: ("test", "while"),
    cst.Assert: ("test", "assert"),
    cst.IfExp: ("test", "conditional"),
    cst.CompIf: ("test", "comprehension"),
    cst.MatchCase: ("guard", "guard"),
}


def is_test(function: Function, node: cst.CSTNode) -> bool:
    """Return whether only the truth of an expression counts, and CPython jumps by it: it is a test, or a part of one that `not`,
    `and` and `or` connect (Python language reference, 6.11)."""
    while place_of_test(function, node) is None:
        parent = function.parent(node)
        inner = isinstance(parent, cst.BooleanOperation) or (
            isinstance(parent, cst.UnaryOperation) and isinstance(parent.operator, cst.Not)
        )
        if not inner:
            return False
        node = parent
    return True


def unevaluated(function: Function, node: cst.CSTNode) -> str | None:
    """Return why a node is not evaluated where the body of a function runs, None where it is.

    An annotation, a pattern and a type alias are not evaluated as expressions, or at another time (LR 7.14, 8.6.4, 8.7).
    Decorators, default values and the bases of a class are evaluated in the scope around, which may be a class scope,
    whose names may be anything (LR 8.7, 8.8); others than the function see their values.
    """
    inner = node
    for around in function.around(node):
        if isinstance(around, cst.Param) and inner is around.default:
            return "it is in the default value of a parameter"
        if isinstance(around, cst.ClassDef) and isinstance(inner, cst.Arg):
            return "it is in the bases of a class"
        if type(around) in _OUTSIDE:
            return _OUTSIDE[type(around)]
        inner = around
    return None


_OUTSIDE: dict[type, str] = {
    cst.Annotation: "an annotation may be read as text",
    **dict.fromkeys(concrete(cst.MatchPattern), "a pattern is not evaluated"),
    cst.Decorator: "it is in a decorator",
    cst.TypeAlias: "a type alias is evaluated later",
    cst.TypeParameters: "it is in the bound of a type parameter",
}


def printed(function: Function, node: cst.CSTNode) -> str | None:
    """Return why the text of an expression is seen, as in ``{x=}`` (Python language reference, 2.4.3), or None."""
    shown = any(
        isinstance(around, cst.FormattedStringExpression) and around.equal is not None
        for around in function.around(node)
    )
    return "an f-string prints the text of the expression" if shown else None


def is_loose(node: cst.BaseExpression) -> bool:
    """Return whether an expression without parentheses of its own binds less than `not` (Python language reference, 6.17)."""
    return not node.lpar and isinstance(
        node,
        cst.BooleanOperation
        | cst.IfExp
        | cst.Lambda
        | cst.NamedExpr
        | cst.Yield
        | cst.Tuple
        | cst.GeneratorExp,
    )


def takes_any(function: Function, node: cst.CSTNode) -> bool:
    """Return whether a `not` without parentheses may be in the place of an expression."""
    if getattr(node, "lpar", ()):
        return True
    parent = function.parent(node)
    if isinstance(parent, cst.UnaryOperation):
        return isinstance(parent.operator, cst.Not)
    return isinstance(parent, _ANY)


_ANY = (
    cst.Arg,
    cst.AnnAssign,
    cst.Assert,
    cst.Assign,
    cst.AugAssign,
    cst.BooleanOperation,
    cst.CompIf,
    cst.DictElement,
    cst.Element,
    cst.Expr,
    cst.If,
    cst.IfExp,
    cst.Index,
    cst.Lambda,
    cst.MatchCase,
    cst.NamedExpr,
    cst.Return,
    cst.While,
    cst.Yield,
)
