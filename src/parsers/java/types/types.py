"""Static types of expressions, as far as a method's text and its file prove them (JLS 5.6, 15).

`Types.of` gives the type that an expression has before any conversion. Where it depends on something that is not in the text (an
inherited field, a called method, a lambda's parameter) the answer is `UNKNOWN`, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from parsers.java import table
from parsers.java.names.written import FieldInfo
from parsers.java.syntax.operators import BITWISE, BOOLEAN_RESULTS, SHIFTS
from parsers.java.types.type_names import (
    BOOLEAN,
    CHAR,
    CLASS,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    NULL,
    SOME_CLASS,
    STRING,
    UNKNOWN,
    Type,
    TypeNames,
    promoted,
)

if TYPE_CHECKING:
    from parsers.java.names.bindings import Declaration
    from parsers.java.names.scopes import Scopes
    from parsers.java.syntax.tree import Node
    from parsers.java.view import JavaView

__all__ = [
    "BOOLEAN",
    "INT",
    "NULL",
    "SOME_CLASS",
    "STRING",
    "UNKNOWN",
    "Type",
    "Types",
    "assignable",
    "promoted",
    "settle",
]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_WIDER = ("byte", "short", "int", "long", "float", "double")

_ANYWHERE = {
    "getClass": table.MethodFact("Class", pure=True),
    "hashCode": table.MethodFact("int"),
    "toString": table.MethodFact("String"),
}
"""Methods without arguments that every object has, whatever its class: an override cannot change these result
types."""
_ENUM = {"ordinal": table.MethodFact("int", pure=True), "name": table.MethodFact("String", pure=True)}


def settle(node: K, known: dict[K, V], needs: Callable[[K], list[K]], compute: Callable[[K], V]) -> V:
    """Compute a fact for a node after the facts that it depends on, without recursion.

    Args:
        node: Node to compute the fact for.
        known: Facts computed so far; gets the new ones.
        needs: Returns the nodes that a fact depends on; a cycle is cut, so `compute` must bear a missing one.
        compute: Returns the fact, given that the facts it needs are in `known`.
    """
    if all(other in known for other in needs(node)):
        known[node] = found = compute(node)
        return found
    stack, opened = [node], set[K]()
    while stack:
        top = stack[-1]
        if top not in known and top not in opened:
            opened.add(top)
            missing = [other for other in needs(top) if other not in known and other not in opened]
            if missing:
                stack.extend(missing)
                continue
        stack.pop()
        if top not in known:
            known[top] = compute(top)
    return known[node]


class Types:
    """Types of the expressions and declarations of a method, computed on demand and kept.

    Attributes:
        names: what the names in the method denote.

    Args:
        view: the method; its facts must be trusted (`Method.untrusted` is None).
        scopes: its facts.
    """

    def __init__(self, view: JavaView, scopes: Scopes) -> None:
        self._view = view
        self._scopes = scopes
        self.names = TypeNames(view, scopes)
        self._known: dict[Node, Type] = {}
        self._declared: dict[Declaration, Type] = {}

    def of(self, node: Node) -> Type:
        """Return the static type of an expression, before conversions; `UNKNOWN` unless it is certain."""
        if (known := _LITERALS.get(node.type)) is not None:
            return known
        known = self._known.get(node)
        return settle(node, self._known, self._needs, self._of) if known is None else known

    def _needs(self, node: Node) -> list[Node]:
        """Return the expressions whose types determine the type of an expression."""
        if node.type == "identifier":
            reference = self._scopes.reference(node)
            declaration = reference.declaration if reference is not None else None
            inferred = declaration is not None and declaration.inferred and declaration not in self._declared
            return [declaration.value] if declaration is not None and inferred and declaration.value else []
        fields = _OPERANDS.get(node.type)
        if fields is None:
            return []
        if node.type == "method_invocation" and any(
            child.field == "name" and self._text(child) in _BY_ARGUMENTS for child in node.children
        ):
            return [*(child for child in node.children if child.field == "object"), *self.arguments(node)]
        return [
            child
            for child in node.children
            if child.named and (not fields or child.field in fields) and child.type not in _LITERALS
        ]

    def _of(self, node: Node) -> Type:
        if node.type.endswith("_integer_literal"):
            return LONG if self._text(node)[-1] in "lL" else INT
        if node.type.endswith("_floating_point_literal"):
            return FLOAT if self._text(node)[-1] in "fF" else DOUBLE
        rule = _RULES.get(node.type)
        return rule(self, node) if rule is not None else UNKNOWN

    def of_declaration(self, declaration: Declaration) -> Type:
        """Return the type of a variable: declared (brackets after the name and `...` counted), or inferred where certain."""
        known = self._declared.get(declaration)
        if known is None:
            self._declared[declaration] = UNKNOWN
            known = self._declared[declaration] = self._of_declaration(declaration)
        return known

    def _of_declaration(self, declaration: Declaration) -> Type:
        node = declaration.type_node
        if not declaration.inferred and node is not None:
            return self.names.of_type(node).array(declaration.dims)
        if declaration.kind == "foreach":
            loop = next((n for n in declaration.node.ancestors() if n.type == "enhanced_for_statement"), None)
            return self._child(loop, "value").element() if loop is not None else UNKNOWN
        if declaration.kind in ("local", "resource", "for") and declaration.value is not None:
            return self.of(declaration.value)
        return UNKNOWN

    # Names and fields

    def _identifier(self, node: Node) -> Type:
        reference = self._scopes.reference(node)
        if reference is not None:
            if reference.uncertain or reference.access == "label" or not reference.declaration.proven:
                return UNKNOWN
            return self.of_declaration(reference.declaration)
        info = self.field(node)
        return self.names.of_field(info) if info is not None else UNKNOWN

    def field(self, node: Node) -> FieldInfo | None:
        """Return the field of the file that an identifier or field access certainly denotes (JLS 6.4, 8.3, 15.11), or None."""
        if node.type == "identifier":
            return self.names.bare_field(node)
        if node.type != "field_access":
            return None
        object_, name = node.child("object"), node.child("field")
        if object_ is None or name is None or name.type != "identifier" or node.first("super") is not None:
            return None
        if object_.type == "this":
            around = self.names.enclosing
            return (
                around[0].fields.get(self._text(name))
                if around and not self.names.in_class_body(node)
                else None
            )
        owner = self.of(object_).declared if self.of(object_).dims == 0 else None
        if owner is None and self.names.names_type(object_):
            owner = self.names.find(self._text(object_), self._view.parsed.types.around(object_.start))
        return owner.fields.get(self._text(name)) if owner is not None else None

    # Expressions

    def _text(self, node: Node) -> str:
        return self._view.node_text(node)

    def _child(self, node: Node, field_: str) -> Type:
        child = node.child(field_)
        return self.of(child) if child is not None else UNKNOWN

    def _first(self, node: Node) -> Type:
        child = next((child for child in node.children if child.named), None)
        return self.of(child) if child is not None else UNKNOWN

    def _target(self, node: Node) -> Type:
        return self._child(node, "left")

    def _array_access(self, node: Node) -> Type:
        return self._child(node, "array").element()

    def _array_creation(self, node: Node) -> Type:
        element = node.child("type")
        dims = sum(child.type == "[" for part in node.all("dimensions") for child in part.children)
        return self.names.of_type(element).array(dims) if element is not None else UNKNOWN

    def _creation(self, node: Node) -> Type:
        type_ = node.child("type")
        if type_ is None or node.first("class_body") is not None or node.children[0].type != "new":
            return SOME_CLASS
        found = self.names.of_type(type_)
        return found if found.is_boxed else replace(found, proper=True)

    def _cast(self, node: Node) -> Type:
        types = node.all("type")
        return self.names.of_type(types[0]) if len(types) == 1 else UNKNOWN

    def _field_access(self, node: Node) -> Type:
        object_, name = node.child("object"), node.child("field")
        if object_ is None or name is None:
            return UNKNOWN
        if name.type == "this":
            return SOME_CLASS
        if self._text(name) == "length" and self.of(object_).is_array:
            return INT
        if (info := self.field(node)) is not None:
            return self.names.of_field(info)
        class_ = self.names.known_class(object_)
        constant = table.CONSTANTS.get((class_, self._text(name))) if class_ is not None else None
        return Type(constant[0]) if constant is not None else UNKNOWN

    def _unary(self, node: Node) -> Type:
        operator = node.child("operator")
        if operator is not None and operator.type == "!":
            return BOOLEAN
        return promoted(self._child(node, "operand"))

    def _binary(self, node: Node) -> Type:
        operator = node.child("operator")
        sign = operator.type if operator is not None else ""
        if sign in BOOLEAN_RESULTS:
            return BOOLEAN
        left, right = self._child(node, "left"), self._child(node, "right")
        if sign in SHIFTS:
            return promoted(left)
        if sign in BITWISE:
            if BOOLEAN in (left.unboxed, right.unboxed):
                return BOOLEAN
            found = promoted(left, right)
            return found if found.is_integral else UNKNOWN
        if sign == "+" and any(t.is_reference and not t.may_unbox for t in (left, right)):
            return STRING  # JLS 15.18.1: no other reference type can be added
        if sign == "+" and not (left.unboxed.is_numeric and right.unboxed.is_numeric):
            return UNKNOWN
        return promoted(left, right)

    def _conditional(self, node: Node) -> Type:
        """Return the type of a conditional expression (JLS 15.25, tables A to E); mixes of small numeric types are left out."""
        left, right = self._child(node, "consequence"), self._child(node, "alternative")
        if left == right and (left.is_primitive or left.is_boxed or left.is_string):
            return left
        if {left, right} == {STRING, NULL}:
            return STRING
        one, other = left.unboxed, right.unboxed
        if one == other:
            return one
        if {one.name, other.name} == {"byte", "short"}:
            return Type("short")
        if one.is_numeric and other.is_numeric and {one.name, other.name} & {"long", "float", "double"}:
            return promoted(one, other)
        return UNKNOWN

    def _call(self, node: Node) -> Type:
        fact = self.call(node)
        if fact is None:
            return UNKNOWN
        if fact.result in ("promote", "same"):
            types = [self.of(argument) for argument in self.arguments(node)]
            found = promoted(*types)
            return CHAR if fact.result == "same" and types[0].unboxed == CHAR else found
        name, brackets, _ = fact.result.partition("[]")
        package = table.known_package(name)
        return Type(name, 1 if brackets else 0, package or "", package is not None)

    def arguments(self, call: Node) -> list[Node]:
        """Return the arguments of a call."""
        listed = call.child("arguments")
        return [child for child in listed.children if child.named] if listed is not None else []

    def call(self, node: Node) -> table.MethodFact | None:
        """Return the table's entry for the method that a method invocation calls, or None."""
        object_, name = node.child("object"), node.child("name")
        if name is None:
            return None
        method, count = self._text(name), len(self.arguments(node))
        anywhere = _ANYWHERE.get(method) if count == 0 else None
        if object_ is None:
            return anywhere
        if object_.type == "super" or node.first("super") is not None:
            return anywhere
        if (class_ := self.names.known_class(object_)) is not None:
            return table.METHODS.get((class_, method, count, True))
        receiver = self.of(object_)
        if receiver.dims == 0 and receiver.package:
            fact = table.METHODS.get((receiver.name, method, count, False))
            return fact if fact is not None else anywhere
        if (
            count == 0
            and receiver.dims == 0
            and receiver.declared is not None
            and receiver.declared.kind == "enum"
        ):
            return _ENUM.get(method, anywhere)
        return anywhere


