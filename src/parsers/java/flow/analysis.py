"""Control flow of a member: which statements complete (JLS 14.22), and what is definitely assigned (JLS 16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.java.flow.assignment import Assignment
from parsers.java.flow.completion import Completion
from parsers.java.syntax.statements import statements_of

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.names.bindings import Declaration
    from parsers.java.syntax.tree import Node

__all__ = ["Flow"]


class Flow(Completion):
    """Control flow of a method view; computed body by body, and variable by variable, when asked for."""

    def __init__(self, method: Method) -> None:
        super().__init__(method)
        self._assignments: dict[Declaration, Assignment] = {}

    def assigned_before(self, declaration: Declaration, node: Node) -> bool:
        """Whether a variable is proved definitely assigned before a statement or expression (JLS 16)."""
        return self._assignment(declaration).assigned_before(node)

    def assigned_after(self, declaration: Declaration, node: Node) -> bool:
        """Whether a variable is proved definitely assigned after a statement or expression (JLS 16)."""
        return self._assignment(declaration).assigned_after(node)

    def unassigned_before(self, declaration: Declaration, node: Node) -> bool:
        """Whether a variable is proved definitely unassigned before a statement or expression (JLS 16)."""
        return self._assignment(declaration).unassigned_before(node)

    def unassigned_after(self, declaration: Declaration, node: Node) -> bool:
        """Whether a variable is proved definitely unassigned after a statement or expression (JLS 16)."""
        return self._assignment(declaration).unassigned_after(node)

    def last_assignment(self, declaration: Declaration, statement: Node) -> Node | None:
        """The first statement of its block after which a variable is proved definitely assigned, and never assigned again (JLS 16).

        Args:
            declaration: a local variable without an initialiser.
            statement: its local_variable_declaration.
        """
        block = statement.parent
        assert block is not None
        for sibling in statements_of(block):
            if sibling.start < statement.end or not self.completes(sibling):
                continue
            later = any(
                ref.access != "read" and ref.node.start >= sibling.end for ref in declaration.references
            )
            if not later and self.assigned_after(declaration, sibling):
                return sibling
        return None

    def may_have_blanks(self) -> bool:
        """Whether there may be variables without an initialiser, for which alone definite assignment is asked (JLS 16)."""
        if self.method.kind != "method":
            return True
        blank = ("local", "for", "field")
        return any(d.kind in blank and d.value is None for d in self.method.scopes.declarations)

    def _assignment(self, declaration: Declaration) -> Assignment:
        found = self._assignments.get(declaration)
        if found is None:
            found = self._assignments[declaration] = Assignment(declaration, self)
        return found
