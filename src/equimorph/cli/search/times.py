"""The verb `search times`."""

from __future__ import annotations

from equimorph.cli.search.searching import verb_of
from equimorph.search import times as search

__all__ = ["times"]

times = verb_of(
    search,
    "Mutate each method by -k random steps, again and again until the budget is spent: a baseline.",
)
