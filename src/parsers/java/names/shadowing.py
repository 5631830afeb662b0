"""Names that may meet: redeclaration, shadowing, another meaning in the same place (JLS 6.4, 8.10.4, 14.11.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.java.javac import declaring_beside
from parsers.java.syntax.statements import STATEMENT_LISTS

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.names.bindings import Declaration
    from parsers.java.syntax.tree import Node

__all__ = [
    "declared_in",
    "identifiers_in",
    "in_record",
    "in_scope_at",
    "is_constant_label",
    "may_be_canonical_parameter",
    "outlives_loop",
    "redeclares",
]

_NAMES = frozenset({"identifier", "type_identifier"})
_TYPES = frozenset({"class_declaration", "interface_declaration", "enum_declaration", "record_declaration"})


def identifiers_in(method: Method, *nodes: Node) -> frozenset[str]:
    """Return all simple names in some nodes, of whatever kind."""
    return frozenset(method.node_text(leaf) for node in nodes for leaf in node.walk() if leaf.type in _NAMES)


def declared_in(method: Method, node: Node) -> frozenset[str]:
    """Return the names of the variables and types that are declared in a statement, at any depth."""
    variables = {d.name for d in method.scopes.declared_within(node)}
    types = (part.child("name") for part in node.walk() if part.type in _TYPES)
    return frozenset(variables | {method.node_text(name) for name in types if name is not None})


def in_scope_at(offset: int, declaration: Declaration) -> bool:
    """Return whether a variable is in scope at a byte offset (JLS 6.3)."""
    return any(start <= offset < end for start, end in declaration.region)


def redeclares(one: Declaration, other: Declaration) -> bool:
    """Return whether two variables of one name are in scope at once without a class body between them (JLS 6.4)."""
    if one.node is other.node or one.name != other.name or "field" in (one.kind, other.kind):
        return False
    if _class_frame(one) is not _class_frame(other):
        return False
    overlap = any(a < d and c < b for a, b in one.region for c, d in other.region)
    # A pattern variable without a region is in scope nowhere, but it is declared.
    return overlap or in_scope_at(one.node.start, other) or in_scope_at(other.node.start, one)


def _class_frame(declaration: Declaration) -> object:
    """Return the innermost class body around a variable, in scopes of whatever names of the member."""
    frame = declaration.frame
    while frame is not None and not frame.is_class:
        frame = frame.parent
    return None if frame is None else frame.node


def outlives_loop(method: Method, statement: Node, names: frozenset[str]) -> bool:
    """Return whether variables of a loop's header may meet their names behind it if declared right before its statement.

    Their scope then reaches to the end of the block, or of the switch (JLS 6.3).
    """
    holder = statement.parent
    if holder is None or holder.type not in STATEMENT_LISTS or method.kind == "statements":
        return True
    if declaring_beside(method, statement):
        return True
    if holder.type == "switch_block_statement_group" and holder.parent is not None:
        holder = holder.parent
    return any(method.has_word(name, statement.end, holder.end) for name in names)


def is_constant_label(method: Method, label: Node) -> bool:
    """Return whether a switch is on a primitive or String, so that a bare name in a label is a constant variable (JLS 14.11.1)."""
    switch = next((a for a in label.ancestors() if a.type == "switch_expression"), None)
    selector = switch.child("condition") if switch is not None else None
    if selector is None:
        return False
    type_ = method.types.of(selector)
    return type_.is_primitive or type_.is_string


def in_record(method: Method) -> bool:
    """Return whether a method belongs to a record itself."""
    return bool(method.enclosing) and method.enclosing[0].kind == "record"


def may_be_canonical_parameter(method: Method, declaration: Declaration) -> bool:
    """Return whether a parameter may be one of a record's canonical constructor, which has the component's name (JLS 8.10.4)."""
    owner = next((a for a in declaration.node.ancestors() if a.type.endswith("_declaration")), None)
    if owner is None or owner.type != "constructor_declaration":
        return False
    body = owner.child("body")
    if body is not None and body.first("explicit_constructor_invocation") is not None:
        return False
    if owner is method.root:
        return method.source.kind != "file" or in_record(method)
    return any(a.type == "record_declaration" for a in owner.ancestors())
