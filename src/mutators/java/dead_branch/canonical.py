"""The direction of dead-branch and unused-statement: a branch that a literal condition chooses, without the condition."""

from __future__ import annotations

from mutators.java.tools.canonical.terms import Term


def taken(condition: Term, branches: list[Term]) -> Term | None:
    """Return the branch that is always taken, or an empty block if it is missing; None if the condition decides.

    Args:
        condition: Condition of the statement.
        branches: One block or two.
    """
    if condition.kind == "true":
        return branches[0]
    if condition.kind == "false":
        return branches[1] if len(branches) > 1 else Term("block")
    return None
