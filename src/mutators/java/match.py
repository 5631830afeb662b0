"""`JavaMatch`: a match in Java, with a method and a node of its tree."""

from __future__ import annotations

from mutators.base import Match
from mutators.model import Scalar
from parsers.java.method import Method
from parsers.java.syntax.tree import Node

__all__ = ["JavaMatch"]


class JavaMatch(Match):
    """A place in a Java method where the pattern of a mutator stands; see `Match`."""

    method: Method
    node: Node

    def __init__(self, method: Method, node: Node, **params: Scalar) -> None:
        super().__init__(method, node, **params)
