"""Insertion points for a declaration of a local variable, or another statement (JLS 14.2, 14.4, 14.11.1, 8.8.7).

An insertion point is a statement, before which the new one is put, or an empty block. A place right before a reachable
statement is reachable (JLS 14.22), and the statement list continues after it as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parsers.java.javac import declaring_beside
from parsers.java.syntax.statements import BLOCKS, STATEMENT_LISTS, is_statement, statements_of

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

__all__ = ["candidates", "is_empty_block", "misplaced", "obstacle"]


def candidates(root: Node) -> Iterator[Node]:
    """Yield the statements of a member, and its empty blocks, in source order.

    A block that holds statements is one itself only if it is a statement of a list; of a body, its statements are.
    """
    for node in root.walk():
        if is_statement(node) and (node.type not in BLOCKS or is_empty_block(node) or _listed(node)):
            yield node


def is_empty_block(node: Node) -> bool:
    """Return whether it is a block (of a constructor, too) without a statement."""
    return node.type in BLOCKS and not statements_of(node)


def obstacle(method: Method, node: Node) -> str | None:
    """Return why no declaration can be inserted before a statement of a method (or into an empty block), or None."""
    reason = misplaced(node)
    if reason is None and not is_empty_block(node):
        return declaring_beside(method, node)
    return reason


def misplaced(node: Node) -> str | None:
    """Return why no statement can be inserted before a statement (or into an empty block), or None."""
    if is_empty_block(node):
        return None
    if node.type == "explicit_constructor_invocation":
        return "a call of another constructor must come first"
    if node.parent is not None and node.parent.type == "labeled_statement":
        return "a label stands before it"
    return None if _listed(node) else "it is not directly in a block"


def _listed(node: Node) -> bool:
    return node.parent is not None and node.parent.type in STATEMENT_LISTS
