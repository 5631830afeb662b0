"""A whole study in one folder: bugs, mutants, requests; for each model answers, judgements and scores; figures and a page."""

from __future__ import annotations

from equimorph.robustness.study.models import Opened, Prices, StudyModel
from equimorph.robustness.study.options import PRESET, StudyOptions
from equimorph.robustness.study.running import run_study

__all__ = ["PRESET", "Opened", "Prices", "StudyModel", "StudyOptions", "run_study"]
