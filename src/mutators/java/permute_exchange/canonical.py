"""The direction of permute-exchange: the branches are ordered so that the condition is the positive one of it and its negation.

Positive are ``==``, ``<``, ``>`` and ``&&``, and what has no ``!``. One of two texts that differ by the exchange is
positive.
"""

from __future__ import annotations

from mutators.java.condition_exchange.canonical import negate
from mutators.java.tools.canonical.terms import Term

_NEGATIVE = frozenset({b"!=", b"<=", b">=", b"||", b"!"})
_SIGNED = frozenset({"comparison", "junction", "not"})


def permuted(term: Term) -> None:
    """Exchange the two branches of a condition and negate it, in place, if it is not positive."""
    if len(term.kids) < 3:
        return
    condition, yes, no = term.kids
    if condition.kind == "false" or (condition.kind in _SIGNED and condition.text in _NEGATIVE):
        negate(condition)
        term.kids = [condition, no, yes]
