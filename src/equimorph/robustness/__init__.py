"""Robustness of repair: bugs and their mutants in, a model's answers judged, scores with intervals out."""

from __future__ import annotations
