"""Edits that keep tokens apart."""

from __future__ import annotations

from mutators.model import Edit
from parsers.java.language import JAVA

__all__ = ["replacement"]


def replacement(data: bytes, start: int, end: int, new: str) -> Edit:
    """Return an edit of a token range, with a blank where the new text would run into a neighbour (``return"x"`` -> ``return x``).

    Args:
        data: the text; `start` and `end` are byte offsets in it.
        new: the new text.
    """
    return Edit(start, data[start:end].decode(), JAVA.spaced(data, start, end, new))
