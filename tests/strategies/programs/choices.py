"""Where choices come from: a seed, or hypothesis. The first option is always the simplest one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

__all__ = ["Choices", "Drawn", "Seeded"]

T = TypeVar("T")


class Choices(ABC):
    """A stream of small numbers, of which 0 stands for what is simplest."""

    @abstractmethod
    def below(self, count: int) -> int:
        """A number from 0 up to `count`, not included."""

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))] if len(options) > 1 else options[0]

    def make(self, makers: Sequence[Callable[[], T]]) -> T:
        """What one of the makers makes."""
        return self.pick(makers)()

    def between(self, low: int, high: int) -> int:
        """A number from `low` up to `high`, included."""
        return low + self.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        """True so often; false is the simplest."""
        return self.below(100) >= 100 - percent


class Seeded(Choices):
    """Choices that all derive from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def below(self, count: int) -> int:
        """As in `Choices`."""
        return int(self._random() * count)


class Drawn(Choices):
    """Choices that hypothesis draws, and shrinks."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def below(self, count: int) -> int:
        """As in `Choices`."""
        return self._draw(st.integers(0, count - 1))
