"""Constant expressions and constant variables (JLS 15.29, 4.12.4).

An expression is constant, is not, or perhaps is: a name that the text does not declare may be a constant variable
of a class elsewhere. `Constants.value` proves; `Constants.may_be_constant` excludes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from parsers.java import table
from parsers.java.syntax.tree import MAX_DEPTH, build, parse
from parsers.java.types.types import Type, Types, settle
from parsers.java.values import arithmetic
from parsers.java.values.arithmetic import Constant

if TYPE_CHECKING:
    from parsers.java.names.bindings import Declaration
    from parsers.java.names.scopes import Scopes
    from parsers.java.names.written import FieldInfo, TypeInfo
    from parsers.java.syntax.tree import Node
    from parsers.java.view import JavaView

__all__ = ["NOT_CONSTANT", "Constant", "Constants", "NotConstant"]


class _Verdict(Enum):
    NOT_CONSTANT = "not constant"
    UNDECIDED = "perhaps constant"


NotConstant = Literal[_Verdict.NOT_CONSTANT]
NOT_CONSTANT: NotConstant = _Verdict.NOT_CONSTANT
"""Not a constant expression, as far as the text proves."""
_UNDECIDED = _Verdict.UNDECIDED
_Found = Constant | _Verdict
_TYPES = frozenset({"byte", "short", "char", "int", "long", "float", "double", "boolean", "String"})
_LITERALS = frozenset({"true", "false", "string_literal", "character_literal"})


class Condition(IntEnum):
    """The knowledge about the value of a condition."""

    FALSE = 0
    """A constant expression with that value."""
    TRUE = 1
    VARIES = 2
    """Certainly no constant expression."""
    UNKNOWN = 3
    """A constant expression if the names in it that the text does not declare are constant variables."""


@dataclass(frozen=True)
class _Expression:
    """An expression of the method, or the initialiser of a field of the file (`owner`), with the text around it."""

    node: Node
    data: bytes = field(compare=False, repr=False)
    owner: TypeInfo | None = None

    def text(self, node: Node) -> str:
        return self.data[node.start : node.end].decode()

    def at(self, node: Node) -> _Expression:
        return _Expression(node, self.data, self.owner)


class Constants:
    """The constant expressions of a method, and their values.

    Args:
        view: the method; its facts must be trusted (`Method.untrusted` is None).
        scopes, types: its facts.
    """

    def __init__(self, view: JavaView, scopes: Scopes, types: Types) -> None:
        self._scopes = scopes
        self._types = types
        self._data = view.source.data
        self._file = view.parsed.types
        self._known: dict[_Expression, _Found] = {}
        self._of_nodes: dict[Node, _Found] = {}

    def value(self, node: Node) -> Constant | NotConstant:
        """Return the value of a constant expression, or `NOT_CONSTANT` where it is not proved to be one."""
        found = self._find(node)
        return found if isinstance(found, Constant) else NOT_CONSTANT

    def may_be_constant(self, node: Node) -> bool:
        """Return whether the expression is constant, provided that names not declared in the text are constant variables."""
        return self._find(node) is not NOT_CONSTANT

    def condition(self, node: Node) -> Condition:
        """Return the known value of a condition; a constant expression of another type is UNKNOWN."""
        verdict = self._find(node)
        if isinstance(verdict, Constant) and isinstance(verdict.value, bool):
            return Condition(verdict.value)
        return Condition.VARIES if verdict is NOT_CONSTANT else Condition.UNKNOWN

    def of_field(self, info: FieldInfo) -> Constant | NotConstant:
        """Return the value of a field of the file that is a constant variable, or `NOT_CONSTANT`."""
        initialiser = self._initialiser(info)
        if not isinstance(initialiser, _Expression):
            return NOT_CONSTANT
        found = self._assigned(self._settle(initialiser), self._types.names.of_field(info).name)
        return found if isinstance(found, Constant) else NOT_CONSTANT

    def _find(self, node: Node) -> _Found:
        found = self._of_nodes.get(node)
        if found is None:
            found = self._of_nodes[node] = self._settle(_Expression(node, self._data))
        return found

    def _settle(self, expression: _Expression) -> _Found:
        found = self._known.get(expression)
        return settle(expression, self._known, self._needs, self._compute) if found is None else found

    # -- one step -------------------------------------------

    def _needs(self, expression: _Expression) -> list[_Expression]:
        node = expression.node
        if node.type in ("identifier", "field_access"):
            source = self._source(expression)
            return [source] if isinstance(source, _Expression) else []
        fields = _OPERANDS.get(node.type)
        if fields is None:
            return []
        operands = [child for child in node.children if child.named and (not fields or child.field in fields)]
        return [expression.at(operand) for operand in operands]

    def _compute(self, expression: _Expression) -> _Found:
        node = expression.node
        if node.type in _LITERALS or node.type.endswith("_literal"):
            return arithmetic.literal(node.type, expression.text(node)) or NOT_CONSTANT
        if node.type in ("identifier", "field_access"):
            return self._variable(expression)
        if node.type not in _OPERANDS:
            return NOT_CONSTANT
        # A cycle, in text that does not compile, leaves an operand without an answer.
        parts = [self._known.get(part, NOT_CONSTANT) for part in self._needs(expression)]
        if NOT_CONSTANT in parts or not parts:
            return NOT_CONSTANT
        type_ = self._cast_type(expression) if node.type == "cast_expression" else ""
        if type_ is None:
            return NOT_CONSTANT
        values = [part for part in parts if isinstance(part, Constant)]
        if len(values) < len(parts):
            return _UNDECIDED
        return self._fold(node, values, type_) or NOT_CONSTANT

    def _fold(self, node: Node, values: list[Constant], type_: str) -> Constant | None:
        operator = node.child("operator")
        sign = operator.type if operator is not None else ""
        match node.type, len(values):
            case "parenthesized_expression", 1:
                return values[0]
            case "unary_expression", 1:
                return arithmetic.unary(sign, values[0])
            case "binary_expression", 2:
                return arithmetic.binary(sign, *values)
            case "ternary_expression", 3:
                return arithmetic.conditional(*values)
            case "cast_expression", 1:
                return arithmetic.cast(values[0], type_)
        return None

    def _cast_type(self, expression: _Expression) -> str | None:
        types = expression.node.all("type")
        if len(types) != 1:
            return None
        if expression.owner is None:
            type_ = self._types.names.of_type(types[0])
            return type_.name if type_.is_primitive or type_.is_string else None
        name = expression.text(types[0])
        return name if name in _TYPES and (name != "String" or self._file.means(name, "java.lang")) else None

    # -- variables ------------------------------------------

    def _source(self, expression: _Expression) -> _Expression | _Found:
        """Return the source of a name's value: the initialiser of a constant variable, a constant of the table, or a verdict."""
        node = expression.node
        if expression.owner is None:
            reference = self._scopes.reference(node) if node.type == "identifier" else None
            if reference is not None:
                if reference.uncertain or not reference.declaration.proven:
                    return _UNDECIDED
                return self._local(reference.declaration)
            info = self._types.field(node)
        else:
            info = self._field_of_owner(expression)
        if info is not None:
            qualified = node.type == "field_access" and expression.owner is None
            if qualified and not self._types.names.names_type(node.children[0]):
                return NOT_CONSTANT  # JLS 15.29: only simple names and TypeName.Identifier
            return self._initialiser(info)
        return self._elsewhere(expression)

    def _local(self, declaration: Declaration) -> _Expression | _Found:
        if declaration.kind == "field" and not declaration.final:
            return _UNDECIDED if declaration.frame is None or declaration.frame.barrier else NOT_CONSTANT
        if not declaration.final or declaration.value is None or declaration.kind == "resource":
            return NOT_CONSTANT
        type_ = self._types.of_declaration(declaration)
        if (verdict := _constant_type(type_)) is not None:
            return verdict
        return _Expression(declaration.value, self._data)

    def _elsewhere(self, expression: _Expression) -> _Found:
        node = expression.node
        if node.type == "identifier":
            return _UNDECIDED
        object_, name = node.child("object"), node.child("field")
        if object_ is None or name is None or name.type != "identifier":
            return NOT_CONSTANT
        head = object_
        while head.type == "field_access" and head.children:
            head = head.children[0]
        if head.type != "identifier":
            return NOT_CONSTANT
        class_: str | None
        if expression.owner is not None:
            class_ = self._known_class(expression.text(object_), expression.owner)
        elif self._scopes.reference(head) is not None:
            return NOT_CONSTANT
        else:
            class_ = self._types.names.known_class(object_)
        found = table.CONSTANTS.get((class_, expression.text(name))) if class_ is not None else None
        return Constant(*found) if found is not None else _UNDECIDED

    def _known_class(self, name: str, owner: TypeInfo) -> str | None:
        package = table.known_package(name)
        hidden = name in self._file.all_fields or any(
            name in info.locals_around for info in self._file.around(owner.start)
        )
        return name if package is not None and self._file.means(name, package) and not hidden else None

    def _variable(self, expression: _Expression) -> _Found:
        source = self._source(expression)
        if not isinstance(source, _Expression):
            return source
        # A cycle, in text that does not compile, leaves the initialiser without an answer.
        value = self._known.get(source, NOT_CONSTANT)
        node = expression.node
        if expression.owner is None:
            reference = self._scopes.reference(node) if node.type == "identifier" else None
            if reference is not None:
                type_ = self._types.of_declaration(reference.declaration)
                return self._assigned(value, type_.name)
            info = self._types.field(node)
        else:
            info = self._field_of_owner(expression)
        if info is None:
            return NOT_CONSTANT
        return self._assigned(value, self._types.names.of_field(info).name)

    def _assigned(self, value: _Found, type_: str) -> _Found:
        """Return the value after assignment to a variable of a type (JLS 5.2)."""
        if not isinstance(value, Constant):
            return value
        return arithmetic.cast(value, type_) or NOT_CONSTANT

    # -- fields of the file ---------------------------------

    def _initialiser(self, info: FieldInfo) -> _Expression | _Found:
        """Return the initialiser of a constant variable, or the verdict that the variable is not constant (JLS 4.12.4)."""
        if not info.settled:
            return _UNDECIDED
        if not info.final or info.value is None:
            return NOT_CONSTANT
        if (verdict := _constant_type(self._types.names.of_field(info))) is not None:
            return verdict
        node = _expression(info.value)
        return _Expression(node, info.value.encode(), info.owner) if node is not None else _UNDECIDED

    def _field_of_owner(self, expression: _Expression) -> FieldInfo | None:
        """Return the field that a name in a field's initialiser certainly denotes: `X` or `Type.X`."""
        node, owner = expression.node, expression.owner
        assert owner is not None
        if node.type == "identifier":
            return self._search(expression.text(node), owner)[0]
        object_, name = node.children[0], node.child("field")
        if object_.type != "identifier" or name is None or name.type != "identifier":
            return None
        variable, certain = self._search(expression.text(object_), owner)
        if variable is not None or not certain:
            return None
        names = self._types.names
        type_ = names.find(expression.text(object_), self._file.around(owner.start))
        return type_.fields.get(expression.text(name)) if type_ is not None else None

    def _search(self, name: str, owner: TypeInfo | None) -> tuple[FieldInfo | None, bool]:
        """Return the field of a simple name in the body of a type, and whether that answer, found or not, is certain."""
        while owner is not None:
            if name in owner.fields:
                return owner.fields[name], True
            around = self._file.around(owner.start)[1:]
            for supertype in owner.supertypes:
                names = self._file.field_names(supertype, around)
                if names is None or name in names:
                    return None, False
            if name in owner.locals_around:
                return None, False
            owner = next(iter(around), None)
        return None, self._file.certain


def _constant_type(type_: Type) -> _Verdict | None:
    """Return the verdict on variables of a type that is not certainly primitive or String; None if it is."""
    if type_.is_primitive or type_.is_string:
        return None
    return (
        _UNDECIDED if type_.is_unknown or (type_.name.endswith("String") and not type_.dims) else NOT_CONSTANT
    )


_OPERANDS: dict[str, tuple[str, ...]] = {
    "binary_expression": ("left", "right"),
    "cast_expression": ("value",),
    "parenthesized_expression": (),
    "ternary_expression": ("condition", "consequence", "alternative"),
    "unary_expression": ("operand",),
}


@lru_cache(maxsize=4096)
def _expression(text: str) -> Node | None:
    """Return the tree of an expression alone, with offsets in the text; None if it does not parse or nests too deep."""
    before = b"class X{Object x="
    tree = parse(before + text.encode() + b";}")
    if tree.root_node.has_error:
        return None
    root, depth = build(tree.root_node, len(before))
    if depth > MAX_DEPTH:
        return None
    return next((node for node in root.walk() if node.field == "value" and node.start >= 0), None)