_LITERALS = {
    "true": BOOLEAN,
    "false": BOOLEAN,
    "character_literal": CHAR,
    "string_literal": STRING,
    "null_literal": NULL,
    "class_literal": CLASS,
    "instanceof_expression": BOOLEAN,
    "this": SOME_CLASS,
}

_RULES: dict[str, Callable[[Types, Node], Type]] = {
    "array_access": Types._array_access,
    "array_creation_expression": Types._array_creation,
    "assignment_expression": Types._target,
    "binary_expression": Types._binary,
    "cast_expression": Types._cast,
    "field_access": Types._field_access,
    "identifier": Types._identifier,
    "method_invocation": Types._call,
    "object_creation_expression": Types._creation,
    "parenthesized_expression": Types._first,
    "ternary_expression": Types._conditional,
    "unary_expression": Types._unary,
    "update_expression": Types._first,
}
_BY_ARGUMENTS = frozenset(
    {key[1] for key, fact in table.METHODS.items() if fact.result in ("promote", "same")}
)
_OPERANDS: dict[str, tuple[str, ...]] = {
    "array_access": ("array",),
    "assignment_expression": ("left",),
    "binary_expression": ("left", "right"),
    "field_access": ("object",),
    "method_invocation": ("object",),
    "parenthesized_expression": (),
    "ternary_expression": ("consequence", "alternative"),
    "unary_expression": ("operand",),
    "update_expression": (),
}
"""The fields of an expression on whose types its own depends; empty: all its expressions."""


def assignable(type_: Type, to: Type) -> bool:
    """Return whether values of a primitive type may be assigned to another without a cast (JLS 5.1.2, 5.2)."""
    if not type_.is_primitive or not to.is_primitive:
        return False
    if type_ == to:
        return True
    if type_.name == "char":
        return to.name in _WIDER[2:]
    return type_.name in _WIDER and to.name in _WIDER[_WIDER.index(type_.name) :]
