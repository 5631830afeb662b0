"""Typed Python programs that end, always compute the same, and print what they compute.

Loops are bounded, functions call only those written before them and never in a loop, numbers and texts are cut, nothing reads the
outside: so the programs may be run. Exceptions may happen anywhere; the end of the program prints which.
"""

from __future__ import annotations

from hypothesis import strategies as st

from tests.strategies.programs.choices import Drawn, Seeded
from tests.strategies.python_programs.program import generated

__all__ = ["programs", "seeded"]


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Programs drawn by hypothesis."""
    return generated(Drawn(draw))


def seeded(seed: int) -> str:
    """The program of a seed."""
    return generated(Seeded(seed))
