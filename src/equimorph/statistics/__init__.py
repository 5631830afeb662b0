"""Ratios, intervals and tests of hypotheses: arithmetic that every measurement shares, and no data of ours."""

from __future__ import annotations

from equimorph.statistics.ratio import Ratio, percent_text

__all__ = ["Ratio", "percent_text"]
