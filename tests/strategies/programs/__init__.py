"""Typed Java programs that end, always compute the same, and print what they compute.

Loops are bounded, methods call only those written before them and never in a loop, strings are cut, nothing reads the outside:
so the programs may be run. Exceptions may happen anywhere; main prints which.
"""

from __future__ import annotations

from hypothesis import strategies as st

from tests.strategies.programs.choices import Drawn, Seeded
from tests.strategies.programs.program import Program, generated

__all__ = ["Program", "programs", "seeded"]


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Programs drawn by hypothesis."""
    return generated(Drawn(draw))


def seeded(seed: int) -> Program:
    """The program of a seed."""
    return generated(Seeded(seed))
