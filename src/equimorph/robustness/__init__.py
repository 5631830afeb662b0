"""Robustness of repair: bugs and their mutants in, a model's answers judged, scores with intervals out."""

from __future__ import annotations

from equimorph.bulk.working import Target
from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import read_bugs, read_quixbugs
from equimorph.models import Answer, Candidate, Model, Request
from equimorph.models.asking import ask
from equimorph.projects.options import RunnerOptions
from equimorph.robustness.augmenting import AugmentOptions, augment
from equimorph.robustness.baselines import baseline
from equimorph.robustness.baselines.training import train
from equimorph.robustness.judging.behaviour import Behaviour
from equimorph.robustness.judging.exact import Exact
from equimorph.robustness.judging.judged import JudgedRow
from equimorph.robustness.judging.repaired import Repaired
from equimorph.robustness.judging.writing import judge, write_judged
from equimorph.robustness.mutants import MutantOptions, mutants, write_mutants
from equimorph.robustness.presets import PRESETS
from equimorph.robustness.requests import requests
from equimorph.robustness.retraining import Retrained, RetrainOptions, retrain
from equimorph.robustness.scoring.averaging import averaged
from equimorph.robustness.scoring.compare import Comparison, compare
from equimorph.robustness.scoring.groups import read_groups
from equimorph.robustness.scoring.score import Score, score, scores

__all__ = [
    "PRESETS",
    "Answer",
    "AugmentOptions",
    "Behaviour",
    "Bug",
    "Candidate",
    "Comparison",
    "Exact",
    "JudgedRow",
    "Model",
    "MutantOptions",
    "Repaired",
    "Request",
    "RetrainOptions",
    "Retrained",
    "RunnerOptions",
    "Score",
    "Target",
    "ask",
    "augment",
    "averaged",
    "baseline",
    "compare",
    "judge",
    "mutants",
    "read_bugs",
    "read_groups",
    "read_quixbugs",
    "requests",
    "retrain",
    "score",
    "scores",
    "train",
    "write_judged",
    "write_mutants",
]
