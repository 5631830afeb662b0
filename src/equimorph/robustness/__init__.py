"""Robustness of repair: bugs and their mutants in, a model's answers judged, scores with intervals out."""

from __future__ import annotations

from equimorph.robustness.augmenting import AugmentOptions, augment
from equimorph.robustness.baselines.training import train
from equimorph.robustness.retraining import Retrained, RetrainOptions, retrain
from equimorph.robustness.scoring.averaging import averaged
from equimorph.robustness.scoring.compare import Comparison, compare
from equimorph.robustness.scoring.groups import read_groups
from equimorph.robustness.scoring.score import Score, score, scores

__all__ = [
    "AugmentOptions",
    "Comparison",
    "RetrainOptions",
    "Retrained",
    "Score",
    "augment",
    "averaged",
    "compare",
    "read_groups",
    "retrain",
    "score",
    "scores",
    "train",
]
