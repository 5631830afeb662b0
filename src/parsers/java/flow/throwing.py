"""Local variables whose values can still be read after an exception (JLS 11.3, 14.20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parsers.java.syntax.statements import LOOPS, OWNERS, TRIES

if TYPE_CHECKING:
    from parsers.java.names.bindings import Declaration
    from parsers.java.syntax.tree import Node


def outlives_throw(declaration: Declaration, statement: Node) -> bool:
    """Return whether anything may read a local variable after an exception that is thrown at a statement.

    Only code of the same body can: a catch or finally clause of a ``try`` around the statement, and what runs after it. In the part
    of the ``try`` that the exception leaves, only the next turn of a loop can, which has the variable of the last one if it is
    declared outside of the loop's body.
    """
    reads = [reference.node for reference in declaration.references if reference.access != "write"]
    return any(
        any(not read.inside(part) for read in reads) or (bool(reads) and _comes_again(declaration, part))
        for part in _left_parts(statement)
    )


def _left_parts(statement: Node) -> Iterator[Node]:
    """Yield the parts of ``try`` statements around a statement that an exception leaves for a catch or finally clause."""
    below = statement
    for above in statement.ancestors():
        if above.type in OWNERS:
            return
        if above.type in TRIES and below.type != "finally_clause":
            handled = above.first("catch_clause") is not None and below.type != "catch_clause"
            if handled or above.first("finally_clause") is not None:
                yield below
        below = above


def _comes_again(declaration: Declaration, part: Node) -> bool:
    """Return whether a loop may enter a part of a ``try`` again, with the variable that it had before."""
    for above in part.ancestors():
        if above.type in OWNERS:
            return False
        if above.type in LOOPS:
            body = above.child("body")
            if body is None or not declaration.node.inside(body):
                return True
    return False
