"""The declaration of a type as written: supertypes, fields, methods, member types (JLS 8, 9)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from parsers.java.processors import changes_field
from parsers.java.syntax.statements import CLASS_BODIES
from parsers.java.syntax.tree import Node

if TYPE_CHECKING:
    import tree_sitter


__all__ = ["FieldInfo", "Overload", "TypeInfo", "supertype_names", "type_name", "type_text"]

_KINDS = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "record",
    "annotation_type_declaration": "annotation",
    "object_creation_expression": "anonymous",
    "enum_constant": "anonymous",
}
_PARAMETERS = frozenset({"formal_parameter", "spread_parameter"})
_MODIFIER_WORDS = frozenset({"static", "final", "volatile", "transient", "public", "protected", "private"})
_SUPERTYPE_HOLDERS = ("superclass", "super_interfaces", "extends_interfaces")


@dataclass(frozen=True)
class FieldInfo:
    """A field as declared: also an enum constant, a record component, an interface constant.

    Attributes:
        type_text: the declared type as written, without annotations and modifiers; brackets after the name are in `dims`.
        modifiers: the words written, and those implied (JLS 8.9.3, 8.10.3, 9.3).
        value: text of the initialiser, or None.
        constant: whether it is an enum constant.
        settled: whether no annotation processor gives it another type, initialiser or finality.
    """

    name: str
    type_text: str
    dims: int
    modifiers: frozenset[str]
    value: str | None
    owner: TypeInfo
    constant: bool = False
    settled: bool = True

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


@dataclass(frozen=True, slots=True)
class Overload:
    """A method as declared.

    Attributes:
        bare: whether it takes no arguments at all.
        inferred: whether its result type is a type variable of its own, which the place of a call may settle (JLS 18.5.2).
    """

    bare: bool
    inferred: bool


class FileText(Protocol):
    """The text of a file for its declarations, by tree-sitter nodes whose offsets are `shift` bytes too high."""

    data: bytes
    shift: int

    def text(self, node: tree_sitter.Node) -> str:
        """Return the text of a node."""

    def locals_in(self, node: tree_sitter.Node) -> frozenset[str]:
        """Return the names of all local variables, parameters and pattern variables declared in a node."""


class TypeInfo:
    """A type declaration, or the body of an anonymous class.

    Attributes:
        name: simple name; "" for an anonymous class.
        kind: "class", "interface", "enum", "record", "annotation" or "anonymous".
        start, end: byte range of the declaration.
        parent: the innermost type around it, or None.
    """

    def __init__(self, node: tree_sitter.Node, file: FileText, parent: TypeInfo | None) -> None:
        self.kind = _KINDS[node.type]
        self.start = node.start_byte - file.shift
        self.end = node.end_byte - file.shift
        self.parent = parent
        self._node = node
        self._file = file
        name = node.child_by_field_name("name")
        self.name = file.text(name) if name is not None and self.kind != "anonymous" else ""

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name} {self.start}-{self.end}>"

    @property
    def is_local(self) -> bool:
        """Whether it is a local or anonymous class, inside another type without being its member (JLS 14.3, 15.9.5)."""
        holder = self._node.parent
        member = self.name != "" and holder is not None and holder.type in CLASS_BODIES
        return self.parent is not None and not member

    @cached_property
    def modifiers(self) -> frozenset[str]:
        """The words among its modifiers, such as "final", without the implied ones."""
        words = next((c for c in self._node.children if c.type == "modifiers"), None)
        return frozenset(c.type for c in words.children) if words is not None else frozenset()

    @cached_property
    def _words(self) -> str:
        """The modifiers and annotations of the type and of those around it."""
        words = next((c for c in self._node.children if c.type == "modifiers"), None)
        above = self.parent._words if self.parent is not None else ""
        return above + (self._file.text(words) if words is not None else "")

    @cached_property
    def supertypes(self) -> tuple[str, ...]:
        """Names of the supertypes as written, without type arguments; an enum constant's body extends its enum."""
        if self._node.type == "enum_constant":
            return (self.parent.name if self.parent else "?",)
        return supertype_names(self._node, self._file.data, self._file.shift)

    @cached_property
    def type_parameters(self) -> tuple[str, ...]:
        """Names of the type variables that it declares."""
        parameters = self._node.child_by_field_name("type_parameters")
        return tuple(
            self._file.text(next(c for c in p.children if c.type == "type_identifier"))
            for p in (parameters.named_children if parameters is not None else [])
            if p.type == "type_parameter"
        )

    @cached_property
    def nested(self) -> frozenset[str]:
        """Names of the member types that it declares itself."""
        names = (
            m.child_by_field_name("name")
            for m in self._members()
            if m.type in _KINDS and m.type != "enum_constant"
        )
        return frozenset(self._file.text(n) for n in names if n is not None)

    @cached_property
    def fields(self) -> dict[str, FieldInfo]:
        """The fields that it declares itself, by name."""
        found: dict[str, FieldInfo] = {}
        for member in self._members():
            if member.type in ("field_declaration", "constant_declaration"):
                for info in self._declared(member):
                    found[info.name] = info
            elif member.type == "enum_constant":
                name = self._text(member, "name")
                modifiers = frozenset({"public", "static", "final"})
                found[name] = FieldInfo(name, self.name, 0, modifiers, None, self, constant=True)
        if self.kind == "record":
            for part in self._node.child_by_field_name("parameters").named_children:  # type: ignore[union-attr]
                if part.type == "formal_parameter":
                    name = self._text(part, "name")
                    modifiers = frozenset({"private", "final"})
                    found[name] = FieldInfo(name, self._text(part, "type"), 0, modifiers, None, self)
                elif part.type == "spread_parameter":
                    name = self._file.text(part.named_children[-1]).strip()
                    text = self._file.text(next(c for c in part.named_children if c.type != "modifiers"))
                    found[name] = FieldInfo(name, text, 1, frozenset({"private", "final"}), None, self)
        return found

    @cached_property
    def is_plain_record(self) -> bool:
        """Whether it is a record that leaves its canonical constructor to the compiler (JLS 8.10.4).

        That constructor sets the fields before anybody else can know the object, and deserialisation calls it, too.
        """
        return self.kind == "record" and not any(
            member.type == "compact_constructor_declaration"
            or (member.type == "constructor_declaration" and not _calls_another(member))
            for member in self._members()
        )

    @cached_property
    def methods(self) -> dict[str, list[Overload]]:
        """The methods that it declares itself, by name; accessors of a record's components too (JLS 8.10.3)."""
        found: dict[str, list[Overload]] = {}
        if self.kind == "record":
            found.update(
                (name, [Overload(True, False)]) for name, field in self.fields.items() if not field.static
            )
        for member in self._members():
            if member.type in ("method_declaration", "annotation_type_element_declaration"):
                found.setdefault(self._text(member, "name"), []).append(self._overload(member))
        return found

    def _overload(self, member: tree_sitter.Node) -> Overload:
        taken = member.child_by_field_name("parameters")
        bare = taken is None or not any(part.type in _PARAMETERS for part in taken.named_children)
        own = member.child_by_field_name("type_parameters")
        names = [self._file.text(c) for p in (own.named_children if own else []) for c in p.children]
        return Overload(bare, self._text(member, "type") in names)

    @cached_property
    def body_start(self) -> int:
        """Byte offset of its body; an anonymous class is not around the arguments before it (JLS 15.9.5)."""
        body = self._body()
        return body.start_byte - self._file.shift if body is not None else self.start

    @cached_property
    def locals_around(self) -> frozenset[str]:
        """Names of the local variables, if any, that may hide fields of the types around it (JLS 6.4.1).

        These are all that are declared in the field, method or enum constant around it.
        """
        member = self._node
        while member.parent is not None and member.parent.type not in CLASS_BODIES:
            member = member.parent
        return (
            self._file.locals_in(member)
            if member != self._node and member.parent is not None
            else frozenset()
        )

    def _declared(self, member: tree_sitter.Node) -> Iterator[FieldInfo]:
        words = next((c for c in member.children if c.type == "modifiers"), None)
        modifiers = (
            {c.type for c in words.children if c.type in _MODIFIER_WORDS} if words is not None else set()
        )
        if self.kind in ("interface", "annotation"):
            modifiers |= {"public", "static", "final"}
        for declarator in member.children_by_field_name("declarator"):
            dims = declarator.child_by_field_name("dimensions")
            count = sum(c.type == "[" for c in dims.children) if dims is not None else 0
            value = declarator.child_by_field_name("value")
            text = self._file.text(value) if value is not None else None
            name, type_ = self._text(declarator, "name"), self._text(member, "type")
            settable = value is not None and "final" not in modifiers
            words_ = self._file.text(words) if words is not None else ""
            changes = changes_field(words_, self._words, self._file.data, settable=settable)
            yield FieldInfo(name, type_, count, frozenset(modifiers), text, self, settled=not changes)

    def _text(self, node: tree_sitter.Node, field: str) -> str:
        child = node.child_by_field_name(field)
        return self._file.text(child) if child is not None else ""

    def _body(self) -> tree_sitter.Node | None:
        body = self._node.child_by_field_name("body")
        return body or next((c for c in self._node.children if c.type == "class_body"), None)

    def _members(self) -> Iterator[tree_sitter.Node]:
        body = self._body()
        for node in body.named_children if body is not None else []:
            if node.type == "enum_body_declarations":
                yield from node.named_children
            else:
                yield node


def type_name(node: tree_sitter.Node | Node, data: bytes, shift: int = 0) -> str:
    """Return the name of a class type as written, without type arguments, annotations and blanks; "" for another type."""
    start, end = (
        (node.start, node.end) if isinstance(node, Node) else (node.start_byte - shift, node.end_byte - shift)
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


def type_text(node: Node, data: bytes) -> str | None:
    """Return a type as written, without annotations and comments, spaced in one way; None for a union of types (JLS 14.20)."""
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


def supertype_names(node: tree_sitter.Node | Node, data: bytes, shift: int = 0) -> tuple[str, ...]:
    """Return names of the direct supertypes that a type declaration or an anonymous class writes down ("?" for an odd one)."""
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


def _calls_another(constructor: tree_sitter.Node) -> bool:
    body = constructor.child_by_field_name("body")
    return body is not None and any(c.type == "explicit_constructor_invocation" for c in body.children)


def _is_named(node: tree_sitter.Node | Node) -> bool:
    return (node.named if isinstance(node, Node) else node.is_named) and not node.type.endswith("comment")
