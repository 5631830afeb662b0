"""The nodes of `parsers.java.syntax.tree`, read as they are asked for: of a patch, of which few are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parsers.java.syntax.tree import COMMENTS, MAX_DEPTH, Node, captures

if TYPE_CHECKING:
    import tree_sitter

__all__ = ["covering", "depth_of", "lazy_unit"]


class _Lazy(Node):
    """A node with children that are read when they are first asked for."""

    __slots__ = ("_shift", "_ts")

    def __init__(
        self, ts: tree_sitter.Node, shift: int, field: str | None = None, parent: Node | None = None
    ) -> None:
        self.type, self.start, self.end = ts.type, ts.start_byte - shift, ts.end_byte - shift
        self.field, self.named, self.parent = field, ts.is_named, parent
        self._ts, self._shift = ts, shift

    if not TYPE_CHECKING:  # or every attribute would be known

        def __getattr__(self, name: str) -> object:
            # Called only for what is not there.
            if name != "children":
                raise AttributeError(name)
            self.children = list(self._read())
            return self.children

    def _read(self) -> Iterator[Node]:
        cursor, shift = self._ts.walk(), self._shift
        goes_on = cursor.goto_first_child()
        while goes_on:
            ts = cursor.node
            assert ts is not None
            kind = ts.type
            if ts.child_count:
                yield _Lazy(ts, shift, cursor.field_name, self)
            elif kind not in COMMENTS:
                start, end = ts.start_byte - shift, ts.end_byte - shift
                yield Node(kind, start, end, cursor.field_name, ts.is_named, self)
            goes_on = cursor.goto_next_sibling()


_CORRECTED = """(update_expression [(unary_expression) (cast_expression) (update_expression)]) @node
(cast_expression type: [(type_identifier) (scoped_type_identifier)] value: [(unary_expression) (update_expression)]) @node
((identifier) @node (#eq? @node "this"))"""
"""Texts that `build_unit` corrects, and a few more."""


def lazy_unit(root: tree_sitter.Node, shift: int = 0) -> Node | None:
    """Return the nodes of `build_unit`, read when they are asked for; None where some must be corrected.

    Args:
        root, shift: See `build_unit`.
    """
    return None if captures(_CORRECTED, root) else _Lazy(root, shift)


def covering(root: Node, start: int, end: int) -> Node | None:
    """Return the outermost node below one that covers exactly some bytes, at least one; None if there is none."""
    node: Node | None = root
    while node is not None and (node.start, node.end) != (start, end):
        node = next((child for child in node.children if child.start <= start and end <= child.end), None)
    return node


def depth_of(root: tree_sitter.Node) -> int:
    """Return the depth of a tree as `build` does; some smaller number where it has `MAX_DEPTH` levels at most."""
    deepest, stack = 0, [(root, 0)]
    while stack:
        node, depth = stack.pop()
        if depth + node.descendant_count - 1 > MAX_DEPTH:  # else too few nodes are below it
            deepest = max(deepest, depth)
            stack += [(child, depth + 1) for child in node.children]
    return deepest
