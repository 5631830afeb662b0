"""Java syntax: tree-sitter's tree as light nodes, with the grammar's known faults corrected.

tree-sitter-java is fast and never fails, but it parses a few legal texts wrongly. No fact and no mutator needs to handle them:

* ``(a.b) - y`` is read as a cast of ``-y`` to the type ``a.b``. A cast to a reference type is never followed by
  unary ``+`` or ``-`` (JLS 15.16), so the text is a parenthesised name and a binary expression: `build_unit` masks the
  parentheses, parses again and puts them back into the tree.
* ``-x++`` and ``(int) x++`` are read as ``(-x)++`` and ``((int) x)++``, although a postfix operator binds first
  (JLS 15.14, 15.15): `build` turns the nodes around.
* text whose tree is wrong beyond repair, although there is no ERROR node, is named by `parsers.java.syntax.trust`.
* a bare constructor does not parse at the top level: `parse_wrapped` gives a member or statements a class around them.

All offsets are bytes of the given text, whatever was wrapped around it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache

import tree_sitter
import tree_sitter_java

__all__ = [
    "COMMENTS",
    "MAX_DEPTH",
    "WORDS",
    "WRAPPERS",
    "Node",
    "build",
    "build_unit",
    "captures",
    "error_offset",
    "parse",
    "parse_wrapped",
    "parser",
]

MAX_DEPTH = 300
"""Deepest nesting (tree levels) of a member that the facts analyse; deeper members are refused, by name."""

LANGUAGE = tree_sitter.Language(tree_sitter_java.language())

WORDS = frozenset(
    LANGUAGE.node_kind_for_id(kind) or ""
    for kind in range(LANGUAGE.node_kind_count)
    if not LANGUAGE.node_kind_is_named(kind)
) | {"_", "boolean", "false", "null", "super", "this", "true", "void"}
"""The words that the grammar does not read as plain identifiers, contextual keywords included (and its operators)."""

COMMENTS = frozenset({"line_comment", "block_comment"})
"""The nodes that are left out."""
_UNARY_AFTER_CAST = frozenset({"unary_expression", "update_expression"})
_PREFIXED = frozenset({"unary_expression", "cast_expression"})
_NAME_TYPES = frozenset({"type_identifier", "scoped_type_identifier"})


_NO_CHILDREN: list[Node] = []
"""Shared by all leaves, most of the nodes; `build` gives every other node a list of its own."""


class Node:
    """A node of the syntax tree: the node types and fields of tree-sitter-java, comments left out.

    Attributes:
        type: grammar name; for a token without a name (keyword, operator, punctuation) its text.
        start, end: byte offsets into the source.
        field: the field of the parent that this node fills, or None.
        named: False for keywords, operators, punctuation.
        parent: None at the root of the unit.
        children: all children in order, tokens included.
    """

    __slots__ = ("children", "end", "field", "named", "parent", "start", "type")

    children: list[Node]

    def __init__(
        self, type_: str, start: int, end: int, field: str | None, named: bool, parent: Node | None
    ) -> None:
        self.type = type_
        self.start = start
        self.end = end
        self.field = field
        self.named = named
        self.parent = parent
        self.children = _NO_CHILDREN

    def __repr__(self) -> str:
        return f"<{self.type} {self.start}-{self.end}>"

    def child(self, field: str) -> Node | None:
        """Return the first child that fills `field`."""
        for node in self.children:
            if node.field == field:
                return node
        return None

    def all(self, field: str) -> list[Node]:
        """Return all children that fill `field`, in order."""
        return [node for node in self.children if node.field == field]

    def first(self, *types: str) -> Node | None:
        """Return the first child of one of `types`."""
        for node in self.children:
            if node.type in types:
                return node
        return None

    def named_children(self) -> list[Node]:
        """Return the children that are not keywords, operators or punctuation."""
        return [node for node in self.children if node.named]

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it, in source order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.children:
                stack += node.children[::-1]

    def listed(self) -> list[Node]:
        """Return this node and all below it, in source order."""
        found: list[Node] = []
        stack = [self]
        while stack:
            node = stack.pop()
            found.append(node)
            if node.children:
                stack += node.children[::-1]
        return found

    def ancestors(self) -> Iterator[Node]:
        """Yield the parents, innermost first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def inside(self, other: Node) -> bool:
        """Return whether this node's text is inside the text of `other` (in the same tree)."""
        return other.start <= self.start and self.end <= other.end


