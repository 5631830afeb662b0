"""Places of expressions, and where an expression may get parentheses (JLS 15.8.5)."""

from __future__ import annotations

from parsers.java.method import Method
from parsers.java.names.bindings import access_of, is_rethrown
from parsers.java.syntax.expressions import STATEMENT_EXPRESSIONS, in_annotation
from parsers.java.syntax.statements import is_switch_value
from parsers.java.syntax.tree import Node

_EXPRESSIONS = frozenset(
    """
    array_access array_creation_expression assignment_expression binary_expression binary_integer_literal
    cast_expression character_literal class_literal decimal_floating_point_literal decimal_integer_literal
    false field_access hex_floating_point_literal hex_integer_literal identifier instanceof_expression
    lambda_expression method_invocation method_reference null_literal object_creation_expression
    octal_integer_literal string_literal switch_expression ternary_expression this true unary_expression
    update_expression
    """.split()
)
_ANY_FIELD = frozenset(
    """
    argument_list array_initializer assert_statement binary_expression dimensions_expr return_statement
    ternary_expression throw_statement unary_expression update_expression yield_statement
    """.split()
)
"""Nodes whose parts that are expressions may all have parentheses."""
_FIELDS = {
    "array_access": ("array", "index"),
    "assignment_expression": ("right",),
    "cast_expression": ("value",),
    "enhanced_for_statement": ("value",),
    "field_access": ("object",),
    "for_statement": ("condition",),
    "instanceof_expression": ("left",),
    "lambda_expression": ("body",),
    "method_invocation": ("object",),
    "resource": ("value",),
    "variable_declarator": ("value",),
}
_FIRST = frozenset({"method_reference", "object_creation_expression"})
"""Nodes whose first part may be an expression."""
_HEADERS = frozenset(
    {"do_statement", "if_statement", "switch_expression", "synchronized_statement", "while_statement"}
)
_NAMES = frozenset({"identifier", "field_access"})
_LEAST = frozenset({2**31, 2**63})


def is_header(node: Node) -> bool:
    """Return whether a pair of parentheses is part of a statement's header, not of an expression (JLS 14.9 to 14.13, 14.19)."""
    return (
        node.type == "parenthesized_expression" and node.parent is not None and node.parent.type in _HEADERS
    )


def is_in_place(node: Node) -> bool:
    """Return whether a node is an expression without parentheses, in a place of which the grammar allows them around it.

    That is no statement, no case label, no resource that is a variable, and no left side of an assignment.
    """
    parent = node.parent
    if parent is None or node.type not in _EXPRESSIONS:
        return False
    if parent.type == "expression_statement":
        rule = parent.parent
        block = rule.parent if rule is not None and rule.type == "switch_rule" else None
        return block is not None and block.parent is not None and is_switch_value(block.parent)
    if parent.type in _FIRST:
        return parent.children[0] is node and parent.children[1].type in (".", "::")
    return is_header(parent) or parent.type in _ANY_FIELD or node.field in _FIELDS.get(parent.type, ())


def obstacle(method: Method, node: Node) -> str | None:
    """Return why the language forbids parentheses around an expression that `is_in_place`, or None."""
    parent = node.parent
    assert parent is not None
    if parent.type == "lambda_expression" and node.type in STATEMENT_EXPRESSIONS:
        return "the body of the lambda may have to be a statement"
    if _qualifies(node) and not _is_value(method, node):
        return "it may be the name of a type or package"
    if node.type == "this" and parent.type == "field_access" and access_of(parent) != "read":
        return "a final field may get its value only under its name or that name after this"
    if parent.type == "unary_expression" and _is_least(method, parent, node):
        return "the literal may stand only behind its minus sign"
    reference = method.scopes.reference(node) if node.type == "identifier" else None
    if reference is not None and is_rethrown(reference):
        return "the exception is thrown again, and keeps its precise types only under its name"
    if in_annotation(node):
        return "an annotation asks for a constant"
    if any(above.type == "switch_label" for above in node.ancestors()):
        return "a case label asks for a constant"
    return None


def _qualifies(node: Node) -> bool:
    """Return whether an expression qualifies a member, so that a name in it may name a type (JLS 6.5.2)."""
    parent = node.parent
    assert parent is not None
    return parent.type == "method_reference" or (
        node.field == "object" and parent.type in ("field_access", "method_invocation")
    )


def _is_value(method: Method, node: Node) -> bool:
    """Return whether a qualifier is certainly an expression, not the name of a type or package."""
    while node.type == "field_access":
        object_, field = node.child("object"), node.child("field")
        if object_ is None or (field is not None and field.type == "this") or method.types.field(node):
            break
        node = object_
    if node.type != "identifier":
        return True
    reference = method.scopes.reference(node)
    if reference is not None:
        return reference.declaration.proven
    return method.types.names.bare_field(node) is not None


def _is_least(method: Method, sign: Node, literal: Node) -> bool:
    """Return whether a literal is the one of which only the negative exists (JLS 3.10.1)."""
    if literal.type != "decimal_integer_literal" or sign.children[0].type != "-":
        return False
    return int(method.node_text(literal).rstrip("lL")) in _LEAST
