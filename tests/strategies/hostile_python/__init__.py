"""Hostile Python programs: short, deterministic, and full of what mutants go wrong on.

They have assignment expressions in every position, reflection through aliases, names of built-ins rebound, annotations that are
kept as text, odd white space, formatted texts of subclasses, generators and coroutines that are driven by hand, classes whose
operators do anything, class bodies with namespaces of their own, jumps through `finally`, and decorators that look at what they
decorate. Each prints what it does.
"""

from __future__ import annotations

from hypothesis import strategies as st

from tests.strategies.hostile_python.program import generated
from tests.strategies.programs.choices import Drawn, Seeded

__all__ = ["programs", "seeded"]


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Programs drawn by hypothesis."""
    return generated(Drawn(draw))


def seeded(seed: int) -> str:
    """The program of a seed."""
    return generated(Seeded(seed))
