"""The error of a run whose budget is spent."""

from __future__ import annotations

from mutators import MutationError

__all__ = ["BudgetSpent"]


class BudgetSpent(MutationError):
    """The budget of a run is spent; the same command with a larger one continues, where something keeps what is done."""
