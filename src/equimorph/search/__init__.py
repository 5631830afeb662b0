"""Guided search for mutants that a code model does not withstand (paper 003)."""

from __future__ import annotations

from equimorph.search.errors import BudgetExhausted, ModelError, NoSites, SearchError
from equimorph.search.outputs import NamedModel, Output, TextModel, adapt, ask

__all__ = [
    "BudgetExhausted",
    "ModelError",
    "NamedModel",
    "NoSites",
    "Output",
    "SearchError",
    "TextModel",
    "adapt",
    "ask",
]
