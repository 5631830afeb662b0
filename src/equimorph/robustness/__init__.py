"""Robustness of repair: bugs and their mutants in, a model's answers judged, scores with intervals out."""

from __future__ import annotations

from equimorph.robustness.asking import ask
from equimorph.robustness.scoring.averaging import averaged
from equimorph.robustness.scoring.compare import Comparison, compare
from equimorph.robustness.scoring.groups import read_groups
from equimorph.robustness.scoring.score import Score, score, scores

__all__ = ["Comparison", "Score", "ask", "averaged", "compare", "read_groups", "score", "scores"]
