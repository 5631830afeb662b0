"""Whether a hit consists of whole tokens: dropped blanks join words, so ``intx`` may be found where the text has ``int x``."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from functools import lru_cache
from typing import Literal, TypeAlias

from equimorph.leakage.normalising import BLANKS
from parsers.java.syntax.tokens import tokenize

__all__ = ["Boundary", "boundary"]

Boundary: TypeAlias = Literal["token", "cut"]


def boundary(text: bytes, side: bytes, offset: int, *, keep_literal_blanks: bool = False) -> Boundary:
    """Return "token" if the tokens of a text, in which a side was found, begin and end where those of the side do, else "cut".

    Only for hits, since it reads both with the lexer. If the side contains the text, the two change places.

    Args:
        text: before it was normalised.
        side: before it was normalised; the normalised one is in the normalised text.
        offset: in bytes of the normalised text.
        keep_literal_blanks: as of `normalise`.
    """
    within = _ends(text, keep_literal_blanks)
    wanted = _ends(side, keep_literal_blanks)
    first = bisect_left(within, offset)
    found = within[first : first + len(wanted)]
    return "token" if [end - offset for end in found] == list(wanted) else "cut"


@lru_cache(8)
def _ends(text: bytes, keep_literal_blanks: bool) -> array[int]:
    """Return where the tokens of a text end in the normalised text; before them 0."""
    ends = array("Q", [0])
    for token in tokenize(text):
        kept = keep_literal_blanks and token.text.startswith((b'"', b"'"))
        size = len(token.text if kept else token.text.translate(None, BLANKS))
        ends.append(ends[-1] + size)
    return ends
