"""One text and one side compared: what every other way to compare them must agree with."""

from __future__ import annotations

from typing import NamedTuple

from equimorph.leakage.samples import Direction, Kind


class Found(NamedTuple):
    """A side of the benchmark that was found in a text of the training data.

    Attributes:
        text: Index of the text, from 0.
        side: Index of the side, from 0.
        kind: The strongest kind that applies; exact is stronger than inside, and inside is stronger than contains.
        offset: Offset of the first occurrence, in bytes: in the text, or for contains, in the side.
    """

    text: int
    side: int
    kind: Kind
    offset: int


def compare(text: bytes, side: bytes, direction: Direction = "inside") -> tuple[Kind, int] | None:
    """Compare a normalised text of the training data with a normalised side of the benchmark.

    An empty one equals only an empty one, and is inside nothing.

    Returns:
        The strongest kind that holds with its offset in bytes, as in `Found`; None if none holds.
    """
    if text == side:
        return "exact", 0
    if side and (offset := text.find(side)) >= 0:
        return "inside", offset
    if direction == "either" and text and (offset := side.find(text)) >= 0:
        return "contains", offset
    return None
