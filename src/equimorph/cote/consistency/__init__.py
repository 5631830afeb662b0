"""Consistency of two outputs of a generator, as COTE defines it (section 3.3, algorithm 2)."""

from __future__ import annotations

from equimorph.cote.consistency.comparing import (
    MOST_SLICES,
    MOST_TOKENS,
    THRESHOLDS,
    Comparing,
    Comparison,
    consistency,
)
from equimorph.cote.consistency.similarity import MEASURES, Corpus, Measure, Side, similarity
from equimorph.cote.consistency.slicing import SLICERS, Slicer, slices

__all__ = [
    "MEASURES",
    "MOST_SLICES",
    "MOST_TOKENS",
    "SLICERS",
    "THRESHOLDS",
    "Comparing",
    "Comparison",
    "Corpus",
    "Measure",
    "Side",
    "Slicer",
    "consistency",
    "similarity",
    "slices",
]
