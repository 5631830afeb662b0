"""Finding leaks: levels, kinds, forms; chunk by chunk, with counts; their summary."""

from __future__ import annotations

from equimorph.leakage.finding.again import summarise
from equimorph.leakage.finding.files import Training, write_leaks
from equimorph.leakage.finding.leaks import Leak
from equimorph.leakage.finding.memory import Leaks, find
from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.finding.summary import Summary

__all__ = ["FindOptions", "Leak", "Leaks", "Summary", "Training", "find", "summarise", "write_leaks"]
