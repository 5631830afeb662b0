"""The data of a page: values that occur often appear once, texts are measured as the browser does."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value", bound=Hashable)


class Interned(Generic[Value]):
    """Values in the order in which they were first seen."""

    def __init__(self) -> None:
        self._numbers: dict[Value, int] = {}

    def number(self, value: Value) -> int:
        """Return the index of a value, from 0."""
        return self._numbers.setdefault(value, len(self._numbers))

    def values(self) -> list[Value]:
        """Return all of them."""
        return list(self._numbers)


def units(text: str) -> int:
    """Return the length of a text in a browser: UTF-16 code units, two for a character beyond U+FFFF."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def near(text: str, base: str) -> tuple[int, int, str]:
    """Describe a text by another text that it resembles.

    Returns:
        How many UTF-16 code units both share at the start, how many of the rest at the end, and the text's part in between.
    """
    head = _common(text, base)
    tail = _common(text[head:][::-1], base[head:][::-1])
    end = len(text) - tail
    return units(text[:head]), units(text[end:]), text[head:end]


def _common(text: str, other: str) -> int:
    """Return the number of characters that two texts share at the start; by halves, since there are many long texts."""
    low, high = 0, min(len(text), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if text[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
