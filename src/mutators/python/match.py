"""`PythonMatch`: a match in Python, with a function and a node of its tree."""

from __future__ import annotations

from abc import abstractmethod

import libcst as cst

from mutators.base import Match
from mutators.comments import not_kept
from mutators.model import Edit, Scalar
from parsers.python.function import Function
from parsers.python.language import PYTHON
from parsers.python.syntax.expressions import unevaluated

__all__ = ["PythonMatch"]


class PythonMatch(Match):
    """A place in a Python function where the pattern of a mutator occurs; see `Match`. Its site is without its own parentheses.

    A subclass defines why the precondition does not hold there in `refusal`; `obstacle` refuses what no mutator may
    change, and where a comment would not stay.
    """

    method: Function
    node: cst.CSTNode

    def __init__(self, method: Function, node: cst.CSTNode, **params: Scalar) -> None:
        super().__init__(method, node, **params)

    @property
    def start(self) -> int:
        """Byte offset in the source at which the node starts."""
        return self.method.start_of(self.node)

    @property
    def end(self) -> int:
        """Byte offset in the source after the node."""
        return self.method.end_of(self.node)

    def obstacle(self) -> str | None:
        """Return why the precondition does not hold: the place is not evaluated in the function's body, or as the mutator says.

        Neither does it hold where a comment would be lost or doubled.
        """
        return unevaluated(self.method, self.node) or self.refusal() or not_kept(self)

    @abstractmethod
    def refusal(self) -> str | None:
        """Return why the precondition of the mutator does not hold, or None. Pure and total."""

    def text(self, node: cst.CSTNode) -> str:
        """Return the text of a node, its own parentheses left out."""
        return self.method.text_of(node)

    def replace(self, node: cst.CSTNode, new: str) -> Edit:
        """Return an edit of a node without its own parentheses, with a blank where the new text would run into a neighbour."""
        return self.replace_range(self.method.start_of(node), self.method.end_of(node), new)

    def replace_outer(self, node: cst.CSTNode, new: str) -> Edit:
        """Return an edit of an expression with its own parentheses, with a blank where the new text would run into a neighbour."""
        return self.replace_range(*self.method.outer(node), new)

    def replace_range(self, start: int, end: int, new: str) -> Edit:
        """Return an edit of a byte range, with a blank where the new text would run into a neighbour."""
        source = self.method.source
        return Edit(start, source.slice(start, end), PYTHON.spaced(source.data, start, end, new))
