"""The direction of condition-exchange: no negation but of what cannot be negated otherwise (JLS 15.15.6, 15.23, 15.24).

``!(a && b)`` becomes ``!a || !b``, ``!(a == b)`` becomes ``a != b``, ``!!a`` becomes ``a``, ``!true`` becomes ``false``. So does
``!(a < b)`` become ``a >= b``, which for NaN is not the same (JLS 15.20.1): whether an operand can be NaN is not in the text.
"""

from __future__ import annotations

from mutators.java.tools.canonical.terms import Term
from parsers.java.syntax.operators import DUAL, NEGATED

_OTHER = {"true": "false", "false": "true"}
_DUAL = {one.encode(): other.encode() for one, other in DUAL.items()}
_NEGATED = {one.encode(): other.encode() for one, other in NEGATED.items()}


def negate(condition: Term) -> None:
    """Turn a condition into its negation, in place."""
    stack = [condition]
    while stack:
        term = stack.pop()
        if term.kind == "junction":
            term.text = _DUAL[term.text]
            stack += term.kids
        elif term.kind == "comparison":
            term.text = _NEGATED[term.text]
        elif term.kind == "not":
            term.become(term.kids[0])
        elif term.kind in _OTHER:
            term.kind = _OTHER[term.kind]
            term.text = term.kind.encode()
        else:
            inner = Term(term.kind, term.text, term.kids, term.binding)
            term.become(Term("not", b"!", [inner]))


def joined(term: Term) -> None:
    """Let an ``&&`` or ``||`` take over the operands of those below it, in place: their order stays the same (JLS 15.23)."""
    if any(kid.kind == "junction" and kid.text == term.text for kid in term.kids):
        kids: list[Term] = []
        for kid in term.kids:
            if kid.kind == "junction" and kid.text == term.text:
                kids += kid.kids
            else:
                kids.append(kid)
        term.kids = kids
