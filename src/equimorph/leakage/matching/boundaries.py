"""Whether a hit consists of whole tokens: dropped blanks join words, so ``intx`` may be found where the text has ``int x``."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from functools import lru_cache
from typing import Literal, TypeAlias

from equimorph.leakage.forms.language import forms_of
from equimorph.leakage.samples import LANGUAGE

Boundary: TypeAlias = Literal["token", "cut"]


def boundary(
    text: bytes, side: bytes, offset: int, *, keep_literal_blanks: bool = False, language: str = LANGUAGE
) -> Boundary:
    """Return "token" if the match of a side begins and ends at the same tokens in the text as in the side, else "cut".

    Only for hits, since it reads both with the lexer. If the side contains the text, the two change places.

    Args:
        text: Text before normalisation.
        side: Side before normalisation; the normalised side is in the normalised text.
        offset: Offset in bytes of the normalised text.
        keep_literal_blanks, language: See `normalise`.
    """
    within = _ends(text, keep_literal_blanks, language)
    wanted = _ends(side, keep_literal_blanks, language)
    first = bisect_left(within, offset)
    ends = within[first : first + len(wanted)]
    return "token" if [end - offset for end in ends] == list(wanted) else "cut"


@lru_cache(4)
def _ends(text: bytes, keep_literal_blanks: bool, language: str) -> array[int]:
    return forms_of(language).ends(text, keep_literal_blanks)
