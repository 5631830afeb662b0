"""Matches for the mutators of tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from mutators import Edit
from mutators.java.match import JavaMatch
from mutators.model import Scalar
from parsers import Method
from parsers.java.syntax.tree import Node


class Always(JavaMatch):
    """A match without an obstacle, of which a function makes the edits."""

    def __init__(
        self, method: Method, node: Node, make: Callable[[JavaMatch], Iterable[Edit]], **params: Scalar
    ) -> None:
        super().__init__(method, node, **params)
        self._make = make

    def obstacle(self) -> str | None:
        return None

    def edits(self, rng: Random) -> Iterable[Edit]:
        return self._make(self)
