"""The types that a text declares: fields, supertypes, member types, imports (JLS 7.5, 8, 9).

What a single method's text cannot tell, its file can. Nothing here looks beyond the file: a supertype that the file does not
declare is unknown, except for the few java.lang and java.util types in `parsers.java.table`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.java import syntax, table
from parsers.java.written import FieldInfo, supertype_names, type_name

if TYPE_CHECKING:
    import tree_sitter

__all__ = ["FieldInfo", "FileTypes", "Overload", "TypeInfo", "supertype_names", "type_name"]

_KINDS = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "record",
    "annotation_type_declaration": "annotation",
    "object_creation_expression": "anonymous",
    "enum_constant": "anonymous",
}
_TYPES = """[(class_declaration) (interface_declaration) (enum_declaration) (record_declaration)
 (annotation_type_declaration)] @type
(object_creation_expression (class_body)) @type
(enum_constant body: (class_body)) @type
(type_parameter (type_identifier) @variable)
[(import_declaration) (package_declaration)] @header"""
_LOCALS = """(local_variable_declaration (variable_declarator name: (identifier) @name))
(formal_parameter name: (identifier) @name)
(spread_parameter (variable_declarator name: (identifier) @name))
(lambda_expression parameters: (identifier) @name)
(inferred_parameters (identifier) @name)
(catch_formal_parameter name: (identifier) @name)
(resource name: (identifier) @name)
(enhanced_for_statement name: (identifier) @name)
(instanceof_expression name: (identifier) @name)
(type_pattern (identifier) @name)
(record_pattern_component (identifier) @name)"""
_BODIES = frozenset(
    {"class_body", "interface_body", "enum_body", "enum_body_declarations", "annotation_type_body"}
)
_PARAMETERS = frozenset({"formal_parameter", "spread_parameter"})
_MODIFIER_WORDS = frozenset({"static", "final", "volatile", "transient", "public", "protected", "private"})


@dataclass(frozen=True, slots=True)
class Overload:
    """A method as declared.

    Attributes:
        bare: whether it takes no arguments at all.
        inferred: whether its result type is a type variable of its own, which the place of a call may settle (JLS 18.5.2).
    """

    bare: bool
    inferred: bool


class TypeInfo:
    """A type declaration, or the body of an anonymous class.

    Attributes:
        name: simple name; "" for an anonymous class.
        kind: "class", "interface", "enum", "record", "annotation" or "anonymous".
        start, end: byte range of the declaration.
        parent: the innermost type around it, or None.
    """

    def __init__(self, node: tree_sitter.Node, file: FileTypes, parent: TypeInfo | None) -> None:
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

        These are all that are declared in the field, method or enum constant which it stands in.
        """
        member = self._node
        while member.parent is not None and member.parent.type not in _BODIES:
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
            yield FieldInfo(name, type_, count, frozenset(modifiers), text, self)

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


