"""Expressions that are proved not to be null where they are evaluated (JLS 4.1, 15.6, 15.18.1, 15.20.2, 15.21.3).

A local variable is not null if its only value is no null, or if something that control certainly passed before shows it: a test
(``x != null && x.isEmpty()``), or a call of a method of it, which would have thrown otherwise. Between that and the use nothing
may write the variable, as in ``x = x.isEmpty() ? null : x``, nor in a loop that has only the use in it. Fields can change at any
time, so nothing is known of them, except of constants. Fields that the text does not show left aside, the answer is a proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parsers.java import table
from parsers.java.syntax.expressions import bare, sign_of
from parsers.java.syntax.operators import EQUALITY
from parsers.java.syntax.statements import LOOPS, STATEMENT_LISTS, statements_of
from parsers.java.values.constants import Constant, Constants

if TYPE_CHECKING:
    from parsers.java.flow.completion import Completion
    from parsers.java.names.bindings import Declaration
    from parsers.java.names.scopes import Scopes
    from parsers.java.syntax.tree import Node
    from parsers.java.types.types import Types
    from parsers.java.view import JavaView

__all__ = ["Nullness"]

_NEVER_NULL = frozenset(
    {
        "array_creation_expression",
        "class_literal",
        "lambda_expression",
        "method_reference",
        "object_creation_expression",
        "string_literal",
        "this",
    }
)
_HEADERS = frozenset({"if_statement", "while_statement", "switch_expression", "synchronized_statement"})
_TESTS = frozenset({"if_statement", "while_statement", "for_statement", "ternary_expression"})
_BRANCHES = frozenset({"consequence", "body"})


class Nullness:
    """The nullness of a method's expressions.

    Args:
        view: the method; its facts must be trusted (`Method.untrusted` is None).
        scopes, types, constants, flow: its facts.
    """

    def __init__(
        self, view: JavaView, scopes: Scopes, types: Types, constants: Constants, flow: Completion
    ) -> None:
        self._view = view
        self._scopes = scopes
        self._types = types
        self._constants = constants
        self._flow = flow
        self._asked: set[Declaration] = set()

    def is_not_null(self, node: Node) -> bool:
        """Return whether the value of an expression is proved to be an object."""
        node = bare(node)
        if node.type in _NEVER_NULL:
            return True
        if isinstance(self._constants.value(node), Constant):
            return self._types.of(node).is_reference
        match node.type:
            case "identifier":
                return self._variable(node)
            case "binary_expression":
                return self._types.of(node).is_string  # a concatenation
            case "ternary_expression":
                parts = node.child("consequence"), node.child("alternative")
                return all(part is not None and self.is_not_null(part) for part in parts)
            case "cast_expression":
                value = node.child("value")
                return value is not None and self._types.of(node).is_reference and self.is_not_null(value)
            case "assignment_expression":
                value = node.child("right")
                if sign_of(node) != "=":
                    return self._types.of(node).is_string
                return value is not None and self.is_not_null(value)
            case "method_invocation":
                return self._returned(node)
        return False

    def _returned(self, call: Node) -> bool:
        """Return whether a method is called that never returns null."""
        object_, name = call.child("object"), call.child("name")
        if object_ is None or name is None or call.first("super") is not None:
            return False
        class_ = self._types.names.known_class(object_)
        receiver = self._types.of(object_)
        if class_ is None and receiver.package == "java.lang" and not receiver.dims:
            class_ = receiver.name
        return (class_, self._view.node_text(name)) in table.NEVER_NULL

    # -- variables ------------------------------------------

    def _variable(self, node: Node) -> bool:
        reference = self._scopes.reference(node)
        if reference is None or reference.uncertain or not reference.declaration.proven:
            return False
        declaration = reference.declaration
        if declaration.kind in ("field", "component"):
            return False
        if not declaration.written and declaration not in self._asked:
            if declaration.kind == "catch" or _is_of_instanceof(declaration):
                return True
            if declaration.value is not None and declaration.kind in ("local", "for", "resource"):
                self._asked.add(declaration)  # of a cycle, in text that does not compile, nothing is known
                found = self.is_not_null(declaration.value)
                self._asked.discard(declaration)
                if found:
                    return True
        return any(
            self._holds_until(declaration, evidence, node)
            for evidence in self._before(node)
            if self._shows(evidence, declaration)
        )

    def _holds_until(self, declaration: Declaration, evidence: Node, use: Node) -> bool:
        """Return whether nothing writes a variable between a place that shows something of it and a use of it.

        The update of a for statement runs before its condition, which may be the place.
        """
        loops = [loop for loop in use.ancestors() if loop.type in LOOPS and not evidence.inside(loop)]
        writes = [ref.node for ref in declaration.references if ref.access != "read"]
        return not any(
            (evidence.start <= write.start < use.start and not _is_update_of_test(write, evidence))
            or _is_set_to(write, evidence, use)
            or any(write.inside(loop) for loop in loops)
            for write in writes
        )

    def _shows(self, node: Node, declaration: Declaration) -> bool:
        if node.type != "identifier":
            return False
        reference = self._scopes.reference(node)
        return reference is not None and reference.declaration is declaration and not reference.uncertain

    # -- what control has passed ----------------------------

    def _before(self, node: Node) -> Iterator[Node]:
        """Yield expressions that were certainly not null when control passed them on its way to a node."""
        while node.parent is not None:
            parent = node.parent
            if parent.type == "binary_expression" and node.field == "right":
                left = parent.child("left")
                if left is not None:
                    yield from self._of_test(left, {"&&": True, "||": False}.get(sign_of(parent)))
            elif parent.type in _TESTS and node.field in ("consequence", "alternative", "body"):
                test = parent.child("condition")
                if test is not None:
                    yield from self._of_test(test, node.field in _BRANCHES)
            elif parent.type == "method_invocation" and node.field == "arguments":
                object_ = parent.child("object")
                if object_ is not None:
                    yield from self._used(object_)
            elif parent.type in STATEMENT_LISTS:
                for statement in statements_of(parent):
                    if statement.end <= node.start:
                        yield from self._of_statement(statement)
            node = parent

    def _of_statement(self, statement: Node) -> Iterator[Node]:
        """Yield the expressions that were not null if control passed a statement and continued behind it."""
        if statement.type in ("expression_statement", "local_variable_declaration"):
            yield from self._used(statement)
        elif statement.type in _HEADERS:
            header = statement.first("parenthesized_expression")
            if header is not None:
                yield from self._used(header)
        if statement.type == "if_statement":
            test, then, other = (
                statement.child(part) for part in ("condition", "consequence", "alternative")
            )
            if test is not None and then is not None and not self._flow.completes(then):
                yield from self._of_test(test, False)
            elif test is not None and other is not None and not self._flow.completes(other):
                yield from self._of_test(test, True)

    def _of_test(self, node: Node, outcome: bool | None) -> Iterator[Node]:
        """Yield the expressions that were not null if a condition was true, or false; None: either."""
        yield from self._used(node)
        node = bare(node)
        sign = sign_of(node)
        if outcome is None:
            return
        if node.type == "unary_expression" and sign == "!":
            operand = node.child("operand")
            if operand is not None:
                yield from self._of_test(operand, not outcome)
        elif node.type == "instanceof_expression" and outcome:
            yield bare(node.children[0])
        elif node.type == "binary_expression":
            sides = [side for side in (node.child("left"), node.child("right")) if side is not None]
            if sign == ("&&" if outcome else "||"):
                for side in sides:
                    yield from self._of_test(side, outcome)
            tests_null = any(bare(side).type == "null_literal" for side in sides)
            if tests_null and sign in EQUALITY and (sign == "!=") == outcome:
                yield from map(bare, sides)

    def _used(self, node: Node) -> Iterator[Node]:
        """Yield the values that an evaluated node has called a method of, or required not to be null."""
        stack = [node]
        while stack:
            inner = stack.pop()
            if inner.type == "method_invocation":
                object_, name = inner.child("object"), inner.child("name")
                called = self._view.node_text(name) if name is not None else ""
                if object_ is not None and self._types.of(object_).is_string:
                    if called not in table.STATIC_OF_STRING:
                        yield bare(object_)
                elif object_ is not None and self._types.names.known_class(object_) == "Objects":
                    arguments = self._types.arguments(inner)
                    if called == "requireNonNull" and arguments:
                        yield bare(arguments[0])
            stack += _certain_parts(inner)


def _is_of_instanceof(declaration: Declaration) -> bool:
    """Return whether ``o instanceof T x`` declares a variable; a part of a record pattern may be null."""
    parent = declaration.node.parent
    return parent is not None and parent.type == "instanceof_expression"


def _is_set_to(write: Node, evidence: Node, use: Node) -> bool:
    """Return whether a place is in the value that a variable gets before a use, and so before it is set."""
    assignment = write.parent
    if assignment is None or assignment.child("left") is not write:
        return False
    return evidence.inside(assignment) and not use.inside(assignment)


def _is_update_of_test(write: Node, test: Node) -> bool:
    """Return whether a node is in the update of the for statement whose condition holds the other one."""
    for above in test.ancestors():
        if above.parent is not None and above.parent.type == "for_statement" and above.field == "condition":
            return any(write.inside(update) for update in above.parent.all("update"))
    return False


_ALL = frozenset(
    """
    argument_list array_access assignment_expression cast_expression expression_statement field_access
    instanceof_expression local_variable_declaration method_invocation object_creation_expression
    parenthesized_expression unary_expression update_expression variable_declarator
    """.split()
)
"""Nodes of which all parts are evaluated; a class body is no part that is."""


def _certain_parts(node: Node) -> list[Node]:
    """Return the parts of a node that are evaluated whenever it is, unless an exception ends it."""
    if node.type == "binary_expression" and sign_of(node) in ("&&", "||"):
        return node.all("left")
    if node.type == "ternary_expression":
        return node.all("condition")
    if node.type in _ALL or node.type == "binary_expression":
        return node.named_children()
    return []
