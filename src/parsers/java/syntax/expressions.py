"""The context of an expression, and what it demands, by the grammar alone (JLS 14.8 to 14.14, 15)."""

from __future__ import annotations

from parsers.java.syntax.statements import is_switch_value
from parsers.java.syntax.tree import Node

__all__ = [
    "STATEMENT_EXPRESSIONS",
    "bare",
    "has_pattern",
    "in_annotation",
    "is_condition",
    "is_value_unused",
    "sign_of",
    "stands_as_statement",
    "takes_boolean",
    "unwrapped",
]

_PATTERNS = frozenset({"type_pattern", "record_pattern"})
_ABOVE_EXPRESSIONS = frozenset(
    {
        "block",
        "expression_statement",
        "if_statement",
        "local_variable_declaration",
        "method_declaration",
        "return_statement",
        "while_statement",
    }
)
"""Nodes that an annotation does not hold, unless in a class body: most expressions are below one of these."""

_CONDITIONS = frozenset(
    {"if_statement", "while_statement", "do_statement", "for_statement", "ternary_expression"}
)
_VALUES = frozenset(
    """
    argument_list array_initializer assignment_expression binary_expression lambda_expression
    return_statement ternary_expression variable_declarator yield_statement
    """.split()
)
STATEMENT_EXPRESSIONS = frozenset(
    {"assignment_expression", "method_invocation", "object_creation_expression", "update_expression"}
)
"""Expressions that can be statements (JLS 14.8)."""


def unwrapped(node: Node) -> Node:
    """Return the outermost pair of parentheses around an expression, or the expression."""
    while node.parent is not None and node.parent.type == "parenthesized_expression":
        node = node.parent
    return node


def bare(node: Node) -> Node:
    """Return an expression without the parentheses around it."""
    while node.type == "parenthesized_expression":
        inner = next((child for child in node.children if child.named), None)
        if inner is None:
            break
        node = inner
    return node


def in_annotation(node: Node) -> bool:
    """Return whether an expression is part of an annotation, which requires a constant or a name (JLS 9.7.1)."""
    above = node.parent
    while above is not None and above.type not in _ABOVE_EXPRESSIONS:
        if above.type == "annotation":
            return True
        above = above.parent
    return False


def sign_of(node: Node) -> str:
    """Return the operator of an expression, "" if it has none."""
    operator = node.child("operator")
    return operator.type if operator is not None else ""


def is_condition(node: Node) -> bool:
    """Return whether an expression, parentheses included, is where a boolean or Boolean is required (JLS 14.9 to 14.14, 15.25)."""
    parent = node.parent
    if parent is not None and parent.type == "assert_statement":
        return parent.children[1] is node
    return parent is not None and node.field == "condition" and parent.type in _CONDITIONS


def takes_boolean(node: Node) -> bool:
    """Return whether any boolean expression can replace another one, parentheses included.

    The body of a lambda that is a statement without its ``;`` may be one, of a lambda without a value (JLS 15.27.3).
    """
    parent = node.parent
    if parent is None or parent.type not in _VALUES or node.field in ("name", "parameters"):
        return False
    if parent.type == "assignment_expression":
        return node.field == "right"
    return parent.type != "lambda_expression" or node.type not in STATEMENT_EXPRESSIONS


def stands_as_statement(node: Node) -> bool:
    """Return whether an expression has the form of a statement, parentheses around it left aside (JLS 14.8, 14.14.1).

    The expression of a switch rule has that form, too, even where it is the value of the switch: see `is_value_unused`.
    """
    outer = unwrapped(node)
    parent = outer.parent
    if parent is None:
        return False
    return parent.type == "expression_statement" or (
        parent.type == "for_statement" and outer.field in ("init", "update")
    )


def is_value_unused(node: Node) -> bool:
    """Return whether the value of an expression is unused; a lambda's body may be used (JLS 14.8, 14.14.1, 15.28.1)."""
    if not stands_as_statement(node):
        return False
    holder = unwrapped(node).parent
    rule = holder.parent if holder is not None else None
    switch = rule.parent.parent if rule is not None and rule.type == "switch_rule" and rule.parent else None
    return switch is None or not is_switch_value(switch)


def has_pattern(node: Node) -> bool:
    """Return whether an expression may introduce a pattern variable (JLS 6.3.1)."""
    return any(
        part.type in _PATTERNS or (part.type == "instanceof_expression" and part.child("name") is not None)
        for part in node.walk()
    )
