"""Casts of a variable to its own type, and where one is sound (JLS 6.4.1, 15.16)."""

from __future__ import annotations

from parsers.java.javac import TWIN_LAMBDA, in_twin_lambda
from parsers.java.method import Method
from parsers.java.names.bindings import Reference, access_of, is_rethrown, position_of
from parsers.java.syntax.expressions import bare, in_annotation, sign_of, unwrapped
from parsers.java.syntax.operators import EQUALITY
from parsers.java.syntax.tree import Node
from parsers.java.types.spelling import SpelledType


def is_known_variable(method: Method, node: Node) -> bool:
    """Return whether an identifier is the simple name of a variable of the member, or of a field whose declaration is known."""
    names = method.types.names
    return method.scopes.reference(node) is not None or names.bare_field(node) is not None


def type_of(method: Method, node: Node, reference: Reference | None) -> SpelledType | None:
    """Return the type of the variable that an identifier names, None if it is not known or cannot be written.

    Args:
        method: The method.
        node: The identifier.
        reference: What it refers to; None for no variable of the method.
    """
    if reference is not None:
        return method.spelling.of(reference.declaration)
    info = method.types.names.bare_field(node)
    return method.spelling.of_field(info) if info is not None else None


def obstacle(method: Method, node: Node) -> str | None:
    """Return why the name of a variable cannot be replaced by a cast of it, or None."""
    reference = method.scopes.reference(node)
    if reference is not None and reference.uncertain:
        return "a class body that uses it may inherit a field of that name"
    return _position(node, reference) or _compiled_otherwise(method, node)


def _position(node: Node, reference: Reference | None) -> str | None:
    """Return the context that requires a variable, a constant, or an exception by its name, or None."""
    holder = unwrapped(node).parent
    if access_of(node) != "read":
        return "it is assigned to"
    if position_of(node) == "label":
        return "a case label may name an enum constant"
    if holder is not None and holder.type == "resource":
        return "a resource must be a variable"
    if in_annotation(node):
        return "an annotation asks for a constant"
    if reference is not None and is_rethrown(reference):
        return "the exception is thrown again, and keeps its precise types only under its name"
    return None


def _compiled_otherwise(method: Method, node: Node) -> str | None:
    """Return the context in which javac makes other class bytes of a cast, although it means the same, or None."""
    if _has_pattern(unwrapped(node)):
        return "javac keeps a copy of what a pattern is matched with, so that class bytes would differ"
    if _is_compared_with_null(unwrapped(node)) and method.constants.may_be_constant(node):
        return "javac may know the result of a constant compared with null, so that class bytes would differ"
    return TWIN_LAMBDA if in_twin_lambda(method, node) else None


def _is_compared_with_null(operand: Node) -> bool:
    test = operand.parent
    if test is None or sign_of(test) not in EQUALITY:
        return False
    sides = (side for field in ("left", "right") if (side := test.child(field)) is not None)
    return any(bare(side).type == "null_literal" for side in sides)


def _has_pattern(operand: Node) -> bool:
    test = operand.parent
    if test is None or test.type != "instanceof_expression":
        return False
    return (test.child("name") or test.child("pattern")) is not None
