"""The target of a statement's value: a result, a variable, a variable that the statement declares (JLS 14.4, 14.17, 15.26.1)."""

from __future__ import annotations

from functools import cached_property

from mutators.java.new_variable.alias import may_be_constant
from mutators.java.tools import insertion
from mutators.java.tools.declarations import ANNOTATED, annotated
from parsers.java.javac import FINAL_IN_COMPACT, takes_for_component
from parsers.java.method import Method
from parsers.java.names.bindings import Declaration
from parsers.java.names.shadowing import identifiers_in
from parsers.java.syntax.statements import STATEMENT_LISTS
from parsers.java.syntax.tree import Node
from parsers.java.types.results import NO_RESULT, result_type
from parsers.java.types.types import UNKNOWN, Type


class Target:
    """The target of a statement's value.

    Attributes:
        start: byte offset from which on the statement is written anew.
        store: what is before the value, such as ``x = `` or ``return ``.
        prefix: what is before all else where the statement declares the variable.
        value: the expression.
        type: the type to which it is assigned.
    """

    store = "return "
    prefix = ""

    def __init__(self, method: Method, statement: Node, value: Node) -> None:
        self.method = method
        self.statement = statement
        self.value = value
        self.start = statement.start

    @cached_property
    def type(self) -> Type:
        """The type that the value is converted to; unknown where the text does not tell it."""
        return result_type(self.method, self.statement) or UNKNOWN

    def obstacle(self, choice: Node, condition: Node) -> str | None:
        """Return why the target cannot be twice in, or once before, a choice between values, or None."""
        return NO_RESULT if result_type(self.method, self.statement) is None else None


class _Variable(Target):
    def __init__(self, method: Method, statement: Node, left: Node, value: Node) -> None:
        super().__init__(method, statement, value)
        self._left = left
        self.store = f"{method.node_text(left)} = "

    @cached_property
    def type(self) -> Type:
        return self.method.types.of(self._left)

    def obstacle(self, choice: Node, condition: Node) -> str | None:
        """Return why the variable may be another one after the condition, or None."""
        bound = {d.name for d in self.method.scopes.declared_within(condition) if d.kind == "pattern"}
        if bound & identifiers_in(self.method, self._left):
            return "the condition declares a variable of a name in the target"
        if not all(_is_fixed(self.method, part, choice) for part in self._parts):
            return "what the target is may depend on the condition and the values"
        return None

    @property
    def _parts(self) -> list[Node]:
        """The nodes that are evaluated before the value (JLS 15.26.1)."""
        return [part for part in self._left.named_children() if part.field != "field"]


class Declared(Target):
    """A declaration of one variable with an initialiser."""

    def __init__(
        self, method: Method, statement: Node, declarator: Node, value: Node, variable: Declaration
    ) -> None:
        super().__init__(method, statement, value)
        self._variable = variable
        self.start = (declarator.child("dimensions") or variable.node).end
        self.store = f"{variable.name} = "
        self.prefix = f";{insertion.line_break(method, statement) or ' '}"

    @cached_property
    def type(self) -> Type:
        """The declared type."""
        return self.method.types.of_declaration(self._variable)

    def obstacle(self, choice: Node, condition: Node) -> str | None:
        """Return why the declaration needs its initialiser, or None."""
        if self._variable.inferred:
            return "its type is inferred"
        if annotated(self.statement):
            return ANNOTATED
        if self._variable.final and takes_for_component(self.method, self.statement):
            return FINAL_IN_COMPACT
        if self._variable.final and may_be_constant(self.method, self._variable):
            return "it may be a constant variable"
        return None


def target_of(method: Method, statement: Node) -> Target | None:
    """Return the target of a statement's value, None if it has none, or if it is not a statement of its own."""
    parent = statement.parent
    if parent is None or parent.type == "switch_rule":
        return None  # its value may be that of the switch
    if statement.type == "return_statement":
        values = statement.named_children()
        return Target(method, statement, values[0]) if values else None
    if statement.type == "local_variable_declaration" and parent.type in STATEMENT_LISTS:
        declarators = statement.all("declarator")
        name, value = (
            declarators[0].child(field) if len(declarators) == 1 else None for field in ("name", "value")
        )
        # An unnamed variable (JLS 22, 6.1) has no declaration: it cannot be assigned.
        variable = method.scopes.declared_at(name.start) if name is not None else None
        if value is None or variable is None:
            return None
        return Declared(method, statement, declarators[0], value, variable)
    if statement.type != "expression_statement":
        return None
    inner = statement.named_children()[0]
    left, operator, right = map(inner.child, ("left", "operator", "right"))
    if inner.type != "assignment_expression" or left is None or operator is None or right is None:
        return None
    return _Variable(method, statement, left, right) if operator.type == "=" else None


def _is_fixed(method: Method, part: Node, choice: Node) -> bool:
    """Return whether a part of a target has one value wherever in a statement it is evaluated, and no effect.

    It is ``this``, a literal, or a local variable or parameter that is not set there; an index must not be unboxed.
    """
    if part.type in ("this", "decimal_integer_literal"):
        return True
    reference = method.scopes.reference(part) if part.type == "identifier" else None
    if reference is None or reference.uncertain or reference.declaration.kind in ("field", "component"):
        return False
    if part.field == "index" and not method.types.of(part).is_primitive:
        return False
    uses = reference.declaration.references
    return not any(use.access != "read" and use.node.inside(choice) for use in uses)
