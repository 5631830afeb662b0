"""The edits of the model `template` for a language: the record of a language names its `Templates`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mutators.model import Edit
from parsers import Member

__all__ = ["Faulty", "Place", "Templates"]

Place = list[list[Edit]]
"""The possible edits of the source at one place, the likeliest first."""


class Faulty(Protocol):
    """A method with faulty lines."""

    @property
    def method(self) -> Member:
        """The method."""

    @property
    def nodes(self) -> Sequence[object]:
        """Its nodes that begin on a faulty line; none if no line is its own."""


@dataclass(frozen=True)
class Templates:
    """The templates of a language.

    Attributes:
        faulty: Returns a method with the nodes on some 1-based lines of its source.
        kinds: Functions that yield places with their edits, in the order in which a repair is looked for.
    """

    faulty: Callable[[Member, frozenset[int]], Any]
    kinds: Sequence[Callable[[Any], Iterator[Place]]]
