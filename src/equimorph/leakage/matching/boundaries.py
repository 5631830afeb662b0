"""Whether a hit consists of whole tokens: dropped blanks join words, so ``intx`` may be found where the text has ``int x``."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, TypeAlias

from equimorph.leakage.normalising import BLANKS, pieces
from parsers.java.syntax.tokens import Token, tokenize

Boundary: TypeAlias = Literal["token", "cut"]
_WORDS = 1000


def boundary(text: bytes, side: bytes, offset: int, *, keep_literal_blanks: bool = False) -> Boundary:
    """Return "token" if the match of a side begins and ends at the same tokens in the text as in the side, else "cut".

    Only for hits, since it reads both with the lexer. If the side contains the text, the two change places.

    Args:
        text: Text before normalisation.
        side: Side before normalisation; the normalised side is in the normalised text.
        offset: Offset in bytes of the normalised text.
        keep_literal_blanks: See `normalise`.
    """
    within = _ends(text, keep_literal_blanks)
    wanted = _ends(side, keep_literal_blanks)
    first = bisect_left(within, offset)
    ends = within[first : first + len(wanted)]
    return "token" if [end - offset for end in ends] == list(wanted) else "cut"


@lru_cache(4)
def _ends(text: bytes, keep_literal_blanks: bool) -> array[int]:
    """Return the ends of a text's tokens in the normalised text; before them 0."""
    ends = array("Q", [0])
    for number, part in enumerate(pieces(text)):
        if part and number % 2:
            ends.append(ends[-1] + len(part if keep_literal_blanks else part.translate(None, BLANKS)))
        elif part:
            for token in _tokens(part):
                ends.append(ends[-1] + len(token.text))
    return ends


def _tokens(code: bytes) -> Iterator[Token]:
    """Yield the tokens of code without literals and comments, few words at a time, so that a large text needs little memory."""
    words = code.split()
    for first in range(0, len(words), _WORDS):
        yield from tokenize(b" ".join(words[first : first + _WORDS]))
