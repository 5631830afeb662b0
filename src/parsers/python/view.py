"""`PythonView`: a function of a Python source as text, tree and nodes; a fact needs nothing else but other facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import libcst as cst

from parsers.member import Member
from parsers.python.syntax.children import visible_children_of
from parsers.python.syntax.outline import Outline

if TYPE_CHECKING:
    from parsers.python.text import PythonText

__all__ = ["PythonView"]

Node = TypeVar("Node", bound=cst.CSTNode)


@dataclass(frozen=True, repr=False)
class PythonView(Member):
    """The text, the tree and the nodes of an outermost function or method.

    Attributes:
        parsed: the text it is part of, with the facts about that text.
        node: libcst's node of it.
        owners: the classes around it, outermost first.
    """

    parsed: PythonText = field(repr=False, compare=False)
    node: cst.FunctionDef = field(repr=False, compare=False)
    owners: tuple[cst.ClassDef, ...] = field(default=(), repr=False, compare=False)

    @cached_property
    def _parents(self) -> Mapping[cst.CSTNode, cst.CSTNode]:
        parents: dict[cst.CSTNode, cst.CSTNode] = {}
        stack: list[cst.CSTNode] = [self.node]
        while stack:
            node = stack.pop()
            children = visible_children_of(node)
            parents.update(dict.fromkeys(children, node))
            stack += reversed(children)
        return parents

    @cached_property
    def nodes(self) -> tuple[cst.CSTNode, ...]:
        """All nodes of the function but blanks and comments, parents before children, then in the order of libcst's fields."""
        return (self.node, *self._parents)

    @property
    def depth(self) -> int:
        """The depth of its nodes."""
        depths: dict[cst.CSTNode, int] = {self.node: 0}
        for node, above in self._parents.items():  # parents come first
            depths[node] = depths[above] + 1
        return max(depths.values())

    @cached_property
    def _by_kind(self) -> dict[type[cst.CSTNode], list[cst.CSTNode]]:
        found: dict[type[cst.CSTNode], list[cst.CSTNode]] = {}
        for node in self.nodes:
            found.setdefault(type(node), []).append(node)
        for nodes in found.values():
            nodes.sort(key=self.start_of)
        return found

    @cached_property
    def margin(self) -> bytes:
        """The indentation of its first line."""
        data = self.source.data
        blank = data[data.rfind(b"\n", 0, self.start) + 1 : self.start]
        return blank if blank.isspace() else b""

    @cached_property
    def outline(self) -> Outline:
        """Its logical lines, against which a mutant is read."""
        return Outline(self.data, self.margin)

    def all(self, kind: type[Node]) -> Sequence[Node]:
        """Return all nodes of exactly this class, nested functions included, in the order of the text."""
        return self._by_kind.get(kind, [])  # type: ignore[return-value]

    def parent(self, node: cst.CSTNode) -> cst.CSTNode:
        """Return the node around a node of the function, which is not the function itself."""
        return self._parents[node]

    def around(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """Yield the nodes around a node, innermost first, up to and with the function."""
        while node is not self.node:
            node = self._parents[node]
            yield node

    def contains(self, node: cst.CSTNode) -> bool:
        """Return whether a node is the function or within it."""
        return node is self.node or node in self._parents

    def start_of(self, node: cst.CSTNode) -> int:
        """Return the byte offset at which a node starts, its own parentheses left out."""
        return self.parsed.tree.start(node)

    def end_of(self, node: cst.CSTNode) -> int:
        """Return the byte offset after a node, its own parentheses left out."""
        return self.parsed.tree.end(node)

    def outer(self, node: cst.CSTNode) -> tuple[int, int]:
        """Return the byte range of an expression with its own parentheses."""
        left, right = getattr(node, "lpar", ()), getattr(node, "rpar", ())
        return self.start_of(left[0] if left else node), self.end_of(right[-1] if right else node)

    def text_of(self, node: cst.CSTNode) -> str:
        """Return the text of a node, its own parentheses left out."""
        return self.source.slice(self.start_of(node), self.end_of(node))

    def outer_text(self, node: cst.CSTNode) -> str:
        """Return the text of an expression with its own parentheses."""
        return self.source.slice(*self.outer(node))

    def statement_at(self, offset: int) -> tuple[int, int] | None:
        """Return the byte range of the innermost statement at a byte offset, None where there is none."""
        found: tuple[int, int] | None = None
        for node in self.nodes:
            if isinstance(node, cst.BaseSmallStatement | cst.BaseCompoundStatement):
                start, end = self.start_of(node), self.end_of(node)
                if start <= offset < end and (found is None or end - start <= found[1] - found[0]):
                    found = start, end
        return found
