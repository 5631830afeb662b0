"""The smallest correct negation of a condition, as edits (JLS 15.15.6, 15.20, 15.21).

Equality operators are inverted, and so are comparisons of integers; with NaN, ``!(a < b)`` is not ``a >= b`` (JLS 15.20.1). A ``!``
is removed, together with the parentheses after it if nothing needs them; any other condition gets a ``!``. A literal keeps its
text, and a constant expression stays constant. `parsers.java.types.inference.may_be_poly` decides whether a condition may be
negated.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mutators.java.tools.spacing import replacement
from mutators.model import Edit
from parsers.java.syntax.expressions import bare, sign_of, unwrapped
from parsers.java.syntax.operators import EQUALITY, NEGATED, RELATIONAL, Binding
from parsers.java.syntax.precedence import binding_of, min_binding_at
from parsers.java.syntax.tokens import joins

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

PARENTHESISING = frozenset({"if_statement", "while_statement", "do_statement"})
"""Statements to which the parentheses around their condition belong."""
_BLANKS = b" \t"
_TOKEN = re.compile(rb"[\w$\x80-\xff]+|\+\+|--|/\*.*?\*/|//[^\r\n]*|.", re.DOTALL)


def negate(method: Method, node: Node) -> list[Edit]:
    """Return the edits that turn a condition into its negation in place.

    Args:
        method: the method that it is in.
        node: the expression; parentheses around it may belong to a statement.
    """
    return merged(method.source.data, negation(method, node))


def negation(method: Method, node: Node, room: Binding | None = None) -> list[Edit]:
    """Return the edits of `negate`, still to be merged with those around them.

    Args:
        method: the method that it is in.
        node: the expression.
        room: how tightly its replacement must bind; by default as its context demands.
    """
    if node.field == "condition" and node.parent is not None and node.parent.type in PARENTHESISING:
        node = node.children[1]
    inner = bare(node)
    sign, operand = sign_of(inner), inner.child("operand")
    if sign in EQUALITY or (sign in RELATIONAL and _compares_integers(method, inner)):
        return [Edit(inner.children[1].start, sign, NEGATED[sign])]
    if operand is not None and sign == "!":
        own = room if room is not None and inner is node else min_binding_at(inner)
        return _without_not(method, inner, operand, own)
    return prefixed(inner, "!")


def prefixed(node: Node, sign: str) -> list[Edit]:
    """Return the edits that put an operator before an expression, in parentheses if it needs them and has none."""
    outer = unwrapped(node)
    if outer.field == "condition" and outer.parent is not None and outer.parent.type in PARENTHESISING:
        outer = outer.children[1]
    if outer is not node or binding_of(node) >= Binding.UNARY:
        return [Edit(outer.start, "", sign)]
    return [Edit(node.start, "", f"{sign}("), Edit(node.end, "", ")")]


def merged(data: bytes, edits: list[Edit]) -> list[Edit]:
    """Return the edits, with touching ones merged; of two at one place, the insertion is first.

    If only a deletion is left and tokens would join, the second one becomes part of the edit, with a blank before it.
    """
    found: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)) if len(edits) > 1 else edits:
        if found and found[-1].end == edit.start:
            before = found.pop()
            edit = Edit(before.start, before.old + edit.old, before.new + edit.new)
        found.append(edit)
    return [
        replacement(data, edit.start, edit.end, edit.new) if edit.new else _apart(data, edit)
        for edit in found
    ]


def removal(data: bytes, start: int, end: int) -> Edit:
    """Return an edit that takes out tokens, for `merged`."""
    return Edit(start, data[start:end].decode(), "")


def _apart(data: bytes, edit: Edit) -> Edit:
    token, before = _TOKEN.match(data, edit.end), data[max(0, edit.start - 2) : edit.start]
    if token is None or before == b"*/" or not joins(before[-1:], token[0][:1]):
        return edit
    return Edit(edit.start, edit.old + token[0].decode(), " " + token[0].decode())


def opening(data: bytes, start: int) -> tuple[int, int]:
    """Return the span of a prefix operator or ``(`` with the blanks behind it."""
    end = start + 1
    while data[end : end + 1] in (b" ", b"\t"):
        end += 1
    return start, end


def closing(data: bytes, end: int) -> tuple[int, int]:
    """Return the span of a ``)`` that ends at a byte offset, with the blanks before it."""
    return len(data[: end - 1].rstrip(_BLANKS)), end


def _compares_integers(method: Method, node: Node) -> bool:
    sides = node.all("left") + node.all("right")
    return all(method.types.of(side).unboxed.is_integral for side in sides)


def _without_not(method: Method, node: Node, operand: Node, room: Binding) -> list[Edit]:
    data = method.source.data
    spans = [opening(data, node.start)]
    if operand.type == "parenthesized_expression":
        within = binding_of(operand.children[1])
        if within >= room and within > Binding.ASSIGNMENT:
            spans += [opening(data, operand.start), closing(data, operand.end)]
    return [removal(data, *span) for span in spans]
