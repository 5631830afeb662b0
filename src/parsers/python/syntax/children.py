"""The children of libcst's nodes, without the copy of the node that `CSTNode.children` makes to list them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter

import libcst as cst
from libcst import MaybeSentinel

__all__ = ["children_of", "visible_children_of"]


class _Fields(cst.CSTVisitor):
    """The names of the fields of a node that may have children, in the order in which libcst visits them."""

    def __init__(self, root: cst.CSTNode) -> None:
        self.names: dict[str, None] = {}
        self._root = root
        root.visit(self)

    def on_visit(self, node: cst.CSTNode) -> bool:
        return node is self._root

    def on_visit_attribute(self, node: cst.CSTNode, attribute: str) -> None:
        if node is self._root:
            self.names[attribute] = None


_Getter = Callable[[cst.CSTNode], tuple[object, ...]]
_getters: dict[type[cst.CSTNode], _Getter] = {}
_visible_getters: dict[type[cst.CSTNode], _Getter] = {}
_BLANK = ("whitespace", "leading_", "lines_after", "trailing_whitespace", "header", "footer")
"""Beginnings of the names of fields that hold blanks and comments."""
_NO_NODES = (str, bool, type(None), MaybeSentinel)


def _getter(node: cst.CSTNode) -> tuple[_Getter, _Getter]:
    """Return, and keep, the functions that give the values of a node's fields: of all, and of all but blanks."""
    names = tuple(_Fields(node).names)
    # libcst does not visit an optional format of a replacement field that is not there.
    names += tuple(
        [part.name for part in fields(node) if part.name not in names and getattr(node, part.name) is None]
    )
    everything = _getters[type(node)] = _values(names)
    visible = _values(tuple([name for name in names if not name.startswith(_BLANK)]))
    _visible_getters[type(node)] = visible
    return everything, visible


def _values(names: tuple[str, ...]) -> _Getter:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: tuple([getattr(node, name) for name in names])


def children_of(node: cst.CSTNode) -> list[cst.CSTNode]:
    """Return the children of a node, as `CSTNode.children` does."""
    return _nodes((_getters.get(type(node)) or _getter(node)[0])(node))


def visible_children_of(node: cst.CSTNode) -> list[cst.CSTNode]:
    """Return the children of a node but blanks and comments, in the same order."""
    return _nodes((_visible_getters.get(type(node)) or _getter(node)[1])(node))


def _nodes(values: tuple[object, ...]) -> list[cst.CSTNode]:
    nodes: list[cst.CSTNode] = []
    for value in values:
        kind = type(value)
        if kind is list or kind is tuple:
            nodes += value  # type: ignore[arg-type]  # libcst's sequences hold nodes alone
        elif kind not in _NO_NODES:
            nodes.append(value)  # type: ignore[arg-type]  # all other values of these fields are nodes
    return nodes
