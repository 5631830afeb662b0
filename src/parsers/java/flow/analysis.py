"""Control flow of a member: completion of statements (JLS 14.22), and definite assignment (JLS 16)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from parsers.java.flow.assignment import Assignment, is_of_group
from parsers.java.flow.completion import Completion
from parsers.java.syntax.statements import statements_of

if TYPE_CHECKING:
    from parsers.java.names.bindings import Declaration
    from parsers.java.names.scopes import Scopes
    from parsers.java.syntax.tree import Node
    from parsers.java.values.constants import Constants
    from parsers.java.view import JavaView

__all__ = ["Flow"]


class Flow(Completion):
    """Control flow of a method view; computed on demand, body by body and variable by variable.

    Args:
        view: the method; its facts must be trusted (`Method.untrusted` is None).
        scopes, constants: its facts.
    """

    def __init__(self, view: JavaView, scopes: Scopes, constants: Constants) -> None:
        super().__init__(view, constants)
        self._scopes = scopes
        self._assignments: dict[Declaration, Assignment] = {}

    def assigned_before(self, declaration: Declaration, node: Node) -> bool:
        """Return whether a variable is proved definitely assigned before a statement or expression (JLS 16)."""
        return self._assignment(declaration).assigned_before(node)

    def assigned_after(self, declaration: Declaration, node: Node) -> bool:
        """Return whether a variable is proved definitely assigned after a statement or expression (JLS 16)."""
        return self._assignment(declaration).assigned_after(node)

    def unassigned_before(self, declaration: Declaration, node: Node) -> bool:
        """Return whether a variable is proved definitely unassigned before a statement or expression (JLS 16)."""
        return self._assignment(declaration).unassigned_before(node)

    def unassigned_after(self, declaration: Declaration, node: Node) -> bool:
        """Return whether a variable is proved definitely unassigned after a statement or expression (JLS 16)."""
        return self._assignment(declaration).unassigned_after(node)

    def last_assignment(self, declaration: Declaration, statement: Node) -> Node | None:
        """Return the first statement of its block after which a variable is proved assigned for good (JLS 16).

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

    @cached_property
    def may_have_blanks(self) -> bool:
        """Whether variables may exist that have no value where their scope begins; only these need definite assignment (JLS 16).

        They have no initialiser, or one that control can jump over, to a later group of a switch.
        """
        if self._view.kind != "method":
            return True
        blank = ("local", "for", "field")
        return any(
            d.kind in blank and (d.value is None or (d.kind == "local" and is_of_group(d)))
            for d in self._scopes.declarations
        )

    def _assignment(self, declaration: Declaration) -> Assignment:
        found = self._assignments.get(declaration)
        if found is None:
            found = self._assignments[declaration] = Assignment(declaration, self._view, self._scopes, self)
        return found
