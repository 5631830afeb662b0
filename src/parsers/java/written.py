"""Fields and supertypes as a declaration writes them down (JLS 8.1.4, 8.1.5, 8.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parsers.java import syntax

if TYPE_CHECKING:
    import tree_sitter

    from parsers.java.classes import TypeInfo

__all__ = ["FieldInfo", "supertype_names", "type_name", "type_text"]

_SUPERTYPE_HOLDERS = ("superclass", "super_interfaces", "extends_interfaces")


@dataclass(frozen=True)
class FieldInfo:
    """A field as declared: also an enum constant, a record component, an interface constant.

    Attributes:
        type_text: the declared type as written, without annotations and modifiers; brackets after the name are in `dims`.
        modifiers: the words written, and those implied (JLS 8.9.3, 8.10.3, 9.3).
        value: text of the initialiser, or None.
        constant: whether it is an enum constant.
    """

    name: str
    type_text: str
    dims: int
    modifiers: frozenset[str]
    value: str | None
    owner: TypeInfo
    constant: bool = False

    @property
    def static(self) -> bool:
        """Whether it is a class variable."""
        return "static" in self.modifiers

    @property
    def final(self) -> bool:
        """Whether it is final."""
        return "final" in self.modifiers

    @property
    def volatile(self) -> bool:
        """Whether reads of it are ordered (JLS 8.3.1.4)."""
        return "volatile" in self.modifiers


def type_name(node: tree_sitter.Node | syntax.Node, data: bytes, shift: int = 0) -> str:
    """The name of a class type as written, without type arguments, annotations and blanks; "" if it is none."""
    start, end = (
        (node.start, node.end)
        if isinstance(node, syntax.Node)
        else (node.start_byte - shift, node.end_byte - shift)
    )
    if node.type == "type_identifier":
        return data[start:end].decode()
    if node.type == "scoped_type_identifier":
        parts = [type_name(child, data, shift) for child in node.children]
        return ".".join(part for part in parts if part)
    if node.type in ("generic_type", "annotated_type"):
        for child in node.children:
            if name := type_name(child, data, shift):
                return name
    return ""


_ANNOTATIONS = frozenset({"annotation", "marker_annotation"})
_WORD = re.compile(r"[\w$?]")


def type_text(node: syntax.Node, data: bytes) -> str | None:
    """A type as written, without annotations and comments, spaced in one way; None for a union of types (JLS 14.20)."""
    if node.type == "catch_type":
        parts = [child for child in node.named_children() if child.type not in _ANNOTATIONS]
        return type_text(parts[0], data) if len(parts) == 1 else None
    text = ""
    stack = [node]
    while stack:
        node = stack.pop()
        if node.type in _ANNOTATIONS:
            continue
        if node.children:
            stack += node.children[::-1]
            continue
        token = data[node.start : node.end].decode()
        gap = text.endswith((",", "&")) or token == "&" or (_WORD.match(token) and _WORD.match(text[-1:]))
        text += f" {token}" if gap else token
    return text


def supertype_names(node: tree_sitter.Node | syntax.Node, data: bytes, shift: int = 0) -> tuple[str, ...]:
    """Names of the direct supertypes that a type declaration or an anonymous class writes down ("?" for an odd one)."""
    if node.type == "object_creation_expression" and node.children[0].type != "new":
        return ("?",)  # o.new Inner() {}: a member of the type of o, whatever else has the name (JLS 15.9.1)
    found: list[str] = []
    for child in node.children:
        if node.type == "object_creation_expression":
            if child.type in ("type_identifier", "scoped_type_identifier", "generic_type"):
                found.append(type_name(child, data, shift) or "?")
        elif child.type in _SUPERTYPE_HOLDERS:
            listed = next((c for c in child.children if c.type == "type_list"), child)
            found += [type_name(c, data, shift) or "?" for c in listed.children if _is_named(c)]
    return tuple(found)


def _is_named(node: tree_sitter.Node | syntax.Node) -> bool:
    return (node.named if isinstance(node, syntax.Node) else node.is_named) and not node.type.endswith(
        "comment"
    )
