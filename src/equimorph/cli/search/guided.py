"""The verb `search guided`."""

from __future__ import annotations

from equimorph.cli.search.searching import verb_of
from equimorph.search import guided as search

__all__ = ["guided"]

guided = verb_of(
    search,
    "Search by guided mutation: the best pass unchanged, the others are mutated, generation by generation.",
)
