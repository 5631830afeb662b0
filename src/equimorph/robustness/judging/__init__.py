"""Judging a model's answers: against the fix, or by running the tests."""

from __future__ import annotations

from equimorph.robustness.judging.exact import Exact
from equimorph.robustness.judging.writing import judge, write_judged

__all__ = ["Exact", "judge", "write_judged"]