def parse(data: bytes) -> tree_sitter.Tree:
    """Return tree-sitter's tree of `data`; errors are nodes of the tree."""
    return parser().parse(data)


def parser() -> tree_sitter.Parser:
    """Return the parser of this thread."""
    instance: tree_sitter.Parser | None = getattr(_local, "parser", None)
    if instance is None:
        instance = _local.parser = tree_sitter.Parser(LANGUAGE)
    return instance


_local = threading.local()


@lru_cache(maxsize=32)
def _query(pattern: str) -> tree_sitter.Query:
    return tree_sitter.Query(LANGUAGE, pattern)


def captures(
    pattern: str, root: tree_sitter.Node, start: int | None = None, end: int | None = None
) -> dict[str, list[tree_sitter.Node]]:
    """Return the nodes that a query finds below `root`, by capture name.

    Args:
        pattern: The query.
        root: The node.
        start, end: Bytes that a match must touch; by default all of the node.
    """
    cursor = tree_sitter.QueryCursor(_query(pattern))
    if start is not None and end is not None:
        cursor.set_byte_range(start, end)
    return cursor.captures(root)


WRAPPERS = {
    "file": (b"", b""),
    "member": (b"class X{", b"\n}"),
    "compact-constructor": (b"record X(){", b"\n}"),
    "statements": (b"class X{void m(){", b"\n}}"),
    "part": (b"class X{void m(){", b"}}"),
    "expression": (b"class X{int x=(", b");}"),
}


def parse_wrapped(data: bytes, kind: str) -> tuple[tree_sitter.Tree, int]:
    """Parse a text within the wrapper that its kind needs.

    Args:
        data: the text.
        kind: "file", "member", "compact-constructor", "statements", "part" for statements behind which more may follow in the
            same line, or "expression".

    Returns:
        The tree, and how many bytes to subtract from its offsets.
    """
    before, after = WRAPPERS[kind]
    return parse(before + data + after), len(before)


def error_offset(root: tree_sitter.Node) -> int | None:
    """Return the byte offset of the first ERROR or MISSING node below `root`, or None."""
    if not root.has_error:
        return None
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            return node.start_byte
        stack.extend(child for child in reversed(node.children) if child.has_error)
    return root.start_byte


def build(root: tree_sitter.Node, shift: int = 0) -> tuple[Node, int]:
    """Return the light nodes of a tree-sitter node, without comments; offsets are reduced by `shift`.

    Returns:
        The root and the depth of the tree (without recursion, so that any nesting will do).
    """
    return _built(root, shift)[:2]


def _built(root: tree_sitter.Node, shift: int) -> tuple[Node, int, list[Node]]:
    """Return the result of `build`, and the casts."""
    cursor = root.walk()
    ts = cursor.node
    assert ts is not None
    top = node = Node(ts.type, ts.start_byte - shift, ts.end_byte - shift, None, ts.is_named, None)
    parents: list[Node] = []
    siblings: list[Node] = []
    updates: list[Node] = []
    casts: list[Node] = []
    depth = deepest = 0
    while True:
        if cursor.goto_first_child():
            parents.append(node)
            siblings = node.children = []
            depth += 1
            if depth > deepest:
                deepest = depth
        else:
            while not (depth and cursor.goto_next_sibling()):
                if depth == 0 or not cursor.goto_parent():
                    for update in updates:
                        _bind_postfix(update)
                    return top, deepest, casts
                depth -= 1
                parents.pop()
                siblings = parents[-1].children if parents else _NO_CHILDREN
        ts = cursor.node
        assert ts is not None
        kind = ts.type
        node = Node(
            kind, ts.start_byte - shift, ts.end_byte - shift, cursor.field_name, ts.is_named, parents[-1]
        )
        if kind not in COMMENTS:
            siblings.append(node)
        if kind == "update_expression":
            updates.append(node)
        elif kind == "cast_expression":
            casts.append(node)
        elif kind == "identifier" and node.end - node.start == 4 and ts.text == b"this":
            # An annotated receiver parameter comes as a formal parameter (JLS 8.4).
            parents[-1].type, node.type, node.field = "receiver_parameter", "this", None


