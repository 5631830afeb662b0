"""Trees of texts that differ little from a text whose tree is known: tree-sitter reads only what changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

import tree_sitter

from parsers.java.syntax.tree import parser
from parsers.splicing import Splice

__all__ = ["reparse", "reread"]

_NOWHERE = (0, 0)


def reparse(tree: tree_sitter.Tree, data: bytes, changes: Iterable[tuple[int, int, int]]) -> tree_sitter.Tree:
    """Return the tree of a text from the tree before some changes; its rows and columns are not to be used.

    Args:
        tree: Tree of the text before; it stays as it is.
        data: Text after the changes.
        changes: Changes in order, each with its start (in the text after all earlier changes), its old and its new
            number of bytes.
    """
    edited = tree.copy()
    for start, old, new in changes:
        edited.edit(start, start + old, start + new, _NOWHERE, _NOWHERE, _NOWHERE)
    return parser().parse(data, edited)


def reread(
    tree: tree_sitter.Tree, line_ends: Sequence[int], data: bytes, splice: Splice
) -> tuple[tree_sitter.Tree, list[tuple[int, int]]]:
    """Return the tree of a text that differs in one stretch from another one, and the byte ranges that the grammar reads otherwise.

    Args:
        tree: Tree of the other text; it stays as it is.
        line_ends: The bytes behind the line feeds of the other text.
        data: The text.
        splice: The stretch.
    """
    edited = tree.copy()
    start, end = _point(line_ends, splice.start), _point(line_ends, splice.end)
    more = data.count(b"\n", splice.start, splice.new_end)
    column = splice.new_end - splice.start + start[1]
    if more:
        column = splice.new_end - data.rindex(b"\n", 0, splice.new_end) - 1
    new_end = (start[0] + more, column)
    edited.edit(splice.start, splice.end, splice.new_end, start, end, new_end)
    again = parser().parse(data, edited)
    changed = [(stretch.start_byte, stretch.end_byte) for stretch in edited.changed_ranges(again)]
    return again, [(max(0, splice.start - 1), splice.new_end + 1), *changed]


def _point(line_ends: Sequence[int], at: int) -> tuple[int, int]:
    row = bisect_right(line_ends, at)
    return row, at - (line_ends[row - 1] if row else 0)