class FileTypes:
    """The types, imports and type names of a text.

    Args:
        data: the text.
        root: tree-sitter's root, its offsets `shift` bytes too high.
        whole: whether the text is a whole file, so that what it does not declare or import it does not have.
    """

    def __init__(self, data: bytes, root: tree_sitter.Node, shift: int, *, whole: bool) -> None:
        self.data = data
        self.shift = shift
        self.whole = whole
        self.package = ""
        self.imports: dict[str, str] = {}
        self.star_imports: list[str] = []
        self.static_star = False
        captures = syntax.captures(_TYPES, root)
        for node in captures.get("header", []):
            self._header(node)
        nodes = sorted(captures.get("type", []), key=lambda n: (n.start_byte, -n.end_byte))
        self._all: list[TypeInfo] = []
        open_types: list[TypeInfo] = []
        for node in nodes if whole else [n for n in nodes if n.start_byte >= shift]:
            while open_types and open_types[-1].end + shift <= node.start_byte:
                open_types.pop()
            info = TypeInfo(node, self, open_types[-1] if open_types else None)
            self._all.append(info)
            open_types.append(info)
        self._root = root
        self._locals: dict[int, frozenset[str]] = {}
        self._starts = [info.start for info in self._all]
        self.type_variables = frozenset(self.text(n) for n in captures.get("variable", []))

    @cached_property
    def certain(self) -> bool:
        """Whether it is a whole file whose declarations are surely as the grammar reads them."""
        trusted = not self._root.has_error and syntax.untrusted(self._root, self.data) is None
        return self.whole and trusted

    @cached_property
    def all_fields(self) -> frozenset[str]:
        """The names of all fields that the text declares anywhere."""
        return frozenset().union(*(info.fields for info in self._all))

    def locals_in(self, node: tree_sitter.Node) -> frozenset[str]:
        """The names of all local variables, parameters and pattern variables declared in a tree-sitter node."""
        if node.start_byte not in self._locals:
            names = syntax.captures(_LOCALS, node).get("name", [])
            self._locals[node.start_byte] = frozenset(map(self.text, names))
        return self._locals[node.start_byte]

    def text(self, node: tree_sitter.Node) -> str:
        """The text of a tree-sitter node of this file."""
        return self.data[node.start_byte - self.shift : node.end_byte - self.shift].decode()

    def _header(self, node: tree_sitter.Node) -> None:
        words = [
            self.text(c)
            for c in node.children
            if c.type in ("static", "identifier", "scoped_identifier", "asterisk")
        ]
        if node.type == "package_declaration":
            self.package = "".join(words[-1:])
        elif words[-1:] == ["*"]:
            if words[0] == "static":
                self.static_star = True
            else:
                self.star_imports.append("".join(words[0].split()))
        elif words and words[0] != "static":
            name = "".join(words[0].split())
            self.imports[name.rpartition(".")[2]] = name
        elif words:  # a static import may bring in a member type (JLS 7.5.3)
            name = "".join(words[1].split())
            self.imports.setdefault(name.rpartition(".")[2], name)

    @cached_property
    def declared(self) -> frozenset[str]:
        """Names of all types and type variables that the text declares anywhere, local ones included."""
        return frozenset(info.name for info in self._all if info.name) | self.type_variables

    def around(self, offset: int) -> tuple[TypeInfo, ...]:
        """The types around a byte offset, innermost first."""
        at = bisect_right(self._starts, offset) - 1
        info = self._all[at] if at >= 0 else None
        found: list[TypeInfo] = []
        while info is not None:
            if info.start <= offset < info.end and not (found and found[-1].start < info.body_start):
                found.append(info)
            info = info.parent
        return tuple(found)

    def named(self, name: str) -> list[TypeInfo]:
        """The types that the text declares with this simple name."""
        return [info for info in self._all if info.name == name]

    def below(self, info: TypeInfo) -> list[TypeInfo]:
        """The types of the text that may be subclasses of a type, directly or not, going by simple names."""
        names, found = {info.name}, dict[TypeInfo, None]()
        while more := [
            other
            for other in self._all
            if other not in found and names.intersection(n.rpartition(".")[2] for n in other.supertypes)
        ]:
            found.update(dict.fromkeys(more))
            names.update(other.name for other in more)
        return list(found)

    def means(self, name: str, package: str) -> bool:
        """Whether a simple type name can only be the class of that name in `package` ("java.lang", "java.util", ...).

        As far as the text tells (DESIGN, facts without a type checker): nothing in the text declares the name and no
        single-type import gives it another meaning. Outside java.lang, a whole file must import it.
        """
        if name in self.declared:
            return False
        if name in self.imports:
            return self.imports[name] == f"{package}.{name}"
        return package == "java.lang" or not self.whole or package in self.star_imports

    def field_names(self, name: str, around: tuple[TypeInfo, ...]) -> frozenset[str] | None:
        """The names of all fields that a type has, inherited ones included, or None if that is not known.

        Args:
            name: the type's name as written.
            around: the types around the place where it is written, innermost first.
        """
        return self._field_names(name, around, frozenset())

    def _field_names(
        self, name: str, around: tuple[TypeInfo, ...], seen: frozenset[str]
    ) -> frozenset[str] | None:
        package = table.fieldless_package(name)
        if package is not None and self.means(name, package):
            return frozenset()
        info = self.resolve(name, around)
        if info is None or name in seen:
            return None
        names = set(info.fields)
        for super_name in info.supertypes:
            more = self._field_names(super_name, self.around(info.start)[1:], seen | {name})
            if more is None:
                return None
            names |= more
        return frozenset(names)

    def member_types(self, super_name: str, around: tuple[TypeInfo, ...]) -> frozenset[str] | None:
        """The names of the member types that a supertype has, inherited ones included, or None if not known (JLS 8.5).

        Args:
            super_name: its name as written.
            around: the types around the place where it is written, innermost first.
        """
        seen = set()
        found: set[str] = set()
        pending = [(super_name, around)]
        while pending:
            name, around = pending.pop()
            if self._brings_no_types(name) or name in seen:
                continue
            info = self.resolve(name, around)
            if info is None:
                return None
            seen.add(name)
            found |= info.nested
            pending += [(above, self.around(info.start)[1:]) for above in info.supertypes]
        return frozenset(found)

    def _brings_no_types(self, super_name: str) -> bool:
        """Whether a supertype is one of the JDK's without member types (JLS 8.5)."""
        package = table.fieldless_package(super_name)
        return (
            package is not None and super_name not in table.MEMBER_TYPES and self.means(super_name, package)
        )

    def resolve(self, name: str, around: tuple[TypeInfo, ...]) -> TypeInfo | None:
        """The declaration that a type name, as written in the header of a type, certainly means, or None.

        Args:
            name: the type's name as written.
            around: the types around the place where it is written, innermost first.
        """
        # A type around the place may inherit a member type of this name from a supertype that nobody sees; and a local
        # class is in scope in its own block only.
        candidates = self.named(name)
        if len(candidates) != 1 or name in self.type_variables or name in self.imports or not self.certain:
            return None
        [found] = candidates
        if found.parent is not None and name not in found.parent.nested:
            return None
        for info in around:
            if info is found.parent or info is found:
                return found
            if not all(self._brings_no_types(super_name) for super_name in info.supertypes):
                return None
        return found if found.parent is None else None
