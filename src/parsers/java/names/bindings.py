"""Variables and references to them, as the values that `parsers.java.names.scopes` finds (JLS 4.12, 6.5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from parsers.java.syntax.expressions import unwrapped
from parsers.java.syntax.tree import Node

__all__ = [
    "Access",
    "Declaration",
    "Frame",
    "Label",
    "Position",
    "Reference",
    "access_of",
    "is_rethrown",
    "position_of",
]

Access = Literal["read", "write", "both", "label"]
Position = Literal["name", "label", "other"]


@dataclass(frozen=True, eq=False)
class Frame:
    """A lambda or class body inside the member, which captures variables.

    Attributes:
        node: the lambda_expression, or the body of the class.
        parent: the frame around it, None for the member itself.
        supertypes: names of the class's supertypes; empty for a lambda.
        barrier: a record, enum or interface, which does not see the member's variables (JLS 8.1.3, 8.9, 8.10).
    """

    node: Node
    parent: Frame | None
    supertypes: tuple[str, ...] = ()
    barrier: bool = False

    @property
    def is_class(self) -> bool:
        """Whether it is a class body."""
        return self.node.type != "lambda_expression"


@dataclass(eq=False)
class Declaration:
    """A variable.

    Attributes:
        kind: "local", "parameter", "lambda", "catch", "resource", "for", "foreach", "pattern", "component" (of a local record) or
            "field" (of a class body inside the member).
        node: its identifier.
        type_node: the declared type; None for an inferred lambda parameter.
        dims: brackets after the name, and one for ``...``.
        final: whether ``final`` is written.
        value: the initialiser (for a resource too).
        region: byte ranges in which the name means this variable (JLS 6.3).
        frame: the lambda or class body that it belongs to; None for the member itself.
        proven: False for a pattern variable whose flow scope syntax alone does not prove.
    """

    name: str
    kind: str
    node: Node
    type_node: Node | None
    dims: int
    varargs: bool
    final: bool
    value: Node | None
    region: tuple[tuple[int, int], ...]
    frame: Frame | None
    proven: bool = True
    inferred: bool = False
    references: list[Reference] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name} at {self.node.start}>"

    @property
    def written(self) -> bool:
        """Whether anything but its own initialiser or header sets it."""
        return any(ref.access in ("write", "both") for ref in self.references)

    @property
    def captured(self) -> bool:
        """Whether a lambda or class body below the declaration refers to it."""
        return any(ref.captured for ref in self.references)

    @property
    def effectively_final(self) -> bool:
        """Whether it is final, or never set again after its declaration (JLS 4.12.4, the common cases)."""
        if self.final or self.captured or self.kind in ("resource",):
            return True
        return not self.written and (self.value is not None or self.kind not in ("local", "for"))


@dataclass(frozen=True, eq=False)
class Reference:
    """A simple name that denotes a variable of the member.

    Attributes:
        access: "read", "write", "both" (compound assignment, ``++``), or "label": a bare ``case X``, which may be an enum
            constant although a variable X is in scope (JLS 14.11.1).
        captured: whether a lambda or class body is between it and the declaration.
        uncertain: whether a class body in between may inherit a field of that name.
    """

    node: Node
    access: Access
    declaration: Declaration
    captured: bool
    uncertain: bool


@dataclass(frozen=True, eq=False)
class Label:
    """A statement label, with the break and continue statements that name it (JLS 14.7)."""

    name: str
    node: Node
    statement: Node
    jumps: tuple[Node, ...]


_NOT_NAMES = frozenset(
    """
    labeled_statement break_statement continue_statement annotation marker_annotation scoped_identifier
    receiver_parameter inferred_parameters record_pattern_component record_pattern type_pattern
    method_declaration constructor_declaration compact_constructor_declaration class_declaration
    interface_declaration enum_declaration record_declaration annotation_type_declaration
    annotation_type_element_declaration enum_constant
    """.split()
)


def position_of(node: Node) -> Position:
    """Return the syntactic class of an identifier: "name" (of a variable, or an ambiguous one), "label" or "other" (JLS 6.5.1)."""
    parent = node.parent
    if parent is None or node.field in ("name", "field", "key") or parent.type in _NOT_NAMES:
        return "other"
    kind = parent.type
    if kind == "switch_label":
        return "label"
    if kind == "lambda_expression":
        return "other" if node.field == "parameters" else "name"
    if kind == "method_reference" and parent.children[0] is not node:
        return "other"
    return "other" if _qualifies_type(node) else "name"


def _qualifies_type(node: Node) -> bool:
    """Return whether a name begins what must be a type: ``X.Y::new``, ``X.Y.this``, ``X.Y.super.m()`` (JLS 15.13, 15.8.4, 15.12).

    Elsewhere a variable has priority (JLS 6.4.2, 6.5.2).
    """
    parent = node.parent
    while (
        parent is not None and node.field == "object" and parent.type in ("field_access", "method_invocation")
    ):
        member = parent.child("field")
        if parent.first("super") is not None or (member is not None and member.type == "this"):
            return True
        if parent.type == "method_invocation":
            return False
        node, parent = parent, parent.parent
    return parent is not None and parent.type == "method_reference" and parent.children[-1].type == "new"


def access_of(node: Node) -> Access:
    """Return the access of a reference to its variable, parentheses around it left aside (JLS 15.26, 15.14.2, 15.15.1)."""
    target = unwrapped(node)
    parent = target.parent
    if parent is not None:
        if parent.type == "update_expression":
            return "both"
        if parent.type == "assignment_expression" and target.field == "left":
            operator = parent.child("operator")
            return "write" if operator is not None and operator.type == "=" else "both"
    return "read"


def is_rethrown(reference: Reference) -> bool:
    """Return whether a caught exception is thrown again under its own name, which keeps its precise types (JLS 11.2.2)."""
    holder = unwrapped(reference.node).parent
    return reference.declaration.kind == "catch" and holder is not None and holder.type == "throw_statement"
