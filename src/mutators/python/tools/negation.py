"""The negation of a Python expression whose truth alone counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from mutators.model import Edit
from mutators.python.match import PythonMatch
from parsers.python.language import PYTHON
from parsers.python.syntax.expressions import is_loose

__all__ = ["is_negation", "merged", "negated", "prefixed", "without_not"]


def is_negation(node: cst.CSTNode) -> bool:
    """Return whether a node is a `not` with its operand."""
    return isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not)


def without_not(match: PythonMatch, node: cst.UnaryOperation) -> Edit:
    """Return the edit that takes a `not` away; its operand keeps its parentheses."""
    start = match.method.start_of(node)
    return Edit(start, match.method.source.slice(start, match.method.outer(node.expression)[0]), "")


def negated(match: PythonMatch, node: cst.BaseExpression) -> list[Edit]:
    """Return the edits that negate an expression, for `merged`: ``not x`` loses its `not`, everything else gets one."""
    if isinstance(node, cst.UnaryOperation) and is_negation(node) and not node.lpar:
        return [without_not(match, node)]
    return prefixed(match, node, "not ")


def prefixed(match: PythonMatch, node: cst.BaseExpression, prefix: str) -> list[Edit]:
    """Return the edits that put `not`, or several, before an expression, for `merged`; with parentheses where they are needed."""
    start, end = match.method.outer(node)
    if is_loose(node):
        return [Edit(start, "", f"{prefix}("), Edit(end, "", ")")]
    return [Edit(start, "", prefix)]


def merged(match: PythonMatch, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield edits in order, with touching ones merged, and with blanks where tokens would run together.

    Among several at one place, insertions are first, in their order.
    """
    found: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if found and found[-1].end == edit.start:
            last = found.pop()
            blank = " " if PYTHON.joins(last.new[-1:].encode(), edit.new[:1].encode()) else ""
            edit = Edit(last.start, last.old + edit.old, last.new + blank + edit.new)
        found.append(edit)
    for edit in found:
        yield match.replace_range(edit.start, edit.end, edit.new)
