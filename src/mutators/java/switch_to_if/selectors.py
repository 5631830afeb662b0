"""Selectors of a switch, and how a test expresses them (JLS 5.1.8, 14.11, 15.21).

Numbers are compared by ``==``. Strings and enum constants are compared by ``equals``, which is final there, called on the selected
value: the first test throws a NullPointerException for null, as the switch does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from parsers.java.method import Method
from parsers.java.syntax.operators import Binding
from parsers.java.syntax.precedence import binding_of
from parsers.java.syntax.tokens import comments, tokenize
from parsers.java.syntax.tree import Node
from parsers.java.types.types import UNKNOWN, Type
from parsers.java.values.constants import Constant

NUMBERS = frozenset({"byte", "short", "char", "int"})
"""The primitive types of selectors; the boxes of these are the others."""

_PLAIN = frozenset({"array_access", "field_access", "identifier", "method_invocation"})
"""Expressions whose type does not depend on a place that asks for int or String, except for these arguments:"""
_LATE = frozenset({"lambda_expression", "method_reference"})
"""Expressions that may be read only when the type that their place asks for is known (JLS 15.12.2.2)."""


@dataclass(frozen=True)
class Selector:
    """The selector of a switch.

    Attributes:
        node: The expression without parentheses around it.
        type: Type of the variable that must hold it, "" if it is a variable that no test can change.
        kind: "number", "string" or "enum".
        owner: Name of the enum type, which precedes its constants; else "".
    """

    node: Node
    type: str
    kind: str
    owner: str = ""

    def equal(self, method: Method, name: str, constant: Node) -> str:
        """Return the test of whether the variable of that name has the value of a label's constant."""
        text = _text(method, constant)
        if self.kind == "number":
            return f"{name} == {_operand(constant, text)}"
        return f"{name}.equals({self.owner + '.' if self.owner else ''}{text})"

    def unequal(self, method: Method, name: str, constant: Node) -> str:
        """Return the negated test."""
        if self.kind == "number":
            return f"{name} != {_operand(constant, _text(method, constant))}"
        return f"!{self.equal(method, name, constant)}"


def selector_of(method: Method, switch: Node, constants: Iterable[Node]) -> Selector | None:
    """Return the selector of a switch, or None if its type is not known."""
    condition = switch.child("condition")
    assert condition is not None
    node = condition.named_children()[0]
    type_ = method.types.of(node)
    if type_.is_unknown and node.type in _PLAIN and not _depends_on_place(node):
        type_ = _type_by_labels(method, constants)
    elif (type_.is_string or type_.name in NUMBERS) and type_.dims == 0 and is_fixed_local(method, node):
        return Selector(node, "", "string" if type_.is_string else "number")
    if type_.unboxed.name in NUMBERS:
        return Selector(node, type_.unboxed.name, "number")
    if type_.is_string and method.spelling.string_at(switch):
        return Selector(node, "String", "string")
    return None


def is_fixed_local(method: Method, node: Node) -> bool:
    """Return whether an expression is the name of a local variable, not a constant one: tests read the same value each time."""
    reference = method.scopes.reference(node) if node.type == "identifier" else None
    if reference is None or reference.uncertain or not reference.declaration.proven:
        return False
    if reference.captured or reference.declaration.kind in ("field", "component"):
        return False  # a class body keeps what it captures in a field (JLS 17.5.3)
    return not method.constants.may_be_constant(node)


def _depends_on_place(node: Node) -> bool:
    """Return whether a lambda or method reference may tell its type only after the place has (JLS 18.5.2.1)."""
    arguments = node.child("arguments")
    return arguments is not None and any(part.type in _LATE for part in arguments.walk())


def _type_by_labels(method: Method, constants: Iterable[Node]) -> Type:
    """Return a type that takes whatever a switch with these labels can select by (JLS 5.2, 14.11.1).

    It is not known where all labels are simple names: then these may be of an enum, whatever else has their names.
    """
    constants = list(constants)
    if all(constant.type == "identifier" for constant in constants):
        return UNKNOWN
    values = [method.effects.constant(constant) for constant in constants]
    types = {value.type for value in values if isinstance(value, Constant)}
    if types & NUMBERS:
        return Type("int")
    return Type("String", 0, "java.lang", True) if "String" in types else Type("")


def _text(method: Method, constant: Node) -> str:
    text = method.node_text(constant)
    if not comments(text.encode()):
        return text
    return " ".join(token.text.decode() for token in tokenize(text.encode()))


def _operand(constant: Node, text: str) -> str:
    return text if binding_of(constant) > Binding.EQUALITY else f"({text})"
