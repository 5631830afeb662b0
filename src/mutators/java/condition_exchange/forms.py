"""Other forms of a condition, with their places and edits (JLS 15.15.6, 15.23, 15.24)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mutators.java.tools.negation import closing, merged, negation, opening, prefixed, removal
from mutators.java.tools.spacing import replacement
from mutators.model import Edit
from parsers.java.syntax.expressions import bare, is_condition, sign_of, takes_boolean, unwrapped
from parsers.java.syntax.operators import DUAL, JUNCTIONS, PRECEDENCE, Binding
from parsers.java.syntax.precedence import min_binding_at

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.java.syntax.tree import Node

_OTHER = {"true": "false", "false": "true"}
_FIXED = frozenset({"annotation", "marker_annotation", "switch_label"})

EXPRESSIONS = frozenset(
    """
    true false unary_expression binary_expression instanceof_expression identifier field_access
    array_access method_invocation assignment_expression ternary_expression cast_expression
    switch_expression
    """.split()
)
"""Types of the nodes that can be written in another way."""


def form_of(method: Method, node: Node) -> str | None:
    """Return the form in which a node can be rewritten, or None: "literal", "de-morgan" or "double-negation".

    A node has only one form: a literal or conjunction below a ``!`` has the form of the ``!``, an operand of a chain the form of
    the chain.
    """
    if node.type not in EXPRESSIONS or node.parent is None:
        return None
    form = _form_of(method, node)
    fixed = form is not None and any(around.type in _FIXED for around in node.ancestors())
    return None if fixed else form


def _form_of(method: Method, node: Node) -> str | None:
    above = unwrapped(node).parent
    negated = above is not None and above.type == "unary_expression"
    if node.type in _OTHER:
        return None if node.parent is above and negated else "literal"
    if node.type == "unary_expression":
        literal = sign_of(node) == "!" and node.children[1].type in _OTHER
        return "literal" if literal else "de-morgan" if _junction_of(node) is not None else None
    if sign_of(node) in JUNCTIONS:
        part = (
            node.field == "left"
            and node.parent is above
            and above is not None
            and sign_of(above) == sign_of(node)
        )
        return None if part or negated else "de-morgan"
    return "double-negation" if not negated and _unboxes_or_is_boolean(method, node) else None


def _unboxes_or_is_boolean(method: Method, node: Node) -> bool:
    outer = unwrapped(node)
    if is_condition(outer) or (outer.parent is not None and sign_of(outer.parent) in JUNCTIONS):
        return True
    return takes_boolean(outer) and method.types.of(node).is_boolean


def _junction_of(node: Node) -> Node | None:
    """Return the ``&&`` or ``||`` that a ``!`` negates, or None."""
    operand = node.child("operand")
    inner = bare(operand) if operand is not None and sign_of(node) == "!" else None
    return inner if inner is not None and sign_of(inner) in JUNCTIONS else None


def _literal(method: Method, node: Node) -> list[Edit]:
    data = method.source.data
    if node.type in _OTHER:
        return [replacement(data, node.start, node.end, f"!{_OTHER[node.type]}")]
    literal = node.children[1]
    edits = [
        removal(data, *opening(data, node.start)),
        Edit(literal.start, literal.type, _OTHER[literal.type]),
    ]
    return merged(data, edits)


def _de_morgan(method: Method, node: Node) -> list[Edit]:
    data, inner = method.source.data, _junction_of(node) or node
    sign = sign_of(inner)
    edits: list[Edit] = []
    while sign_of(inner) == sign:
        left, operator, right = inner.children
        edits += [Edit(operator.start, sign, DUAL[sign]), *negation(method, right, Binding.OR)]
        inner = left
    edits += negation(method, inner, Binding.OR)
    if node.type == "binary_expression":
        return merged(data, [Edit(node.start, "", "!("), *edits, Edit(node.end, "", ")")])
    pair, spans = node.children[1], [opening(data, node.start)]
    if PRECEDENCE[DUAL[sign]] >= min_binding_at(node):
        spans += [opening(data, pair.start), closing(data, pair.end)]
    return merged(data, [*(removal(data, *span) for span in spans), *edits])


REWRITES: dict[str, Callable[[Method, Node], list[Edit]]] = {
    "literal": _literal,
    "de-morgan": _de_morgan,
    "double-negation": lambda method, node: prefixed(node, "!!"),
}
"""The edits of each form."""
