"""`JavaView`: a member of a Java source as text, tree and nodes, which is all that a fact need know of it beside other facts."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.java.syntax.expressions import has_pattern
from parsers.java.syntax.lazy import covering, depth_of, lazy_unit
from parsers.java.syntax.statements import statement_around
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node, build_unit, parse_wrapped
from parsers.member import Member

if TYPE_CHECKING:
    import tree_sitter

    from parsers.java.names.written import TypeInfo
    from parsers.java.text import JavaText

__all__ = ["JavaView"]


@dataclass(frozen=True, repr=False)
class JavaView(Member):
    """The text, the tree and the nodes of a member.

    Attributes:
        parsed: the text it is part of, with the facts about that text.
        tree_node: tree-sitter's node of it.
    """

    parsed: JavaText = field(repr=False, compare=False)
    tree_node: tree_sitter.Node = field(repr=False, compare=False)

    def node_text(self, node: Node) -> str:
        """Return the text of a node."""
        return self.source.data[node.start : node.end].decode()

    @cached_property
    def _unit(self) -> tuple[Node, int]:
        if self._is_edited and (lazy := lazy_unit(self.tree_node, self.parsed.shift)) is not None:
            return lazy, depth_of(self.tree_node)
        root, depth = build_unit(self.tree_node, self.source.data, self.parsed.shift)
        if self.kind == "statements":
            root.start, root.end = self.start, self.end
            root.children = [child for child in root.children if child.type not in ("{", "}")]
        return root, depth

    @property
    def _is_edited(self) -> bool:
        """Whether the source is one of many edits of another one, of which mostly few nodes are asked for."""
        return self.source.origin is not None and self.kind != "statements"

    @property
    def root(self) -> Node:
        """The tree; for bare statements a "block" without braces."""
        return self._unit[0]

    @property
    def wrapper(self) -> str:
        """The text around the method's that lets it parse alone (see `parse_wrapped`)."""
        return self.kind if self.kind in ("compact-constructor", "statements") else "member"

    @cached_property
    def alone(self) -> tuple[tree_sitter.Tree, int]:
        """tree-sitter's tree of the method's text alone, and what to subtract from its offsets."""
        return parse_wrapped(self.data, self.wrapper)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes of the tree in source order, the root first."""
        return tuple(self.root.listed())

    @cached_property
    def has_pattern(self) -> bool:
        """Whether any expression may introduce a pattern variable (JLS 6.3.1)."""
        return has_pattern(self.root)

    def has_word(self, word: str, start: int, end: int) -> bool:
        """Return whether a token of that text starts between two byte offsets."""
        starts = self._words.get(word.encode(), ())
        at = bisect_left(starts, start)
        return at < len(starts) and starts[at] < end

    @cached_property
    def _words(self) -> dict[bytes, list[int]]:
        """The starts of each token, by its text."""
        found: dict[bytes, list[int]] = {}
        for token in tokenize(self.data):
            found.setdefault(token.text, []).append(token.start + self.start)
        return found

    @cached_property
    def _outermost(self) -> dict[tuple[int, int], Node]:
        return {(node.start, node.end): node for node in reversed(self.nodes)}

    def node_at(self, start: int, end: int, *types: str) -> Node | None:
        """Return the outermost node (of one of the types, if any are given) that covers exactly these bytes, or None."""
        if self._is_edited and start < end and "_outermost" not in vars(self):
            node = covering(self.root, start, end)
        else:
            node = self._outermost.get((start, end))
        while node is not None and types and node.type not in types:
            # What covers the same bytes is an only child, but for nodes without text.
            node = next((child for child in node.children if (child.start, child.end) == (start, end)), None)
        return node

    def statement_at(self, offset: int) -> tuple[int, int] | None:
        """Return the byte range of the innermost statement at a byte offset, None where there is none."""
        found = statement_around(self.root, offset)
        return None if found is None else (found.start, found.end)

    @cached_property
    def enclosing(self) -> tuple[TypeInfo, ...]:
        """The types of the file around this method, innermost first; empty where only the method's text is known."""
        return self.parsed.types.around(self.start) if self.parsed.kind == "file" else ()
