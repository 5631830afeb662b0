"""The direction of reorder-condition: the operand of a comparison with the smaller key is first (JLS 15.20, 15.21)."""

from __future__ import annotations

from mutators.java.tools.canonical.terms import Term, key_of
from parsers.java.syntax.operators import MIRRORED

_MIRRORED = {one.encode(): other.encode() for one, other in MIRRORED.items()}


def ordered(term: Term) -> None:
    """Order the operands of a comparison, in place."""
    left, right = term.kids
    if key_of(right) < key_of(left):
        term.kids = [right, left]
        term.text = _MIRRORED[term.text]
