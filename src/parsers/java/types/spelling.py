"""The spelling of a variable's type, and the places where it means the same (JLS 4.11, 6.3, 6.4.1, 8.5, 15.16).

A type that is repeated at another place, in a cast or in a declaration, must be denotable, and each name in it must mean there what
it means where the variable is declared. A local class, a type variable, or a member type that a class declares or inherits may hide
it at the one place or at the other: the type of another class's field may be a name that is in scope only in that class.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.java import table
from parsers.java.names.written import type_text
from parsers.java.processors import is_inferred
from parsers.java.syntax.tree import captures

if TYPE_CHECKING:
    from parsers.java.names.bindings import Declaration
    from parsers.java.names.scopes import Scopes
    from parsers.java.names.written import FieldInfo, TypeInfo
    from parsers.java.syntax.tree import Node
    from parsers.java.types.types import Type, Types
    from parsers.java.view import JavaView

__all__ = ["SpelledType", "Spelling"]

_NAME = re.compile(r"[^\W\d][\w$]*|[$][\w$]*")
_PRIMITIVES = frozenset({"boolean", "byte", "short", "char", "int", "long", "float", "double"})
_NO_NAMES = _PRIMITIVES | {"extends", "super"}
_TYPES = frozenset(
    {
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    }
)
_DECLARING = "[" + " ".join(f"({kind})" for kind in sorted(_TYPES | {"type_parameter"})) + "] @node"


@dataclass(frozen=True, slots=True)
class SpelledType:
    """A type as it can be written down again.

    Attributes:
        text: Java, without annotations, modifiers and comments; brackets after the variable's name and `...` are counted.
        place: byte offset of a place where the text means the type; None if that is outside of all classes, as for `String`.
    """

    text: str
    place: int | None

    @property
    def names(self) -> frozenset[str]:
        """The identifiers in it."""
        return frozenset(_NAME.findall(self.text)) - _NO_NAMES

    def element(self) -> SpelledType | None:
        """Return the component type of an array type; None for another type."""
        return SpelledType(self.text[:-2], self.place) if self.text.endswith("[]") else None


class Spelling:
    """The types of a method's variables as text.

    Args:
        view: the method; its facts must be trusted (`Method.untrusted` is None).
        scopes, types: its facts.
    """

    def __init__(self, view: JavaView, scopes: Scopes, types: Types) -> None:
        self._view = view
        self._scopes = scopes
        self._types = types
        self._file = view.parsed.types

    def of(self, declaration: Declaration) -> SpelledType | None:
        """Return the type of a variable; None for a union type, and for an inferred one that is not certain and simple."""
        node = declaration.type_node
        if declaration.inferred or node is None:
            return self.of_type(self._types.of_declaration(declaration))
        text = type_text(node, self._view.source.data)
        return SpelledType(text + "[]" * declaration.dims, declaration.node.start) if text else None

    def of_type(self, type_: Type) -> SpelledType | None:
        """Return a type that is certain and simple (primitive, box or String, arrays of them) as text; None for another."""
        return SpelledType(str(type_), None) if self._simple(type_) else None

    def of_field(self, info: FieldInfo) -> SpelledType | None:
        """Return the type of a field of the file; None if it is written with annotations or comments inside, or another."""
        if info.constant:  # of an enum, whose name belongs to the scope around it
            around = info.owner.parent
            return SpelledType(info.type_text, around.body_start if around is not None else None)
        if not info.settled or "@" in info.type_text or "/" in info.type_text:
            return None
        text = re.sub(r"\s*([.<>\[\]])\s*", r"\1", " ".join(info.type_text.split()))
        return SpelledType(re.sub(r"\s*,\s*", ", ", text) + "[]" * info.dims, info.owner.body_start)

    def of_value(self, node: Node) -> SpelledType | None:
        """Return the type of a variable, field or array element as it is written where it is declared."""
        if node.type == "parenthesized_expression":
            return self.of_value(node.named_children()[0])
        if node.type == "array_access":
            array = node.child("array")
            type_ = self.of_value(array) if array is not None else None
            return type_.element() if type_ is not None else None
        reference = self._scopes.reference(node) if node.type == "identifier" else None
        if reference is not None:
            certain = reference.declaration.proven and not reference.uncertain
            return self.of(reference.declaration) if certain else None
        info = self._types.field(node)
        if info is not None:
            object_ = node.child("object")
            own = info.static or object_ is None or object_.type == "this"
            # In another object the type variables of its class stand for something else (JLS 4.5.2).
            return self.of_field(info) if own or not _is_generic(info.owner) else None
        return self.of_type(self._types.of(node))

    def of_header(self, loop: Node) -> str | None:
        """Return the type of the variable of an enhanced for as written, without annotations, brackets behind the name counted.

        None if it is inferred.
        """
        node, dims = loop.child("type"), loop.child("dimensions")
        assert node is not None
        if is_inferred(self._view.node_text(node), self._file):
            return None
        brackets = sum(child.type == "[" for child in dims.children) if dims is not None else 0
        return (type_text(node, self._view.source.data) or "") + "[]" * brackets

    def holds_at(self, type_: SpelledType, node: Node) -> bool:
        """Return whether the text means the same type at a node of the method as at its place."""
        names = type_.names
        if not names:
            return True
        if type_.place is None and self._file.whole and not self._file.certain:
            return False
        if names & self._names_inside(type_.place):
            return False
        here = self._file.around(node.start)
        there = self._file.around(type_.place) if type_.place is not None else ()
        return all(self._binder(name, here) is self._binder(name, there) for name in names)

    def string_at(self, node: Node) -> bool:
        """Return whether the simple name `String` certainly means java.lang.String at a node."""
        return self.java_lang_at("String", node)

    def java_lang_at(self, name: str, node: Node) -> bool:
        """Return whether a simple name, where a type is expected, certainly means the class of java.lang at a node."""
        return self._file.means(name, "java.lang") and self.holds_at(SpelledType(name, None), node)

    def _simple(self, type_: Type) -> bool:
        if type_.name in _PRIMITIVES:
            return True
        known = type_.package == "java.lang" and (type_.name in table.BOXES or type_.name == "String")
        return known and self._file.means(type_.name, "java.lang")

    def _binder(self, name: str, around: tuple[TypeInfo, ...]) -> TypeInfo | None:
        """Return the innermost type that gives a type name its meaning, or may do so; None for the file and what is outside of it.

        Two places with the same binder see the same type, even where it is not known which. What is declared in the method itself
        is left aside. The types around the place are given innermost first.
        """
        for depth, info in enumerate(around, 1):
            if name in info.nested or name in info.type_parameters:
                return info
            if self._may_inherit(info, name, around[depth:]):
                return info
            if info.is_local and info.start < self._view.start and name in self._file.local_types:
                return info  # of whatever block: one around a local class, but not around the method
        return None

    def _may_inherit(self, info: TypeInfo, name: str, beyond: tuple[TypeInfo, ...]) -> bool:
        if info.kind == "enum" and name in table.MEMBER_TYPES_OF_ENUM:
            return True
        for above in info.supertypes:
            brought = self._file.member_types(above, beyond)
            if brought is None or name in brought:
                return True
        return False

    def _names_inside(self, place: int | None) -> frozenset[str]:
        """Return names of types and type variables declared in the method; its own type variables do not hide what it declares."""
        own, inside = self._declared
        within = place is not None and self._view.start <= place < self._view.end
        return inside if within else own | inside

    @cached_property
    def _declared(self) -> tuple[frozenset[str], frozenset[str]]:
        own: set[str] = set()
        inside: set[str] = set()
        if not captures(_DECLARING, self._view.tree_node):
            return frozenset(), frozenset()
        root, text = self._view.root, self._view.node_text
        for node in root.walk():
            if node.type in _TYPES and (name := node.child("name")) is not None:
                inside.add(text(name))
            elif node.type == "type_parameter" and (name := node.first("type_identifier")) is not None:
                owner = node.parent.parent if node.parent is not None else None
                (own if owner is root else inside).add(text(name))
        return frozenset(own), frozenset(inside)


def _is_generic(owner: TypeInfo | None) -> bool:
    while owner is not None:
        if owner.type_parameters:
            return True
        owner = owner.parent
    return False
