"""Masked words: what the model must guess, and what it sees instead (paper 004, 3.1.3, equation 1)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from equimorph.codescore.tokenizer import Marks

SHARE = 0.15
"""Of the tokens of the code."""
_MASKED, _REPLACED = 0.8, 0.9
"""Up to the first share of the chosen tokens the mask is shown, from there to the second another word, else the word itself."""


class Masked(NamedTuple):
    """A text with masked tokens.

    Attributes:
        numbers: what the encoder sees.
        places: Places of the chosen tokens, in order.
        targets: the words that were there.
    """

    numbers: list[int]
    places: list[int]
    targets: list[int]


def masked(numbers: Sequence[int], first: int, marks: Marks, vocabulary: int, rng: Random) -> Masked:
    """Choose tokens of the code, and replace them: 80 % by the mask, 10 % by any word, 10 % by themselves.

    Args:
        numbers: Numbers of the comment and the code.
        first: where the code begins; what is before is left alone, and so are the marks of the encoder's input.
        marks: Marks of the encoder.
        vocabulary: how many words there are.
        rng: draws.

    Returns:
        At least one chosen token, unless there is none.
    """
    kept = {*marks.start, marks.separator, marks.pad}
    able = [place for place in range(first, len(numbers)) if numbers[place] not in kept]
    wanted = min(len(able), max(1, round(SHARE * len(able))))
    places = sorted(rng.sample(able, wanted))
    shown = list(numbers)
    for place in places:
        drawn = rng.random()
        if drawn < _MASKED:
            shown[place] = marks.mask
        elif drawn < _REPLACED:
            shown[place] = rng.randrange(marks.ordinary, vocabulary)
    return Masked(shown, places, [numbers[place] for place in places])
