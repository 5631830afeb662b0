"""Statements and their parts (JLS 14.5)."""

from __future__ import annotations

from parsers.java.syntax.tree import Node

LOOPS = frozenset({"while_statement", "do_statement", "for_statement", "enhanced_for_statement"})
JUMPS = frozenset({"break_statement", "continue_statement", "yield_statement", "return_statement"})
TRIES = frozenset({"try_statement", "try_with_resources_statement"})
BLOCKS = frozenset({"block", "constructor_body"})
TYPE_BODIES = frozenset({"class_body", "enum_body", "interface_body", "annotation_type_body"})
"""The whole body of a class or interface, of which it has one."""
CLASS_BODIES = TYPE_BODIES | {"enum_body_declarations"}
"""All nodes that members are children of: what follows the constants of an enum is a node in its body."""
OWNERS = CLASS_BODIES | {
    "lambda_expression",
    "method_declaration",
    "constructor_declaration",
    "compact_constructor_declaration",
    "static_initializer",
}
"""Parents of bodies that no jump leaves."""

STATEMENT_LISTS = BLOCKS | {"switch_block_statement_group"}
_SUBSTATEMENTS = frozenset({"body", "consequence", "alternative"})
_WITH_SUBSTATEMENTS = LOOPS | {"if_statement"}


def body_of(node: Node) -> Node | None:
    """Return the body of a method, constructor, initialiser, lambda or clause: a block, or a lambda's expression."""
    return node.child("body") or node.first("block")


def statements_of(node: Node) -> list[Node]:
    """Return the statements right below a block, a constructor body, a group of a switch or a label."""
    if node.type == "labeled_statement":
        return node.children[-1:]
    return [
        part for part in node.children if (part.named or part.type == ";") and part.type != "switch_label"
    ]


def is_statement(node: Node) -> bool:
    """Return whether a node is in the position of a statement, declarations of variables and classes included."""
    parent = node.parent
    if parent is None or node.type in BLOCKS:
        return node.type in BLOCKS
    if parent.type == "labeled_statement":
        return parent.children[-1] is node
    if parent.type in STATEMENT_LISTS:
        return (node.named or node.type == ";") and node.type != "switch_label"
    if parent.type == "switch_rule":
        return node.type in ("expression_statement", "throw_statement")
    return node.field in _SUBSTATEMENTS and parent.type in _WITH_SUBSTATEMENTS


def statement_around(root: Node, offset: int) -> Node | None:
    """Return the innermost statement at a byte offset, None where there is none."""
    found: Node | None = None
    node: Node | None = root
    while node is not None:
        found = node if is_statement(node) else found
        node = next((child for child in node.children if child.start <= offset < child.end), None)
    return found


def is_switch_value(node: Node) -> bool:
    """Return whether a node is a switch in the place of an expression (JLS 15.28).

    The grammar takes a switch statement and an empty one behind it for an expression statement, which no switch can be (JLS 14.8);
    but what follows the arrow of a rule is an expression and a semicolon (JLS 14.11.1).
    """
    if node.type != "switch_expression" or is_statement(node):
        return False
    parent = node.parent
    if parent is None or parent.type != "expression_statement":
        return True
    return parent.parent is not None and parent.parent.type == "switch_rule"


def has_default(switch: Node, data: bytes) -> bool:
    """Return whether a switch has a ``default`` label (also ``case null, default``)."""
    return any(
        child.type == "default"
        or (child.type == "identifier" and data[child.start : child.end] == b"default")
        for label in labels_of(switch)
        for child in label.children
    )


def labels_of(switch: Node) -> list[Node]:
    """Return the labels of a switch."""
    block = switch.child("body")
    parts = block.children if block is not None else ()
    return [label for part in parts for label in part.children if label.type == "switch_label"]


def unlabeled(statement: Node) -> Node:
    """Return the statement behind any labels."""
    while statement.type == "labeled_statement":
        statement = statement.children[-1]
    return statement
