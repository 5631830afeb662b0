"""`LoopMatch`: a loop to exchange; its site includes the labels before it."""

from __future__ import annotations

from mutators.java.match import JavaMatch
from parsers.java.method import Method
from parsers.java.syntax.loops import labelled
from parsers.java.syntax.tree import Node


class LoopMatch(JavaMatch):
    """A loop to exchange in some direction; its site includes the labels before it.

    Attributes:
        node: the loop itself.
        whole: the loop with its labels.
    """

    def __init__(self, method: Method, loop: Node, direction: str) -> None:
        super().__init__(method, loop, direction=direction)
        self.whole = labelled(loop)

    @property
    def start(self) -> int:
        """Byte offset of the first label, or of the loop."""
        return self.whole.start

    @property
    def end(self) -> int:
        """Byte offset behind the loop."""
        return self.whole.end
