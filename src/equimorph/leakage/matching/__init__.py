"""Benchmark sides found in the texts of training data: one pass over the texts for all sides."""

from __future__ import annotations

from equimorph.leakage.matching.boundaries import Boundary, boundary
from equimorph.leakage.matching.comparing import Found, compare
from equimorph.leakage.matching.matcher import LEAST, Matcher

__all__ = ["LEAST", "Boundary", "Found", "Matcher", "boundary", "compare"]
