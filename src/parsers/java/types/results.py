"""The type that a method declares for what it returns (JLS 8.4.5, 14.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.java.names.written import type_text
from parsers.java.syntax.statements import OWNERS
from parsers.java.types.spelling import SpelledType
from parsers.java.types.types import Type

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

NO_RESULT = "the type of the result is not in the text"
"""Why the result of a lambda, or of statements without their method, is left alone."""


def result_type(method: Method, node: Node) -> Type | None:
    """Return the declared type of what a return statement in a method returns; None in a lambda, or where no method is."""
    owner = _owner(node)
    if owner is None:
        return None
    type_, dims = owner
    return method.types.names.of_type(type_).array(dims)


def spelled_result(method: Method, node: Node) -> SpelledType | None:
    """Return the same type as text."""
    owner = _owner(node)
    if owner is None:
        return None
    type_, dims = owner
    text = type_text(type_, method.source.data)
    return SpelledType(text + "[]" * dims, type_.start) if text is not None else None


def _owner(node: Node) -> tuple[Node, int] | None:
    owner = next((above for above in node.ancestors() if above.type in OWNERS), None)
    if owner is None or owner.type != "method_declaration":
        return None
    type_, brackets = owner.child("type"), owner.child("dimensions")
    assert type_ is not None
    return type_, sum(child.type == "[" for child in brackets.children) if brackets is not None else 0
