"""The verb `search once`."""

from __future__ import annotations

from equimorph.cli.search.searching import verb_of
from equimorph.search import once as search

__all__ = ["once"]

once = verb_of(
    search,
    "Mutate each method by one random step, again and again until the budget is spent: a baseline.",
)
