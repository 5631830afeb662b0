"""Judging a model's answers: against the fix, or by running the tests."""

from __future__ import annotations

from equimorph.robustness.judging.behaviour import Behaviour
from equimorph.robustness.judging.exact import Exact
from equimorph.robustness.judging.repaired import Repaired
from equimorph.robustness.judging.writing import judge, write_judged

__all__ = ["Behaviour", "Exact", "Repaired", "judge", "write_judged"]