def _bind_postfix(update: Node) -> None:
    """Move a postfix operator from around unary operators and casts to their innermost operand."""
    outer = update.children[0]
    inner = outer
    while inner.type in _PREFIXED or (inner.type == "update_expression" and not inner.children[0].named):
        inner.end = update.end
        inner = inner.children[-1]
    above, holder = update.parent, inner.parent
    if inner is outer or above is None or holder is None:
        return
    above.children[above.children.index(update)] = outer
    outer.parent, outer.field, field = above, update.field, inner.field
    holder.children[-1] = update
    update.parent, update.field, update.start = holder, field, inner.start
    update.children[0] = inner
    inner.parent, inner.field = update, None


def build_unit(root: tree_sitter.Node, data: bytes, shift: int = 0) -> tuple[Node, int]:
    """Return the nodes of `build`, with misread casts turned into binary expressions (JLS 15.16).

    Args:
        root: a member (method, constructor, initialiser), or the block around bare statements.
        data: the text in which `root`, less `shift`, is.
        shift: what to subtract from the offsets of `root`.
    """
    top, depth, casts = _built(root, shift)
    masked: list[tuple[int, int]] = []
    while found := [span for span in _false_casts(casts) if span not in masked]:
        masked += found
        text = bytearray(data[top.start : top.end])
        for start, end in masked:
            text[start - top.start] = text[end - 1 - top.start] = 0x20
        # Parsed alone, under the wrapper that fits its kind: offsets stay those of `data`.
        kind = "compact-constructor" if top.type == "compact_constructor_declaration" else "member"
        tree, width = parse_wrapped(bytes(text), kind)
        again = _innermost(tree.root_node, width, width + len(text), top.type)
        if again is None or again.has_error:
            return top, depth
        top, depth, casts = _built(again, width - top.start)
        _restore_parentheses(top, masked)
    return top, depth


def _false_casts(casts: Iterable[Node]) -> Iterator[tuple[int, int]]:
    for node in casts:
        type_, value = node.child("type"), node.child("value")
        if (
            type_ is None
            or value is None
            or type_.type not in _NAME_TYPES
            or value.type not in _UNARY_AFTER_CAST
        ):
            continue
        if value.children and value.children[0].type in ("+", "-", "++", "--"):
            closing = next(c for c in node.children if c.type == ")")
            yield node.start, closing.end


def _innermost(root: tree_sitter.Node, start: int, end: int, type_: str) -> tree_sitter.Node | None:
    node: tree_sitter.Node | None = root.descendant_for_byte_range(start, end)
    while node is not None and node.type != type_:
        node = node.parent
    return node


def _restore_parentheses(top: Node, spans: list[tuple[int, int]]) -> None:
    for start, end in spans:
        node = top
        while name := next((c for c in node.children if c.start < end and start < c.end), None):
            if start < name.start and name.end < end:
                break
            node = name
        if name is None:
            continue
        pair = Node("parenthesized_expression", start, end, name.field, True, node)
        node.children[node.children.index(name)] = pair
        pair.children = [
            Node("(", start, start + 1, None, False, pair),
            name,
            Node(")", end - 1, end, None, False, pair),
        ]
        name.parent, name.field = pair, None
        above: Node | None = node
        while above is not None and (above.start > start or above.end < end):
            above.start, above.end = min(above.start, start), max(above.end, end)
            above = above.parent
