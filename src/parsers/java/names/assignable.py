"""Variables that may get another assignment at a place (JLS 4.12.4, 8.1.3, 14.20.3, 16)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from parsers.java.syntax.statements import is_statement

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.names.bindings import Declaration, Frame
    from parsers.java.syntax.tree import Node

_KINDS = frozenset({"local", "parameter", "lambda", "for", "foreach"})


def assignable_at(method: Method, statement: Node) -> Iterator[Declaration]:
    """Yield the variables that may be read and assigned right before a statement, or in an empty block, in order of their names.

    They are definitely assigned there, and whether they are effectively final does not matter. Exception parameters and pattern
    variables are left out.
    """
    frame = _frame_at(method, statement.start)
    for _, found in sorted(method.scopes.visible(statement.start).items()):
        own = found.kind in _KINDS and found.frame is frame and not found.final
        if own and _may_vary(found) and method.flow.assigned_before(found, statement):
            yield found


def _may_vary(declaration: Declaration) -> bool:
    """Return whether no use of a variable asks for it to be effectively final."""
    return not any(
        reference.captured or _is_resource(reference.node) or _is_guarding(reference.node)
        for reference in declaration.references
    )


def _is_resource(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "resource"


def _is_guarding(node: Node) -> bool:
    """Return whether an expression is in a guard (of later editions of the language)."""
    around = takewhile(lambda above: not is_statement(above), node.ancestors())
    return any(above.type == "guard" for above in around)


def _frame_at(method: Method, offset: int) -> Frame | None:
    around = [frame for frame in method.scopes.frames if frame.node.start <= offset < frame.node.end]
    return max(around, key=lambda frame: frame.node.start, default=None)
