"""Guided search for mutants that a code model does not withstand (paper 003)."""

from __future__ import annotations

from equimorph.models.errors import ModelError
from equimorph.search.differs import Differ, cosine_below, equal, nearest
from equimorph.search.errors import BudgetExhausted, NoSites, SearchError
from equimorph.search.individuals import Individual
from equimorph.search.loading import load_model
from equimorph.search.operators import BY_DEFAULT, OPERATORS, UNAVAILABLE
from equimorph.search.options import SearchOptions
from equimorph.search.outputs import NamedModel, Output, TextModel, adapt, ask
from equimorph.search.results import Result
from equimorph.search.running import guided, once, times
from equimorph.search.scores import Score, label_change_rate, mutation_score, suite_score

__all__ = [
    "BY_DEFAULT",
    "OPERATORS",
    "UNAVAILABLE",
    "BudgetExhausted",
    "Differ",
    "Individual",
    "ModelError",
    "NamedModel",
    "NoSites",
    "Output",
    "Result",
    "Score",
    "SearchError",
    "SearchOptions",
    "TextModel",
    "adapt",
    "ask",
    "cosine_below",
    "equal",
    "guided",
    "label_change_rate",
    "load_model",
    "mutation_score",
    "nearest",
    "once",
    "suite_score",
    "times",
]
