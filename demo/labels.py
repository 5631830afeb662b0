"""A model of code that is easily misled, for trying `equimorph search`: it reads two things of a method, and no more."""

from __future__ import annotations

from collections.abc import Sequence

LABELS = ("short", "middle", "long")


def model(texts: Sequence[str]) -> list[str]:
    """Return a label for each method: how long it is, and whether its first loop is a `for`."""
    return [label(text) for text in texts]


def label(text: str) -> str:
    """Return the label of a method."""
    words = text.split()
    size = LABELS[(len(words) > 20) + (len(words) > 60)]
    return f"{size}, for" if "for" in words or "for(" in text else size
