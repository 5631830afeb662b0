"""Ratios, intervals and tests of hypotheses: arithmetic that every measurement shares, and no data of ours."""

from __future__ import annotations

from equimorph.statistics.bootstrap import bootstrap
from equimorph.statistics.correlation import auc
from equimorph.statistics.hypothesis_tests import fisher, holm, mcnemar, sign_flip
from equimorph.statistics.intervals import Interval, clustered_wilson, wilson
from equimorph.statistics.passing import pass_all, pass_at
from equimorph.statistics.ratio import Ratio, percent_text

__all__ = [
    "Interval",
    "Ratio",
    "auc",
    "bootstrap",
    "clustered_wilson",
    "fisher",
    "holm",
    "mcnemar",
    "pass_all",
    "pass_at",
    "percent_text",
    "sign_flip",
    "wilson",
]
