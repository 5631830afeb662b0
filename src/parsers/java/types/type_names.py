"""Types by name: the type that a name denotes, and the field or class that a simple name means (JLS 6.4, 6.5, 8.3).

Names of java.lang and java.util classes count as these classes where `FileTypes.means` says so. What depends on something outside
the text, a supertype in another file or a type variable of the class around a bare method, is unknown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.java import table
from parsers.java.names.written import FieldInfo, TypeInfo, type_name
from parsers.java.syntax.statements import TYPE_BODIES

if TYPE_CHECKING:
    from parsers.java.names.bindings import Declaration
    from parsers.java.names.scopes import Scopes
    from parsers.java.syntax.tree import Node
    from parsers.java.view import JavaView

__all__ = [
    "BOOLEAN",
    "CHAR",
    "CLASS",
    "DOUBLE",
    "FLOAT",
    "INT",
    "LONG",
    "NULL",
    "SOME_CLASS",
    "STRING",
    "UNKNOWN",
    "Type",
    "TypeNames",
    "promoted",
]

_NUMERIC = ("byte", "short", "char", "int", "long", "float", "double")
_INTEGRAL = frozenset({"byte", "short", "char", "int", "long"})
_PRIMITIVE = frozenset({*_NUMERIC, "boolean"})
_SIMPLE = re.compile(r"[^\s.<>\[\]@/,&|?]+(?:\.[^\s.<>\[\]@/,&|?]+)*")


@dataclass(frozen=True, slots=True)
class Type:
    """A type by name.

    Attributes:
        name: "int", "String", "Foo", "a.b.Foo" as written without type arguments; the simple name where
            `package` is known; "null" for the null type, "?" for a class without a name in the text, "" if
            the type is unknown.
        dims: Number of array dimensions.
        package: Package of a class in `parsers.java.table` that the name certainly means, else "".
        proper: Whether it is certainly a class or interface, not a type variable.
        declared: Declaration in the file, if it is certain which one the name means.
    """

    name: str
    dims: int = 0
    package: str = ""
    proper: bool = False
    declared: TypeInfo | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return (self.name or "unknown") + "[]" * self.dims

    @property
    def is_unknown(self) -> bool:
        """Whether nothing is known."""
        return not self.name

    @property
    def is_primitive(self) -> bool:
        """Whether it certainly is a primitive type."""
        return self.dims == 0 and self.name in _PRIMITIVE

    @property
    def is_numeric(self) -> bool:
        """Whether it certainly is a numeric primitive type."""
        return self.dims == 0 and self.name in _NUMERIC

    @property
    def is_integral(self) -> bool:
        """Whether it certainly is an integral primitive type."""
        return self.dims == 0 and self.name in _INTEGRAL

    @property
    def is_boolean(self) -> bool:
        """Whether it certainly is `boolean`."""
        return self.dims == 0 and self.name == "boolean"

    @property
    def is_reference(self) -> bool:
        """Whether it certainly is a reference type, the null type included."""
        return bool(self.name) and not self.is_primitive

    @property
    def is_string(self) -> bool:
        """Whether it certainly is java.lang.String."""
        return self.name == "String" and self.dims == 0 and self.package == "java.lang"

    @property
    def is_array(self) -> bool:
        """Whether it certainly is an array type."""
        return self.dims > 0

    @property
    def is_boxed(self) -> bool:
        """Whether it certainly is one of the eight boxes of java.lang (JLS 5.1.8)."""
        return self.dims == 0 and self.package == "java.lang" and self.name in table.BOXES

    @property
    def may_unbox(self) -> bool:
        """Whether a value of the type may be unboxed (a box, a type variable bounded by one, or unknown)."""
        if self.is_primitive or self.dims or self.name == "null":
            return False
        return not self.proper or self.is_boxed

    @property
    def unboxed(self) -> Type:
        """The primitive type itself or of the box; else unknown."""
        if self.is_primitive:
            return self
        return Type(table.BOXES[self.name]) if self.is_boxed else UNKNOWN

    def element(self) -> Type:
        """Return the component type of an array type; else unknown."""
        return replace(self, dims=self.dims - 1) if self.dims else UNKNOWN

    def array(self, dims: int) -> Type:
        """Return the type with that many more dimensions."""
        return replace(self, dims=self.dims + dims) if dims and self.name else self


UNKNOWN = Type("")
"""Nothing is known; it may be a primitive, a box, anything."""
NULL = Type("null")
SOME_CLASS = Type("?", proper=True)
"""A class or interface, not a type variable and not a box, whose name the text does not give."""
BOOLEAN, CHAR, INT, LONG, FLOAT, DOUBLE = map(Type, ("boolean", "char", "int", "long", "float", "double"))
STRING = Type("String", package="java.lang", proper=True)
CLASS = Type("Class", package="java.lang", proper=True)


def promoted(*types: Type) -> Type:
    """Return the numeric promotion, unary or binary, of primitives and boxes (JLS 5.6); unknown if an operand is."""
    names = {type_.unboxed.name for type_ in types}
    if "double" in names:
        return DOUBLE  # whatever the other is, the expression compiles only with a numeric one
    if not names <= set(_NUMERIC):
        return UNKNOWN
    return FLOAT if "float" in names else LONG if "long" in names else INT


class TypeNames:
    """The meanings of names in a method.

    Args:
        view: the method; its facts must be trusted (`Method.untrusted` is None).
        scopes: its facts.
    """

    def __init__(self, view: JavaView, scopes: Scopes) -> None:
        self._view = view
        self._scopes = scopes
        self._file = view.parsed.types

    def _text(self, node: Node) -> str:
        return self._view.node_text(node)

    # Types as written

    def of_type(self, node: Node) -> Type:
        """Return the type that a type node denotes; `UNKNOWN` for unions and intersections."""
        if node.type == "array_type":
            element, dims = node.child("element"), node.child("dimensions")
            if element is None or dims is None:
                return UNKNOWN
            return self.of_type(element).array(sum(child.type == "[" for child in dims.children))
        if node.type in ("annotated_type", "catch_type"):
            types = [child for child in node.named_children() if not child.type.endswith("annotation")]
            return self.of_type(types[0]) if len(types) == 1 else UNKNOWN
        if node.type in ("integral_type", "floating_point_type", "boolean_type"):
            return Type(self._text(node))
        name = type_name(node, self._view.source.data)
        return (
            self._named(name, node.type == "generic_type", self._file.around(node.start)) if name else UNKNOWN
        )

    def of_field(self, info: FieldInfo) -> Type:
        """Return the declared type of a field of the file."""
        if not info.settled:
            return UNKNOWN
        text, dims = info.type_text, info.dims
        generic = False
        while "<" in text:
            generic = True
            shorter = re.sub(r"<[^<>]*>", "", text)
            if shorter == text:
                return UNKNOWN
            text = shorter
        dims += text.count("[")
        text = re.sub(r"[\s\[\]]+", "", text)
        if not _SIMPLE.fullmatch(text):
            return UNKNOWN
        return self._named(text, generic, self._file.around(info.owner.start)).array(dims)

    def _named(self, name: str, generic: bool, around: tuple[TypeInfo, ...]) -> Type:
        if name in _PRIMITIVE:
            return Type(name)
        qualifier, _, simple = name.rpartition(".")
        package = table.known_package(simple)
        if qualifier:
            known = qualifier == package and "java" not in self._file.declared
            if known:
                return Type(simple, 0, qualifier, True)
            return Type(name, proper=qualifier != "java.lang" or simple not in table.BOXES)
        if package is not None and self._file.means(name, package):
            return Type(name, 0, package, True)
        variable = name in self._file.type_variables or name in table.BOXES
        return Type(
            name, proper=generic or (self._file.certain and not variable), declared=self.find(name, around)
        )

    def find(self, name: str, around: tuple[TypeInfo, ...]) -> TypeInfo | None:
        """Return the declaration that a simple type name certainly denotes: a type in between may inherit one of that name."""
        if not self._file.certain or name in self._file.type_variables or name in self._file.imports:
            return None
        candidates = self._file.named(name)
        if len(candidates) != 1:
            return None
        found = candidates[0]
        if found.parent is not None and name not in found.parent.nested:
            return None  # a local class
        for info in around:
            if info is found or info is found.parent:
                return found
            beyond = self._file.around(info.start)[1:]
            if any(self._file.member_types(above, beyond) is None for above in info.supertypes):
                return None
        return found if found.parent is None else None

    def bare_field(self, node: Node) -> FieldInfo | None:
        """Return the field of the file that a simple name certainly denotes, or None."""
        scopes, name = self._scopes, self._text(node)
        if not scopes.is_expression_name(node) or scopes.reference(node) is not None:
            return None
        if scopes.may_inherit(name, node.start) or self._perhaps_variable(name, node.start):
            return None
        around = self.enclosing
        for depth, info in enumerate(around, 1):
            if name in info.fields:
                return info.fields[name]
            if name in info.locals_around or self._may_inherit(info, name, around[depth:]):
                return None
        return None

    @cached_property
    def enclosing(self) -> tuple[TypeInfo, ...]:
        """The types of the file around the method, innermost first; none if the grammar may have misread them."""
        return self._view.enclosing if self._file.certain else ()

    def _perhaps_variable(self, name: str, offset: int) -> bool:
        """Return whether the method may have a variable of that name there, although no reference to it is known.

        That is a pattern variable whose scope is not proven, the component or constant of a local record or enum,
        or a variable that a local record, enum or interface does not see (JLS 6.5.6.1, 8.1.3).
        """
        for declaration in self._declarations.get(name, ()):
            if not declaration.proven or any(start <= offset < end for start, end in declaration.region):
                return True
        if not self._has_classes:
            return False
        inside = (info for info in self._file.around(offset) if info not in self._view.enclosing)
        return any(name in info.fields for info in inside)

    @cached_property
    def _declarations(self) -> dict[str, list[Declaration]]:
        found: dict[str, list[Declaration]] = {}
        for declaration in self._scopes.declarations:
            found.setdefault(declaration.name, []).append(declaration)
        return found

    @cached_property
    def _has_classes(self) -> bool:
        return any(frame.is_class for frame in self._scopes.frames)

    def _may_inherit(self, info: TypeInfo, name: str, around: tuple[TypeInfo, ...]) -> bool:
        for supertype in info.supertypes:
            names = self._file.field_names(supertype, around)
            if names is None or name in names:
                return True
        return False

    def names_type(self, node: Node) -> bool:
        """Return whether an expression's qualifier, a simple name, is no variable and so a type or package (JLS 6.4.2, 6.5.2)."""
        if node.type != "identifier" or self._scopes.reference(node) is not None:
            return False
        return self._file.certain and not self._may_be_variable(self._text(node), node.start)

    def free_for_class(self, name: str, node: Node) -> bool:
        """Return whether a simple name, written anew at a node, is no variable there, so that it may be a class (JLS 6.4.2, 6.5.2).

        What a single method's text does not show, fields of the class around it, is left aside.
        """
        if self._file.whole and not self._file.certain:
            return False
        return not (self._file.static_star or self._may_be_variable(name, node.start))

    def _may_be_variable(self, name: str, offset: int) -> bool:
        """Return whether a name may mean a variable at an offset, references that are known left aside."""
        if self._scopes.may_inherit(name, offset) or self._perhaps_variable(name, offset):
            return True
        around = self.enclosing
        return any(
            name in info.fields or name in info.locals_around or self._may_inherit(info, name, around[depth:])
            for depth, info in enumerate(around, 1)
        )

    def known_class(self, node: Node) -> str | None:
        """Return the java.lang or java.util class, by simple name, that a qualifier (`Math` in `Math.abs(x)`) denotes, or None.

        A variable of the name has priority (JLS 6.4.2). It is assumed that no field which the text does not show has
        the name of one of these classes.
        """
        if node.type == "field_access":
            name = self._text(node).rpartition(".")[2]
            head = node
            while head.type == "field_access" and head.children:
                head = head.children[0]
            package = table.known_package(name)
            spelled = "".join(self._text(node).split()) == f"{package}.{name}"
            free = (
                head.type == "identifier" and not self._variable(head) and "java" not in self._file.declared
            )
            return name if spelled and free else None
        if node.type != "identifier":
            return None
        name = self._text(node)
        package = table.known_package(name)
        if package is None or not self._file.means(name, package) or self._variable(node):
            return None
        return name

    def _variable(self, node: Node) -> bool:
        """Return whether a simple name may be a variable, fields that the text does not show left aside."""
        name = self._text(node)
        if self._scopes.reference(node) is not None or name in self._file.all_fields:
            return True
        if any(name in info.locals_around for info in self._view.enclosing):
            return True
        return self._perhaps_variable(name, node.start)

    def in_class_body(self, node: Node) -> bool:
        """Return whether a class body inside the method is around a node."""
        return any(above.type in TYPE_BODIES for above in node.ancestors())
