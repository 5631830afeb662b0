"""`JavaMatch`: a match in Java, with a method and a node of its tree."""

from __future__ import annotations

from mutators.base import Match
from mutators.model import Edit, Scalar
from parsers.java.language import JAVA
from parsers.java.method import Method
from parsers.java.syntax.tree import Node

__all__ = ["JavaMatch"]


class JavaMatch(Match):
    """A place in a Java method where the pattern of a mutator occurs; see `Match`."""

    method: Method
    node: Node

    def __init__(self, method: Method, node: Node, **params: Scalar) -> None:
        super().__init__(method, node, **params)

    def text(self, node: Node) -> str:
        """Return the text of a node."""
        return self.method.node_text(node)

    def replace(self, node: Node, new: str) -> Edit:
        """Return an edit of a node, with a blank where the new text would run into a neighbour (``return"x"`` -> ``return x``)."""
        data = self.method.source.data
        return Edit(node.start, self.text(node), JAVA.spaced(data, node.start, node.end, new))
