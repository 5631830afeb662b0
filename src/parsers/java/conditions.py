"""Conditions that are constant expressions (JLS 15.29), on which JLS 14.22 and 16 depend."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from parsers.java.syntax import Node

if TYPE_CHECKING:
    from parsers.source import Method

__all__ = ["Condition", "Conditions"]


class Condition(IntEnum):
    """What is known of a condition: whether it is a constant expression (JLS 15.29) and which."""

    FALSE = 0
    TRUE = 1
    VARIES = 2
    """Certainly no constant expression."""
    UNKNOWN = 3
    """A constant expression, if the names in it that are no local variables are constants."""


_INT_MAX = 2**31 - 1
_LITERALS = frozenset(
    {
        "true",
        "false",
        "decimal_integer_literal",
        "hex_integer_literal",
        "octal_integer_literal",
        "binary_integer_literal",
        "decimal_floating_point_literal",
        "hex_floating_point_literal",
        "character_literal",
        "string_literal",
    }
)
_CONSTANT_TYPES = frozenset(
    {"boolean", "byte", "short", "char", "int", "long", "float", "double", "String", "java.lang.String"}
)
_INT, _BOOL = frozenset({int}), frozenset({bool})
_OPERATORS: dict[str, tuple[Callable[[Any, Any], Any], frozenset[type]]] = {
    "<": (operator.lt, _INT),
    "<=": (operator.le, _INT),
    ">": (operator.gt, _INT),
    ">=": (operator.ge, _INT),
    "==": (operator.eq, _INT | _BOOL),
    "!=": (operator.ne, _INT | _BOOL),
    "+": (operator.add, _INT),
    "-": (operator.sub, _INT),
    "*": (operator.mul, _INT),
    "&&": (operator.and_, _BOOL),
    "||": (operator.or_, _BOOL),
    "&": (operator.and_, _BOOL),
    "|": (operator.or_, _BOOL),
    "^": (operator.xor, _BOOL),
}


class Conditions:
    """Constant conditions of a method view.

    Only what conditions are made of is computed: boolean and int operators. Any other constant expression, and a name
    that is no local variable, is UNKNOWN.
    """

    def __init__(self, method: Method) -> None:
        self._method = method
        self._values: dict[Node, object] = {}

    def of(self, node: Node) -> Condition:
        """Whether an expression of type boolean is a constant expression."""
        value = self._value(node)
        if isinstance(value, Condition):
            return value
        return Condition(int(value)) if isinstance(value, bool) else Condition.VARIES

    def _value(self, node: Node) -> object:
        """The value of a constant expression (int or bool here), or VARIES, or UNKNOWN."""
        if node not in self._values:
            # A variable in its own initialiser is no constant.
            self._values[node] = Condition.VARIES
            handler = _VALUES.get(node.type)
            self._values[node] = handler(self, node) if handler is not None else Condition.VARIES
        return self._values[node]

    def _literal(self, node: Node) -> object:
        if node.type in ("true", "false"):
            return node.type == "true"
        digits = self._method.node_text(node).replace("_", "")
        if node.type == "decimal_integer_literal" and digits.isdigit() and int(digits) <= _INT_MAX:
            return int(digits)
        return Condition.UNKNOWN

    def _name(self, node: Node) -> object:
        reference = self._method.scopes.reference(node)
        if reference is None:
            return self._field(node)
        if reference.uncertain or reference.declaration.kind == "field":
            return Condition.UNKNOWN
        # A constant variable is final, of primitive type or String, and has a constant initialiser (JLS 4.12.4).
        variable = reference.declaration
        if not variable.final or variable.value is None or variable.dims or variable.kind == "resource":
            return Condition.VARIES
        kind = self._method.node_text(variable.type_node) if variable.type_node is not None else ""
        if kind not in _CONSTANT_TYPES and not variable.inferred:
            return Condition.VARIES
        value = self._value(variable.value)
        return _unknown((value,)) if kind in ("float", "double") else value

    def _field(self, node: Node) -> Condition:
        name, around = self._method.node_text(node), self._method.enclosing
        if around and name in around[0].fields and not self._method.scopes.may_inherit(name, node.start):
            return Condition.UNKNOWN if around[0].fields[name].final else Condition.VARIES
        return Condition.UNKNOWN

    def _qualified(self, node: Node) -> object:
        # Only `Type.NAME` can be constant, not `this.name` or `call().name` (JLS 15.29).
        names = node
        while names.type == "field_access":
            names = names.children[0]
        if names.type != "identifier" or self._method.scopes.reference(names) is not None:
            return Condition.VARIES
        return Condition.UNKNOWN

    def _inner(self, node: Node) -> object:
        return self._value(node.named_children()[0])

    def _cast(self, node: Node) -> object:
        type_, value = node.child("type"), node.child("value")
        if type_ is None or value is None or self._method.node_text(type_) not in _CONSTANT_TYPES:
            return Condition.VARIES
        return _unknown((self._value(value),))

    def _unary(self, node: Node) -> object:
        sign, operand = node.children[0].type, self._value(node.children[-1])
        if sign == "!" and isinstance(operand, bool):
            return not operand
        if sign == "-" and type(operand) is int:
            return -operand
        return _unknown((operand,))

    def _binary(self, node: Node) -> object:
        values = left, right = self._value(node.children[0]), self._value(node.children[-1])
        compute, types = _OPERATORS.get(node.children[1].type, (None, _INT))
        if compute is not None and type(left) is type(right) and type(left) in types:
            value = compute(left, right)
            if type(value) is bool or abs(value) <= _INT_MAX:
                return value
        return _unknown(values)

    def _ternary(self, node: Node) -> object:
        values = [self._value(part) for part in node.named_children()]
        if _unknown(values) is Condition.VARIES or not isinstance(values[0], bool):
            return _unknown(values)
        return values[1] if values[0] else values[2]


def _unknown(values: Iterable[object]) -> Condition:
    """What an expression is whose value is not computed: constant only if all of its operands are."""
    return Condition.VARIES if any(value is Condition.VARIES for value in values) else Condition.UNKNOWN


_VALUES: dict[str, Callable[[Conditions, Node], object]] = {
    "identifier": Conditions._name,
    "field_access": Conditions._qualified,
    "parenthesized_expression": Conditions._inner,
    "cast_expression": Conditions._cast,
    "unary_expression": Conditions._unary,
    "binary_expression": Conditions._binary,
    "ternary_expression": Conditions._ternary,
    **dict.fromkeys(_LITERALS, Conditions._literal),
}
